import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Provenance } from '#catalogue/provenance.ts';
import type { LocatedRecord, UnsaidField } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { SourceFormat, ReadOptions, ReadSetting } from '#sources/source-format.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { GonePolicy, GoneTalk } from '../provenance/gone-talks.ts';
import { HeldTalks } from '../provenance/held-talks.ts';
import { Identity } from '../provenance/identity.ts';
import type { Trait } from '../provenance/talk-traits.ts';
import { MOST_SAMPLED } from './likely-name.ts';
import type { Called, LikelyName } from './likely-name.ts';
import { RecordsOfTalks } from './records-of-talks.ts';
import type { OperatorFields } from './records-of-talks.ts';
import type { SameLines } from './same-lines.ts';
import { SourcePages } from './source-pages.ts';
import { SourceLists } from './source-lists.ts';
import type { ListNews } from './source-lists.ts';
import type { SharingOptions } from '../provenance/ownership.ts';
import { UnreadEntries } from '../provenance/unread-entries.ts';
import type { KnownProvenance } from '../provenance/known-provenance.ts';

/** How other formats than the catalogue's are brought in. */
export interface SourceOptions extends SharingOptions {
  /** Undefined: by the content of each file. */
  readonly format?: SourceFormat | undefined;
  /** The name of the source; undefined: after each file. */
  readonly source?: string | undefined;
  readonly read: ReadOptions;
  /** What the source was when it was last read, in the words of `contentKind`; undefined: unknown, or of no concern. */
  readonly was?: string | undefined;
  /** Called with what a file is, in the same words. */
  readonly onKind?: ((kind: string) => void) | undefined;
  /** Settings of reading that hold for other sources too, so that they need not be of use to this one. */
  readonly byDefault?: readonly ReadSetting[];
  readonly additions: OperatorFields;
  readonly gone: GonePolicy;
  /** True: a source without a talk is taken at its word, and what becomes of talks that vanish becomes of all that it had. */
  readonly allowEmpty?: boolean;
  /** True: an entry that cannot be read does not stop an import that replaces the catalogue either. */
  readonly skipBad?: boolean;
  /** Key or slug of talks whose way from the source to the store is to be told. */
  readonly explain?: string | undefined;
  /** What the operator says is the same. Undefined: nothing. */
  readonly same?: SameLines | undefined;
  /** False: what may be the same is not looked for. */
  readonly compare?: boolean;
}

/** What came of a file of another format. */
export interface FileSummary {
  readonly file: string;
  readonly format: SourceFormat;
  readonly source: string;
  readonly talks: number;
  /** What was decided on the way, and how often. */
  readonly notes: ReadonlyMap<string, number>;
}

/** One talk's way: as the source has it, and as the catalogue does. */
export interface Explained {
  readonly file: string;
  readonly source: string;
  readonly talk: SourceTalk;
  /** Undefined when it has problems. */
  readonly record: TalkRecord | undefined;
  /** Fields of it that the source does not mention. */
  readonly unsaid: readonly UnsaidField[];
  /** What the operator says that it is the same as, when that is said. */
  readonly keep?: string | undefined;
  /** By what it was recognised although its key has changed. */
  readonly recognisedBy?: Trait | undefined;
}

/** What came of a source: of all files that were given as of that name. */
export interface SourceSummary {
  readonly source: string;
  /** Talks that vanished from it. */
  readonly gone: readonly GoneTalk[];
  /** Collections that vanished from it, or that are another's. */
  readonly lists: readonly ListNews[];
  /** What it seems to have been called before, when it is new. */
  readonly likelyName: LikelyName | undefined;
}

/** The files of one source. */
export class SourceReading {
  readonly identity: Identity;
  readonly records: RecordsOfTalks;
  readonly lists: SourceLists;
  /** The first of its files. */
  readonly file: string;
  /** Talks that it has, and which other source owns each. */
  readonly left = new Map<Slug, string>();
  /** What it calls those talks, and those that are the same as another. */
  readonly keys = new Map<Slug, string>();
  /** Talks that it has and that must not be published. */
  readonly withheld = new Set<Slug>();
  /** Talks that it may have had under other keys; they become records when all of it has been read. */
  readonly held = new HeldTalks();
  /** Talks among those that must not be published that it may have had under other keys, when they were public. */
  readonly heldWithheld = new HeldTalks();
  /** Talks that were recognised under another key, and by what. */
  readonly moved = new Map<Slug, Trait>();
  /** Talks that were read. */
  count = 0;
  /** The first of its talks. */
  readonly sample: Called[] = [];
  /** Whether the source has more than its files. */
  isIncomplete = false;
  readonly pages = new SourcePages();
  readonly unread: UnreadEntries;
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

  /** What the store knows of it. @throws StoreUnavailable */
  before(): Promise<KnownProvenance> {
    return (this.#before ??= this.#load(this.identity));
  }

  /** Whether there was a talk in its files, to be published or not. */
  get hasTalks(): boolean {
    return this.count + this.withheld.size > 0;
  }

  /** Whether any talk that it does not seem to have may be there all the same. */
  get isPartial(): boolean {
    return this.isIncomplete || this.pages.missing > 0 || this.unread.hasUnknown;
  }

  meet({ slug, key }: SourceTalk): void {
    this.count++;
    if (this.sample.length < MOST_SAMPLED) this.sample.push({ slug, key });
  }
}

/** Told of a talk of a source, under the slug of its record. */
export type OnSourceTalk = (slug: Slug, source: string, talk: SourceTalk) => void;

/** A batch of a file as records. */
export interface RecordBatch {
  readonly records: readonly LocatedRecord[];
  /** Of those that the store does not know to be this source's. */
  readonly provenance: readonly Provenance[];
  /** Problems that stop the import. */
  readonly problems: readonly LocatedProblem[];
  /** Problems of entries that are left out. */
  readonly skipped: readonly LocatedProblem[];
  /** Problems of entries that are imported without what could not be read. */
  readonly mended: readonly LocatedProblem[];
}
