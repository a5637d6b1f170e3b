import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Provenance } from '#catalogue/provenance.ts';
import type { LocatedRecord, UnsaidField } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Decision, FileAccount } from '#sources/file-account.ts';
import { ownUuid } from '#sources/own-uuid.ts';
import type {
  AnswerPage,
  EntryKeys,
  ReadOptions,
  ReadSetting,
  RecurringEvent,
  SourceFormat,
} from '#sources/source-format.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { HeldReading } from '#store/source-states.ts';
import type { GonePolicy, GoneTalk } from '../provenance/gone-talks.ts';
import { Identity } from '../provenance/identity.ts';
import type { KnownProvenance } from '../provenance/known-provenance.ts';
import type { LossLimits } from '../provenance/loss.ts';
import type { MatchingFeature } from '../provenance/matching-features.ts';
import type { SharingOptions } from '../provenance/ownership.ts';
import { type Called, type LikelyName, MAX_SAMPLED } from './likely-name.ts';
import { type OperatorFields, RecordsOfTalks } from './records-of-talks.ts';
import type { SameLines } from './same-lines.ts';
import { type ListNews, SourceLists } from './source-lists.ts';

/** Options of importing other formats than the catalogue file. */
export interface SourceOptions extends SharingOptions, LossLimits {
  /** Undefined: detected from the content of each file. */
  readonly format?: SourceFormat | undefined;
  /** Name of the source; undefined: named after each file. */
  readonly source?: string | undefined;
  readonly read: ReadOptions;
  /** What the source was when it was last read; undefined: unknown, or any change is accepted. */
  readonly was?: DetectedSource | undefined;
  /** Called with what a file is. */
  readonly onDetected?: ((found: DetectedSource) => void) | undefined;
  /** Settings shared with other sources, so that they may be unused here. */
  readonly byDefault?: readonly ReadSetting[];
  readonly additions: OperatorFields;
  readonly gone: GonePolicy;
  /** True: an unreadable entry is skipped even when the import replaces the catalogue. */
  readonly skipBad?: boolean;
  /** Key, UID or slug of talks to explain, `left-out` or `speakers`. */
  readonly explain?: string | undefined;
  /** The operator's `--same` file. Undefined: none. */
  readonly same?: SameLines | undefined;
}

/** What a source is, as detected when it is read. */
export interface DetectedSource {
  /** In words (`contentKind`); undefined: unknown. */
  readonly kind?: string | undefined;
  /** Name of the format that it is read in; undefined: unknown. */
  readonly format?: string | undefined;
}

/** Result of reading a file in another format than the catalogue file. */
export interface FileSummary {
  readonly file: string;
  readonly format: SourceFormat;
  readonly source: string;
  readonly talks: number;
  /** The decisions of its account, perhaps in other words. */
  readonly notes: readonly Decision[];
  /** What became of what the file has. */
  readonly account: FileAccount;
}

/** A talk as in the source, and as in the catalogue. */
export interface Explained {
  readonly file: string;
  readonly source: string;
  readonly talk: SourceTalk;
  /** Undefined when it has problems. */
  readonly record: TalkRecord | undefined;
  /** Fields of the record that the source does not mention. */
  readonly unsaid: readonly UnsaidField[];
  /** Identifier that the operator merges the talk into, if any. */
  readonly keep?: string | undefined;
  /** Feature by which the talk was recognised under a new key. */
  readonly recognisedBy?: MatchingFeature | undefined;
}

/** Result of importing all files of a source. */
export interface SourceSummary {
  readonly source: string;
  /** Talks that are gone from the source. */
  readonly gone: readonly GoneTalk[];
  /** Collections that are gone from the source, or are not its own. */
  readonly lists: readonly ListNews[];
  /** Probable former name of a new source. */
  readonly likelyName: LikelyName | undefined;
  /** Missing talks, if they are too many to be applied. */
  readonly held?: HeldReading | undefined;
}

/** The files of one source. */
export class SourceReading {
  readonly identity: Identity;
  readonly records: RecordsOfTalks;
  readonly lists: SourceLists;
  /** Name of its first file. */
  readonly file: string;
  /** Its talks that other sources own, with their owners. */
  readonly left = new Map<Slug, string>();
  /** Keys of those talks, and of talks merged into others. */
  readonly keys = new Map<Slug, string>();
  /** Its talks that it says are removed, in a catalogue. */
  readonly removed = new Set<Slug>();
  /** Its talks that must not be published. */
  readonly withheld = new Set<Slug>();
  /** Talks that may be earlier ones with new keys; they become records when the whole source has been read. */
  readonly held = new HeldTalks();
  /** The same of talks that must not be published, but may have been public under other keys. */
  readonly heldWithheld = new HeldTalks();
  /** Talks recognised under a new key, and the feature that showed it. */
  readonly moved = new Map<Slug, MatchingFeature>();
  /** Number of talks read. */
  count = 0;
  /** Its first talks, at most MAX_SAMPLED. */
  readonly sample: Called[] = [];
  /** Whether the source has more talks than these files. */
  isIncomplete = false;
  readonly pages = new SourcePages();
  readonly unread: UnreadEntries;
  /** Its recurring events that were read in full. */
  readonly recurring = new RecurringEvents();
  readonly #load: (identity: Identity) => Promise<KnownProvenance>;
  #before: Promise<KnownProvenance> | undefined;

  /** @param load reads what the store knows of the source */
  constructor(
    source: string,
    additions: OperatorFields,
    file: string,
    load: (identity: Identity) => Promise<KnownProvenance>,
  ) {
    this.identity = new Identity(source);
    this.unread = new UnreadEntries(this.identity);
    this.records = new RecordsOfTalks(this.identity, additions);
    this.lists = new SourceLists(this.identity, () => this.before());
    this.file = file;
    this.#load = load;
  }

  /** What the store knows of the source. @throws StoreUnavailable */
  before(): Promise<KnownProvenance> {
    return (this.#before ??= this.#load(this.identity));
  }

  /** Whether its files have any talk, publishable or not. */
  get hasTalks(): boolean {
    return this.count + this.withheld.size > 0;
  }

  /** Whether talks that seem to be gone may still be in the source. */
  get isPartial(): boolean {
    return this.isIncomplete || this.pages.missing > 0 || this.unread.hasUnknown;
  }

  meet({ slug, key }: SourceTalk): void {
    this.count++;
    if (this.sample.length < MAX_SAMPLED) this.sample.push({ slug, key });
  }
}

/** Called with a source talk and the slug of its record. */
export type OnSourceTalk = (slug: Slug, source: string, talk: SourceTalk) => void;

/** Records made from a batch of a file. */
export interface RecordBatch {
  readonly records: readonly LocatedRecord[];
  /** Provenance that the store does not have yet. */
  readonly provenance: readonly Provenance[];
  /** Problems that stop the import. */
  readonly problems: readonly LocatedProblem[];
  /** Problems of entries that are skipped. */
  readonly skipped: readonly LocatedProblem[];
  /** Problems of entries that are imported without their unreadable parts. */
  readonly mended: readonly LocatedProblem[];
}

/** Pages among a source's files: of one response, or of several, such as those of two organisations. */
export class SourcePages {
  /** How many files have each page number, by page count of the response. */
  readonly #given = new Map<number, Map<number, number>>();

  add({ number, count }: AnswerPage): void {
    const pages = this.#given.get(count) ?? new Map<number, number>();
    this.#given.set(count, pages.set(number, (pages.get(number) ?? 0) + 1));
  }

  /** Number of missing pages. A page that is there twice belongs to two responses. */
  get missing(): number {
    let missing = 0;
    for (const [count, pages] of this.#given) {
      const times = [...pages.values()];
      missing += Math.max(...times) * count - times.reduce((sum, one) => sum + one, 0);
    }
    return missing;
  }
}

/** More new talks than this mean another calendar, not an edited one. */
const MAX_HELD = 20_000;

/** Talks that are new to a source, held until its missing talks are known. */
class HeldTalks {
  #talks: SourceTalk[] = [];
  /** Whether there were too many: then none is compared. */
  isFull = false;

  /** Returns whether the talk is held. */
  add(talk: SourceTalk): boolean {
    this.isFull ||= this.#talks.length === MAX_HELD;
    if (!this.isFull) this.#talks.push(talk);
    return !this.isFull;
  }

  /** Returns all talks, only once; none if there were too many. */
  takeAll(): readonly SourceTalk[] {
    const talks = this.isFull ? [] : this.#talks;
    this.#talks = [];
    return talks;
  }
}

const OCCURRENCE_KEY = /^(?<event>.*)\/(?<moment>\d{8}(?:T\d{6}Z?)?)$/s;

/**
 * Recurring events that a source has in full: what their rules and exceptions no longer include, the source has
 * withdrawn itself.
 */
class RecurringEvents {
  readonly #events = new Map<string, RecurringEvent>();

  add(event: RecurringEvent): void {
    this.#events.set(event.key, event);
  }

  /** Whether a talk that has not come would be an occurrence of one of the events. @param key of the talk */
  excludes(key: string): boolean {
    const { event = '', moment = '' } = OCCURRENCE_KEY.exec(key)?.groups ?? {};
    const given = this.#events.get(event);
    // Days and times sort as text.
    return given !== undefined && given.from <= moment && moment <= given.to;
  }
}

/** Separator after the key of an entry in keys of its occurrences, or of rows that share a title. */
const CONTINUATION = /\/| (?:\/ |\d{4}-\d\d-\d\d)/g;

/** Suffix in keys of occurrences only. */
const OCCURRENCE_SUFFIX = /\/\d{8}(?:T\d{6}Z?)?$/;

/** Entries of a source that could not be read, or only in part. They exist, so their talks are not gone. */
class UnreadEntries {
  readonly #identity: Identity;
  readonly #keys = new Set<string>();
  readonly #slugs = new Set<string>();
  /** Keys and slugs of entries that must not be published. */
  readonly #withheld = new Set<string>();
  /** Keys of entries whose parts must not be published either. */
  readonly #withheldWhole = new Set<string>();
  #hasUnknown = false;

  constructor(identity: Identity) {
    this.#identity = identity;
  }

  /** Whether an unread entry may be any talk of the source. */
  get hasUnknown(): boolean {
    return this.#hasUnknown;
  }

  add(entry: EntryKeys): void {
    const keys = keysOf(entry);
    if (keys.length === 0) this.#hasUnknown = true;
    for (const key of keys) {
      this.#keys.add(key);
      this.#slugs.add(this.#slugOf(key));
    }
  }

  addWithheld(entry: EntryKeys): void {
    this.add(entry);
    for (const key of keysOf(entry)) this.#withheld.add(key).add(this.#slugOf(key));
    if (entry.hasParts === true && entry.key !== undefined) this.#withheldWhole.add(entry.key);
  }

  addTalk(talk: SourceTalk): void {
    this.#slugs.add(this.#identity.talk(talk));
  }

  /** Whether a talk is known to be an unread entry. @param key its key; `''` when unknown */
  has(slug: string, key = ''): boolean {
    if (this.#slugs.has(slug) || this.#keys.has(key)) return true;
    if (this.#keys.size === 0) return false;
    for (const { index } of key.matchAll(CONTINUATION)) if (this.#keys.has(key.slice(0, index))) return true;
    return false;
  }

  /** Whether a talk is certainly an entry that must not be published, or a part or occurrence of one. */
  isWithheld(slug: string, key: string): boolean {
    const isOne = [slug, key, key.replace(OCCURRENCE_SUFFIX, '')].some((one) => this.#withheld.has(one));
    return isOne || (this.#withheldWhole.size > 0 && this.#withheldWhole.has(key.split('/', 1)[0] ?? ''));
  }

  #slugOf(key: string): string {
    return this.#identity.talk({ slug: ownUuid(key) ?? null, key });
  }
}

function keysOf({ key = '', mayBe = [key] }: EntryKeys): string[] {
  return mayBe.filter((one) => one !== '');
}
