import { shownValue } from '#catalogue/shown-value.ts';
import names from './field-names.json' with { type: 'json' };
import type {
  Columns,
  NoteAbout,
  NoteExample,
  ReadOptions,
  SourceBatch,
  SourceFormat,
  SourceNote,
} from './source-format.ts';
import type { SourceTalk } from './source-talk.ts';

/** What the formats with fixed names call each field, separated by spaces; `''`: names that are read for something else. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = { ...names, jcal: names.icalendar };

/** Names that a format has for each field; empty for formats whose files choose their own. */
export function namesOfFields(format: string): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(NAMES[format] ?? {}).map(([field, written]) => [field, written.split(' ')]));
}

/** Whether a talk has each field, by the names of `--map`. In the order in which people are told. */
export const FIELDS_OF_TALKS: Readonly<Record<string, (talk: SourceTalk) => boolean>> = {
  title: ({ title }) => title !== '',
  start: () => true,
  end: ({ start, end }) => end !== start,
  speakers: ({ speakers }) => speakers.length > 0,
  series: ({ series }) => series !== null,
  venue: ({ venue }) => venue !== null,
  room: ({ room }) => room !== '',
  location: ({ location }) => location !== '',
  online: ({ onlineUrl }) => onlineUrl !== '',
  description: ({ description }) => description !== '',
  department: ({ department }) => department !== null,
  hosts: ({ hosts }) => hosts.length > 0,
  organisers: ({ organisers }) => organisers.length > 0,
  topics: ({ topics, moreTopics }) => topics.length + moreTopics.length > 0,
  materials: ({ materials }) => materials.length > 0,
  image: ({ image }) => image !== null,
  url: ({ url }) => url !== '',
  audience: ({ audience }) => audience !== '',
  booking: ({ bookingRequired }) => bookingRequired !== '',
  booking_url: ({ bookingUrl }) => bookingUrl !== '',
  booking_email: ({ bookingEmail }) => bookingEmail !== '',
  contact: ({ organiserEmail }) => organiserEmail !== '',
  cost: ({ cost }) => cost !== '',
  special_message: ({ specialMessage }) => specialMessage !== '',
};

const FIELDS = Object.entries(FIELDS_OF_TALKS);

/** Distinct names that are counted: a hostile file may have millions. */
const MAX_NAMES = 500;

/** Where a field of talks came from. */
export interface FieldRead {
  /** As in `--map`. */
  readonly field: string;
  /** What the file calls it; empty: it was found in other fields, such as speakers in a title. */
  readonly from: readonly string[];
  readonly isMapped: boolean;
  /** Talks that have it; undefined for columns that are part of another field, such as a column of dates. */
  readonly talks: number | undefined;
}

/** A decision made while reading. */
export interface Decision {
  readonly what: string;
  readonly count: number;
  readonly about: NoteAbout | undefined;
  /** The first entry that it concerns. */
  readonly example: NoteExample | undefined;
}

/** What became of what a file has: which of its names became which field, and which were left out. */
export class FileAccount {
  /** The earliest and latest start; `''` without talks. */
  first = '';
  last = '';
  readonly #format: string;
  readonly #mapping: ReadOptions['mapping'];
  readonly #talks = new Map<string, number>();
  readonly #names = new Map<string, number>();
  readonly #columns: Columns[] = [];
  readonly #decisions = new Map<string, Decision>();

  constructor({ name }: Pick<SourceFormat, 'name'>, mapping: ReadOptions['mapping']) {
    this.#format = name;
    this.#mapping = mapping;
  }

  /** @param batch as `reviewed` */
  take({ talks, notes = [], names, columns }: SourceBatch): void {
    for (const talk of talks) this.#talk(talk);
    for (const note of notes) this.note(note);
    for (const [name, count] of names ?? []) {
      if (this.#names.has(name) || this.#names.size < MAX_NAMES) add(this.#names, name, count);
    }
    if (columns !== undefined) this.#columns.push(columns);
  }

  note({ what, count, about, example }: SourceNote): void {
    if (count === 0) return;
    const known = this.#decisions.get(what);
    this.#decisions.set(what, {
      what,
      count: count + (known?.count ?? 0),
      about,
      example: known?.example ?? example,
    });
  }

  #talk(talk: SourceTalk): void {
    for (const [field, has] of FIELDS) if (has(talk)) add(this.#talks, field, 1);
    if (this.first === '' || talk.start < this.first) this.first = talk.start;
    if (talk.start > this.last) this.last = talk.start;
  }

  get decisions(): readonly Decision[] {
    return [...this.#decisions.values()];
  }

  /** Fields that talks have, in the order of FIELDS_OF_TALKS; then other columns that were read. */
  get fields(): readonly FieldRead[] {
    const origins = this.#origins();
    const isTable = this.#columns.length > 0;
    const known = Object.keys(FIELDS_OF_TALKS).flatMap((field): FieldRead[] => {
      const talks = this.#talks.get(field) ?? 0;
      const from = origins.get(field) ?? [];
      const isMapped = this.#mapping.has(field);
      return talks > 0 || (isTable && from.length > 0 && field !== 'end') ? [{ field, from, isMapped, talks }] : [];
    });
    const others = isTable ? [...origins].filter(([field]) => !(field in FIELDS_OF_TALKS)) : [];
    return [
      ...known,
      ...others.map(([field, from]) => ({ field, from, isMapped: this.#mapping.has(field), talks: undefined })),
    ];
  }

  /** Names that no field came from, with how many entries have them; undefined: a column. */
  get unused(): readonly { readonly name: string; readonly count: number | undefined }[] {
    const columns = new Set(this.#columns.flatMap(({ unused }) => unused));
    const read = new Set([...this.#origins().values()].flat().map((name) => name.toLowerCase()));
    for (const name of namesOfFields(this.#format).get('') ?? []) read.add(name.toLowerCase());
    const names = [...this.#names].filter(([name]) => !read.has(name.toLowerCase()));
    return [
      ...[...columns].map((name) => ({ name: shownValue(name.trim()), count: undefined })),
      ...names.sort(([, one], [, other]) => other - one).map(([name, count]) => ({ name, count })),
    ];
  }

  /** Names by field. Of several that a format has for a field, those that the file has. */
  #origins(): ReadonlyMap<string, readonly string[]> {
    const origins = this.#named();
    for (const [time, ...columns] of TIMES) {
      const parts = [time, ...columns].flatMap((field) => origins.get(field) ?? []);
      for (const field of columns) origins.delete(field);
      if (parts.length > 0) origins.set(time, parts);
    }
    const [start, end] = [origins.get('start'), origins.get('end')];
    // A span of times: 14:00–15:00.
    if (this.#columns.length > 0 && start !== undefined && end === undefined) origins.set('end', start);
    return origins;
  }

  #named(): Map<string, readonly string[]> {
    const origins = new Map<string, string[]>();
    const has = new Set([...this.#names.keys()].map((name) => name.toLowerCase()));
    for (const [field, names] of namesOfFields(this.#format)) {
      const there = names.filter((name) => has.has(name.toLowerCase()));
      if (field !== '' && there.length > 0) origins.set(field, there);
    }
    for (const [field, name] of this.#mapping) origins.set(field, [name]);
    for (const { origins: found } of this.#columns) {
      for (const [field, from] of found) {
        const before = origins.get(field);
        if (before === undefined || this.#mapping.has(field)) origins.set(field, [from]);
        else if (!before.includes(from)) before.push(from);
      }
    }
    return origins;
  }
}

/** Columns that together are a time. */
const TIMES = [
  ['start', 'date', 'time', 'time_zone', 'all_day'],
  ['end', 'end_date', 'duration'],
] as const;

function add(counts: Map<string, number>, of: string, count: number): void {
  counts.set(of, (counts.get(of) ?? 0) + count);
}
