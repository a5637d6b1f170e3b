import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { CatalogueDamaged, StoreUnavailable } from '#store/store.ts';
import type { ChangesSince, Store, StoreState } from '#store/store.ts';
import type { Damage } from '#store/damage.ts';
import type { IndexState } from '#search/index/columns.ts';
import { applyChanges } from '#search/index/apply-changes.ts';
import { CopyUnusable, changesIn, openCopy, stateOf, type CopyState } from './copy-file.ts';
import { CopyFolder, NO_CONTACT, type Contact } from './copy-folder.ts';
import { CopyWriter } from './copy-writer.ts';
import { DamageWatch } from './damage-watch.ts';
import { addGcPressure } from './gc-pressure.ts';
import { readIndex, writeIndex } from './index-file.ts';
import type { FollowerCommand, FollowerSettings, Report } from './report.ts';

/** What a Follower needs of a store. */
export type FollowedStore = Pick<Store, 'state' | 'watch' | 'changes' | 'findDamage' | 'close'> & {
  readonly sources: Pick<Store['sources'], 'list'>;
  readonly corrections: Pick<Store['corrections'], 'featured'>;
};

interface FollowerParts extends FollowerSettings {
  readonly folder: string;
  /** The version of the program: the copy of another is made anew. */
  readonly program: string;
  readonly openStore: () => Promise<FollowedStore>;
  readonly report: (report: Report) => void;
}

/** The longest pause between attempts while the store cannot be read, in milliseconds. */
const LONGEST_PAUSE = 2000;
/** How long a start waits for the store before it serves the copy that there is. */
const FIRST_LOOK = 300;
/** How long until a writer that reports nothing counts as hung. */
const SILENCE = 10_000;
/** How often the sources and the featured talks are read, which do not make a version. */
const ASIDE = 2_000;
/** Readers need time to follow: the pause after a change, and as a multiple of how long the last index took. */
const PACE = 200;
const PACE_SHARE = 3;
/** Milliseconds within which the serving thread should take over an index. */
const SWAP_WITHIN = 5_000;
/** The minimum time between two times that deleted words are overwritten: fixed, and as a multiple of what it takes. */
const TIDY_PAUSE = 5_000;
const TIDY_SHARE = 20;

interface OpenCopy {
  readonly file: string;
  readonly db: Database.Database;
}

/**
 * Follows a store: if no other process does, writes the copy; and builds and reports an index of every new state of the
 * copy. Errors are reported, and do not stop it.
 */
export class Follower {
  readonly #parts: FollowerParts;
  readonly #folder: CopyFolder;
  readonly #damage: DamageWatch;
  #store: FollowedStore | undefined;
  #writer: { readonly file: string; readonly copy: CopyWriter } | undefined;
  #copy: OpenCopy | undefined;
  #contact: Contact = NO_CONTACT;
  /** The index of the copy `#indexed`. */
  #index: IndexState | undefined;
  #indexed: { readonly file: string; readonly serial: number } | undefined;
  #served: { readonly file: string; readonly serial: number } | undefined;
  #buildTime = 0;
  #lastCommit = -Infinity;
  #lastAside = -Infinity;
  #nextTidy = 0;
  #saved: string | undefined;
  #saving: Promise<void> | undefined;
  #lastSaving = -Infinity;
  /** Why the index could not be saved. */
  #saveTrouble: string | undefined;
  #isClosed = false;
  /** The copy belongs to another catalogue than the store's: it must not be served. */
  #isForeign = false;
  #mustRewrite = false;
  #wake: (() => void) | undefined;
  #onServed: (() => void) | undefined;
  #isAsked = false;
  /** Until the first index, what is known of the store is not reported. */
  #isQuiet = true;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#folder = new CopyFolder(parts.folder);
    this.#damage = new DamageWatch((known) => {
      this.#contact = { ...this.#contact, damaged: known };
      // To include repaired records.
      this.#mustRewrite = true;
    }, parts.quickLookMilliseconds);
  }

  /** Resolves after `close`. */
  async run(): Promise<void> {
    const { pollMilliseconds } = this.#parts;
    let pause = pollMilliseconds;
    let isFirst = true;
    while (!this.#isClosed) {
      const writing = this.#write();
      if (isFirst) await Promise.race([writing, sleep(FIRST_LOOK)]);
      else await writing;
      await this.#read();
      const isWell = await writing;
      if (isFirst) await this.#read();
      isFirst = false;
      if (this.#isQuiet) {
        this.#isQuiet = false;
        this.#reportContact();
      }
      this.#saveWhenDue();
      pause = isWell ? pollMilliseconds : Math.min(LONGEST_PAUSE, pause * 2);
      await this.#rest(pause);
    }
    await this.#closeStore();
    await this.#saving;
    this.#writer?.copy.close();
    this.#copy?.db.close();
    this.#folder.releaseLock();
  }

  take(command: Exclude<FollowerCommand, { kind: 'task' }>): void {
    switch (command.kind) {
      case 'look':
        break;
      case 'served':
        this.#served = command;
        this.#onServed?.();
        return;
      case 'missed':
        this.#indexed = undefined;
        break;
      case 'damaged':
        this.#folder.suspect(command.file);
        break;
      case 'check':
        this.#damage.suspect();
        break;
      case 'close':
        this.#isClosed = true;
        this.#damage.close();
        this.#onServed?.();
    }
    this.#isAsked = true;
    this.#wake?.();
  }

  // The copy's writer

  /** If no other process does, brings the copy up to date with the store. @returns whether all is well */
  async #write(): Promise<boolean> {
    if (!this.#folder.takeLock()) {
      this.#closeWriter();
      await this.#closeStore();
      this.#follow();
      return this.#contact.trouble === undefined;
    }
    // A new writer goes on with what the last one knew.
    if (this.#contact === NO_CONTACT) this.#contact = this.#folder.readContact() ?? NO_CONTACT;
    let trouble: Pick<Contact, 'trouble' | 'isTroubleLasting'> | undefined;
    try {
      const store = (this.#store ??= await this.#openStore());
      const state = await store.state();
      this.#contact = { ...this.#contact, lastSeen: Date.now(), isStandby: state.isReplica };
      await this.#lookAside(store);
      this.#damage.checkWhenDue(store);
      await this.#update(store, state);
    } catch (error) {
      if (!isOfCopy(error)) {
        await this.#closeStore();
        // Any other error than an unavailable store is damage or a bug, and does not go away by itself.
        const isTroubleLasting = error instanceof CatalogueDamaged || !(error instanceof StoreUnavailable);
        trouble = { trouble: messageOf(error), isTroubleLasting };
      } else this.#giveUpCopy(error);
    }
    try {
      const writer = this.#openWriter();
      if (writer !== undefined) await this.#tend(writer);
    } catch (error) {
      this.#giveUpCopy(error);
    }
    this.#report(trouble ?? { trouble: undefined, isTroubleLasting: false });
    return trouble === undefined;
  }

  async #openStore(): Promise<FollowedStore> {
    const store = await this.#parts.openStore();
    store.watch(() => {
      this.take({ kind: 'look' });
    });
    return store;
  }

  #report(trouble: Pick<Contact, 'trouble' | 'isTroubleLasting'>): void {
    const since = this.#contact.storeAwaySince ?? (this.#contact.lastSeen === 0 ? Date.now() : this.#contact.lastSeen);
    const storeAwaySince = trouble.trouble === undefined ? undefined : since;
    this.#contact = { ...this.#contact, ...trouble, storeAwaySince };
    try {
      this.#folder.writeContact(this.#contact);
    } catch (error) {
      this.#contact = { ...this.#contact, copyTrouble: messageOf(error) };
    }
    this.#reportContact();
  }

  #reportContact(): void {
    if (this.#isQuiet) return;
    const copyTrouble = this.#contact.copyTrouble ?? this.#saveTrouble;
    this.#parts.report({ kind: 'contact', contact: { ...this.#contact, copyTrouble } });
  }

  /** What the process that has the lock says. */
  #follow(): void {
    const contact = this.#folder.readContact();
    if (contact === undefined) return;
    const isSilent = contact.trouble === undefined && Date.now() - contact.lastSeen > SILENCE;
    this.#contact = isSilent
      ? { ...contact, trouble: 'The process that follows the store has stopped.', storeAwaySince: contact.lastSeen }
      : contact;
    this.#reportContact();
  }

  /** Reads what makes no version. */
  async #lookAside(store: FollowedStore): Promise<void> {
    if (performance.now() < this.#lastAside + ASIDE) return;
    this.#lastAside = performance.now();
    try {
      this.#contact = { ...this.#contact, sources: await store.sources.list() };
      const featured = await store.corrections.featured();
      const writer = this.#openWriter();
      if (writer !== undefined && (await writer.feature(featured))) this.#lastCommit = performance.now();
    } catch (error) {
      // A role that may not read these tables is not an error.
      if (isOfCopy(error)) throw error;
    }
  }

  async #update(store: FollowedStore, state: StoreState): Promise<void> {
    const writer = this.#openWriter();
    const isCurrent = writer !== undefined && isSame(writer.state, state);
    if (writer === undefined || this.#mustRewrite || (!isCurrent && this.#damage.isKnown)) await this.#rewrite(store);
    else if (!isCurrent && (await this.#isPaced())) {
      const changes = await store.changes(writer.state, () => this.#damage.meet(), true);
      try {
        this.#isForeign = changes.complete;
        if (changes.complete) await this.#rewrite(store, changes);
        else await writer.apply(changes, await featuredIn(store));
        this.#lastCommit = performance.now();
      } finally {
        changes.close();
      }
    }
    this.#contact = { ...this.#contact, copyTrouble: undefined };
  }

  /** Whether this process's readers have reached the last change, and others had time to. */
  async #isPaced(): Promise<boolean> {
    const isBehind = (): boolean => {
      const { serial, file } = this.#indexed ?? {};
      return serial !== undefined && (this.#served?.serial !== serial || this.#served.file !== file);
    };
    if (isBehind()) {
      const waiting = new AbortController();
      const served = new Promise<void>((resolve) => (this.#onServed = resolve));
      await Promise.race([served, sleep(SWAP_WITHIN, undefined, { signal: waiting.signal }).catch(() => undefined)]);
      waiting.abort();
      this.#onServed = undefined;
    }
    const rest = this.#lastCommit + PACE + PACE_SHARE * this.#buildTime - performance.now();
    if (rest > 0) await sleep(Math.min(rest, LONGEST_PAUSE));
    return !this.#isClosed;
  }

  /** Fills another file, and leads readers to it. */
  async #rewrite(store: FollowedStore, given?: ChangesSince): Promise<void> {
    const before = this.#writer;
    const lost: Damage[] = [];
    const changes = given ?? (await store.changes(null, (damage) => this.#noteLost(lost, damage), true));
    this.#mustRewrite = false;
    const name = this.#folder.newCopy();
    try {
      const copy = CopyWriter.create(this.#folder.file(name), this.#parts.program);
      try {
        await copy.apply(changes, await featuredIn(store));
        const isSameCatalogue = before !== undefined && copy.knows(before.copy.state);
        if (isSameCatalogue && lost.length > 0)
          copy.keepLost(
            this.#folder.file(before.file),
            lost.flatMap(({ record }) => (record ? [record] : [])),
          );
        // Whoever has a copy keeps it until words can be searched for in the next one.
        if (isSameCatalogue && before.copy.state.hasWords)
          while (!this.#isClosed && !(await copy.addWords())) await nextTurn();
      } catch (error) {
        copy.close();
        throw error;
      }
      copy.finish();
      this.#closeWriter();
      this.#folder.publish(name);
      this.#isForeign = false;
      this.#lastCommit = performance.now();
    } catch (error) {
      this.#folder.removeOthers(this.#folder.current);
      throw error;
    } finally {
      changes.close();
    }
  }

  #noteLost(lost: Damage[], damage: Damage): void {
    lost.push(damage);
    this.#damage.meet();
  }

  /** What there is to do between changes. */
  async #tend(writer: CopyWriter): Promise<void> {
    while (!this.#isClosed && !this.#isAsked) {
      if (await writer.addWords()) break;
      // Other processes, and the index of this one, need not wait for all words.
      if (this.#indexed === undefined) return;
      await nextTurn();
    }
    if (performance.now() >= this.#nextTidy) {
      const began = performance.now();
      writer.tidy();
      const now = performance.now();
      this.#nextTidy = now + Math.max(TIDY_PAUSE, (now - began) * TIDY_SHARE);
    }
    writer.emptyLog();
  }

  /** The writer of the current copy; undefined: there is none, or it has to be made anew. */
  #openWriter(): CopyWriter | undefined {
    const file = this.#folder.current;
    if (this.#writer !== undefined && (this.#writer.file !== file || !this.#writer.copy.isThere)) this.#closeWriter();
    if (file === undefined || this.#folder.isSuspect(file) || !this.#folder.has(file)) return undefined;
    try {
      this.#writer ??= { file, copy: CopyWriter.open(this.#folder.file(file), this.#parts.program) };
      return this.#writer.copy;
    } catch (error) {
      if (isFull(error)) throw error;
      return undefined;
    }
  }

  #closeWriter(): void {
    this.#writer?.copy.close();
    this.#writer = undefined;
  }

  /** The copy cannot be written: it is damaged, or the disk is full. */
  #giveUpCopy(error: unknown): void {
    const file = this.#writer?.file;
    this.#closeWriter();
    if (file !== undefined && !isFull(error)) this.#folder.suspect(file);
    this.#contact = { ...this.#contact, copyTrouble: messageOf(error) };
  }

  // The index

  /** Reports the index of the copy, if it is another than the last one. */
  async #read(): Promise<void> {
    try {
      const copy = this.#openCopy();
      if (copy === undefined || this.#isForeign) return;
      copy.db.exec('BEGIN');
      try {
        const state = stateOf(copy.db);
        if (this.#indexed?.file === copy.file && this.#indexed.serial === state.serial) return;
        await this.#build(copy, state);
      } finally {
        if (copy.db.open) copy.db.exec('COMMIT');
      }
    } catch (error) {
      const file = this.#copy?.file ?? this.#folder.current;
      this.#copy?.db.close();
      this.#copy = undefined;
      this.#index = undefined;
      if (file !== undefined && !isFull(error)) this.#folder.suspect(file);
      this.#isAsked = true;
      if (!isOfCopy(error)) throw error;
    }
  }

  #openCopy(): OpenCopy | undefined {
    const file = this.#folder.current;
    if (file === undefined || this.#folder.isSuspect(file) || !this.#folder.has(file)) return this.#copy;
    if (this.#copy?.file !== file) {
      this.#copy?.db.close();
      this.#copy = undefined;
      this.#copy = { file, db: openCopy(this.#folder.file(file), this.#parts.program) };
    }
    return this.#copy;
  }

  async #build({ file, db }: OpenCopy, state: CopyState): Promise<void> {
    const began = performance.now();
    const saved = this.#index === undefined ? readIndex(this.#folder.indexFile, file) : undefined;
    const isSaved = saved !== undefined && saved.state.version <= state.version;
    if (isSaved) this.#saved = keyOf(file, saved.state);
    const isSameFile = this.#indexed?.file === file;
    const before = isSaved ? saved : isSameFile ? this.#index : undefined;
    const isUnchanged = before !== undefined && isSame(before.state, state);
    const { columns, stale, isDamaged } = isUnchanged
      ? { columns: before.columns, stale: isSaved ? ('all' as const) : new Uint32Array(0), isDamaged: false }
      : await applyChanges(before, { state: stateIn(state), ...changesIn(db, before?.state.version) });
    if (isDamaged) this.#damage.meet();
    addGcPressure(columns);
    this.#index = { state: stateIn(state), columns };
    this.#indexed = { file, serial: state.serial };
    this.#buildTime = performance.now() - began;
    this.#parts.report({ kind: 'index', file, serial: state.serial, stale, ...this.#index });
  }

  /** Saves the index in the background: its columns never change. */
  #saveWhenDue(): void {
    const { savedTalks, saveMilliseconds } = this.#parts;
    const [index, indexed] = [this.#index, this.#indexed];
    if (this.#writer === undefined || index === undefined || indexed === undefined || this.#saving !== undefined)
      return;
    const key = keyOf(indexed.file, index.state);
    if (key === this.#saved || index.columns.talks.numbers.length < savedTalks) return;
    if (performance.now() < this.#lastSaving + saveMilliseconds) return;
    this.#lastSaving = performance.now();
    this.#saving = writeIndex(this.#folder.indexFile, indexed.file, index)
      .then(() => {
        this.#saved = key;
        this.#saveTrouble = undefined;
      })
      .catch((error: unknown) => {
        this.#saveTrouble = messageOf(error);
      })
      .finally(() => {
        this.#saving = undefined;
      });
  }

  async #closeStore(): Promise<void> {
    const store = this.#store;
    this.#store = undefined;
    try {
      await store?.close();
    } catch {
      // It is being replaced anyway.
    }
  }

  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#isAsked = false;
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.#wake = wake;
      if (this.#isAsked) wake();
    });
  }
}

async function featuredIn(store: FollowedStore): Promise<readonly string[]> {
  return store.corrections.featured().catch(() => []);
}

function stateIn({ version, token }: CopyState): StoreState {
  return { version, token };
}

function keyOf(file: string, { version, token }: StoreState): string {
  return `${file} ${String(version)} ${token}`;
}

function isSame(a: StoreState, b: StoreState): boolean {
  return a.version === b.version && a.token === b.token;
}

/** Whether an error is of the copy's file or folder, rather than of the store, whose errors are explained. */
function isOfCopy(error: unknown): boolean {
  return (
    error instanceof CopyUnusable || (error instanceof Error && !(error instanceof StoreUnavailable) && 'code' in error)
  );
}

function isFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    code === 'ENOSPC' || code === 'EROFS' || code === 'SQLITE_FULL' || /^SQLITE_(BUSY|READONLY|CANTOPEN)/.test(code)
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
