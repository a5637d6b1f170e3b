import type { Image } from '#catalogue/image.ts';
import type { Material, MaterialType } from '#catalogue/material.ts';
import { isOnlineOnly } from '#catalogue/online-place.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import { badTime, endOr, laterBy } from '../findings.ts';
import { isoDuration, isoTime, type WrittenTime } from '../iso-time.ts';
import { positionOf, stringText } from '../json-document.ts';
import { noteClock, noteNoEnd } from '../notes.ts';
import { ownUuid } from '../own-uuid.ts';
import { sharedItems, sharedText } from '../shared-text.ts';
import { imageAt } from '../source-image.ts';
import { attachedMaterial } from '../source-material.ts';
import {
  type SourcePerson,
  type SourcePlace,
  type SourceSeries,
  sourceTalk,
  type SourceTalk,
  type SourceTopic,
} from '../source-talk.ts';
import { ianaZone, UTC, type Zone } from '../wall-clock.ts';
import { asWebAddress } from '../web-address.ts';
import { lastPart, said, Thing, type ThingValue } from './schema-org-graph.ts';
import { type EventTime, scheduledTimes, type TimeContext } from './schema-org-schedule.ts';

interface EventContext extends TimeContext {
  readonly key: string;
  readonly line: number;
  /** The event of which it is a part. */
  readonly whole: Thing | undefined;
  /** Canonical address of the page; `''` if it has none, and for other files. The fetched address may be secret. */
  readonly address: string;
}

/** The talk, or one for each time of a schedule. @throws BadEntry */
export function schemaOrgTalks(event: Thing, context: EventContext): SourceTalk[] {
  const { key, line, whole, address } = context;
  const times = eventTimes(event, context);
  const { status, announced } = statusOf(event);
  const messages = [announced, doorsOf(event)].filter((text) => text !== '');
  const hasPlace = event.values('location').length > 0 || whole === undefined;
  const slug = ownUuid(event.text('identifier')) ?? ownUuid(event.id) ?? null;
  const fields = {
    line,
    title: said(event, ['name'], () => event.name('name')),
    description: said(event, ['description'], () => event.text('description')),
    status,
    specialMessage: said(event, ['eventStatus', 'doorTime'], () => messages.join('. ')),
    updated: isoTime(event.text('dateModified'), UTC)?.at,
    url: asWebAddress(event.address('url', 'mainEntityOfPage')) || address || undefined,
    ...locationOf(hasPlace ? event : whole),
    speakers: said(event, ['performer', 'performers'], () => peopleOf(event, 'performer', 'performers')),
    ...organisersOf(event),
    series: whole === undefined ? undefined : seriesOf(whole),
    topics: said(event, ['about', 'keywords'], () => topicsOf(event)),
    language: eventLanguage(event),
    materials: said(event, ['recordedIn', 'subjectOf'], () => materialsOf(event)),
    image: imageOf(event),
    audience: said(event, ['audience'], () => audienceOf(event)),
    ...admissionOf(event),
  };
  return times.map(({ id, ...time }) =>
    sourceTalk({ ...fields, ...time, ...(id === '' ? { key, slug } : { key: `${key}/${id}` }) }),
  );
}

/** Message of a postponed event: it does not take place at the given time, and has no new one yet. */
const POSTPONED = 'Postponed: there is no new date yet';

function statusOf(event: Thing): { readonly status: TalkStatus | undefined; readonly announced: string } {
  if (!event.says('eventStatus')) return { status: undefined, announced: '' };
  const words = [...event.texts('eventStatus'), ...event.things('eventStatus').map(({ id }) => id)];
  const statuses = words.map((word) => lastPart(word));
  if (statuses.includes('EventCancelled')) return { status: 'cancelled', announced: '' };
  if (statuses.includes('EventPostponed')) return { status: 'cancelled', announced: POSTPONED };
  return { status: 'published', announced: '' };
}

/** “Doors open at 19:00”, local time. */
function doorsOf(event: Thing): string {
  const [, clock] = /^(?:\d{4}-\d\d-\d\d[T ])?(\d\d:\d\d)/.exec(event.text('doorTime')) ?? [];
  return clock === undefined ? '' : `Doors open at ${clock}`;
}

/** The parent as a series; null when it has no name. */
function seriesOf(whole: Thing): SourceSeries | null | undefined {
  const title = sharedText(whole.name('name'));
  if (title === '') return whole.says('name') ? null : undefined;
  const slug = ownUuid(whole.id);
  const key = whole.id || whole.address('url');
  return {
    title,
    description: said(whole, ['description'], () => sharedText(whole.text('description'))),
    webAddress: said(whole, ['sameAs', 'url'], () => {
      return asWebAddress(whole.address('sameAs')) || asWebAddress(whole.address('url'));
    }),
    image: imageOf(whole),
    ...(key === '' ? {} : { key }),
    ...(slug === undefined ? {} : { slug }),
  };
}

/** Times of an event: one, or those of its schedules; none if it gives no time. @throws BadEntry */
function eventTimes(event: Thing, context: TimeContext): EventTime[] {
  const { options, notes, mend } = context;
  const zone = ianaZone(options.zone) ?? UTC;
  const [written = '', ...others] = new Set(event.texts('startDate'));
  if (written === '') return scheduledTimes(event, context);
  if (others.length > 0) notes.add('with several starts: the first is used');
  const start = timeOf(written, 'startDate', zone);
  noteClock(notes, start);
  const end = endOr(withoutEnd(event, written, start, zone), mend, () => endOf(event, written, start, zone));
  if (end === undefined) noteNoEnd(notes);
  return [{ id: '', start: start.at, end: end ?? start.at, clock: start.clock, zone: start.zone }];
}

/** End from `endDate`, or from `duration`. Days last until midnight. */
function endOf(event: Thing, written: string, start: WrittenTime, zone: Zone): string | undefined {
  const end = event.text('endDate');
  const isDay = start.clock === 'all-day';
  if (end !== '') {
    const time = timeOf(end, 'endDate', zone);
    if (time.clock !== 'all-day') return time.at;
    // The same day without a time of day does not tell the end.
    if (!isDay && end.slice(0, 10) === written.slice(0, 10)) return lasting(event, start);
    return endOfDay(end, zone);
  }
  return withoutEnd(event, written, start, zone);
}

function withoutEnd(event: Thing, written: string, start: WrittenTime, zone: Zone): string | undefined {
  return lasting(event, start) ?? (start.clock === 'all-day' ? endOfDay(written, zone) : undefined);
}

function lasting(event: Thing, { at }: WrittenTime): string | undefined {
  const seconds = isoDuration(event.text('duration'));
  return seconds === undefined ? undefined : laterBy(at, seconds);
}

function endOfDay(day: string, zone: Zone): string | undefined {
  return isoTime(`${day.trim()}T24:00`, zone)?.at;
}

function timeOf(text: string, where: string, zone: Zone): WrittenTime {
  const time = isoTime(text, zone);
  if (time !== undefined) return time;
  throw badTime(where, text, 'Write it as 2026-10-27T17:00:00+01:00.');
}

/** Performers or organisers: people, organisations and bands with a name, or only names; possibly within a Role. */
function peopleOf(event: Thing, ...terms: readonly string[]): SourcePerson[] {
  const named = sharedItems(event.values(...terms)).flatMap((value) => {
    const roles = sharedItems(event.thingOf(value)?.values(...terms) ?? []);
    return roles.length > 0 ? roles : [value];
  });
  return sharedItems(named)
    .map((one) => personOf(event, one))
    .filter(({ name }) => name !== '');
}

function personOf(event: Thing, named: ThingValue): SourcePerson {
  const value = event.thingOf(named);
  if (value === undefined) return { name: stringText(named).trim() };
  const given = [value.name('givenName'), value.name('familyName')].filter((part) => part !== '');
  const slug = ownUuid(value.id);
  return {
    name: value.name('name') || given.join(' '),
    ...(value.id === '' ? {} : { key: value.id }),
    ...(slug === undefined ? {} : { slug }),
    bio: said(value, ABOUT, () => value.text('description') || affiliationOf(value)),
    webAddress: said(value, ['sameAs', 'url'], () => {
      return asWebAddress(value.address('sameAs')) || asWebAddress(value.address('url'));
    }),
    image: imageOf(value),
    email: said(value, ['email'], () => value.text('email').replace(/^mailto:/i, '')),
  };
}

const ABOUT = ['description', 'jobTitle', 'affiliation', 'worksFor'];

function affiliationOf(person: Thing): string {
  const [employer] = person.things('affiliation', 'worksFor');
  const parts = [person.name('jobTitle'), employer?.name('name') ?? person.name('affiliation', 'worksFor')];
  return parts.filter((part) => part !== '').join(', ');
}

type OrganiserField = 'department' | 'organisers' | 'organiserEmail';

/**
 * The first organisation is the department, the others are organisers. An organisation's e-mail address is public.
 */
function organisersOf(event: Thing): Partial<Pick<SourceTalk, OrganiserField>> {
  if (!event.says('organizer')) return {};
  const organisation = event
    .things('organizer')
    .find((thing) => !thing.types.has('Person') && !thing.types.has('Role') && thing.name('name') !== '');
  const name = organisation?.name('name') ?? '';
  const key = organisation?.id ?? '';
  return {
    department: organisation === undefined ? null : { name, ...(key === '' ? {} : { key }) },
    organisers: peopleOf(event, 'organizer').filter((person) => organisation === undefined || person.name !== name),
    ...(organisation?.says('email') === true
      ? { organiserEmail: organisation.text('email').replace(/^mailto:/i, '') }
      : {}),
  };
}

/** Recordings of the event, and works about it that have an address. */
function materialsOf(event: Thing): Material[] {
  const recordings = event.things('recordedIn').map((work) => ({ ...workOf(work), type: 'recording' as const }));
  return [...recordings, ...event.things('subjectOf').map(workOf)].filter(({ url }) => url !== '');
}

/** The first image: others are often the same in other proportions. */
function imageOf(thing: Thing): Image | null | undefined {
  return said(thing, ['image'], () => {
    const [value] = thing.values('image');
    const work = value === undefined ? undefined : thing.thingOf(value);
    if (work === undefined) return imageAt(thing.address('image'));
    return imageAt(work.address('url') || work.address('contentUrl') || work.id, work.name('caption'));
  });
}

function workOf(work: Thing): Material {
  const url = asWebAddress(work.address('url')) || asWebAddress(work.address('contentUrl'));
  const material = attachedMaterial(url, work.name('name'));
  const type = Object.entries(WORKS).find(([name]) => work.types.has(name))?.[1];
  return type === undefined ? material : { ...material, type };
}

const WORKS: Readonly<Record<string, MaterialType>> = {
  VideoObject: 'recording',
  PresentationDigitalDocument: 'slides',
  ScholarlyArticle: 'paper',
  ImageObject: 'picture',
};

/** From `about` and `keywords`: things, or words separated by commas. */
function topicsOf(event: Thing): SourceTopic[] {
  const about = event.values('about').flatMap((value) => topicOf(value));
  const keywords = event
    .values('keywords')
    .flatMap((value) =>
      typeof value === 'string' ? value.split(',').map((label) => ({ label: label.trim() })) : topicOf(value),
    );
  const seen = new Set<string>();
  return [...about, ...keywords].filter(({ label }) => {
    const isNew = label !== '' && !seen.has(label);
    seen.add(label);
    return isNew;
  });
}

function topicOf(value: ThingValue): SourceTopic[] {
  if (!(value instanceof Thing)) return [{ label: stringText(value).trim() }];
  const uri = asWebAddress(value.id) || asWebAddress(value.address('url'));
  const label = value.name('name') || uri;
  return [uri === '' ? { label } : { label, uri }];
}

/** A code, or a Language with a name. */
function eventLanguage(event: Thing): string {
  const [language] = event.things('inLanguage');
  return language?.text('alternateName', 'name') ?? event.text('inLanguage');
}

function audienceOf(event: Thing): string {
  const words = event.values('audience').map((value) => {
    return value instanceof Thing ? value.name('audienceType', 'name') : stringText(value).trim();
  });
  return words.filter((word) => word !== '').join(', ');
}

type AdmissionField = 'bookingUrl' | 'cost';

/** Booking address, and cost as text or prices. */
function admissionOf(event: Thing): Readonly<Record<AdmissionField, string | undefined>> {
  const offers = event.things('offers');
  const addresses = offers.map((offer) => asWebAddress(offer.address('url')));
  const costs = offers.map(costOf).filter((cost) => cost !== '');
  const isFree = /^(?:true|https?:\/\/schema\.org\/True)$/i.test(event.texts('isAccessibleForFree')[0] ?? '');
  return {
    bookingUrl: said(event, ['offers'], () => addresses.find((address) => address !== '') ?? ''),
    cost: said(event, ['offers', 'isAccessibleForFree'], () => [...new Set(costs)].join(', ') || (isFree ? FREE : '')),
  };
}

const FREE = 'Free';

/** The description replaces a price that is missing or zero. */
function costOf(offer: Thing): string {
  const [low, high] = [offer.text('lowPrice', 'price'), offer.text('highPrice')];
  const isFree = low !== '' && Number(low) === 0 && (high === '' || Number(high) === 0);
  if (low === '' || isFree) return offer.text('description') || (isFree ? FREE : '');
  const amount = high === '' || high === low ? low : `${low}–${high}`;
  return [amount, offer.text('priceCurrency')].filter((part) => part !== '').join(' ');
}

/** Limit on nested places. */
const DEEPEST = 8;

type PlaceField = 'venue' | 'room' | 'location' | 'onlineUrl';

/** The first place with a name is the venue; others become text. */
function locationOf(event: Thing): Partial<Pick<SourceTalk, PlaceField>> {
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
      words.push(addressOf(thing) || addressLine(thing) || thing.name('name'));
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
