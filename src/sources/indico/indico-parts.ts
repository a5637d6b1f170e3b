import { sharedText, sharedList } from '../shared-text.ts';
import { objectsOf, optionalText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { firstSaid } from '../said.ts';
import type { SourcePerson, SourcePlace, SourceTalk } from '../source-talk.ts';
import { asWebAddress } from '../web-address.ts';

/**
 * Chairs, speakers, authors, conveners. They are known by their names: Indico numbers them anew for every event, and the hash
 * of an address is not there when the address is not.
 */
export function indicoPeople(value: unknown): SourcePerson[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return sharedList(objectsOf(value)).map((person) => {
    const [bio, email] = [optionalText(person.affiliation), optionalText(person.email)];
    return { name: sharedText(nameOf(person)), bio: sharedText(bio), email: sharedText(email) };
  });
}

/** `fullName` is “Fokianos, Pamfilos”, and of a chair with a title. */
function nameOf(person: JsonObject): string {
  const first = stringText(person.first_name) || stringText(person.firstName);
  const last = stringText(person.last_name) || stringText(person.familyName);
  const parts = [first, last].map((part) => part.trim()).filter((part) => part !== '');
  return parts.join(' ') || turned(stringText(person.fullName) || stringText(person.name));
}

/** “Fokianos, Pamfilos” as people say it. */
function turned(name: string): string {
  const parts = name.split(',');
  const [last = '', first = ''] = parts.map((part) => part.trim());
  return parts.length === 2 && first !== '' ? `${first} ${last}` : name;
}

type PlaceField = 'venue' | 'room' | 'location' | 'onlineUrl';
type SaidPlace = { readonly [Field in PlaceField]: SourceTalk[Field] | undefined };

/** `location` is the building or site, `room` what is in it; a contribution that names none is where its event is. */
export function indicoPlace(item: JsonObject, event: JsonObject): SaidPlace {
  const from = namesPlace(item) ? item : event;
  const building = sharedText(optionalText(from.location))?.trim();
  const room = sharedText(firstSaid(optionalText(from.roomFullname)?.trim(), optionalText(from.room)?.trim()));
  const isSameBuilding = building === optionalText(event.location)?.trim();
  const address = sharedText(
    firstSaid(optionalText(from.address), isSameBuilding ? optionalText(event.address) : undefined),
  );
  const online = asWebAddress(room ?? '') || asWebAddress(building ?? '');
  return {
    venue: venueOf(building, address),
    room: unlessAddress(room),
    location: building === undefined || building === '' ? address : '',
    onlineUrl: online === '' ? undefined : online,
  };
}

function namesPlace(item: JsonObject): boolean {
  return [item.location, item.room, item.roomFullname].some((value) => stringText(value).trim() !== '');
}

/** An address of the web is no room. */
function unlessAddress(room: string | undefined): string | undefined {
  return asWebAddress(room ?? '') === '' ? room : '';
}

function venueOf(name: string | undefined, address: string | undefined): SourcePlace | null | undefined {
  if (name === undefined) return undefined;
  return name === '' || asWebAddress(name) !== '' ? null : { name, address };
}
