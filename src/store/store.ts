import type { PlaceKind } from '#catalogue/place.ts';
import type { FileRecord, RecordType } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { TalkTraits } from '#catalogue/talk-traits.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { CorrectionRows } from './corrections.ts';
import type { Damage } from './damage.ts';
import type { EntityOf, EntityType, MentionedType, StoredEntity } from './entity-type.ts';
import type { ForgottenRows } from './forgotten.ts';
import type { ProvenanceRows } from './provenance.ts';
import type { SourceStates } from './source-states.ts';
import type { ImportOptions, StoreImport } from './store-import.ts';
import type { StoredTalkRow } from './existing-history.ts';

/**
 * A stored catalogue: imports put records in, lookups read them by id, and each import that changes something makes a
 * new version. Each engine implements this in a folder of its own.
 */
export interface Store {
  /** Sync states of the sources. */
  readonly sources: SourceStates;

  /** Which source brought which record. Read by imports only; not part of `changes`. */
  readonly provenance: ProvenanceRows;

  /** Corrections by operators. Read by imports only; not part of `changes` or `records`. */
  readonly corrections: CorrectionRows;

  /** Forgotten people, as hashes. Read by imports only; not part of `changes` or `records`. */
  readonly forgotten: Pick<ForgottenRows, 'all'>;

  /** The current state. Cheap enough to call several times a second. */
  state(): Promise<SeenState>;

  /**
   * Calls `onChange` when the store announces a new state. Not every store does, and none reliably, so callers that must
   * not miss one also poll `state`. At most one listener; until `close`.
   */
  watch(onChange: () => void): void;

  /**
   * The talks with these numbers and the records that they refer to, in the order of the numbers, all of one state.
   * Undefined: not found.
   */
  talks(numbers: readonly number[]): Promise<readonly (TalkDetails | undefined)[]>;

  /** The numbers of those talks that exist, in any order. */
  talkNumbers(slugs: readonly Slug[]): Promise<readonly number[]>;

  /** The record with this slug, place id or topic URI, if there is one; private collections too. */
  record<Type extends EntityType>(type: Type, key: string): Promise<EntityOf[Type] | undefined>;

  /**
   * What changed after `since`, for the index. Everything, if `since` is `null` or a state that this store never was
   * in. Damaged records are passed to `onDamage` and left out, even those that talks refer to; without `onDamage`,
   * reading fails at the first one.
   * @param withRecords also reads the record of each talk
   */
  changes(since: StoreState | null, onDamage?: (damage: Damage) => void, withRecords?: boolean): Promise<ChangesSince>;

  /**
   * Every record and its provenance, in the order of FILE_KINDS and within a type by identifier, all of one state.
   * @param last the last type to read
   */
  records(last?: FileRecord['type']): AsyncIterable<FileRecord>;

  /**
   * Finds all damage by reading everything, which takes a while but yields to other work. A quick look reads no
   * records: it finds SQLite tables with a broken structure, and talks that have lost all but their text, in about a
   * second for 100,000 talks. @throws StoreUnavailable; the signal's reason when that is aborted
   */
  findDamage(look?: 'whole' | 'quick', signal?: AbortSignal): AsyncIterable<Damage>;

  /**
   * Overwrites deleted data, as far as the engine can: SQLite rewrites its file and empties the log, PostgreSQL vacuums
   * its tables. False: a reader holds on to an earlier state, so some of the data is still there.
   * @throws StoreUnavailable
   */
  scrub(): Promise<boolean>;

  /** Begins an import: all or nothing, and invisible to others until it commits. One at a time; a second one waits. */
  beginImport(options: ImportOptions): Promise<StoreImport>;

  close(): Promise<void>;
}

/**
 * A state of a store. `version` grows by one with each import that changed something; `token` is random, so that two
 * stores are never mistaken for each other. Version 0 has token ''.
 */
export interface StoreState {
  readonly version: number;
  readonly token: string;
}

/** A state, and where it was read. */
export interface SeenState extends StoreState {
  /** True: read from a copy of the store, which may lag behind the original. */
  readonly isReplica: boolean;
}

/**
 * What the index needs to follow the store. Numbers are the store's own: dense and permanent, in one sequence for each
 * type. A record that is removed and comes back has its old number. The three lists are read lazily, in batches, from
 * one state of the store, which is held until all are read or `close` is called. Read each once, one after the other,
 * and soon.
 */
export interface ChangesSince {
  /** The state after these changes. */
  readonly state: StoreState;
  /** True: these replace whatever the index has; `removed` then has all removed talks, and nothing else. */
  readonly complete: boolean;
  /** The versions after the known one up to `state`, or all that there were if `complete`; in order. */
  readonly history: readonly MadeVersion[];
  /** Records other than talks that were added or changed. */
  readonly entities: AsyncIterable<readonly ChangedEntity[]>;
  /** Talks that were added or changed, in any order; some twice if a page of the database cannot be read. */
  readonly talks: AsyncIterable<readonly ChangedTalk[]>;
  readonly removed: AsyncIterable<readonly RemovedRecord[]>;
  /** For callers that do not read everything. May be called at any time, and again. */
  close(): void;
}

/** A version of the store, and when it was made. */
export interface MadeVersion extends StoreState {
  /**
   * Whole seconds since 1970-01-01T00:00:00Z; later than that of every version before, whatever the clocks of the
   * machines that imported say: two versions of one second, or of a clock that was set back, are a second apart.
   */
  readonly time: number;
}

export type RemovedRecord = RemovedTalkNumber | { readonly type: Exclude<RecordType, 'talk'>; readonly number: number };

/** A removed talk, whether or not an export has anything of it. */
export interface RemovedTalkNumber {
  readonly type: 'talk';
  readonly number: number;
  /** The 16 bytes of the slug's UUID. */
  readonly slug: Uint8Array;
  /** The version of the store that removed it. */
  readonly version: number;
}

export interface ChangedEntity {
  readonly type: EntityType;
  readonly number: number;
  /** The slug, place id or topic URI. */
  readonly key: string;
  /** Display name: a name, label or title. */
  readonly name: string;
  /** Kind of a place; else null. */
  readonly kind: PlaceKind | null;
  /** False for a private collection, whose existence must not be revealed. */
  readonly isPublic: boolean;
  /** Number of a place's parent; else 0. Numbers start at 1. */
  readonly parent: number;
  /** The version of the store in which it was last added or changed. */
  readonly version: number;
  /** Its whole row. */
  readonly stored?: StoredEntity;
}

export interface ChangedTalk {
  readonly number: number;
  /** The 16 bytes of the slug's UUID. */
  readonly slug: Uint8Array;
  /** Seconds since 1970-01-01T00:00:00Z; may be negative. */
  readonly start: number;
  /** Seconds from start to end; 0 if its end is unknown. */
  readonly length: number;
  /** The same unit as the start: when the record last changed, as the record says or the store noticed. */
  readonly updated: number;
  readonly status: TalkStatus;
  readonly traits: TalkTraits;
  /** The version of the store in which its own record was last added or changed. */
  readonly version: number;
  /**
   * Numbers of the records that it refers to, 0 for none:
   * [series, venue, department, count of topics, …topics, count of speakers, …speakers, …hosts, …organisers,
   * count of hosts].
   */
  readonly refs: Uint32Array;
  /** Its whole row, if records are read; `record` is null if the rest of it is damaged. */
  readonly stored?: StoredTalkRow;
}

/** The store cannot be read or written now. The message tells the operator why; it never quotes stored data. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** There is no space left for a file of the store. */
export class DiskFull extends StoreUnavailable {
  /** Of that file. */
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.path = path;
  }
}

/** Part of the store is damaged; the rest can be used. The message tells the operator which part. */
export class CatalogueDamaged extends StoreUnavailable {
  override readonly name = 'CatalogueDamaged';
}

/** The catalogue was made by a newer version of Lectern, and only that can read it. */
export class NewerCatalogue extends StoreUnavailable {}

/** There is no catalogue yet; an import creates it. */
export class NoCatalogue extends StoreUnavailable {}

/** A phrase: words that follow each other in a title, a description or a name. */
export interface TextTerm {
  /** At least one word, as from `soughtWords`. */
  readonly words: readonly string[];
  /** Other spellings of the phrase: as many words in each. */
  readonly others?: readonly (readonly string[])[];
  /** Whether the last word may be a prefix of a longer one. */
  readonly isBeginning: boolean;
}

/** The records that match a term. */
export interface TermMatches {
  /** Talks with the term in their title. */
  readonly title: Matches;
  /** Talks with the term in their title or description. */
  readonly text: Matches;
  /** Records with the term in their name, label or title. */
  readonly names: Readonly<Record<MentionedType, Matches>>;
}

/** Record numbers, ascending. */
export interface Matches {
  /** Matches of the exact words. */
  readonly whole: Uint32Array;
  /** These, and matches in which the last word is a prefix, if it may be one; else the same as `whole`. */
  readonly begun: Uint32Array;
}
