import type { Material } from '#catalogue/material.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { badTime, endOr, type Findings, laterBy, type Mend, nextDay, noStart, unknownZone } from './findings.ts';
import { firstText } from './first-text.ts';
import { isoTime, type WrittenTime } from './iso-time.ts';
import { isObject, type JsonObject, listOf, objectsOf, optionalText, stringText } from './json-document.ts';
import { jsonReader } from './json-entries.ts';
import { noteClock, noteNoEnd } from './notes.ts';
import { sharedItems, sharedText } from './shared-text.ts';
import type { ReadOptions, SourceBatch } from './source-format.ts';
import { attachedMaterial } from './source-material.ts';
import {
  type Said,
  type SourcePerson,
  type SourcePlace,
  type SourceSeries,
  sourceTalk,
  type SourceTalk,
  type TalkTimes,
} from './source-talk.ts';
import { ianaZone, UTC } from './wall-clock.ts';

/**
 * Reads a response of Indico's HTTP export API (docs.getindico.io, “HTTP API”): events, with contributions and
 * sessions.
 */
export const readIndico = jsonReader(takeAnswer);

const EXPORT_EVENTS = 'Export the events of a category: /export/categ/ID.json?detail=contributions.';

function* takeAnswer(found: Findings, answer: unknown, options: ReadOptions): Generator<SourceBatch> {
  const results = resultsOf(answer);
  if (!Array.isArray(results)) {
    found.fail({ code: 'not-events', where: '', ...whyNotEvents(answer, results), line: 0 });
    return;
  }
  if (isObject(answer) && answer.complete === false) {
    found.problem({
      code: 'incomplete-export',
      where: 'complete',
      what: 'Indico truncated this response because it was too large.',
      hint: 'Export a shorter period at a time, with from= and to=.',
      line: 0,
    });
  }
  for (const [index, result] of results.entries()) {
    const entry: unknown = result;
    if (isObject(entry) && isIndicoEvent(entry)) takeIndicoEvent(found, entry, index + 1, options);
    else refuseEntry(found, entry, index + 1);
    if (found.hasFailed) return;
    yield* found.enough();
  }
}

/** The results of a response; or events copied from one. */
function resultsOf(answer: unknown): unknown {
  if (!isObject(answer)) return answer;
  return isIndicoEvent(answer) ? [answer] : answer.results;
}

function whyNotEvents(answer: unknown, results: unknown): { readonly what: string; readonly hint: string } {
  if (isObject(results)) return { what: 'This is a timetable, not a list of events.', hint: EXPORT_EVENTS };
  const message = isObject(answer) ? stringText(answer.message) : '';
  if (message === '') return { what: 'It contains no results of an Indico export.', hint: EXPORT_EVENTS };
  return {
    what: `Indico reported an error: ${shownValue(message)}.`,
    hint: 'Open the address in a browser. Events that are not public need an API key.',
  };
}

/** Contents of other exports, by type. */
const OTHERS: Readonly<Partial<Record<string, string>>> = {
  Reservation: 'room bookings',
  Room: 'rooms',
  Avatar: 'users',
  Contribution: 'contributions without their events',
};

/** Fails for the whole file: a response has entries of one type, so if one is not an event, none is. */
function refuseEntry(found: Findings, entry: unknown, line: number): void {
  const type = isObject(entry) ? typeOf(entry) : '';
  const kind = OTHERS[type] ?? (type === '' ? 'something else' : `entries of type ${shownValue(type)}`);
  found.fail({
    code: 'not-events',
    where: '_type',
    what: `This is an export of ${kind}, not of events.`,
    hint: EXPORT_EVENTS,
    line,
  });
}

function typeOf(entry: JsonObject): string {
  return stringText(entry._type) || stringText(entry._fossil);
}

/** Whether it is an event, or a session that names its event. Search results have neither type nor end. */
function isIndicoEvent(entry: JsonObject): boolean {
  const type = stringText(entry._type);
  if (type === 'SessionSlot') return isObject(entry.conference);
  return type === 'Conference' || (type === '' && entry.title !== undefined && entry.startDate !== undefined);
}

/** Adds the talks of an event or session. @param line number of the result */
function takeIndicoEvent(found: Findings, entry: JsonObject, line: number, options: ReadOptions): void {
  const session = stringText(entry._type) === 'SessionSlot' ? entry : undefined;
  const event = isObject(entry.conference) && session !== undefined ? entry.conference : entry;
  const id = idOf(event);
  const why = whyHidden(event);
  if (why !== '') {
    found.withhold(`${why} at Indico`, { key: id, hasParts: true });
    return;
  }
  const reader = new IndicoEventReader(found, event, { id, line, options });
  if (session !== undefined) reader.session(session);
  else reader.all();
}

interface EventContext {
  readonly id: string;
  readonly line: number;
  readonly options: ReadOptions;
}

/** Why an event is left out; `''` when it is public. */
function whyHidden({ hasAnyProtection, visibility }: JsonObject): string {
  if (hasAnyProtection === true) return 'protected';
  return isObject(visibility) && /^nowhere\b/i.test(stringText(visibility.name)) ? 'not shown in lists' : '';
}

class IndicoEventReader {
  readonly #found: Findings;
  readonly #event: JsonObject;
  readonly #context: EventContext;

  constructor(found: Findings, event: JsonObject, context: EventContext) {
    this.#found = found;
    this.#event = event;
    this.#context = context;
  }

  /** Adds the contributions; without any, the days if there are several; else the event itself. */
  all(): void {
    const event = this.#event;
    const sessions = objectsOf(event.sessions);
    const chairs = this.#chairs();
    const scheduled = this.#contributions(event, chairs);
    for (const session of sessions) this.session(session);
    if (scheduled > 0 || sessions.some(hasScheduled)) return;
    const days = this.#days();
    if (days.length > 0) for (const day of days) this.#day(day);
    else this.#whole();
  }

  /** Adds the contributions to a session, with its conveners as hosts. */
  session(session: JsonObject): void {
    const conveners = indicoPeople(session.conveners);
    this.#contributions(session, conveners !== undefined && conveners.length > 0 ? conveners : this.#chairs());
    if (!hasScheduled(session)) this.#found.notes.leave('sessions without contributions: left out');
  }

  /** @returns the number of contributions with a time */
  #contributions({ contributions }: JsonObject, hosts: People): number {
    const { notes } = this.#found;
    let scheduled = 0;
    for (const contribution of objectsOf(contributions)) {
      notes.leave('contributions within contributions, which have no time: left out', partsOf(contribution));
      if (!isScheduled(contribution)) {
        notes.leave('contributions without a time: left out');
        continue;
      }
      scheduled++;
      this.#found.named([...Object.keys(contribution), ...Object.keys(this.#event)]);
      const { id, line } = this.#context;
      const key = `${id}/${idOf(contribution)}`;
      this.#found.entry(line, key, (mend) => [this.#contribution(contribution, key, hosts, mend)]);
    }
    return scheduled;
  }

  #contribution(contribution: JsonObject, key: string, hosts: People, mend: Mend): SourceTalk {
    const speakers = indicoPeople(contribution.speakers);
    const authors = indicoPeople(contribution.primaryauthors);
    return sourceTalk({
      ...this.#common(contribution, key),
      ...this.#times(contribution.startDate, contribution.endDate, mend, minutesOf(contribution.duration)),
      speakers: speakers !== undefined && speakers.length > 0 ? speakers : (authors ?? speakers),
      hosts,
      series: this.#asSeries(),
      topics: labels(contribution.track, contribution.keywords),
    });
  }

  #whole(): void {
    const { id, line } = this.#context;
    this.#found.named(Object.keys(this.#event));
    this.#found.entry(line, id, (mend) => [this.#ofEvent(id, this.#event.startDate, this.#event.endDate, mend)]);
  }

  #day({ startDT, endDT }: JsonObject): void {
    const { id, line } = this.#context;
    const key = `${id}/${isObject(startDT) ? stringText(startDT.date) : ''}`;
    this.#found.entry(line, key, (mend) => [this.#ofEvent(key, startDT, endDT, mend)]);
  }

  #ofEvent(key: string, start: unknown, end: unknown, mend: Mend): SourceTalk {
    const { category, categoryId, keywords } = this.#event;
    const people = indicoPeople(this.#event.chairs);
    const isLecture = this.#isLecture();
    return sourceTalk({
      ...this.#common(this.#event, key),
      ...this.#times(start, end, mend),
      speakers: isLecture ? people : undefined,
      hosts: isLecture ? undefined : people,
      series: categoryOf(category, categoryId),
      topics: labels(undefined, keywords),
    });
  }

  /** The chairs, who host contributions. Those of a lecture are its speakers instead. */
  #chairs(): People {
    return this.#isLecture() ? undefined : indicoPeople(this.#event.chairs);
  }

  /** Whether it is a lecture, whose chairs are its speakers. */
  #isLecture(): boolean {
    return /^(?:simple_event|lecture)$/.test(stringText(this.#event.type));
  }

  /** Fields that events and contributions share. */
  #common(
    item: JsonObject,
    key: string,
  ): Pick<SourceTalk, 'key' | 'line' | 'language'> & Said<CommonField | PlaceField> {
    const event = this.#event;
    const organiser = sharedText(optionalText(event.organizer))?.trim();
    const { isOff, message } = labelOf(event.label);
    return {
      key,
      line: this.#context.line,
      title: optionalText(item.title),
      description: optionalText(item.description),
      status: isOff === undefined ? undefined : isOff ? 'cancelled' : 'published',
      specialMessage: sharedText(message),
      url: sharedText(firstText(optionalText(item.url), optionalText(event.url))),
      ...indicoPlace(item, event),
      materials: indicoMaterials(item),
      organisers: organiser === undefined ? undefined : organiser === '' ? [] : [{ name: organiser }],
      language: sharedText(stringText(event.language)).replaceAll('_', '-'),
    };
  }

  #asSeries(): SourceSeries {
    const { title, description, url } = this.#event;
    return {
      title: sharedText(stringText(title)),
      key: this.#context.id,
      description: sharedText(optionalText(description)),
      webAddress: sharedText(optionalText(url)),
    };
  }

  /** Times on each day of an event of several days, if requested (`occ=yes`). */
  #days(): readonly JsonObject[] {
    const { startDate, endDate, occurrences } = this.#event;
    const isOfOneDay = isObject(startDate) && isObject(endDate) && startDate.date === endDate.date;
    return isOfOneDay ? [] : objectsOf(occurrences);
  }

  #times(startDate: unknown, endDate: unknown, mend: Mend, minutes?: number): TalkTimes {
    const start = this.#time(startDate, 'startDate');
    if (start === undefined) throw noStart('startDate', 'Give the event a time at Indico.');
    const { notes } = this.#found;
    noteClock(notes, start);
    const { at, clock, zone } = start;
    const end = endOr(undefined, mend, () => this.#endOf(endDate, start));
    if (end === undefined && minutes === undefined) noteNoEnd(notes);
    return { start: at, end: end ?? laterBy(at, (minutes ?? 0) * 60), clock, zone };
  }

  /** A date is the last day. */
  #endOf(endDate: unknown, start: WrittenTime): string | undefined {
    const end = this.#time(endDate, 'endDate');
    const isDay = start.clock === 'all-day' && end?.clock === 'all-day';
    return isDay ? nextDay(end.at, ianaZone(end.zone) ?? UTC) : end?.at;
  }

  /** `{date, time, tz}`; undefined when empty. */
  #time(value: unknown, where: string): WrittenTime | undefined {
    if (value === undefined || value === null || value === '') return undefined;
    const { date, time, tz } = isObject(value) ? value : { date: value, time: '', tz: '' };
    const name = stringText(tz) || stringText(this.#event.timezone);
    const zone = ianaZone(name || this.#context.options.zone) ?? (name === '' ? UTC : undefined);
    if (zone === undefined) throw unknownZone(where, name, 'Request the export with tz=UTC.');
    const written = `${stringText(date)} ${stringText(time)}`.trim();
    const read = isoTime(written, zone);
    if (read === undefined) throw badTime(where, written, 'Fix the event at Indico.');
    return read.clock === 'floating' && name !== '' ? { ...read, clock: 'zone' } : read;
  }
}

/** Undefined when not mentioned. */
type People = readonly SourcePerson[] | undefined;

type CommonField = 'title' | 'description' | 'status' | 'specialMessage' | 'url' | 'organisers' | 'materials';

function idOf({ id, db_id: databaseId }: JsonObject): string {
  return stringText(id) || stringText(databaseId);
}

function isScheduled({ startDate }: JsonObject): boolean {
  return startDate !== undefined && startDate !== null;
}

function hasScheduled({ contributions }: JsonObject): boolean {
  return objectsOf(contributions).some(isScheduled);
}

function partsOf({ subContributions }: JsonObject): number {
  return objectsOf(subContributions).length;
}

/** Whole minutes only. */
function minutesOf(value: unknown): number | undefined {
  const minutes = stringText(value) === '' ? Number.NaN : Number(value);
  return Number.isFinite(minutes) && minutes > 0 ? minutes : undefined;
}

function labels(track: unknown, keywords: unknown): { readonly label: string }[] | undefined {
  if (optionalText(track) === undefined && !Array.isArray(keywords)) return undefined;
  const texts = [stringText(track), ...listOf(keywords).map(stringText)];
  return texts.filter((label) => label.trim() !== '').map((label) => ({ label }));
}

function categoryOf(category: unknown, id: unknown): SourceSeries | null | undefined {
  const title = optionalText(category);
  if (title === undefined) return undefined;
  return title === '' ? null : { title, key: `category ${stringText(id) || title}` };
}

/** A label on an event: “Cancelled”, “Postponed” or “New room”, perhaps with a message. */
function labelOf(label: unknown): { readonly isOff?: boolean; readonly message?: string } {
  if (label === '') return { isOff: false, message: '' };
  if (!isObject(label)) return {};
  const parts = [label.title, label.message].map(stringText).filter((part) => part.trim() !== '');
  return { isOff: label.is_event_not_happening === true, message: parts.join(': ') };
}

/**
 * Chairs, speakers, authors and conveners, identified by name: Indico numbers people anew for each event, and
 * includes a hash of the e-mail address only together with the address.
 */
function indicoPeople(value: unknown): SourcePerson[] | undefined {
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

type PlaceField = 'venue' | 'room' | 'location';

/** `location` is the building or site, and `room` is in it. Without either, a contribution is where its event is. */
function indicoPlace(item: JsonObject, event: JsonObject): Said<PlaceField> {
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
function indicoMaterials({ folders }: JsonObject): Material[] | undefined {
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
