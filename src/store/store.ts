import type { FileRecord, Identifier, LocatedRecord, RecordKind, RecordType } from '#catalogue/record.ts';
import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place, PlaceId, PlaceKind } from '#catalogue/place.ts';
import type { Provenance, ProvenanceId } from '#catalogue/provenance.ts';
import type { Series } from '#catalogue/series.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Topic, TopicUri } from '#catalogue/topic.ts';
import type { Talk, TalkStatus } from '#catalogue/talk.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { TalkTraits } from '#catalogue/talk-traits.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import type { CorrectionChange, CorrectionRows } from './corrections.ts';
import type { Damage } from './damage.ts';
import type { ErasedPerson, ForgottenChange, ForgottenRows } from './forgotten.ts';
import type { EntityType } from './entity-type.ts';
import type { ProvenanceRows } from './provenance.ts';
import type { SourceStates } from './source-states.ts';
import type { TermMatches, TextTerm } from './text-term.ts';

export type { Matches, TermMatches, TextTerm } from './text-term.ts';

/**
 * The catalogue kept: records in, records out by id, and a version that grows with every import.
 * One contract; each engine fulfils it in a folder of its own.
 */
export interface Store {
  /** How it stands with the sources that the catalogue is kept in step with. */
  readonly sources: SourceStates;

  /** Which source brought which record. Imports alone read it: it is no part of `changes`. */
  readonly provenance: ProvenanceRows;

  /** What operators have corrected by hand. Imports alone read it: it is no part of `changes`, nor of `records`. */
  readonly corrections: CorrectionRows;

  /** Who was forgotten, as hashes. Imports alone read it: it is no part of `changes`, nor of `records`. */
  readonly forgotten: ForgottenRows;

  /** Which state the store is in. Cheap enough to ask several times a second. */
  state(): Promise<SeenState>;

  /** Whether the store is or ever was in this state, as far as it knows: a replica may not have come to it yet. */
  wasIn(state: StoreState): Promise<boolean>;

  /**
   * Tells of a new state as soon as the store itself tells of it, which not every store does, and none reliably:
   * who wants to be sure asks for `state` besides. At most one listener; until `close`.
   */
  watch(onNews: () => void): void;

  /**
   * The talks with these numbers, each with all it refers to, in the order asked for;
   * undefined where there is none. All of one state.
   */
  talks(numbers: readonly number[]): Promise<AtVersion<readonly (TalkDetails | undefined)[]>>;

  /** The numbers of the talks with these slugs that are there, in any order. */
  talkNumbers(slugs: readonly Slug[]): Promise<readonly number[]>;

  person(slug: Slug): Promise<AtVersion<Person | undefined>>;

  series(slug: Slug): Promise<AtVersion<Series | undefined>>;

  place(id: PlaceId): Promise<AtVersion<Place | undefined>>;

  topic(uri: TopicUri): Promise<AtVersion<Topic | undefined>>;

  /** Private ones too: who may see them is for the caller. */
  collection(slug: Slug): Promise<AtVersion<Collection | undefined>>;

  /**
   * What changed after `since`, for the index. From `null`, or from a state that this store never was in: everything.
   * `onDamage` is told of each record that does not read as it was written, which is left out; without it the first one is
   * the end. What talks refer to may be among what is left out.
   */
  changes(since: StoreState | null, onDamage?: (damage: Damage) => void): Promise<Changes>;

  /**
   * Every record and its provenance, in the order of FILE_KINDS and within a type by identifier, all of one state.
   * @param last the type after which nothing is read
   */
  records(last?: FileRecord['type']): AsyncIterable<FileRecord>;

  /**
   * All that does not read as it was written, found by reading everything. Takes as long as that, and leaves others their
   * turn. A quick look reads no records: it finds tables of SQLite that do not hold together, and talks that have lost all
   * but their text, in about a second for 100,000 talks. @throws StoreUnavailable
   */
  findDamage(look?: 'whole' | 'quick'): AsyncIterable<Damage>;

  /** Where each of these terms stands, everywhere that it does, in their order: one after the other, each of one state. */
  findTerms(terms: readonly TextTerm[]): AsyncIterable<AtVersion<TermMatches>>;

  /**
   * Overwrites what was deleted, as far as the engine can: SQLite writes its file anew and empties the log, PostgreSQL
   * vacuums its tables. False: somebody goes on reading an earlier state, so that not all of it is gone yet.
   * @throws StoreUnavailable
   */
  scrub(): Promise<boolean>;

  /** Begins an import: all or nothing, seen by nobody until it commits. One at a time; a second one waits. */
  beginImport(options: ImportOptions): Promise<StoreImport>;

  close(): Promise<void>;
}

/** A state of a store: `version` grows by one with each import that changed something; `token` is random, so that two stores are never mistaken for each other. Version 0 has token ''. */
export interface StoreState {
  readonly version: number;
  readonly token: string;
}

/** A state, and whose word it is. */
export interface SeenState extends StoreState {
  /** True: from a copy of the store that follows the original, and may be behind it. */
  readonly isReplica: boolean;
}

export interface AtVersion<T> {
  readonly version: number;
  readonly value: T;
}

/**
 * What the index needs to follow the store. Numbers are the store's own, dense and kept for good: one sequence for each type;
 * what is removed and comes back has its old number. Read lazily out of one state of the store, which is held until each of
 * the three has been gone through or `close` is called: go through each once, one after
 * the other, and soon. They come in batches.
 */
export interface Changes {
  /** The state that these changes lead to. */
  readonly state: StoreState;
  /** True: these are all the records there are, and nothing before them counts; `removed` then has all the talks that are gone, and nothing else. */
  readonly complete: boolean;
  /** Everything but talks that was added or changed. */
  readonly entities: AsyncIterable<readonly ChangedEntity[]>;
  /** Talks added or changed, in any order. */
  readonly talks: AsyncIterable<readonly ChangedTalk[]>;
  readonly removed: AsyncIterable<readonly RemovedRecord[]>;
  /** For who does not go through all of it. May be called at any time, and again. */
  close(): void;
}

export type RemovedRecord = RemovedTalkNumber | { readonly type: Exclude<RecordType, 'talk'>; readonly number: number };

/** A talk that is gone, whether or not anything is left of it for an export. */
export interface RemovedTalkNumber {
  readonly type: 'talk';
  readonly number: number;
  /** The 16 bytes of the slug's UUID. */
  readonly slug: Uint8Array;
  /** The version of the store in which it went. */
  readonly version: number;
}

export interface ChangedEntity {
  readonly type: EntityType;
  readonly number: number;
  /** The slug, place id or topic URI. */
  readonly key: string;
  /** What people call it: a name, label or title. */
  readonly name: string;
  /** Of a place; else null. */
  readonly kind: PlaceKind | null;
  /** False of a private collection, which nobody may be told of. */
  readonly isPublic: boolean;
  /** Of a place: the number of its parent; else 0. Numbers begin with 1. */
  readonly parent: number;
  /** The version of the store in which it was last added or changed. */
  readonly version: number;
}

export interface ChangedTalk {
  readonly number: number;
  /** The 16 bytes of the slug's UUID. */
  readonly slug: Uint8Array;
  /** Seconds since 1970-01-01T00:00:00Z; may be negative. */
  readonly start: number;
  /** The same: when its record last changed, as that says or the store saw. */
  readonly updated: number;
  readonly status: TalkStatus;
  readonly traits: TalkTraits;
  /** The version of the store in which its own record was last added or changed. */
  readonly version: number;
  /**
   * Numbers of what it refers to, 0 for none:
   * [series, venue, department, count of topics, …topics, count of speakers, …speakers, …hosts, …organisers,
   * count of hosts].
   */
  readonly refs: Uint32Array;
}

export interface ImportOptions {
  /** True: what the import does not name is removed. Of talks something is left: a RemovedTalk. */
  readonly replace: boolean;
  /** True, beside `replace`: nothing is left of the talks that are removed, nor of those removed before. */
  readonly exact?: boolean;
  /** True: `finish` says what would change, and commits nothing. */
  readonly dryRun?: boolean;
  /** The time that talks are given which do not say when they changed, were made or were removed. */
  readonly now: Date;
  /** How many problems `finish` names at most; the rest it counts. Default PROBLEM_LIMIT. */
  readonly problemLimit?: number;
  /** Called once if another import has to be waited for. */
  readonly onWait?: () => void;
  /** Called for every talk that a record adds, changes or removes, before it is known whether the import will commit. */
  readonly onTalk?: (change: TalkChange) => void;
}

/** What an import does to a talk. */
export interface TalkChange {
  readonly slug: Slug;
  /** What it said; undefined of one that is added. */
  readonly before: TalkWords | undefined;
  /** What it says; undefined of one that is removed. */
  readonly after: TalkWords | undefined;
  /** Whether it has another venue than before. */
  readonly isElsewhere: boolean;
}

/** What a talk says of itself, without what it refers to. */
export type TalkWords = Pick<Talk, 'title' | 'start' | 'end' | 'status' | 'locationDetails' | 'onlineUrl'>;

export interface StoreImport {
  /** Whether the store had no record when the import began. */
  readonly intoEmpty: boolean;
  /**
   * Takes records in any order. Says what is wrong with those that it has come to beside those put before: second records
   * with one identifier. `finish` says it of the rest. @throws StoreUnavailable
   */
  put(records: readonly LocatedRecord[]): Promise<readonly LocatedProblem[]>;
  /**
   * Takes rows of provenance in place of those that are there, and removes others. Rows may name records that there are not.
   * They are written with the import; a change of provenance alone makes no new version. @throws StoreUnavailable
   */
  changeProvenance(change: ProvenanceChange): Promise<void>;
  /** The same of corrections. It changes no talk: that is for who imports. @throws StoreUnavailable */
  changeCorrections(change: CorrectionChange): Promise<void>;
  /** The same of who was forgotten; `replace` leaves them as they are. It removes nobody: that is for who imports. @throws StoreUnavailable */
  changeForgotten(change: ForgottenChange): Promise<void>;
  /** Removes a person that no talk refers to when the import ends, and whom no record names: not even the slug is left. @throws StoreUnavailable */
  erasePerson(person: ErasedPerson): Promise<void>;
  /**
   * Tells that something could not be read, so that nothing will be committed. Those who refer to the records
   * that it would have been are not blamed.
   */
  refuse(unread: readonly Identifier[]): void;
  /**
   * Checks what only the whole can show (references, cycles among parents) and, if nothing has been wrong
   * and nothing was refused, commits.
   */
  finish(): Promise<ImportOutcome>;
  /** Forgets everything put so far. May be called at any time, and again. */
  abandon(): Promise<void>;
}

export interface ProvenanceChange {
  readonly put?: readonly Provenance[];
  readonly forget?: readonly ProvenanceId[];
}

export type ImportOutcome =
  | { readonly ok: true; readonly counts: ImportCounts }
  /** What `put` has not said, and how many more there are of it beyond the limit. */
  | { readonly ok: false; readonly problems: readonly LocatedProblem[]; readonly more: number };

/** A talk that a record of a removed talk removes is counted as a talk that was removed. */
export type ImportCounts = Readonly<Record<RecordKind, Readonly<Record<ImportFate, number>>>>;

export type ImportFate = 'added' | 'changed' | 'unchanged' | 'removed';

export type { LocatedProblem, LocatedRecord };

/** The store cannot be read or written now. Says why, for the operator; never what it holds. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** Part of the store does not read as it was written; the rest can be used. Says which, for the operator. */
export class CatalogueDamaged extends StoreUnavailable {
  override readonly name = 'CatalogueDamaged';
}

/** It was made by a newer version of Lectern, which alone can read it. */
export class NewerCatalogue extends StoreUnavailable {}

/** There is none yet: an import makes it. */
export class NoCatalogue extends StoreUnavailable {}
