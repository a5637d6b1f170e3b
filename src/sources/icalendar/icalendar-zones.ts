import { ianaZone, UTC, type Zone, zoneOfPeriods } from '../wall-clock.ts';
import { type ContentLine, sizeOfLine } from './icalendar-lines.ts';
import { calendarTime, InvalidValue } from './icalendar-time.ts';
import { Budget, Exhausted, recurrenceRule, recurrences } from './recurrence.ts';
import windows from './windows-zones.json' with { type: 'json' };

/** A VTIMEZONE: its own properties, and its observances. */
interface ZoneDefinition {
  readonly lines: readonly ContentLine[];
  /** STANDARD and DAYLIGHT. */
  readonly observances: readonly (readonly ContentLine[])[];
  /** In characters (`sizeOfLine`). */
  readonly size: number;
}

/** Limits on a VTIMEZONE, and on all that are kept, in characters. */
const LARGEST = 1024 * 1024;
const LARGEST_TOGETHER = 32 * 1024 * 1024;
const OBSERVANCE = 100;

/** A VTIMEZONE while it is read. */
export class ZoneLines implements ZoneDefinition {
  readonly lines: ContentLine[] = [];
  readonly observances: ContentLine[][] = [];
  size = 0;

  beginObservance(): void {
    this.size += OBSERVANCE;
    if (this.size <= LARGEST) this.observances.push([]);
  }

  take(line: ContentLine): void {
    this.#add(this.lines, line);
  }

  takeOfObservance(line: ContentLine): void {
    this.#add(this.observances.at(-1), line);
  }

  #add(lines: ContentLine[] | undefined, line: ContentLine): void {
    this.size += sizeOfLine(line);
    if (this.size <= LARGEST) lines?.push(line);
  }
}

/** Limit on days examined for a zone: several times four centuries of yearly rules, which Outlook begins in 1601. */
const WORK = 2_000_000;
/** What a change of the offset counts as, so that they are few enough to be held. */
const ONSET = 100;
/** Rules of a zone are expanded up to here. */
const LAST = Date.UTC(2100) / 1000;

/** The zones of a calendar, by the names that it gives them. */
export class CalendarZones {
  readonly #definitions = new Map<string, ZoneDefinition>();
  readonly #known = new Map<string, Zone | undefined>();
  readonly #work: Budget;
  #size = 0;

  /** @param work for all zones of a file */
  constructor(work = new Budget(WORK)) {
    this.#work = work;
  }

  /**
   * Of several with the same name, the first counts: some programs repeat it for each event.
   *
   * @returns false when it is too large, or one too many
   */
  define(definition: ZoneDefinition): boolean {
    const name = valueOf(definition.lines, 'TZID');
    if (name === undefined || this.#definitions.has(name)) return true;
    const size = this.#size + definition.size;
    if (definition.size > LARGEST || size > LARGEST_TOGETHER || this.#definitions.size >= MAX_ZONES) return false;
    this.#size = size;
    this.#definitions.set(name, definition);
    this.#known.delete(name);
    return true;
  }

  /**
   * Finds a zone by IANA name, even with a prefix; by Windows name; by definition in the calendar; by offset or city.
   * Undefined when unknown.
   */
  zone(name: string): Zone | undefined {
    if (this.#known.has(name)) return this.#known.get(name);
    const zone = this.#definedAnew(name) ?? namedZone(name) ?? this.#defined(name) ?? guessedZone(name);
    if (this.#known.size < MAX_ZONES) this.#known.set(name, zone);
    return zone;
  }

  /** The calendar's own zone, if it has summer time but a name that says it has none. */
  #definedAnew(name: string): Zone | undefined {
    const observances = ABBREVIATION.test(name) ? (this.#definitions.get(name)?.observances ?? []) : [];
    const offsets = new Set(observances.map((lines) => valueOf(lines, 'TZOFFSETTO')));
    return offsets.size > 1 ? this.#defined(name) : undefined;
  }

  #defined(name: string): Zone | undefined {
    const definition = this.#definitions.get(name);
    if (definition === undefined) return undefined;
    const location = valueOf(definition.lines, 'X-LIC-LOCATION') ?? '';
    return ianaZone(location) ?? zoneOf(name, definition, this.#work);
  }
}

const MAX_ZONES = 1000;

/** IANA names without summer time that calendars also give to zones that have it. */
const ABBREVIATION = /^(?:EST|MST|HST|GMT)$/i;

function namedZone(name: string): Zone | undefined {
  const plain = name.trim();
  if (/^(?:utc|gmt|z|etc\/utc|tzone:\/\/microsoft\/utc)$/i.test(plain)) return UTC;
  return ianaZone(plain) ?? windowsZone(plain) ?? ianaZone(lastParts(plain, 2)) ?? ianaZone(lastParts(plain, 3));
}

/** `/citadel.org/20210210_1/America/New_York` → `America/New_York`. */
function lastParts(name: string, count: number): string {
  const parts = name.split('/');
  return parts.length > count ? parts.slice(-count).join('/') : '';
}

/** For names that are offsets, or end with a city. */
function guessedZone(name: string): Zone | undefined {
  const [, sign, hours, minutes = '0'] = /^\(?(?:utc|gmt)?\s*([+-])(\d{1,2}):?(\d\d)?\)?$/i.exec(name.trim()) ?? [];
  if (hours === undefined) return zoneOfCity(lastParts(name.trim(), 1));
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  return zoneOfPeriods(name, [{ from: Number.NEGATIVE_INFINITY, offset }]);
}

/** Evaluates a VTIMEZONE (RFC 5545, 3.6.5); undefined when it has no usable observance. */
function zoneOf(name: string, { observances }: ZoneDefinition, work: Budget): Zone | undefined {
  const budget = new Budget(Math.min(WORK, work.left));
  const given = budget.left;
  try {
    const onsets = observances.flatMap((lines) => onsetsOf(lines, budget)).sort((a, b) => a.from - b.from);
    const [first] = onsets;
    return first === undefined
      ? undefined
      : zoneOfPeriods(name, [{ from: Number.NEGATIVE_INFINITY, offset: first.before }, ...onsets]);
  } catch (error) {
    if (error instanceof InvalidValue || error instanceof Exhausted) return undefined;
    throw error;
  } finally {
    work.left -= given - budget.left;
  }
}

interface Onset {
  /** UTC seconds. */
  readonly from: number;
  readonly offset: number;
  readonly before: number;
}

function onsetsOf(lines: readonly ContentLine[], budget: Budget): Onset[] {
  const offset = offsetOf(valueOf(lines, 'TZOFFSETTO'));
  const before = offsetOf(valueOf(lines, 'TZOFFSETFROM'));
  const start = calendarTime(valueOf(lines, 'DTSTART') ?? '', undefined).wall;
  const rule = valueOf(lines, 'RRULE');
  const onsets: Onset[] = [];
  const add = (wall: number): void => {
    budget.spend(ONSET);
    onsets.push({ from: wall - before, offset, before });
  };
  if (rule === undefined) add(start);
  else for (const wall of ruleOnsets(rule, start, before, budget)) add(wall);
  for (const { name, value } of lines) {
    if (name !== 'RDATE') continue;
    for (const text of value.split(',')) if (text.trim() !== '') add(calendarTime(text, undefined).wall);
  }
  return onsets;
}

function* ruleOnsets(text: string, start: number, before: number, budget: Budget): Generator<number> {
  const rule = recurrenceRule(text);
  const { until } = rule;
  const last = until === undefined ? LAST : until.kind === 'utc' ? until.wall + before : until.wall;
  let isFirst = true;
  for (const wall of recurrences(rule, start, Math.min(last, LAST), budget)) {
    // Outlook gives its rules a start that does not match them.
    if (!isFirst || wall > FIRST_RELIABLE) yield wall;
    isFirst = false;
  }
}

const FIRST_RELIABLE = Date.UTC(1900) / 1000;

const OFFSET = /^([+-])(\d\d):?(\d\d):?(\d\d)?$/;

function offsetOf(text: string | undefined): number {
  const [, sign, hours, minutes, seconds = '0'] = OFFSET.exec(text?.trim() ?? '') ?? [];
  if (hours === undefined) throw new InvalidValue(text ?? '');
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

function valueOf(lines: readonly ContentLine[], name: string): string | undefined {
  return lines.find((line) => line.name === name)?.value;
}

/** Windows names to IANA names, as the Unicode CLDR maps them (supplemental data, windowsZones, territory 001). */
const ZONES = new Map(Object.entries(windows.names).map(([name, zone]) => [name.toLowerCase(), zone]));

/** Display names of Outlook that contain no city: “(UTC-05:00) Eastern Time (US & Canada)”. */
const REGIONS = new Map(Object.entries(windows.regions));

/** Undefined when unknown. @param name as Windows, Outlook and Exchange write or display it */
function windowsZone(name: string): Zone | undefined {
  const plain = name.trim().toLowerCase();
  const zone = ZONES.get(plain) ?? ZONES.get(plain.replace(/ (?:daylight|summer) time$/, ' standard time'));
  return zone === undefined ? displayedZone(plain) : ianaZone(zone);
}

/** Windows 95 and its successors write GMT or UTC before the offset. */
const DISPLAYED = /^\((?:utc|gmt)(?:[+-]\d\d:?\d\d)?\)\s*(?:greenwich mean time\s*:?\s*)?(.*)$/;

function displayedZone(plain: string): Zone | undefined {
  const places = DISPLAYED.exec(plain)?.[1];
  if (places === undefined) return undefined;
  const region = REGIONS.get(places);
  if (region !== undefined) return ianaZone(region);
  const zones = places.split(',').map(zoneOfCity);
  return zones.find((zone) => zone !== undefined);
}

let cities: ReadonlyMap<string, string> | undefined;

/** The zone named after a city: Europe/Amsterdam for `Amsterdam`. */
export function zoneOfCity(city: string): Zone | undefined {
  cities ??= new Map(Intl.supportedValuesOf('timeZone').map((name) => [cityKey(name.split('/').at(-1) ?? ''), name]));
  const name = cities.get(cityKey(city));
  return name === undefined ? undefined : ianaZone(name);
}

function cityKey(city: string): string {
  return city.toLowerCase().replace(/[^a-z]/g, '');
}
