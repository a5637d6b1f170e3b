import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { FileRecord } from '#catalogue/record.ts';
import type { Series } from '#catalogue/series.ts';
import type { Topic } from '#catalogue/topic.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { describe } from '../address.ts';
import type { PostgresAddress } from '../address.ts';
import type { Damage } from '../damage.ts';
import { beginImport } from '../import.ts';
import type { OnDamage } from '../stored-changes.ts';
import type { ChangesSince, SeenState, SinceVersion, Store, StoreState } from '../store.ts';
import type { ImportOptions, StoreImport } from '../store-import.ts';
import { StoreUnavailable } from '../store.ts';
import { recordsOf } from './all-records.ts';
import { OpenCatalogue } from './catalogue.ts';
import { changesSince } from './changes.ts';
import { Connection, STATE } from './connection.ts';
import type { Ask } from './connection.ts';
import { damageAtAGlance, damageIn } from './damage.ts';
import { entityWithKey, stateFrom } from './entity.ts';
import { openExistingRows } from './existing-rows.ts';
import { ChangeNotifications } from './change-notifications.ts';
import { PostgresCorrections } from './corrections.ts';
import { PostgresForgotten } from './forgotten.ts';
import { scrubTables } from './scrub.ts';
import { PostgresProvenance } from './provenance.ts';
import { PostgresSourceStates } from './source-states.ts';
import { BEGIN_READING, checkSteps } from './schema.ts';
import { IS_STORED_TALK } from './talk.ts';
import { TimedOut, explained, isCut } from './trouble.ts';

/** Time limits in milliseconds, waiting included. */
interface TimeLimits {
  readonly read: number;
}

/** Milliseconds for which all calls fail at once after the database could not be reached, before the next attempt. */
const FAIL_FAST = 1_000;
/** Attempts at a read that an import interrupts. */
const TRIES = 5;

/** A catalogue in a PostgreSQL database. Chooses a host when one is needed, and again whenever it fails. */
export class PostgresStore implements Store {
  readonly sources: PostgresSourceStates;
  readonly provenance: PostgresProvenance;
  readonly corrections: PostgresCorrections;
  readonly forgotten: PostgresForgotten;
  readonly #address: PostgresAddress;
  readonly #where: string;
  readonly #news: ChangeNotifications;
  #catalogue: OpenCatalogue | undefined;
  /** One attempt to connect, shared by all waiting calls. */
  #opening: Promise<OpenCatalogue> | undefined;
  #failure: { readonly error: unknown; readonly until: number } | undefined;
  readonly #limits: TimeLimits;
  #isClosed = false;

  constructor(address: PostgresAddress, limits: TimeLimits) {
    this.#address = address;
    this.#limits = limits;
    this.#where = describe(address);
    this.#news = new ChangeNotifications(address);
    this.sources = new PostgresSourceStates(address, (read) => this.#reading(read));
    this.provenance = new PostgresProvenance((read) => this.#reading(read));
    this.corrections = new PostgresCorrections((read) => this.#reading(read));
    this.forgotten = new PostgresForgotten((read) => this.#reading(read));
  }

  state(): Promise<SeenState> {
    return this.#reading(async (ask) => {
      const text = `SELECT version, token, pg_is_in_recovery(), (SELECT steps FROM lectern.schema) FROM ${STATE} state`;
      const [row] = await ask(text);
      checkSteps(Number(row?.[3]), this.#where);
      return { ...stateFrom(row?.[0], row?.[1]), isReplica: row?.[2] === 't' };
    });
  }

  watch(onNews: () => void): void {
    this.#news.watch(onNews);
  }

  talks(numbers: readonly number[]): Promise<SinceVersion<readonly (TalkDetails | undefined)[]>> {
    return this.#reading((ask, { talks }) => this.#inOneState(() => talks.withNumbers(ask, numbers)));
  }

  talkNumbers(slugs: readonly string[]): Promise<readonly number[]> {
    return this.#reading(async (ask) => {
      const text = `SELECT number FROM lectern.talk talk WHERE slug = ANY($1::uuid[]) AND ${IS_STORED_TALK}`;
      return (await ask(text, [slugs])).map(([number]) => Number(number));
    });
  }

  person(slug: string): Promise<SinceVersion<Person | undefined>> {
    return this.#reading((ask) => entityWithKey(ask, 'person', slug));
  }

  series(slug: string): Promise<SinceVersion<Series | undefined>> {
    return this.#reading((ask) => entityWithKey(ask, 'series', slug));
  }

  place(id: string): Promise<SinceVersion<Place | undefined>> {
    return this.#reading((ask) => entityWithKey(ask, 'place', id));
  }

  topic(uri: string): Promise<SinceVersion<Topic | undefined>> {
    return this.#reading((ask) => entityWithKey(ask, 'topic', uri));
  }

  collection(slug: string): Promise<SinceVersion<Collection | undefined>> {
    return this.#reading((ask) => entityWithKey(ask, 'collection', slug));
  }

  async changes(since: StoreState | null, onDamage?: OnDamage, withRecords?: boolean): Promise<ChangesSince> {
    const { place } = await this.#current(performance.now() + this.#limits.read);
    return changesSince(this.#address, place, since, onDamage, withRecords);
  }

  async *records(last?: FileRecord['type']): AsyncGenerator<FileRecord> {
    const { place } = await this.#current(performance.now() + this.#limits.read);
    let connection: Connection | undefined;
    try {
      connection = await Connection.open(this.#address, place);
      yield* recordsOf(connection, last);
    } catch (error) {
      throw explained(error, this.#where);
    } finally {
      await connection?.close();
    }
  }

  async *findDamage(look: 'whole' | 'quick' = 'whole', signal?: AbortSignal): AsyncGenerator<Damage> {
    const { place } = await this.#current(performance.now() + this.#limits.read);
    let connection: Connection | undefined;
    try {
      connection = await Connection.open(this.#address, place);
      const find = look === 'quick' ? damageAtAGlance : damageIn;
      for await (const damage of find(connection, BEGIN_READING)) {
        signal?.throwIfAborted();
        if (damage !== undefined) yield damage;
      }
      signal?.throwIfAborted();
    } catch (error) {
      throw explained(error, this.#where);
    } finally {
      await connection?.close();
    }
  }

  async scrub(): Promise<boolean> {
    await scrubTables(this.#address);
    return true;
  }

  beginImport(options: ImportOptions): Promise<StoreImport> {
    return beginImport(this.#address, (place) => openExistingRows(this.#address, place), options);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#news.close();
    await this.#catalogue?.close();
    this.#catalogue = undefined;
  }

  /** Reads within the time limit. */
  #reading<T>(read: (ask: Ask, catalogue: OpenCatalogue) => Promise<T>): Promise<T> {
    const end = performance.now() + this.#limits.read;
    return this.#using(end, (catalogue) => catalogue.use(end, (ask) => read(ask, catalogue)));
  }

  /** Uses the chosen host; tries once more if a connection turns out to have been cut. */
  async #using<T>(end: number, use: (catalogue: OpenCatalogue) => Promise<T>): Promise<T> {
    for (let isFirst = true; ; isFirst = false) {
      const catalogue = await this.#current(end);
      try {
        return await use(catalogue);
      } catch (error) {
        if (isCut(error)) this.#drop(catalogue);
        if (!isFirst || !isCut(error) || error instanceof TimedOut) throw explained(error, this.#where);
      }
    }
  }

  async #inOneState<T>(read: () => Promise<T | undefined>): Promise<T> {
    for (let tries = 0; tries < TRIES; tries++) {
      const value = await read();
      if (value !== undefined) return value;
    }
    throw new StoreUnavailable(`The catalogue at ${this.#where} changes faster than it can be read. Try again.`);
  }

  /** The chosen host; chooses one if there is none. @throws StoreUnavailable */
  async #current(end: number): Promise<OpenCatalogue> {
    if (this.#isClosed) throw new StoreUnavailable('The store has been closed.');
    if (this.#catalogue !== undefined) return this.#catalogue;
    if (this.#failure !== undefined && performance.now() < this.#failure.until) throw this.#failure.error;
    this.#opening ??= this.#open();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new TimedOut()), Math.max(1, end - performance.now()));
    });
    try {
      return await Promise.race([this.#opening, late]);
    } catch (error) {
      throw explained(error, this.#where);
    } finally {
      clearTimeout(timer);
    }
  }

  async #open(): Promise<OpenCatalogue> {
    try {
      const catalogue = await OpenCatalogue.open(this.#address);
      this.#failure = undefined;
      if (this.#isClosed) await catalogue.close();
      else this.#catalogue = catalogue;
      return catalogue;
    } catch (error) {
      this.#failure = { error: explained(error, this.#where), until: performance.now() + FAIL_FAST };
      throw this.#failure.error;
    } finally {
      this.#opening = undefined;
    }
  }

  #drop(catalogue: OpenCatalogue): void {
    if (this.#catalogue === catalogue) this.#catalogue = undefined;
    void catalogue.close();
  }
}
