import { isOnlineOnly } from '#catalogue/online-place.ts';
import hosts from './meeting-services.json' with { type: 'json' };
import type { OptionalTalkField, SourcePlace, SourceTalk } from './source-talk.ts';
import { asWebAddress } from './web-address.ts';

/**
 * A talk with its online address, wherever the source has it: addresses of meeting services in place, link or
 * description, and an address that stands in place of a place. What is left of the place is the place: “Online” is
 * none.
 */
export function withOnlineAddress(talk: SourceTalk): SourceTalk {
  const given: Place = { venue: talk.venue, room: talk.room, location: talk.location };
  const cleared = clearedPlace(given);
  const isNowhere = [nameIn(cleared.place.venue), cleared.place.room, cleared.place.location].every(
    (text) => text === '' || isOnlineOnly(text),
  );
  const link = meetingIn(talk.url);
  const onlineUrl = talk.onlineUrl || cleared.address || link || meetingIn(talk.description.slice(0, EXAMINED)) || '';
  const place = isNowhere
    ? nowhere(cleared.place, onlineUrl !== '')
    : onlineUrl === ''
      ? cleared.place
      : placeBeside(cleared.place);
  const url = link !== '' && link === onlineUrl ? '' : talk.url;
  const changed = { ...place, url, onlineUrl };
  const fields: OptionalTalkField[] = FIELDS.filter((field) => changed[field] !== talk[field]);
  if (fields.length === 0) return talk;
  return { ...talk, ...changed, unsaid: talk.unsaid.filter((field) => !fields.includes(field)) };
}

interface Place {
  readonly venue: SourcePlace | null;
  readonly room: string;
  readonly location: string;
}

const FIELDS = ['venue', 'room', 'location', 'url', 'onlineUrl'] as const satisfies OptionalTalkField[];

function nameIn(venue: SourcePlace | null): string {
  return venue === null ? '' : venue.name;
}

/** The place without addresses to join, and the first of those. A venue that the source identifies stays. */
function clearedPlace({ venue, room, location }: Place): { readonly place: Place; readonly address: string } {
  const found: string[] = [];
  const cleared = (text: string): string => {
    const { rest, address } = withoutAddress(text);
    if (address !== '') found.push(address);
    return rest;
  };
  const name = venue === null || venue.id !== undefined ? nameIn(venue) : cleared(venue.name);
  const place = {
    venue: venue === null || name === '' ? null : name === venue.name ? venue : { ...venue, name },
    room: cleared(room),
    location: cleared(location),
  };
  return { place, address: found[0] ?? '' };
}

/** A talk without a place: “Online via Zoom” is said only if there is no address. */
function nowhere({ venue, room, location }: Place, hasAddress: boolean): Place {
  if (venue?.id !== undefined) return { venue, room, location };
  const words = hasAddress ? [] : [nameIn(venue), room, location].filter((text) => text !== '');
  return { venue: null, room: '', location: [...new Set(words)].join(', ') };
}

/** “Room 4; Microsoft Teams Meeting” of a talk with an address: only the room is a place. */
function placeBeside({ venue, room, location }: Place): Place {
  const [bareRoom, bareLocation] = [room, location].map((text) =>
    text.length > LONGEST_PLACE || !text.split(/[;/|,\n]/u).some((part) => isOnlineOnly(part))
      ? text
      : placeLeft(text, []),
  );
  return { venue, room: bareRoom ?? room, location: bareLocation ?? location };
}

/** In characters; anything longer is prose. */
const LONGEST_PLACE = 2000;
/** In characters, of descriptions. */
const EXAMINED = 20_000;

/** Takes an address out of the text of a place: one of a meeting service, or any if there is nothing else but “Online”. */
function withoutAddress(text: string): Pick<Found, 'address'> & { readonly rest: string } {
  const none = { rest: text, address: '' };
  if (text.length > LONGEST_PLACE || !/[./]/u.test(text)) return none;
  const [all, inText] = [addressesIn(text), ({ address }: Found): boolean => isMeeting(address)];
  const meeting = all.find(inText);
  const others = all.filter(({ address }) => !isMap(address));
  const [only] = others;
  if (meeting === undefined && only === undefined) return none;
  const rest = placeLeft(text, meeting === undefined ? others : all.filter(inText));
  if (meeting !== undefined) return { rest, address: meeting.address };
  return only !== undefined && rest === '' ? { rest: '', address: only.address } : none;
}

/** The text without these addresses, what encloses and separates them, and words such as “Zoom” beside them. */
function placeLeft(text: string, addresses: readonly Found[]): string {
  let left = '';
  let at = 0;
  for (const { from, to } of addresses) {
    left += `${text.slice(at, from)} / `;
    at = to;
  }
  left = `${left}${text.slice(at)}`.replace(/[([<]\s*\/\s*[)\]>]/gu, ' / ');
  left = left.replace(/\(([^()]*)\)/gu, (whole, inner: string) => (isOnlineOnly(inner) ? '' : whole));
  const parts = left.split(/(\s*[/|;\n]\s*|\s*[,&+]\s+|\s+(?:and|or|und|oder|et|ou|y|o|e)\s+)/iu);
  let rest = '';
  for (let index = 0; index < parts.length; index += 2) {
    const part = (parts[index] ?? '').replace(/^[\s:–—-]+|[\s:–—-]+$/gu, '');
    if (!/[\p{L}\p{N}]/u.test(part) || isOnlineOnly(part)) continue;
    rest = rest === '' ? part : `${rest}${parts[index - 1] ?? ''}${part}`;
  }
  return rest.replace(/\s+(?:and|or|und|oder|et|ou)$/iu, '');
}

interface Found {
  readonly address: string;
  readonly from: number;
  readonly to: number;
}

function addressesIn(text: string): Found[] {
  return [...text.matchAll(ADDRESS)].slice(0, MAX_ADDRESSES).flatMap(({ 0: written, index }): Found[] => {
    const shown = written.replace(/[.,;:!?)\]}*]+$/u, '');
    const address = asWebAddress(unwrapped(/^https?:/iu.test(shown) ? shown : `https://${shown}`));
    return address === '' ? [] : [{ address, from: index, to: index + shown.length }];
  });
}

const MAX_ADDRESSES = 100;
const SERVICE = hosts.services.map((host) => host.replaceAll('.', String.raw`\.`)).join('|');
/** With a scheme; without one, only those of known services. Longer ones are none: the end of each is searched for. */
const ADDRESS = new RegExp(
  String.raw`https?:\/\/[^\s<>"'|\\]{1,2000}(?![^\s<>"'|\\])|(?<![\w.@/-])(?:[a-z\d-]{1,63}\.){0,3}(?:${SERVICE})\/[^\s<>"'|\\]{1,2000}(?![^\s<>"'|\\])`,
  'giu',
);

/** The first address of a meeting in a text or HTML. */
function meetingIn(text: string): string {
  return addressesIn(text).find(({ address }) => isMeeting(address))?.address ?? '';
}

/** As it stands in HTML, or in a link that a mail program or a calendar has wrapped around it. */
function unwrapped(address: string): string {
  const plain = address.replaceAll(/&amp;/giu, '&');
  if (!URL.canParse(plain)) return plain;
  const { hostname, searchParams } = new URL(plain);
  const inner =
    (hostname.endsWith('.safelinks.protection.outlook.com') ? searchParams.get('url') : undefined) ??
    (/^www\.google\.[a-z.]+$/u.test(hostname) ? searchParams.get('q') : undefined);
  return inner === undefined || inner === null || asWebAddress(inner) === '' ? plain : inner;
}

const SERVICES: ReadonlySet<string> = new Set(hosts.services);
const LABELS: ReadonlySet<string> = new Set(hosts.labels);
const NOT: ReadonlySet<string> = new Set(hosts.not);
const MAPS: ReadonlySet<string> = new Set(hosts.maps);

/** Whether it is the address of a meeting: not of the service's own pages, or of a recording there. */
function isMeeting(address: string): boolean {
  const { hostname, pathname, search } = new URL(address);
  const labels = hostname.split('.');
  const [first = ''] = pathname.split('/').filter((part) => part !== '');
  if ((first === '' && search === '') || NOT.has(first.toLowerCase()) || NOT.has(labels[0] ?? '')) return false;
  const isService = labels.some((_, index) => SERVICES.has(labels.slice(index).join('.')));
  return isService || labels.slice(0, -2).some((label) => LABELS.has(label));
}

function isMap(address: string): boolean {
  const { hostname, pathname } = new URL(address);
  return hostname.split('.').some((label) => MAPS.has(label)) || pathname.startsWith('/maps');
}
