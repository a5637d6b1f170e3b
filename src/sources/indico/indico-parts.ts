import type { Material } from '#catalogue/material.ts';
import { sharedText, sharedItems } from '../shared-text.ts';
import { objectsOf, optionalText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { firstText } from '../first-text.ts';
import { attachedMaterial } from '../source-material.ts';
import type { Said, SourcePerson, SourcePlace } from '../source-talk.ts';

/**
 * Chairs, speakers, authors and conveners, identified by name: Indico numbers people anew for each event, and
 * includes a hash of the e-mail address only together with the address.
 */
export function indicoPeople(value: unknown): SourcePerson[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return sharedItems(objectsOf(value)).map((person) => {
    const [bio, email] = [optionalText(person.affiliation), optionalText(person.email)];
    return { name: sharedText(nameOf(person)), bio: sharedText(bio), email: sharedText(email) };
  });
}

/** `fullName` is “Fokianos, Pamfilos”, and includes a title for chairs. */
function nameOf(person: JsonObject): string {
  const first = stringText(person.first_name) || stringText(person.firstName);
  const last = stringText(person.last_name) || stringText(person.familyName);
  const parts = [first, last].map((part) => part.trim()).filter((part) => part !== '');
  return parts.join(' ') || turned(stringText(person.fullName) || stringText(person.name));
}

/** “Fokianos, Pamfilos” → “Pamfilos Fokianos”. */
function turned(name: string): string {
  const parts = name.split(',');
  const [last = '', first = ''] = parts.map((part) => part.trim());
  return parts.length === 2 && first !== '' ? `${first} ${last}` : name;
}

export type PlaceField = 'venue' | 'room' | 'location';

/** `location` is the building or site, and `room` is in it. Without either, a contribution is where its event is. */
export function indicoPlace(item: JsonObject, event: JsonObject): Said<PlaceField> {
  const from = namesPlace(item) ? item : event;
  const building = sharedText(optionalText(from.location))?.trim();
  const room = sharedText(firstText(optionalText(from.roomFullname)?.trim(), optionalText(from.room)?.trim()));
  const isSameBuilding = building === optionalText(event.location)?.trim();
  const address = sharedText(
    firstText(optionalText(from.address), isSameBuilding ? optionalText(event.address) : undefined),
  );
  return {
    venue: venueOf(building, address),
    room,
    location: building === undefined || building === '' ? address : '',
  };
}

function namesPlace(item: JsonObject): boolean {
  return [item.location, item.room, item.roomFullname].some((value) => stringText(value).trim() !== '');
}

function venueOf(name: string | undefined, address: string | undefined): SourcePlace | null | undefined {
  if (name === undefined) return undefined;
  return name === '' ? null : { name, address };
}

/**
 * Files and links in the folders of an event or contribution. Exports made with an API key include protected ones,
 * which are left out.
 */
export function indicoMaterials({ folders }: JsonObject): Material[] | undefined {
  if (!Array.isArray(folders)) return undefined;
  return objectsOf(folders)
    .filter(isPublic)
    .flatMap((folder) =>
      objectsOf(folder.attachments)
        .filter(isPublic)
        .map((attachment) => materialOf(attachment, stringText(folder.title))),
    );
}

function isPublic({ is_protected: isProtected }: JsonObject): boolean {
  return isProtected !== true;
}

/** If neither title nor address tells the type, the title of the folder may. */
function materialOf({ link_url: link, download_url: file, title }: JsonObject, folder: string): Material {
  const material = attachedMaterial(stringText(link) || stringText(file), stringText(title));
  return material.type === 'link' ? { ...material, type: attachedMaterial('', folder).type } : material;
}
