import type { TalkStatus } from '#catalogue/talk.ts';
import { badTime, endOr, noStart, type Findings, type Mend } from './findings.ts';
import { isObject, type JsonObject, listOf, membersOf, optionalText, positionOf, stringText } from './json-document.ts';
import type { ReadOptions, SourceBatch } from './source-format.ts';
import { isoTime } from './iso-time.ts';
import { jsonReader, onPage } from './json-entries.ts';
import { noteNoEnd, type Notes } from './notes.ts';
import { firstText } from './first-text.ts';
import { imageIn } from './source-image.ts';
import { sourceTalk, type SourcePerson, type SourcePlace, type SourceTalk, type TalkTimes } from './source-talk.ts';
import { UTC, ianaZone } from './wall-clock.ts';
import { asWebAddress } from './web-address.ts';

/** Reads a response of Eventbrite's API (v3): a page of events, or one event. */
export const readEventbrite = jsonReader(takeAnswer);

function* takeAnswer(found: Findings, answer: unknown, options: ReadOptions): Generator<SourceBatch> {
  const { events, pagination, start } = membersOf(answer);
  if (!Array.isArray(events) && start === undefined) {
    found.noEvents('Request the events of an organisation: /v3/organizations/ID/events/?expand=venue,organizer.');
    return;
  }
  for (const [index, event] of (Array.isArray(events) ? listOf(events) : [answer]).entries()) {
    const line = index + 1;
    if (isObject(event)) takeEvent(found, event, line, options);
    else found.notAnEvent(event, line);
    yield* found.enough();
  }
  if (isObject(pagination)) {
    const { page_number: number, page_count: count, has_more_items: hasMore } = pagination;
    yield* onPage(found, { number, count, hasMore: hasMore === true });
  }
}

function takeEvent(found: Findings, event: JsonObject, line: number, options: ReadOptions): void {
  found.named(Object.keys(event));
  found.notes.at(line);
  const key = stringText(event.id);
  const why = whyHidden(event);
  if (why !== '') found.withhold(`${why} at Eventbrite`, { key });
  // The events of a series are separate entries.
  else if (event.is_series_parent === true)
    found.notes.leave('series without times of its own at Eventbrite: left out');
  else found.entry(line, key, (mend) => [talkOf(event, { line, mend, notes: found.notes, options })]);
}

/** Why an event is left out; `''` when it is public. */
function whyHidden({ status, listed, invite_only: isByInvitation }: JsonObject): string {
  if (status === 'draft') return 'draft';
  if (isByInvitation === true) return 'by invitation';
  return listed === false ? 'not shown in lists' : '';
}

interface EventContext {
  readonly line: number;
  readonly mend: Mend;
  readonly notes: Notes;
  readonly options: ReadOptions;
}

function talkOf(event: JsonObject, { line, mend, notes, options }: EventContext): SourceTalk {
  const start = timeOf(event, 'start', options);
  if (start === undefined) throw noStart('start', 'Give the event a time at Eventbrite.');
  const end = endOr(undefined, mend, () => timeOf(event, 'end', options)?.start);
  if (end === undefined) noteNoEnd(notes);
  const url = asWebAddress(stringText(event.url));
  return sourceTalk({
    key: stringText(event.id) || url,
    line,
    title: contentOf(event.name, 'text'),
    ...start,
    end: end ?? start.start,
    description: descriptionOf(event),
    status: optionalText(event.status) === undefined ? undefined : (STATUSES[stringText(event.status)] ?? 'published'),
    updated: isoTime(stringText(event.changed), UTC)?.at,
    url: optionalText(event.url) === undefined ? undefined : url,
    venue: venueOf(event.venue),
    organisers: organisersOf(event.organizer),
    image: imageIn(event.logo),
    language: stringText(event.locale).replaceAll('_', '-'),
    bookingUrl: optionalText(event.url) === undefined ? undefined : url,
    cost: optionalText(event.is_free) === undefined ? undefined : event.is_free === true ? 'Free' : '',
  });
}

/** All other statuses are those of live, past or on-sale events. */
const STATUSES: Readonly<Partial<Record<string, TalkStatus>>> = { canceled: 'cancelled' };

/** `{text, html}`. */
function contentOf(value: unknown, form: 'text' | 'html'): string | undefined {
  return isObject(value) ? optionalText(value[form]) : optionalText(value);
}

/** The HTML only if it has markup; else the text, or the summary. */
function descriptionOf({ description, summary }: JsonObject): string | undefined {
  const html = contentOf(description, 'html');
  const text = contentOf(description, 'text');
  return firstText(html?.includes('<') === true ? html : text, optionalText(summary), html);
}

function organisersOf(organiser: unknown): SourcePerson[] | undefined {
  const name = isObject(organiser) ? optionalText(organiser.name)?.trim() : optionalText(organiser);
  if (name === undefined) return undefined;
  return name === '' ? [] : [{ name }];
}

/** Reads `{timezone, local, utc}`; `utc` wins. */
function timeOf(event: JsonObject, where: 'start' | 'end', options: ReadOptions): Omit<TalkTimes, 'end'> | undefined {
  const value = event[where];
  if (!isObject(value)) return undefined;
  const zone = ianaZone(stringText(value.timezone)) ?? ianaZone(options.zone) ?? UTC;
  const written = stringText(value.utc) || stringText(value.local);
  const time = isoTime(written, zone);
  if (time !== undefined) return { start: time.at, clock: 'zone', zone: zone.name };
  throw badTime(where, written, 'Fix the event at Eventbrite.');
}

/** Present when requested with `expand=venue`. */
function venueOf(value: unknown): SourcePlace | null | undefined {
  const name = isObject(value) ? optionalText(value.name) : optionalText(value);
  if (name === undefined) return undefined;
  if (!isObject(value) || name.trim() === '') return null;
  return {
    name,
    ...(stringText(value.id) === '' ? {} : { key: stringText(value.id) }),
    address: isObject(value.address) ? optionalText(value.address.localized_address_display) : undefined,
    ...positionOf(value.latitude, value.longitude),
  };
}
