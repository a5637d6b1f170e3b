import type { LocatedProblem } from '#catalogue/problem.ts';
import { LONGEST_SOURCE_KEY } from '#catalogue/provenance.ts';
import type { Provenance } from '#catalogue/provenance.ts';
import type { LocatedRecord, UnsaidField } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Input } from '#sources/file-input.ts';
import type {
  SourceFormat,
  ReadOptions,
  ReadSetting,
  SourceBatch,
  SourceProblem,
  SourceReader,
} from '#sources/format.ts';
import { readingProblem } from '#sources/reading-problem.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { GonePolicy, GoneTalk } from '../provenance/gone-talks.ts';
import { Identity } from '../provenance/identity.ts';
import { MOST_SAMPLED } from './likely-name.ts';
import type { Called, LikelyName } from './likely-name.ts';
import { refuseTooMany } from './talk-limit.ts';
import { RecordsOfTalks } from './records-of-talks.ts';
import type { OperatorFields } from './records-of-talks.ts';
import type { SameLines } from './same-lines.ts';
import { sourceFileOf } from './source-file.ts';
import { storable } from './source-text.ts';
import { SourceLists } from './source-lists.ts';
import type { ListNews } from './source-lists.ts';
import type { Store } from '#store/store.ts';
import type { SharingOptions, OwnerOf } from '../provenance/ownership.ts';
import type { KnownProvenance } from '../provenance/known-provenance.ts';
import { withFormerKeys } from '../provenance/late-titles.ts';
import { talkRow } from '../provenance/provenance-changes.ts';

/** How other formats than the catalogue's are brought in. */
export interface SourceOptions extends SharingOptions {
  /** Undefined: by the content of each file. */
  readonly format?: SourceFormat | undefined;
  /** The name of the source; undefined: after each file. */
  readonly source?: string | undefined;
  readonly read: ReadOptions;
  /** Settings of reading that hold for other sources too, so that they need not be of use to this one. */
  readonly byDefault?: readonly ReadSetting[];
  readonly additions: OperatorFields;
  readonly gone: GonePolicy;
  /** True: a source without a talk is taken at its word, and what becomes of talks that vanish becomes of all that it had. */
  readonly allowEmpty?: boolean;
  /** True: an entry that has problems is left out, and stops nothing. */
  readonly skipBad: boolean;
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
  /** Talks that were read. */
  count = 0;
  /** The first of its talks. */
  readonly sample: Called[] = [];
  /** Whether entries were left out, or are nowhere in the files, so that nobody can say what has vanished. */
  hasSkipped = false;
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
    this.records = new RecordsOfTalks(this.identity, additions);
    this.lists = new SourceLists(this.identity, () => this.before());
    this.file = file;
    this.#load = load;
  }

  /** What the store knows of it. @throws StoreUnavailable */
  before(): Promise<KnownProvenance> {
    return (this.#before ??= this.#load(this.identity));
  }

  meet({ slug, key }: SourceTalk): void {
    this.count++;
    if (this.sample.length < MOST_SAMPLED) this.sample.push({ slug, key });
  }
}

/** Told of a talk of a source, under the slug of its record. */
export type OnSourceTalk = (slug: Slug, source: string, talk: SourceTalk) => void;

/** A stretch of a file as records. */
export interface RecordBatch {
  readonly records: readonly LocatedRecord[];
  /** Of those that the store does not know to be this source's. */
  readonly provenance: readonly Provenance[];
  readonly problems: readonly LocatedProblem[];
  /** Problems of entries that are left out. */
  readonly skipped: readonly LocatedProblem[];
}

interface FileOptions extends SourceOptions {
  /** Where collections are looked up; undefined: there is nothing yet. */
  readonly known: Pick<Store, 'collection'> | undefined;
  readonly onTalk: OnSourceTalk | undefined;
  /** Who owns these talks. @throws StoreUnavailable */
  readonly ownersOf: (slugs: readonly Slug[], before: KnownProvenance) => Promise<OwnerOf>;
}

/** A file that is being read, and what there is to say of it. */
export class SourceFileReading {
  readonly summary: FileSummary;
  readonly explained: Explained[] = [];
  readonly #of: SourceReading;
  readonly #options: FileOptions;
  readonly #notes = new Map<string, number>();
  #talks = 0;

  constructor(of: SourceReading, input: Input, format: SourceFormat, options: FileOptions) {
    this.#of = of;
    this.#options = options;
    const talks = (): number => this.#talks;
    this.summary = {
      file: input.name,
      format,
      source: of.identity.source,
      get talks() {
        return talks();
      },
      notes: this.#notes,
    };
  }

  async *batches(read: SourceReader, input: Input, chunks: AsyncIterable<Buffer>): AsyncGenerator<RecordBatch> {
    try {
      for await (const given of read(sourceFileOf(input, chunks), this.#options.read)) {
        refuseTooMany(this.#of.count + given.talks.length);
        const before = await this.#of.before();
        const batch = { ...given, talks: withFormerKeys(given.talks, this.#of.identity, before.owns) };
        // A name that we have made is of one source alone.
        const shareable = batch.talks.flatMap(({ slug }) => slug ?? []);
        yield this.#batch(batch, await this.#options.ownersOf(shareable, before), before);
        yield* this.#collections(batch);
      }
    } catch (error) {
      yield { records: [], provenance: [], problems: [readingProblem(error, input.name, 0)], skipped: [] };
    }
  }

  /** When their talks have come. */
  async *#collections(batch: SourceBatch): AsyncGenerator<RecordBatch> {
    const { records, left, lists } = this.#of;
    const { known } = this.#options;
    const { file } = this.summary;
    const isThere = (talk: Slug): boolean => records.has(talk) || left.has(talk) || lists.talks.has(talk);
    for (const list of batch.collections ?? []) {
      const made = await lists.record(list, known, isThere);
      if ('problems' in made)
        yield this.#sorted(
          [],
          made.problems.map((problem) => inFile(problem, file)),
        );
      else if (made.record !== undefined) yield this.#sorted([{ record: made.record, file, line: list.line }], []);
    }
    await lists.take(batch);
  }

  #batch(batch: SourceBatch, ownerOf: OwnerOf, before: KnownProvenance): RecordBatch {
    const { talks, problems = [], failure, records = [], incomplete } = batch;
    const { file } = this.summary;
    this.#say(batch);
    const located: LocatedRecord[] = records.map(({ record, line }) => ({ record, file, line }));
    const provenance: Provenance[] = [];
    const bad: LocatedProblem[] = problems.map((problem) => inFile(problem, file));
    for (const talk of talks) {
      this.#of.meet(talk);
      if (this.#isLeft(talk, ownerOf, batch)) continue;
      if (this.#isListedToo(talk, batch)) {
        if (batch.isListed !== true) provenance.push(...this.#owned(this.#of.identity.talk(talk), talk, before));
        continue;
      }
      const made = this.#of.records.take(talk, file);
      if ('problems' in made) {
        this.#explain(talk, undefined, []);
        bad.push(...made.problems);
        continue;
      }
      const unsaid = unsaidNow(made, before.cancelled);
      this.#explain(talk, made.record, unsaid);
      if (batch.isListed !== true) provenance.push(...this.#owned(made.record.slug, talk, before));
      located.push({ record: made.record, file, line: talk.line, unsaid });
      this.#count(made.record, talk, batch);
    }
    if (bad.length > 0 || incomplete === true) this.#of.hasSkipped = true;
    return { ...this.#sorted(located, bad, failure === undefined ? [] : [inFile(failure, file)]), provenance };
  }

  #count({ slug, title }: TalkRecord, talk: SourceTalk, { isListed }: SourceBatch): void {
    this.#talks++;
    if (title === '') this.#note('without a title: to be announced, unless its title is known already', 1);
    if (isListed === true) this.#of.lists.talks.add(slug);
    this.#options.onTalk?.(slug, this.summary.source, talk);
  }

  /** The row of a talk that came as a record, unless the store has it. What is the same as another is decided about later. */
  #owned(slug: Slug, talk: SourceTalk, { owns, cancelled }: KnownProvenance): Provenance[] {
    const key = keyOf(talk);
    if (this.#options.same?.keepOf(slug) !== undefined) {
      this.#of.keys.set(slug, key);
      return [];
    }
    if (owns.get(slug) === key && !cancelled.has(slug)) return [];
    return [talkRow(this.#of.identity.source, slug, key)];
  }

  #say({ series = [], notes = [] }: SourceBatch): void {
    for (const said of series) this.#of.records.describe(said, this.summary.file);
    for (const { what, count } of notes) this.#note(what, count);
  }

  /** @param fatal what stops the import in any case */
  #sorted(
    records: readonly LocatedRecord[],
    bad: readonly LocatedProblem[],
    fatal: readonly LocatedProblem[] = [],
  ): RecordBatch {
    return this.#options.skipBad
      ? { records, provenance: [], problems: fatal, skipped: bad }
      : { records, provenance: [], problems: [...bad, ...fatal], skipped: [] };
  }

  /** What is said to be the same as something else has an owner by that already. */
  #isLeft(talk: SourceTalk, ownerOf: OwnerOf, { isListed }: SourceBatch): boolean {
    const { slug } = talk;
    if (slug === null || this.#options.same?.keepOf(slug) !== undefined) return false;
    const owner = ownerOf(slug);
    if (owner === undefined) return false;
    this.#talks++;
    const { keys, left, lists } = this.#of;
    if (isListed === true) lists.talks.add(slug);
    else {
      left.set(slug, owner);
      keys.set(slug, keyOf(talk));
    }
    const { neighbours } = this.#options;
    const why = neighbours === undefined ? 'which brought it first' : 'which stands first';
    const hint = neighbours === undefined ? ' (--take-over makes it the one of this source)' : '';
    this.#note(`also of the source “${owner}”, ${why}: what that says of it counts${hint}`, 1);
    return true;
  }

  /** Of two files of a source, one may have a talk as such and the other on a list: then it is not there for the list alone. */
  #isListedToo(talk: SourceTalk, { isListed }: SourceBatch): boolean {
    const { identity, records, lists } = this.#of;
    const slug = identity.talk(talk);
    if (!records.has(slug) || (isListed !== true && !lists.talks.has(slug))) return false;
    if (isListed === true) return true;
    lists.talks.delete(slug);
    this.#talks++;
    return true;
  }

  #note(what: string, count: number): void {
    if (count === 0) return;
    this.#notes.set(what, (this.#notes.get(what) ?? 0) + count);
  }

  #explain(talk: SourceTalk, record: TalkRecord | undefined, unsaid: readonly UnsaidField[]): void {
    const { explain } = this.#options;
    if (explain === undefined || this.explained.length >= MOST_EXPLAINED) return;
    const { source, file } = this.summary;
    const keep = this.#options.same?.keepOf(record?.slug ?? '');
    const isIt = [talk.key, talk.uid, talk.slug, record?.slug, keep].includes(explain);
    if (isIt) this.explained.push({ file, source, talk, record, unsaid, keep });
  }
}

/** A talk that was cancelled because it had vanished takes place again when it is back. */
function unsaidNow(
  { record, unsaid }: { readonly record: TalkRecord; readonly unsaid: readonly UnsaidField[] },
  cancelled: ReadonlySet<Slug>,
): readonly UnsaidField[] {
  return cancelled.has(record.slug) ? unsaid.filter((field) => field !== 'status') : unsaid;
}

/** What a source calls a talk, as the store keeps it. */
function keyOf({ key }: SourceTalk): string {
  return key.length <= LONGEST_SOURCE_KEY ? storable(key) : '';
}

/** Of talks that share a UID. */
const MOST_EXPLAINED = 20;

function inFile({ code, where, what, hint, line, key }: SourceProblem, file: string): LocatedProblem {
  return {
    code,
    where,
    what: key === undefined || what.includes(key) ? what : `${what} (In ${key}.)`,
    hint,
    file,
    line,
  };
}
