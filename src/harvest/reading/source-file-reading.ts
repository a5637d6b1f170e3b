import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Provenance } from '#catalogue/provenance.ts';
import type { LocatedRecord, UnsaidField } from '#catalogue/record.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import { FileAccount } from '#sources/file-account.ts';
import type { Input } from '#sources/file-input.ts';
import { ReadingFailure, readingProblem } from '#sources/reading-problem.ts';
import { reviewed } from '#sources/reviewed.ts';
import type {
  AnswerPage,
  SourceBatch,
  SourceFile,
  SourceFormat,
  SourceProblem,
  SourceReader,
} from '#sources/source-format.ts';
import type { SharedKey, SourceTalk } from '#sources/source-talk.ts';
import { inSheet } from '#sources/spreadsheet/cell-name.ts';
import { ianaZone, UTC } from '#sources/wall-clock.ts';
import type { StoreBefore } from '../corrections/corrected-import.ts';
import type { Identity } from '../provenance/identity.ts';
import type { KnownProvenance } from '../provenance/known-provenance.ts';
import { RECOGNISED_BY } from '../provenance/matching-features.ts';
import { changesOfOthers, type OthersTalk } from '../provenance/others-talks.ts';
import type { OwnerOf } from '../provenance/ownership.ts';
import { ownership } from '../provenance/provenance-changes.ts';
import { storedKey } from '../provenance/remembered-keys.ts';
import { LEFT_OUT, SPEAKERS } from './explained-talks.ts';
import type {
  Explained,
  FileSummary,
  OnSourceTalk,
  RecordBatch,
  SourceOptions,
  SourceReading,
} from './source-reading.ts';

interface FileOptions extends SourceOptions {
  /** The existing catalogue; undefined: none yet. */
  readonly known: Pick<StoreBefore, 'record' | 'sourceTalks'> | undefined;
  readonly onTalk: OnSourceTalk | undefined;
  /** Finds the owners of these talks. @throws StoreUnavailable */
  readonly ownersOf: (slugs: readonly Slug[], before: KnownProvenance) => Promise<OwnerOf>;
  /** Whether another source owns a collection. @throws StoreUnavailable */
  readonly isOthersCollection: (slug: Slug) => Promise<boolean>;
}

/** One file of a source while it is read, with its summary. */
export class SourceFileReading {
  readonly summary: FileSummary;
  readonly explained: Explained[] = [];
  readonly #of: SourceReading;
  readonly #options: FileOptions;
  /** Places where an impossible end has been reported: all occurrences of an event have the same one. */
  readonly #endless = new Set<string>();
  readonly #held: SourceTalk[] = [];
  /** Talks of the batch that other sources own. */
  readonly #ofOthers: OthersTalk[] = [];
  #isReleasing = false;
  #isPage = false;
  #talks = 0;

  constructor(of: SourceReading, input: Input, format: SourceFormat, options: FileOptions) {
    this.#of = of;
    this.#options = options;
    const talks = (): number => this.#talks;
    const account = new FileAccount(format, options.read.mapping);
    this.summary = {
      file: input.name,
      format,
      source: of.identity.source,
      get talks() {
        return talks();
      },
      get notes() {
        return account.decisions;
      },
      account,
    };
  }

  async *batches(read: SourceReader, input: Input, chunks: AsyncIterable<Buffer>): AsyncGenerator<RecordBatch> {
    const { read: asked } = this.#options;
    try {
      for await (const given of reviewed(read(sourceFileOf(input, chunks), asked), asked)) {
        this.summary.account.take(given);
        refuseTooMany(this.#of.count + this.#of.withheld.size + given.talks.length + (given.withheld?.length ?? 0));
        const before = await this.#of.before();
        const talks = await withFormerKeys(given.talks, {
          identity: this.#of.identity,
          owns: before.owns,
          sourceTalks: this.#options.known?.sourceTalks,
        });
        const batch = { ...given, talks };
        // Slugs that are made from keys are unique to a source.
        const shareable = batch.talks.flatMap(({ slug }) => slug ?? []);
        const made = this.#batch(batch, await this.#options.ownersOf(shareable, before), before);
        yield { ...made, skipped: [...made.skipped, ...(await this.#changedOfOthers())] };
        yield* this.#collections(batch);
      }
      this.summary.account.take({ talks: [], notes: input.notes?.() ?? [] });
    } catch (error) {
      yield { ...NOTHING, problems: [readingProblem(error, input.name, 0)] };
    }
  }

  /** Collections of the batch, after its talks. */
  async *#collections(batch: SourceBatch): AsyncGenerator<RecordBatch> {
    const { records, left, lists } = this.#of;
    const { known } = this.#options;
    const { file } = this.summary;
    const isThere = (talk: Slug): boolean => records.has(talk) || left.has(talk) || lists.talks.has(talk);
    for (const list of batch.collections ?? []) {
      const made = await lists.record(list, known, { isThere, isOthers: this.#options.isOthersCollection });
      if ('problems' in made) yield { ...NOTHING, skipped: made.problems.map((problem) => inFile(problem, file)) };
      else if (made.record !== undefined)
        yield { ...NOTHING, records: [{ record: made.record, file, line: list.line }] };
    }
    await lists.take(batch);
  }

  #batch(batch: SourceBatch, ownerOf: OwnerOf, before: KnownProvenance): RecordBatch {
    const { talks, failure, incomplete, page } = batch;
    const { file } = this.summary;
    for (const said of batch.series ?? []) this.#of.records.describe(said, file);
    const located: LocatedRecord[] = [];
    const provenance: Provenance[] = [];
    this.#withhold(batch, before);
    const { skipped, mended } = this.#problemsOf(batch);
    for (const given of talks) {
      const talk = this.#withPossibleEnd(given, mended);
      if (this.#isPutOff(talk, batch, ownerOf, before)) continue;
      if (this.#isListedToo(talk, batch)) {
        if (batch.isListed !== true) provenance.push(...this.#owned(this.#of.identity.talk(talk), talk, before));
        continue;
      }
      const made = this.#of.records.take(withOldUid(talk, this.#of.identity), file);
      if ('problems' in made) {
        this.#explain(talk, undefined, []);
        this.#of.unread.addTalk(talk);
        skipped.push(...made.problems);
        continue;
      }
      const unsaid = unsaidNow(made, before.cancelled);
      this.#explain(talk, made.record, unsaid);
      if (batch.isListed !== true) provenance.push(...this.#owned(made.record.slug, talk, before));
      located.push({ record: made.record, file, line: talk.line, unsaid, sourceSequence: talk.sequence ?? 0 });
      this.#count(made.record, talk, batch);
    }
    if (incomplete === true) this.#of.isIncomplete = true;
    if (page !== undefined) this.#takePage(page);
    const fatal = failure === undefined ? [] : [inFile(failure, file)];
    return { records: located, provenance, problems: fatal, skipped, mended };
  }

  #takePage(page: AnswerPage): void {
    this.#isPage = true;
    this.#of.pages.add(page);
  }

  #withhold(batch: SourceBatch, before: KnownProvenance): void {
    for (const event of batch.recurring ?? []) this.#of.recurring.add(event);
    for (const entry of batch.withheldUnread ?? []) this.#of.unread.addWithheld(entry);
    for (const talk of batch.withheld ?? []) {
      this.#of.withheld.add(this.#of.identity.talk(talk));
      if (this.#mayHaveMoved(talk, batch, before)) this.#of.heldWithheld.add(talk);
      this.#explain(talk, undefined, []);
    }
  }

  /** Problems of entries that are skipped, and of those that are read in part. */
  #problemsOf({ problems = [] }: SourceBatch): { skipped: LocatedProblem[]; mended: LocatedProblem[] } {
    const skipped: LocatedProblem[] = [];
    const mended: LocatedProblem[] = [];
    for (const problem of problems) {
      (problem.read === undefined ? skipped : mended).push(inFile(problem, this.summary.file));
      if (problem.read !== 'without-end') this.#of.unread.add(problem);
    }
    return { skipped, mended };
  }

  #withPossibleEnd(given: SourceTalk, mended: LocatedProblem[]): SourceTalk {
    const without = withoutImpossibleEnd(given);
    if (without === undefined) return given;
    const { problem, talk } = without;
    const place = `${problem.line} ${problem.where}`;
    if (!this.#endless.has(place)) mended.push({ ...problem, file: this.summary.file });
    this.#endless.add(place);
    return talk;
  }

  /** Held talks, once the moved ones among them have their old slugs. */
  async release(): Promise<RecordBatch> {
    this.#isReleasing = true;
    const what = 'pages of the response missing: no talk counts as gone';
    if (this.#isPage) this.summary.account.note({ what, count: this.#of.pages.missing });
    return this.#batch({ talks: this.#held.splice(0) }, () => undefined, await this.#of.before());
  }

  /** Whether a talk makes no record yet: another source owns it, or it is held until all files have been read. */
  #isPutOff(talk: SourceTalk, batch: SourceBatch, ownerOf: OwnerOf, before: KnownProvenance): boolean {
    if (this.#isReleasing) return false;
    this.#of.meet(talk);
    return this.#isLeft(talk, ownerOf, batch) || this.#isHeld(talk, batch, before);
  }

  #isHeld(talk: SourceTalk, batch: SourceBatch, before: KnownProvenance): boolean {
    if (!this.#mayHaveMoved(talk, batch, before) || !this.#of.held.add(talk)) return false;
    this.#held.push(talk);
    return true;
  }

  /** A talk that is new to the source may be an earlier one with a new key. */
  #mayHaveMoved(talk: SourceTalk, { isListed, collections }: SourceBatch, before: KnownProvenance): boolean {
    if (before.owns.size === 0 || talk.slug !== null) return false;
    if (isListed === true || collections !== undefined) return false;
    const slug = this.#of.identity.talk(talk);
    if (before.owns.has(slug) || before.shares.has(slug)) return false;
    return this.#options.same?.keepOf(slug) === undefined && storedKey(talk.key) !== '';
  }

  #count({ slug, title }: TalkRecord, talk: SourceTalk, { isListed }: SourceBatch): void {
    this.#talks++;
    const { account, source } = this.summary;
    if (title === '') account.note({ what: UNTITLED, count: 1, about: 'fields' });
    const by = this.#of.moved.get(slug);
    if (by !== undefined)
      account.note({ what: `under another key than before: recognised by ${RECOGNISED_BY[by]}`, count: 1 });
    if (isListed === true) this.#of.lists.talks.add(slug);
    this.#options.onTalk?.(slug, source, talk);
  }

  /** Provenance of a talk, unless the store has it already. Merged talks are decided about later. */
  #owned(slug: Slug, talk: SourceTalk, { owns, cancelled }: KnownProvenance): Provenance[] {
    const key = storedKey(talk.key);
    if (this.#options.same?.keepOf(slug) !== undefined) {
      this.#of.keys.set(slug, key);
      return [];
    }
    const isCancelled = talk.statusWords === 'alone';
    if (owns.get(slug) === key && cancelled.has(slug) === isCancelled) return [];
    return [{ ...ownership(this.#of.identity.source, slug, key), cancelled: isCancelled }];
  }

  /** Whether another source owns the talk. The owner of a merged talk follows from the merge. */
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
      keys.set(slug, storedKey(talk.key));
    }
    this.#ofOthers.push({ talk, owner });
    return true;
  }

  /** Problems for talks of other sources that this source would have changed. @throws StoreUnavailable */
  async #changedOfOthers(): Promise<LocatedProblem[]> {
    const { known, additions, same } = this.#options;
    const talks = this.#ofOthers.splice(0);
    if (known === undefined || talks.length === 0) return [];
    return changesOfOthers(known, talks, { identity: this.#of.identity, additions, same, file: this.summary.file });
  }

  /** Two files of a source may have a talk, one only in a list: then it is not there just for the list. */
  #isListedToo(talk: SourceTalk, { isListed }: SourceBatch): boolean {
    const { identity, records, lists } = this.#of;
    const slug = identity.talk(talk);
    if (!records.has(slug) || (isListed !== true && !lists.talks.has(slug))) return false;
    if (isListed === true) return true;
    lists.talks.delete(slug);
    this.#talks++;
    return true;
  }

  #explain(talk: SourceTalk, record: TalkRecord | undefined, unsaid: readonly UnsaidField[]): void {
    const { explain } = this.#options;
    if (explain === undefined || this.explained.length >= (explain === SPEAKERS ? MAX_SPEAKERS : MAX_EXPLAINED)) return;
    const { source, file } = this.summary;
    const slug = record?.slug ?? '';
    const keep = this.#options.same?.keepOf(slug);
    const hasSpeakers = explain === SPEAKERS && talk.speakersFrom !== undefined;
    const isAsked = hasSpeakers || (explain === LEFT_OUT && talk.hidden !== undefined);
    const isIt = isAsked || [talk.key, talk.uid, talk.slug, slug, keep].includes(explain);
    const recognisedBy = this.#of.moved.get(slug);
    if (isIt) this.explained.push({ file, source, talk, record, unsaid, keep, recognisedBy });
  }
}

const NOTHING: RecordBatch = { records: [], provenance: [], problems: [], skipped: [], mended: [] };

/** Resets the status of a talk that was cancelled because it was gone, or by words that its entry no longer has. */
function unsaidNow(
  { record, unsaid }: { readonly record: TalkRecord; readonly unsaid: readonly UnsaidField[] },
  cancelled: ReadonlySet<Slug>,
): readonly UnsaidField[] {
  if (!cancelled.has(record.slug) || !unsaid.includes('status')) return unsaid;
  return unsaid.filter((field) => field !== 'status' && field !== 'specialMessage');
}

const UNTITLED = 'without a title: to be announced, unless its title is known already';

const MAX_SPEAKERS = 1000;

/** Limit for talks that share a UID, or must not be published. */
const MAX_EXPLAINED = 20;

const DAY = 86_400;

/** The talk as if it had no end, if its end is before its start; else undefined. */
function withoutImpossibleEnd(
  talk: SourceTalk,
): { readonly talk: SourceTalk; readonly problem: Omit<LocatedProblem, 'file'> } | undefined {
  const { start, end, title, key, line, sheet } = talk;
  if (end >= start) return undefined;
  const problem = {
    code: 'ends-before-start',
    where: 'end',
    what: `It ends at ${end}, before it begins at ${start}: the end is dropped. (In ${shownValue(title || key)}.)`,
    hint: 'Fix the times at the source.',
    line,
  };
  return { talk: { ...talk, end: endWithoutOne(talk) }, problem: inSheet(problem, sheet) };
}

/** Next midnight for an all-day talk, else its start. */
function endWithoutOne({ start, clock, zone }: SourceTalk): string {
  if (clock !== 'all-day') return start;
  const { toUtc, toWall } = ianaZone(zone) ?? UTC;
  return timestampOf(toUtc(toWall(secondsOf(start)) + DAY));
}

/** Adds the file name to a problem, and the key of the entry unless the text has it. */
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

/** Lets a talk whose key has changed keep the UID that calendars have. */
function withOldUid(talk: SourceTalk, identity: Identity): SourceTalk {
  if (talk.slug !== null || talk.uid === '' || identity.talk(talk) === identity.firstSlug(talk.key)) return talk;
  return { ...talk, uid: '', sequence: 0, unsaid: [...talk.unsaid, 'uid'] };
}

/** What is known of the source's talks. */
interface KnownTalks {
  readonly identity: Identity;
  readonly owns: ReadonlyMap<Slug, string>;
  /** Undefined: there is no catalogue yet. */
  readonly sourceTalks: ((slugs: ReadonlySet<Slug>) => AsyncIterable<TalkRecord>) | undefined;
}

/**
 * Lets talks that were imported before they had a title, or when another had their key, keep their former keys.
 * @param talks a batch
 * @throws StoreUnavailable
 */
async function withFormerKeys(
  talks: readonly SourceTalk[],
  { identity, owns, sourceTalks }: KnownTalks,
): Promise<readonly SourceTalk[]> {
  if (talks.every(({ formerKey, shared }) => formerKey === undefined && shared === undefined)) return talks;
  const isKnown = (key: string): boolean => owns.has(identity.talk({ slug: null, key }));
  const holders =
    sourceTalks === undefined ? new Map<string, string>() : await holdersOf(talks, { identity, isKnown, sourceTalks });
  return talks.map((talk) => {
    const { slug, key, formerKey, shared } = talk;
    if (shared !== undefined) {
      if (isKnown(shared.own)) return withOwnKey(talk);
      const holder = holders.get(shared.alone.key);
      if (holder === undefined) return talk;
      return holder === shared.own ? { ...talk, ...shared.alone } : withOwnKey(talk);
    }
    const isFormer = slug === null && formerKey !== undefined && isKnown(formerKey) && !isKnown(key);
    return isFormer ? { ...talk, key: formerKey } : talk;
  });
}

function withOwnKey(talk: SourceTalk): SourceTalk {
  return talk.shared === undefined ? talk : { ...talk, key: talk.shared.own, slug: null, uid: '' };
}

interface Sharing extends Required<Pick<KnownTalks, 'identity'>> {
  readonly isKnown: (key: string) => boolean;
  readonly sourceTalks: NonNullable<KnownTalks['sourceTalks']>;
}

/**
 * Which of several talks with one key is the one that had it, whatever their order: feeds list the newest first. A talk
 * with another start and title may still be recognised as that one later, like others with new keys.
 * @returns own keys by shared key; `''`: none of them
 */
async function holdersOf(
  talks: readonly SourceTalk[],
  { identity, isKnown, sourceTalks }: Sharing,
): Promise<ReadonlyMap<string, string>> {
  const contested = new Map(contestsIn(talks).map((contest) => [identity.talk(contest.alone), contest]));
  const holders = new Map<string, string>();
  if (contested.size === 0) return holders;
  for await (const { slug, start, title } of sourceTalks(new Set(contested.keys()))) {
    const { alone, each } = contested.get(slug) ?? { alone: { key: '' }, each: [] };
    const sameStart = each.filter((talk) => talk.start === start && !isKnown(talk.own));
    const holder = sameStart.find((talk) => talk.title === title) ?? sameStart[0];
    holders.set(alone.key, holder?.own ?? '');
  }
  return holders;
}

interface Contest extends Pick<SharedKey, 'alone'> {
  readonly each: readonly (Pick<SourceTalk, 'start' | 'title'> & Pick<SharedKey, 'own'>)[];
}

/** Keys that several talks have, and the first of them uses: in a later batch of the file it has been given already. */
function contestsIn(talks: readonly SourceTalk[]): Contest[] {
  const byKey = new Map<string, SourceTalk[]>();
  for (const talk of talks) {
    const key = talk.shared?.alone.key;
    if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), talk]);
  }
  return [...byKey].flatMap(([key, sharing]) => {
    const each = sharing.flatMap(({ start, title, shared }) => (shared ? [{ start, title, own: shared.own }] : []));
    const [first] = sharing;
    const isContested = first?.key === key && new Set(each.map(({ own }) => own)).size > 1;
    return isContested && first.shared !== undefined ? [{ alone: first.shared.alone, each }] : [];
  });
}

/** The input for the reader of a format. @param chunks its unpacked bytes; the first have been requested */
export function sourceFileOf(
  { name, further, address: asked = '', foundAt }: Input,
  chunks: AsyncIterable<Buffer>,
): SourceFile {
  const address = foundAt?.() ?? asked;
  const ledFrom = asked === address ? {} : { ledFrom: asked };
  return { name, address, chunks, ...ledFrom, ...(further === undefined ? {} : { further }) };
}

/** Maximum number of talks of one source. Some data of each stays in memory until the end. */
const MAX_TALKS = 250_000;

/** @throws ReadingFailure */
export function refuseTooMany(talks: number): void {
  if (talks <= MAX_TALKS) return;
  const what = `The source has more than ${MAX_TALKS.toLocaleString('en')} talks.`;
  const hint = 'Split it into several sources, by year for example, or import a catalogue file.';
  throw new ReadingFailure({ code: 'too-large', where: '', what, hint });
}
