import { aside, firstOf } from '../aside.ts';
import { objectsOf, textOf } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import type { SourcePerson, SourcePlace, SourceTalk } from '../source-talk.ts';
import { webAddress } from '../web-address.ts';

/**
 * Chairs, speakers, authors, conveners. They are known by their names: Indico numbers them anew for every event, and the hash
 * of an address is not there when the address is not.
 */
export function indicoPeople(value: unknown): SourcePerson[] {
  return firstOf(objectsOf(value)).map((person) => {
    const bio = aside(textOf(person.affiliation));
    const email = aside(textOf(person.email));
    return { name: aside(nameOf(person)), ...(bio === '' ? {} : { bio }), ...(email === '' ? {} : { email }) };
  });
}

/** `fullName` is “Fokianos, Pamfilos”, and of a chair with a title. */
function nameOf(person: JsonObject): string {
  const first = textOf(person.first_name) || textOf(person.firstName);
  const last = textOf(person.last_name) || textOf(person.familyName);
  const parts = [first, last].map((part) => part.trim()).filter((part) => part !== '');
  return parts.join(' ') || turned(textOf(person.fullName) || textOf(person.name));
}

/** “Fokianos, Pamfilos” as people say it. */
function turned(name: string): string {
  const parts = name.split(',');
  const [last = '', first = ''] = parts.map((part) => part.trim());
  return parts.length === 2 && first !== '' ? `${first} ${last}` : name;
}

type PlaceField = 'venue' | 'room' | 'location' | 'onlineUrl';

/** `location` is the building or site, `room` what is in it; a contribution that names none is where its event is. */
export function indicoPlace(item: JsonObject, event: JsonObject): Pick<SourceTalk, PlaceField> {
  const own = [item.location, item.room, item.roomFullname].some((value) => textOf(value).trim() !== '');
  const from = own ? item : event;
  const building = aside(textOf(from.location)).trim();
  const room = aside(textOf(from.roomFullname)).trim() || aside(textOf(from.room)).trim();
  const isSameBuilding = building === textOf(event.location).trim();
  const address = aside(textOf(from.address) || (isSameBuilding ? textOf(event.address) : ''));
  return {
    venue: building === '' || webAddress(building) !== '' ? null : venueOf(building, address),
    room: webAddress(room) === '' ? room : '',
    location: building === '' ? address : '',
    onlineUrl: webAddress(room) || webAddress(building),
  };
}

function venueOf(name: string, address: string): SourcePlace {
  return address.trim() === '' ? { name } : { name, address };
}
