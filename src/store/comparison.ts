import type { Entry } from '#catalogue/integrity-checker.ts';
import {
  byKind,
  type CatalogueRecord,
  type LocatedRecord,
  recordKey,
  type RecordKind,
  type RecordType,
  type UnsaidField,
} from '#catalogue/record.ts';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import { isSlug } from '#catalogue/slug.ts';
import { lengthOf } from '#catalogue/talk-length.ts';
import { traitsOf } from '#catalogue/talk-traits.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { secondsOf } from '#catalogue/timestamp.ts';
import {
  changedHistory,
  existingHistory,
  type ExistingHistory,
  type ExistingRemovedTalk,
  isSameHistory,
  mendedHistory,
  newHistory,
  returnedHistory,
} from './existing-history.ts';
import type { ExistingRows, ExistingTalk, TalkUid } from './existing-rows.ts';
import { type ExistingJson, recordJson, talkFieldsFrom } from './record-json.ts';
import { refsBlob, talkRefs, type TalkRefs } from './packed-columns.ts';
import { type EntityRow, NO_ROWS, type RowBatch, type TalkRow } from './rows.ts';
import type { ImportFate, TalkChange } from './store-import.ts';

/** Compares imported records with the stored ones: counts what changes, and collects the rows to write. */
export class Comparison {
  readonly counts: Record<RecordKind, Record<ImportFate, number>> = byKind(() => ({
    added: 0,
    changed: 0,
    unchanged: 0,
    removed: 0,
  }));
  readonly #kept: ExistingRows | undefined;
  readonly #now: number;
  readonly #uids: Uids;
  readonly #onTalk: ((change: TalkChange) => void) | undefined;
  #talks: TalkRow[] = [];
  #entities: EntityRow[] = [];

  /** `kept`: undefined when there is no catalogue. `now`: seconds, for talks without a time of change or creation. */
  constructor(
    kept: ExistingRows | undefined,
    now: number,
    uids = new Uids(kept),
    onTalk?: (change: TalkChange) => void,
  ) {
    this.#kept = kept;
    this.#now = now;
    this.#uids = uids;
    this.#onTalk = onTalk;
  }

  /** Whether no record has changed so far. */
  get isIdle(): boolean {
    return Object.values(this.counts).every(({ added, changed, removed }) => added + changed + removed === 0);
  }

  add(located: Pick<LocatedRecord, 'record' | 'unsaid' | 'sourceSequence'>, entry: Entry): void {
    const { record } = located;
    switch (record.type) {
      case 'talk':
        this.counts.talk[this.#addTalk(record, entry, located)]++;
        break;
      case 'removed_talk':
        this.#addRemovedTalk(record, entry);
        break;
      default:
        this.counts[record.type][this.#addEntity(record, entry)]++;
    }
  }

  /** The rows gathered since the last call. */
  take(): RowBatch {
    const batch = { ...NO_ROWS, talks: this.#talks, entities: this.#entities };
    this.#talks = [];
    this.#entities = [];
    return batch;
  }

  #addEntity(record: Exclude<CatalogueRecord, TalkRecord | RemovedTalk>, { number, references }: Entry): ImportFate {
    const json = recordJson(record);
    const kept = this.#kept?.record(record.type, number);
    if (isSame(kept, json)) return 'unchanged';
    const [parent = 0] = references;
    const { type } = record;
    const isNew = this.#isNew(type, number);
    this.#entities.push({ type, isNew, number, key: recordKey(record), parent, record: json });
    return kept === undefined ? 'added' : 'changed';
  }

  #addTalk(
    given: TalkRecord,
    { number, references: named }: Entry,
    { unsaid = [], sourceSequence }: Pick<LocatedRecord, 'unsaid' | 'sourceSequence'>,
  ): ImportFate {
    const stored = this.#kept?.talk(number);
    const kept = ifWhole(stored);
    const {
      talk: merged,
      references,
      hosts,
    } = withStoredFields({ talk: given, references: named, hosts: given.hosts.length }, kept, unsaid);
    const talk = sourceSequence === undefined ? merged : this.#withOwnUid(merged, number, kept);
    const json = recordJson(talk);
    const sameText = isSame(kept?.record, json);
    const refs = refsBlob(references, hosts);
    const isSameTalk = kept !== undefined && sameText && kept.uid === talk.uid && kept.refs.equals(refs);
    const updated = talk.updated === null ? (isSameTalk ? kept.updated : this.#now) : secondsOf(talk.updated);
    const history = withSequence(this.#historyOf(talk, number, stored, refs), talk, sourceSequence);
    if (isSameTalk && updated === kept.updated && isSameHistory(history, kept)) return 'unchanged';
    this.#tell(talk.slug, kept, talk, refs);
    const { slug, uid, status } = talk;
    this.#talks.push({
      number,
      isNew: this.#isNew('talk', number),
      slug,
      uid,
      start: secondsOf(talk.start),
      length: lengthOf(talk),
      updated,
      history,
      status,
      traits: traitsOf(talk),
      removed: null,
      references,
      hosts,
      record: json,
    });
    return stored === undefined ? 'added' : 'changed';
  }

  /**
   * The talk with the UID that calendars know: a stored talk keeps its own or none, whatever its source brings, so that
   * none changes hands when another talk is gone. A new one has that of its source, unless another talk has it.
   */
  #withOwnUid(talk: TalkRecord, number: number, kept: ExistingTalk | undefined): TalkRecord {
    if (talk.uid === '') return talk;
    const { slug, uid } = kept === undefined ? talk : { ...talk, uid: kept.uid };
    const own = { number, slug, uid };
    if (kept === undefined && this.#uids.isTaken(own)) return { ...talk, uid: '' };
    this.#uids.take(own);
    return { ...talk, uid };
  }

  #historyOf(talk: TalkRecord, number: number, kept: ExistingTalk | undefined, refs: Buffer): ExistingHistory {
    if (talk.history !== null) return existingHistory(talk.history);
    // A talk that last changed before we first saw it existed at that time already.
    const first = talk.updated === null ? this.#now : Math.min(this.#now, secondsOf(talk.updated));
    if (kept?.isWhole === false) return mendedHistory(kept, first);
    if (kept !== undefined) {
      return changedHistory(kept, kept.record, talk, talkRefs(kept.refs).venue !== talkRefs(refs).venue);
    }
    const removed = this.#kept?.removedTalk(number);
    if (removed !== undefined) return returnedHistory(removed);
    return newHistory(first);
  }

  #addRemovedTalk(record: RemovedTalk, { number }: Entry): void {
    const talk = this.#kept?.talk(number);
    const before = this.#kept?.removedTalk(number);
    const kept = ifWhole(talk);
    const after = removedTalkOf(record, kept ?? before);
    if (before !== undefined && isSameRemovedTalk(before, after)) {
      this.counts.removed_talk.unchanged++;
      return;
    }
    if (kept !== undefined) this.#tell(record.slug, kept, undefined, kept.refs);
    if (talk !== undefined) this.counts.talk.removed++;
    else this.counts.removed_talk[before === undefined ? 'added' : 'changed']++;
    const { uid, removed, created, sequence, previousStart } = after;
    this.#talks.push({
      number,
      isNew: this.#isNew('talk', number),
      slug: record.slug,
      uid,
      start: 0,
      length: 0,
      updated: removed,
      history: { created, sequence, previousStart },
      status: 'published',
      traits: 0,
      removed,
      references: [],
      hosts: 0,
      record: '',
    });
  }

  #tell(slug: string, kept: ExistingTalk | undefined, after: TalkRecord | undefined, refs: Buffer): void {
    if (this.#onTalk === undefined) return;
    const before = kept === undefined ? undefined : talkFieldsFrom(kept.record);
    const isElsewhere = kept !== undefined && talkRefs(kept.refs).venue !== talkRefs(refs).venue;
    this.#onTalk({ slug, before, after, isElsewhere });
  }

  #isNew(type: RecordType, number: number): boolean {
    return number > (this.#kept?.lastNumber(type) ?? 0);
  }
}

/** Calendars that have the event from its source, with its UID, know its SEQUENCE there. */
function withSequence(history: ExistingHistory, { uid }: TalkRecord, least = 0): ExistingHistory {
  return uid === '' || history.sequence >= least ? history : { ...history, sequence: least };
}

/** Undefined for a damaged talk. */
function ifWhole(stored: ExistingTalk | undefined): ExistingTalk | undefined {
  return stored?.isWhole === true ? stored : undefined;
}

/** What is kept of a talk that a record removes. `known`: the stored talk, or what is kept of it already. */
function removedTalkOf(
  record: RemovedTalk,
  known: ExistingTalk | ExistingRemovedTalk | undefined,
): ExistingRemovedTalk {
  const removed = secondsOf(record.removed);
  const history = record.history === null ? (known ?? newHistory(removed)) : existingHistory(record.history);
  return { ...history, uid: record.uid || (known?.uid ?? ''), removed };
}

function isSameRemovedTalk(a: ExistingRemovedTalk, b: ExistingRemovedTalk): boolean {
  return a.removed === b.removed && a.uid === b.uid && isSameHistory(a, b);
}

function isSame(kept: ExistingJson | undefined, json: string): boolean {
  return kept?.equals(Buffer.from(json)) === true;
}

/** A talk, and the numbers of the records that it refers to, in the order of the catalogue's `referencesOf`. */
interface NumberedTalk {
  readonly talk: TalkRecord;
  readonly references: readonly number[];
  readonly hosts: number;
}

/**
 * The imported talk, with stored values for the fields that its source says nothing about: topics that somebody has
 * added are not lost because a service leaves topics out of its answers. If the record has a value for such a field all
 * the same, that is added to a list; a text is used only if none is stored.
 */
function withStoredFields(
  given: NumberedTalk,
  kept: ExistingTalk | undefined,
  unsaid: readonly UnsaidField[],
): NumberedTalk {
  if (kept === undefined || unsaid.length === 0) return given;
  const before: Readonly<Record<string, unknown>> = { ...talkFieldsFrom(kept.record), uid: kept.uid };
  const texts = unsaid.filter((field) => isSomething(before[field])).map((field) => [field, before[field]] as const);
  const talk: TalkRecord = { ...given.talk, ...Object.fromEntries(texts) };
  const refs = withStoredRefs(talkRefs(refsBlob(given.references, given.hosts)), talkRefs(kept.refs), unsaid);
  return { talk, references: numbersOf(refs), hosts: refs.hosts.length };
}

function isSomething(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== '' &&
    value !== false &&
    !(Array.isArray(value) && value.length === 0)
  );
}

function withStoredRefs(given: TalkRefs, kept: TalkRefs, unsaid: readonly UnsaidField[]): TalkRefs {
  const one = (field: UnsaidField, from: (refs: TalkRefs) => number): number =>
    (unsaid.includes(field) ? from(kept) : 0) || from(given);
  const all = (field: UnsaidField & keyof TalkRefs, from: (refs: TalkRefs) => Uint32Array): Uint32Array =>
    unsaid.includes(field) ? Uint32Array.from(new Set([...from(kept), ...from(given)])) : from(given);
  return {
    series: one('series', ({ series }) => series),
    venue: one('venue', ({ venue }) => venue),
    department: one('organisingDepartment', ({ department }) => department),
    topics: all('topics', ({ topics }) => topics),
    speakers: all('speakers', ({ speakers }) => speakers),
    hosts: all('hosts', ({ hosts }) => hosts),
    organisers: all('organisers', ({ organisers }) => organisers),
  };
}

function numbersOf({ series, venue, department, topics, speakers, hosts, organisers }: TalkRefs): number[] {
  return [series, venue, department, topics.length, ...topics, speakers.length, ...speakers, ...hosts, ...organisers];
}

/** Which talk has which UID, so that a calendar has each once. Reads those of the store when they are first needed. */
export class Uids {
  readonly #kept: ExistingRows | undefined;
  #stored: Map<string, number> | undefined;
  /** Of the talks imported so far. */
  readonly #imported = new Map<string, number>();

  /** @param kept undefined: the stored talks do not matter */
  constructor(kept: ExistingRows | undefined) {
    this.#kept = kept;
  }

  /** To be called before `isTaken` is asked about these talks; their stored rows are known. @throws StoreUnavailable */
  async prepare(talks: readonly LocatedRecord[]): Promise<void> {
    const kept = this.#kept;
    if (kept === undefined || this.#stored !== undefined || !talks.some((talk) => isNewUid(talk, kept))) return;
    this.#stored = new Map();
    for await (const talk of kept.uids()) this.#stored.set(calendarUid(talk), talk.number);
  }

  isTaken(talk: TalkUid): boolean {
    const uid = calendarUid(talk);
    const holders = [this.#imported.get(uid), this.#stored?.get(uid)];
    return holders.some((holder) => holder !== undefined && holder !== talk.number);
  }

  take(talk: TalkUid): void {
    this.#imported.set(calendarUid(talk), talk.number);
  }
}

/** Whether a source brings a talk with a UID that is not stored; others keep theirs. */
function isNewUid({ record, sourceSequence }: LocatedRecord, kept: ExistingRows): boolean {
  if (sourceSequence === undefined || record.type !== 'talk' || record.uid === '') return false;
  return kept.talk(kept.find('talk', record.slug)?.number ?? 0)?.isWhole !== true;
}

/** OxTalks makes UIDs of slugs. */
const OF_SLUG = /^https:\/\/[^/]+\/talks\/id\/([^/]+)\/?$/;

function calendarUid({ slug, uid }: TalkUid): string {
  const named = OF_SLUG.exec(uid)?.[1] ?? uid;
  return named === '' || !isSlug(named) ? uid || slug : named;
}
