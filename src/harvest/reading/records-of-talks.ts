import { byName } from '#catalogue/field.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import type { CatalogueRecord, UnsaidField } from '#catalogue/record.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { GIVEN_TEXTS, LONGEST_UID, TALK_FIELDS, type TalkRecord, type TalkReference } from '#catalogue/talk.ts';
import { checkedTalk } from '#sources/catalogue/catalogue-record.ts';
import { cellName, inSheet } from '#sources/spreadsheet/cell-name.ts';
import {
  OPTIONAL_FIELDS,
  type SourceSeries,
  type SourceTalk,
  type OptionalTalkField,
  type TalkSheet,
} from '#sources/source-talk.ts';
import type { Identity } from '../provenance/identity.ts';
import { SourceEntities, type Located, type VenueDetails } from './source-entities.ts';
import { atMost, isSomething, name, publishableImage, storable } from './source-text.ts';
import {
  isMaterialUrl,
  LONGEST_MATERIAL_TITLE,
  MAX_MATERIALS,
  withoutRepeats,
  type Material,
} from '#catalogue/material.ts';

/** Fields that the operator sets for all talks of a source. */
export interface OperatorFields {
  /** Place identifier of the organising department, for talks whose source names none. */
  readonly department: string | null;
  /** Topic URIs, appended to the talk's own. */
  readonly topics: readonly string[];
}

type TalkOrProblems =
  | { readonly record: TalkRecord; readonly unsaid: readonly UnsaidField[] }
  | { readonly problems: readonly LocatedProblem[] };

/** Makes catalogue records of a source's talks and of what they refer to. */
export class RecordsOfTalks {
  readonly #identity: Identity;
  readonly #additions: OperatorFields;
  readonly #entities: SourceEntities;
  /** Line of each talk, by slug; `#files` has only talks of later files, as there may be hundreds of thousands. */
  readonly #talks = new Map<string, number>();
  readonly #files = new Map<string, string>();
  /** Sheets of talks in workbooks, by slug. */
  readonly #sheets = new Map<string, TalkSheet>();
  #file: string | undefined;

  constructor(identity: Identity, additions: OperatorFields) {
    this.#identity = identity;
    this.#additions = additions;
    this.#entities = new SourceEntities(identity);
  }

  /** Slugs of all talks taken. */
  get slugs(): Iterable<string> {
    return this.#talks.keys();
  }

  has(slug: string): boolean {
    return this.#talks.has(slug);
  }

  /** Notes a talk that came as a record. */
  claim(slug: string, line: number): void {
    this.#talks.set(slug, line);
  }

  /** The talk's record, or its problems; a talk with problems has no effect. */
  take(talk: SourceTalk, file: string): TalkOrProblems {
    const slug = this.#identity.talk(talk);
    const at = { file, line: talk.line };
    this.#file ??= file;
    const line = this.#talks.get(slug);
    if (line !== undefined) {
      const first = { file: this.#files.get(slug) ?? this.#file, line, sheet: this.#sheets.get(slug) };
      return { problems: [secondOf(talk, at, first)] };
    }
    // Check the talk itself before adding the people that it names.
    const read = checkedTalk(ownFields(slug, talk));
    if (!read.ok) {
      return { problems: read.problems.map((problem) => inSheet({ ...inTalk(problem, talk), ...at }, talk.sheet)) };
    }
    this.#talks.set(slug, talk.line);
    if (file !== this.#file) this.#files.set(slug, file);
    if (talk.sheet !== undefined) this.#sheets.set(slug, talk.sheet);
    const record = { ...read.record, ...this.#references(talk, at) };
    const unsaid = unsaidOf(talk);
    // The operator may have set the department.
    const isSaid = record.organisingDepartment !== null;
    return { record, unsaid: isSaid ? unsaid.filter((field) => field !== 'organisingDepartment') : unsaid };
  }

  /** Adds details of a series that talks refer to. */
  describe(series: SourceSeries, file: string): void {
    this.#entities.describe(series, { file, line: 0 });
  }

  /** The name of a person, place, series or topic that a talk refers to. */
  nameOf(identifier: string): string | undefined {
    return this.#entities.nameOf(identifier);
  }

  /** The people, places, topics and series that talks refer to. */
  entities(): Iterable<Located<CatalogueRecord>> {
    return this.#entities.records();
  }

  #references(talk: SourceTalk, at: VenueDetails): Pick<TalkRecord, TalkReference> {
    const entities = this.#entities;
    return {
      series: entities.series(talk.series, at),
      venue: entities.place(talk.venue, 'venue', at),
      organisingDepartment: entities.place(talk.department, 'organisation', at) ?? this.#additions.department,
      topics: [...new Set([...entities.topics([...talk.topics, ...talk.moreTopics], at), ...this.#additions.topics])],
      speakers: entities.people(talk.speakers, at),
      hosts: entities.people(talk.hosts, at),
      organisers: entities.people(talk.organisers, at),
    };
  }
}

/** The talk's own fields, without references. */
function ownFields(slug: string, talk: SourceTalk): Partial<TalkRecord> {
  return {
    slug,
    uid: talk.uid.length <= LONGEST_UID ? storable(talk.uid) : '',
    title: name(talk.title),
    start: talk.start,
    end: talk.end,
    allDay: talk.clock === 'all-day',
    description: descriptionOf(talk),
    status: talk.status,
    locationDetails: [talk.room, talk.location].filter(isSomething).map(name).join(', '),
    variousSpeakers: talk.variousSpeakers,
    ...byName(GIVEN_TEXTS, (field) => storable(talk[field])),
    materials: publishableMaterials(talk.materials),
    image: publishableImage(talk.image),
    updated: talk.updated,
  };
}

/** The fields of a source talk that set each field of the record. */
const SAID_BY: readonly (readonly [UnsaidField, readonly OptionalTalkField[]])[] = [
  ...OPTIONAL_FIELDS.flatMap((field) => (isUnsaidField(field) ? [[field, [field]] as const] : [])),
  ['locationDetails', ['room', 'location']],
  ['organisingDepartment', ['department']],
];

function isUnsaidField(field: OptionalTalkField): field is OptionalTalkField & UnsaidField {
  return field in TALK_FIELDS;
}

function unsaidOf({ unsaid }: SourceTalk): readonly UnsaidField[] {
  if (unsaid.length === 0) return [];
  return SAID_BY.filter(([, sources]) => sources.every((source) => unsaid.includes(source))).map(([field]) => field);
}

/** Ends with the talk's page at the source, the only link back there, unless the text already has it. */
function descriptionOf({ description, url, onlineUrl }: SourceTalk): string {
  const text = storable(description);
  const page = storable(url);
  if (!/^https?:\/\//i.test(page) || page === onlineUrl || text.includes(page)) return text;
  return text === '' ? page : `${text}\n\n${page}`;
}

interface FirstTalk extends VenueDetails {
  readonly sheet: TalkSheet | undefined;
}

function secondOf(talk: SourceTalk, at: VenueDetails, first: FirstTalk): LocatedProblem {
  const elsewhere = first.file === at.file ? '' : ` of ${first.file}`;
  const place = first.sheet === undefined ? `on line ${first.line}` : `in ${cellName(first.sheet.name, first.line)}`;
  const problem = {
    code: 'duplicate-talk',
    where: '',
    what: `The talk ${shownValue(talk.key)} (${shownValue(talk.title)}) is a duplicate: first defined ${place}${elsewhere}.`,
    hint: 'Keep one of the two at the source.',
    ...at,
  };
  return inSheet(problem, talk.sheet);
}

/** Adds the title or key of the talk to a problem, since the line alone may not show it. */
function inTalk<P extends { readonly what: string }>(problem: P, talk: SourceTalk): P {
  return { ...problem, what: `${problem.what} (In ${shownValue(talk.title || talk.key)}.)` };
}

/** The first materials that have a web address, as many as a record may have. */
function publishableMaterials(materials: readonly Material[]): readonly Material[] {
  const known = materials.flatMap(({ type, url, title }) => {
    const address = url.trim();
    return isMaterialUrl(address) ? [{ type, url: address, title: atMost(name(title), LONGEST_MATERIAL_TITLE) }] : [];
  });
  return withoutRepeats(known).slice(0, MAX_MATERIALS);
}
