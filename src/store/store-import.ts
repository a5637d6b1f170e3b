import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Provenance, ProvenanceId } from '#catalogue/provenance.ts';
import type { Identifier, LocatedRecord, RecordKind } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Talk, TIME_AND_PLACE } from '#catalogue/talk.ts';
import type { CorrectionChange } from './corrections.ts';
import type { ForgottenChange } from './forgotten.ts';

export interface ImportOptions {
  /** True: records that the import does not name are removed. Of a talk, a RemovedTalk is kept. */
  readonly replace: boolean;
  /** True, together with `replace`: nothing is kept of removed talks, nor of those removed before. */
  readonly exact?: boolean;
  /** True: `finish` says what would change, and commits nothing. */
  readonly dryRun?: boolean;
  /** Used for talks that do not say when they changed, were created or were removed. */
  readonly now: Date;
  /** When the import ends, and so its version is made. Default: `now`. */
  readonly ended?: () => Date;
  /** The most problems that `finish` lists; it counts the rest. Default PROBLEM_LIMIT. */
  readonly problemLimit?: number;
  /** Called once if the import has to wait for another one. */
  readonly onWait?: (() => void) | undefined;
  /** Ends the wait for another import, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each talk that a record adds, changes or removes, before it is known whether the import will commit. */
  readonly onTalk?: (change: TalkChange) => void;
}

/** What an import does to a talk. */
export interface TalkChange {
  readonly slug: Slug;
  /** Undefined: the talk is added. */
  readonly before: ComparedFields | undefined;
  /** Undefined: the talk is removed. */
  readonly after: ComparedFields | undefined;
  /** Whether its venue has changed. */
  readonly isElsewhere: boolean;
}

/** A talk's own fields for comparison, without the records that it refers to. */
export type ComparedFields = Pick<Talk, 'title' | 'status' | (typeof TIME_AND_PLACE)[number]>;

export interface StoreImport {
  /** Whether the store had no record when the import began. */
  readonly intoEmpty: boolean;
  /**
   * Takes records in any order. Returns problems of the records processed so far, which may include earlier ones:
   * duplicate identifiers. `finish` returns those of the rest. @throws StoreUnavailable
   */
  put(records: readonly LocatedRecord[]): Promise<readonly LocatedProblem[]>;
  /**
   * Adds or replaces provenance rows, and removes others. Rows may name records that do not exist. They are committed
   * with the import; a change of provenance alone makes no new version. @throws StoreUnavailable
   */
  changeProvenance(change: ProvenanceChange): Promise<void>;
  /** The same for corrections. Does not change any talk: the caller must do that. @throws StoreUnavailable */
  changeCorrections(change: CorrectionChange): Promise<void>;
  /**
   * The same for forgotten people, whom `replace` does not delete. Does not remove any person: the caller must do that.
   * @throws StoreUnavailable
   */
  changeForgotten(change: ForgottenChange): Promise<void>;
  /**
   * Removes a person, even the slug. When the import ends, no talk may refer to the person, and no record may have
   * named them. @throws StoreUnavailable
   */
  erasePerson(slug: Slug): Promise<void>;
  /**
   * Reports records that could not be read: nothing will be committed. References to these records are not reported as
   * problems.
   */
  refuse(unread: readonly Identifier[]): void;
  /**
   * Checks what only shows once all records are in (references, cycles among parents). Commits if there has been no
   * problem and nothing was refused.
   */
  finish(): Promise<ImportOutcome>;
  /** Discards everything so far. May be called at any time, and again. */
  abandon(): Promise<void>;
}

export interface ProvenanceChange {
  readonly put?: readonly Provenance[];
  readonly forget?: readonly ProvenanceId[];
}

export type ImportOutcome =
  | { readonly ok: true; readonly counts: ImportCounts }
  /** Problems that `put` has not returned, and how many more there are beyond the limit. */
  | { readonly ok: false; readonly problems: readonly LocatedProblem[]; readonly more: number };

/** A talk that a `removed_talk` record removes is counted under `talk`, as `removed`. */
export type ImportCounts = Readonly<Record<RecordKind, Readonly<Record<ImportFate, number>>>>;

export type ImportFate = 'added' | 'changed' | 'unchanged' | 'removed';
