import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { withMidnights } from '#catalogue/all-day.ts';
import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place, PlaceId } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import { isSlug, type Slug } from '#catalogue/slug.ts';
import type { DatedTalk, TalkDetails } from '#catalogue/talk-details.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Topic, TopicUri } from '#catalogue/topic.ts';
import type { CollectionOf } from '#search/index/matcher.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { calendarIn, type Calendar } from '#search/query/calendar-date.ts';
import { keyOfTerm, type TextQuery } from '#search/query/text-query.ts';
import { DamageFound } from '#store/damage.ts';
import { CatalogueDamaged, StoreUnavailable, type StoreState } from '#store/store.ts';
import { CopyUnusable } from './copy-file.ts';
import type { CopyReader } from './copy-reader.ts';
import { UntitledTalks } from './untitled-talks.ts';
import type { Words } from './word-lookup.ts';

/** How long a search for words waits for the words of a new copy, in milliseconds. */
const WORDS_WITHIN = 3_000;

interface SnapshotParts {
  readonly reader: CopyReader;
  readonly makeIndex: (collectionOf: CollectionOf) => TalkIndex;
  readonly words: Words;
  /** What untitled talks are called; '': nothing. */
  readonly untitled: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly isNewest: (snapshot: Snapshot) => boolean;
  /** Called when damage is met. @param isOfCopy false: the store's records were damaged when they were copied */
  readonly onDamage: (isOfCopy: boolean) => void;
}

/**
 * One version of the catalogue: its index, and the records and words of the copy at the same version. Everything but
 * `loadWords` is synchronous. Methods that read throw CatalogueDamaged if what they need is damaged.
 */
export class Snapshot {
  readonly index: TalkIndex;
  readonly #parts: SnapshotParts;
  readonly #untitled: UntitledTalks;
  readonly #calendar: Calendar;
  readonly #loading = new Map<string, Promise<void>>();
  readonly #marks = new Map<number, number>();
  #reader: CopyReader;
  #holders = 0;
  #isRetired = false;
  #onRenewal = new Set<() => void>();

  constructor(parts: SnapshotParts) {
    this.#parts = parts;
    this.#reader = parts.reader;
    this.#untitled = new UntitledTalks(parts.untitled);
    this.#calendar = calendarIn(parts.timeZone);
    this.index = parts.makeIndex((slug) => {
      const found = this.collection(slug);
      return found?.public === true ? found : undefined;
    });
  }

  /** False once there is a newer one: what was made from an older one must not be cached, since nothing would drop it. */
  get isNewest(): boolean {
    return this.#parts.isNewest(this);
  }

  /** Path of the copy's file. */
  get file(): string {
    return this.#reader.file;
  }

  get serial(): number {
    return this.#reader.serial;
  }

  get usesLog(): boolean {
    return this.#reader.hasLog;
  }

  /** Undefined if the slug is unknown. */
  talk(slug: string): DatedTalk | undefined {
    const number = this.index.talkNumber(slug);
    return number === 0 ? undefined : this.talks(Uint32Array.of(number))[0];
  }

  /** The talk with this number. */
  details(number: number): DatedTalk {
    return this.#reading((reader) => this.#dated(number, reader.talks([number])[0]));
  }

  /** The talks with these numbers, in their order. */
  talks(numbers: Uint32Array): readonly DatedTalk[] {
    return this.#reading((reader) => reader.talks([...numbers]).map((talk, at) => this.#dated(numbers[at] ?? 0, talk)));
  }

  person(slug: Slug): Person | undefined {
    return this.#reading((reader) => reader.entity('person', slug));
  }

  series(slug: Slug): Series | undefined {
    return this.#reading((reader) => reader.entity('series', slug));
  }

  place(id: PlaceId): Place | undefined {
    return this.#reading((reader) => reader.entity('place', id));
  }

  topic(uri: TopicUri): Topic | undefined {
    return this.#reading((reader) => reader.entity('topic', uri));
  }

  /** Includes private collections; the caller decides who may see them. */
  collection(slug: Slug): Collection | undefined {
    return isSlug(slug) ? this.#reading((reader) => reader.entity('collection', slug)) : undefined;
  }

  /** Slugs of the talks that are featured by corrections, in order. */
  featured(): readonly Slug[] {
    return this.#reading((reader) => reader.featured());
  }

  /** Tells a version (number) from that of another history with the same number: 32 bits. */
  markOf(version: number): number {
    let mark = this.#marks.get(version);
    if (mark === undefined)
      this.#marks.set(version, (mark = markIn(this.#reading((reader) => reader.tokenOf(version)))));
    return mark;
  }

  /** Whether the catalogue is or was in this state, up to this version. */
  wasIn(state: StoreState): boolean {
    return this.#reading((reader) => reader.wasIn(state));
  }

  /** Whether the index can answer for the words of a text. */
  knows(text: TextQuery): boolean {
    return this.index.texts.unknown(text).length === 0;
  }

  /**
   * Looks up which talks have the words of a text, after which the index can answer for it. Resolves at once if that is
   * known. @throws StoreUnavailable if it takes too long, or the words of a new copy are not there yet
   */
  async loadWords(text: TextQuery): Promise<void> {
    const { texts } = this.index;
    if (texts.unknown(text).length === 0) return;
    if (!this.#reader.state.hasWords) await this.#wordsThere();
    // Requests for the same words share one look-up.
    const key = texts.unknown(text).map(keyOfTerm).join('\n');
    const others = this.#loading.get(key);
    if (others !== undefined) {
      await others;
      if (texts.unknown(text).length === 0) return;
    }
    const loading = this.#load(text).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    await loading;
  }

  /** Keeps this version open, while it is sent. Call the result afterwards. */
  hold(): () => void {
    this.#holders += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders -= 1;
      this.#closeWhenFree();
    };
  }

  /** Whether a reader is of this snapshot's version, in the same file. */
  isOf({ file, state }: CopyReader): boolean {
    const own = this.index.state;
    return file === this.file && state.version === own.version && state.token === own.token;
  }

  /** Replaces the open transaction by another one of the same version. */
  renew(reader: CopyReader): void {
    const before = this.#reader;
    this.#reader = reader;
    before.close();
    for (const listener of this.#onRenewal) listener();
  }

  /** Closes the copy as soon as nobody holds this version. */
  retire(): void {
    this.#isRetired = true;
    for (const listener of this.#onRenewal) listener();
    this.#closeWhenFree();
  }

  #closeWhenFree(): void {
    if (this.#isRetired && this.#holders === 0) this.#reader.close();
  }

  #wordsThere(): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        if (!this.#reader.state.hasWords && !this.#isRetired && performance.now() < end) return;
        clearTimeout(timer);
        this.#onRenewal.delete(settle);
        if (this.#reader.state.hasWords) resolve();
        else reject(new StoreUnavailable('The words of the catalogue are being indexed.'));
      };
      const end = performance.now() + WORDS_WITHIN;
      const timer = setTimeout(settle, WORDS_WITHIN + 1);
      this.#onRenewal.add(settle);
    });
  }

  async #load(text: TextQuery): Promise<void> {
    const release = this.hold();
    try {
      const { texts } = this.index;
      const unknown = texts.unknown(text);
      let at = 0;
      const named = this.#untitled.matches(unknown, this.#reader);
      for await (const matches of this.#parts.words.find(() => this.#reader, unknown)) {
        const term = unknown[at];
        if (term === undefined) return;
        texts.learn(text, term, named(at, matches));
        at += 1;
        // Learning a common word takes milliseconds.
        await nextTurn();
      }
    } catch (error) {
      throw this.#explained(error);
    } finally {
      release();
    }
  }

  #dated(number: number, talk: TalkDetails | undefined): DatedTalk {
    if (talk === undefined) throw new CatalogueDamaged(`The talk with number ${String(number)} is damaged.`);
    const named = this.#untitled.named(inZone(talk, this.#calendar));
    return { ...named, changed: timestampOf(this.index.changedAt(number)) };
  }

  #reading<T>(read: (reader: CopyReader) => T): T {
    try {
      return read(this.#reader);
    } catch (error) {
      throw this.#explained(error);
    }
  }

  #explained(error: unknown): unknown {
    if (error instanceof DamageFound) {
      const { record } = error;
      const isLost = record === undefined || this.#reader.isLost(record.type, record.number);
      this.#parts.onDamage(!isLost);
      return new CatalogueDamaged(error.what);
    }
    if (!(error instanceof Database.SqliteError || error instanceof CopyUnusable)) return error;
    this.#parts.onDamage(true);
    return new CatalogueDamaged(`The copy is damaged (${error.message}).`);
  }
}

/** The talk as a service in a time zone publishes it. */
export function inZone(details: TalkDetails, calendar: Calendar): TalkDetails {
  const { talk } = details;
  return talk.allDay ? { ...details, talk: withMidnights(talk, calendar) } : details;
}

/** FNV-1a. */
function markIn(token: string): number {
  let mark = 0x811c9dc5;
  for (let at = 0; at < token.length; at += 1) mark = Math.imul(mark ^ token.charCodeAt(at), 0x01000193);
  return mark;
}
