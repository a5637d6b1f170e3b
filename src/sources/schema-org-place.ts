import { Thing } from './schema-org-graph.js';
import type { SourcePlace, SourceTalk } from './source-talk.js';
import { webAddress } from './web-address.js';

/** Places within places. */
const DEEPEST = 8;

type PlaceField = 'venue' | 'room' | 'location' | 'onlineUrl';

/** Where an event is: the first place with a name is its venue, and what else is said of it stays words. */
export function whereaboutsOf(event: Thing): Pick<SourceTalk, PlaceField> {
  let onlineUrl = '';
  let venue: SourcePlace | null = null;
  let room = '';
  const words: string[] = [];
  for (const value of event.values('location')) {
    if (!(value instanceof Thing)) {
      const [named] = typeof value === 'string' ? event.things('location') : [];
      const text = String(value).trim();
      onlineUrl ||= webAddress(text);
      if (named === undefined && webAddress(text) === '') words.push(text);
      continue;
    }
    if (value.types.has('VirtualLocation')) {
      onlineUrl ||= webAddress(value.address('url')) || value.text('url') || value.name('name');
      continue;
    }
    const place: Placed | undefined = venue === null ? placeOf(value) : undefined;
    if (place === undefined) words.push(inWords(value));
    else ({ venue, room } = place);
  }
  return { venue, room, location: words.filter((text) => text !== '').join('; '), onlineUrl };
}

interface Placed {
  readonly venue: SourcePlace;
  readonly room: string;
}

/** A venue, and the room in it if that is what is meant. */
function placeOf(thing: Thing): Placed | undefined {
  const [container] = thing.things('containedInPlace', 'containedIn');
  const isRoom = thing.types.has('Room') || thing.types.has('MeetingRoom');
  if (isRoom && container !== undefined && container.name('name') !== '') {
    return { venue: venueOf(container, DEEPEST), room: thing.name('name') };
  }
  return thing.name('name') === '' ? undefined : { venue: venueOf(thing, DEEPEST), room: '' };
}

function venueOf(thing: Thing, depth: number): SourcePlace {
  const [container] = thing.things('containedInPlace', 'containedIn');
  const hasParent = depth > 0 && container !== undefined && container !== thing && container.name('name') !== '';
  const address = addressOf(thing);
  return {
    name: thing.name('name'),
    ...(thing.id === '' ? {} : { key: thing.id }),
    ...(address === '' ? {} : { address }),
    ...positionOf(thing),
    ...(hasParent ? { parent: venueOf(container, depth - 1) } : {}),
  };
}

/** A place that has no name, or an address that stands where a place should. */
function inWords(thing: Thing): string {
  return addressOf(thing) || addressLine(thing) || thing.name('name');
}

/** PostalAddress, or text. */
function addressOf(thing: Thing): string {
  const [address] = thing.things('address');
  return address === undefined ? thing.name('address') : addressLine(address);
}

/** In the order in which they stand on a letter. */
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

function positionOf(thing: Thing): { readonly latitude?: number; readonly longitude?: number } {
  const [geo = thing] = thing.things('geo');
  const [latitude, longitude] = [geo.text('latitude'), geo.text('longitude')];
  if (latitude === '' || longitude === '') return {};
  const position = { latitude: Number(latitude), longitude: Number(longitude) };
  return Number.isFinite(position.latitude) && Number.isFinite(position.longitude) ? position : {};
}
