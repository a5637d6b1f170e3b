import { aside, firstOf } from '../aside.ts';
import { objectsOf, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import type { SourcePerson, SourcePlace, SourceTalk } from '../source-talk.ts';
import { asWebAddress } from '../web-address.ts';

/**
 * Chairs, speakers, authors, conveners. They are known by their names: Indico numbers them anew for every event, and the hash
 * of an address is not there when the address is not.
 */
export function indicoPeople(value: unknown): SourcePerson[] {
  return firstOf(objectsOf(value)).map((person) => {
    const bio = aside(stringText(person.affiliation));
    const email = aside(stringText(person.email));
    return { name: aside(nameOf(person)), ...(bio === '' ? {} : { bio }), ...(email === '' ? {} : { email }) };
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

/** `location` is the building or site, `room` what is in it; a contribution that names none is where its event is. */
export function indicoPlace(item: JsonObject, event: JsonObject): Pick<SourceTalk, PlaceField> {
  const own = [item.location, item.room, item.roomFullname].some((value) => stringText(value).trim() !== '');
  const from = own ? item : event;
  const building = aside(stringText(from.location)).trim();
  const room = aside(stringText(from.roomFullname)).trim() || aside(stringText(from.room)).trim();
  const isSameBuilding = building === stringText(event.location).trim();
  const address = aside(stringText(from.address) || (isSameBuilding ? stringText(event.address) : ''));
  return {
    venue: building === '' || asWebAddress(building) !== '' ? null : venueOf(building, address),
    room: asWebAddress(room) === '' ? room : '',
    location: building === '' ? address : '',
    onlineUrl: asWebAddress(room) || asWebAddress(building),
  };
}

function venueOf(name: string, address: string): SourcePlace {
  return address.trim() === '' ? { name } : { name, address };
}
