import { isOnlineOnly } from '#catalogue/online-place.ts';
import { stringText } from '../json-document.ts';
import { said } from './schema-org-graph.ts';
import type { Thing } from './schema-org-graph.ts';
import { lastPart } from './schema-org-types.ts';
import { positionOf } from '../position.ts';
import type { SourcePlace, SourceTalk } from '../source-talk.ts';
import { asWebAddress } from '../web-address.ts';

/** Limit on nested places. */
const DEEPEST = 8;

type PlaceField = 'venue' | 'room' | 'location' | 'onlineUrl';

/** The first place with a name is the venue; others become text. */
export function locationOf(event: Thing): Partial<Pick<SourceTalk, PlaceField>> {
  if (!event.says('location')) return {};
  const online: string[] = [];
  const words: string[] = [];
  let placed: Placed | undefined;
  for (const value of event.values('location')) {
    const thing = event.thingOf(value);
    if (thing === undefined) {
      const text = stringText(value).trim();
      (asWebAddress(text) === '' ? words : online).push(text);
    } else if (thing.types.has('VirtualLocation')) {
      const address = [thing.address('url'), thing.id, thing.name('name')].map(asWebAddress).find((one) => one !== '');
      if (address !== undefined) online.push(address);
      else words.push(isOnlineOnly(thing.name('name')) ? thing.name('name') : 'Online');
    } else if (placed === undefined && thing.name('name') !== '') {
      placed = placeOf(thing);
    } else {
      words.push(inWords(thing));
    }
  }
  return {
    ...(placed ?? { venue: null, room: '' }),
    location: words.filter((text) => text !== '').join('; '),
    ...onlineOf(event, online),
  };
}

/** Physical places do not mean that it cannot be followed online. */
function onlineOf(event: Thing, online: readonly string[]): Partial<Pick<SourceTalk, 'onlineUrl'>> {
  const onlineUrl = online.find((address) => address !== '') ?? siteOfOnline(event);
  return onlineUrl === '' ? {} : { onlineUrl };
}

/** Address of the place, for an event that is only online. */
function siteOfOnline(event: Thing): string {
  const isOnline = event.texts('eventAttendanceMode').some((mode) => lastPart(mode) === 'OnlineEventAttendanceMode');
  const addresses = event.things('location').map((place) => asWebAddress(place.address('url')));
  return (isOnline ? addresses.find((address) => address !== '') : undefined) ?? '';
}

interface Placed {
  readonly venue: SourcePlace;
  readonly room: string;
}

/** A venue, and the room if the place is one. */
function placeOf(thing: Thing): Placed {
  const [container] = thing.things('containedInPlace', 'containedIn');
  const isRoom = thing.types.has('Room') || thing.types.has('MeetingRoom');
  if (isRoom && container !== undefined && container.name('name') !== '') {
    return { venue: venueOf(container, DEEPEST), room: thing.name('name') };
  }
  return { venue: venueOf(thing, DEEPEST), room: '' };
}

function venueOf(thing: Thing, depth: number): SourcePlace {
  const [container] = thing.things('containedInPlace', 'containedIn');
  const hasParent = depth > 0 && container !== undefined && container !== thing && container.name('name') !== '';
  return {
    name: thing.name('name'),
    ...(thing.id === '' ? {} : { key: thing.id }),
    address: said(thing, ['address'], () => addressOf(thing)),
    ...geoOf(thing),
    ...(hasParent ? { parent: venueOf(container, depth - 1) } : {}),
  };
}

/** Text for a place without a name, or for an address given instead of a place. */
function inWords(thing: Thing): string {
  return addressOf(thing) || addressLine(thing) || thing.name('name');
}

/** Address from a PostalAddress or text. */
function addressOf(thing: Thing): string {
  const [address] = thing.things('address');
  return address === undefined ? thing.name('address') : addressLine(address);
}

/** In postal order. */
const LINES = [
  'name',
  'streetAddress',
  'postOfficeBoxNumber',
  'addressLocality',
  'addressRegion',
  'postalCode',
  'addressCountry',
];

function addressLine(address: Thing): string {
  const parts = LINES.map((term) => address.name(term) || (address.things(term)[0]?.name('name') ?? ''));
  return parts.filter((part, index) => part !== '' && parts.indexOf(part) === index).join(', ');
}

function geoOf(thing: Thing): Pick<SourcePlace, 'latitude' | 'longitude'> {
  const [geo = thing] = thing.things('geo');
  return positionOf(geo.text('latitude'), geo.text('longitude'));
}
