import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Damage } from '#store/damage.ts';
import type { ChangesSince, Store, StoreState } from '#store/store.ts';
import { isFull, isOfCopy, messageOf } from './copy-file.ts';
import { NO_CONTACT, type Contact, type CopyFolder } from './copy-folder.ts';
import { CopyWriter } from './copy-writer.ts';
import { DamageWatch } from './damage-watch.ts';

/** What keeping a copy needs of a store. */
export type FollowedStore = Pick<Store, 'state' | 'watch' | 'changes' | 'findDamage' | 'close'> & {
  readonly sources: Pick<Store['sources'], 'list'>;
  readonly corrections: Pick<Store['corrections'], 'featured'>;
};

interface CopyUpkeepParts {
  readonly folder: CopyFolder;
  /** The version of the program: the copy of another is made anew. */
  readonly program: string;
  readonly openStore: () => Promise<FollowedStore>;
  /** Called when the store announces a change. */
  readonly onChange: () => void;
  /** Resolves when readers have reached the last change; false: this process is about to end. */
  readonly whenFollowed: () => Promise<boolean>;
  /** Asks this process's readers to let go of the log. */
  readonly onLongLog: () => void;
  /** Whether other work waits, such as a poll that was asked for. */
  readonly isWanted: () => boolean;
  readonly quickLookMilliseconds: number;
  /** How often the store is looked at, and so how long other work may take at a time. */
  readonly pollMilliseconds: number;
}

/** How long until a writer that reports nothing counts as hung, in milliseconds. */
const SILENCE = 60_000;
/** How often the others hear that this process is at work; of anything else, they hear at once. */
const HEARTBEAT = 1_000;
/** How often the sources and the featured talks are read, which do not make a version. */
const ASIDE = 2_000;
/** Bytes of the log from which it is emptied before another portion of words; attempts, and milliseconds between them. */
const LONG_LOG = 32 * 1024 * 1024;
const LOG_TRIES = 30;
const LOG_PAUSE = 50;
/** The minimum time between two times that deleted words are overwritten: fixed, and as a multiple of the work it is. */
const TIDY_PAUSE = 5_000;
const TIDY_SHARE = 20;

/** Writes the copy of a store, unless another process does, and says what is known of the store. */
export class CopyUpkeep {
  contact: Contact = NO_CONTACT;
  /** The copy belongs to another catalogue than the store's: it must not be served. */
  isForeign = false;
  readonly #parts: CopyUpkeepParts;
  readonly #folder: CopyFolder;
  readonly #damage: DamageWatch;
  #store: FollowedStore | undefined;
  #writer: { readonly file: string; readonly copy: CopyWriter } | undefined;
  /** Milliseconds after which to go on with what `tend` has begun; Infinity: nothing is left of it. */
  pause = Infinity;
  #lastAside = -Infinity;
  #told = '';
  #lastTold = -Infinity;
  #logTries = 0;
  #tidying = 0;
  #nextTidy = 0;
  #mustRewrite = false;
  /** Whether this process had the folder's lock at the last look, and why the store could not be read then. */
  #isInCharge = false;
  #trouble: string | undefined;
  #isClosed = false;

  constructor(parts: CopyUpkeepParts) {
    this.#parts = parts;
    this.#folder = parts.folder;
    this.#damage = new DamageWatch((known) => {
      this.contact = { ...this.contact, damaged: known };
      // To include repaired records.
      this.#mustRewrite = true;
    }, parts.quickLookMilliseconds);
  }

  /** Whether this process writes the copy. */
  get isWriter(): boolean {
    return this.#writer !== undefined;
  }

  /** A damaged record of the store was met: makes a check when one is due. */
  checkDamage(): void {
    this.#damage.suspect();
  }

  /** The index was built from a damaged state: makes a check due at once. */
  meetDamage(): void {
    this.#damage.meet();
  }

  /** If no other process does, brings the copy up to date with the store. */
  async look(): Promise<void> {
    this.#isInCharge = this.#folder.takeLock();
    if (this.#isInCharge) {
      // A new writer goes on with what the last one knew.
      if (this.contact === NO_CONTACT) this.contact = this.#folder.readContact() ?? NO_CONTACT;
      this.#trouble = await this.#followStore();
    } else {
      this.#closeWriter();
      await this.#closeStore();
      this.#trouble = undefined;
      this.#readContact();
    }
  }

  /**
   * Does for a moment what there is to do between changes, and says how it went. Call it after `look`, once the change
   * that it found is on its way to readers. @returns whether all is well
   */
  async tend(): Promise<boolean> {
    this.pause = Infinity;
    if (!this.#isInCharge) return this.contact.trouble === undefined;
    await this.#trying(async () => {
      const writer = this.#openWriter();
      if (writer !== undefined) this.pause = await this.#tend(writer);
    });
    await this.#trying(() => {
      this.#note(this.#trouble);
    });
    return this.#trouble === undefined && this.contact.copyTrouble === undefined;
  }

  /** No more is begun; `end` closes everything. */
  close(): void {
    this.#isClosed = true;
    this.#damage.close();
  }

  async end(): Promise<void> {
    await this.#closeStore();
    this.#closeWriter();
    this.#folder.releaseLock();
  }

  /** Why the store cannot be read; undefined: it can. */
  async #followStore(): Promise<string | undefined> {
    try {
      const store = (this.#store ??= await this.#openStore());
      const state = await store.state();
      this.contact = { ...this.contact, lastSeen: Date.now(), isStandby: state.isReplica };
      this.#damage.checkWhenDue(store);
      await this.#lookAside(store);
      await this.#update(store, state);
      return undefined;
    } catch (error) {
      if (isOfCopy(error)) {
        this.#giveUpCopy(error);
        return undefined;
      }
      await this.#closeStore();
      return messageOf(error);
    }
  }

  /** Tells other processes that this one is at work while it reads a large change. */
  #beat(): void {
    this.contact = { ...this.contact, lastSeen: Date.now() };
    this.#tellOthers();
  }

  #tellOthers(): void {
    const news = JSON.stringify({ ...this.contact, lastSeen: 0 });
    const now = performance.now();
    if (news === this.#told && now < this.#lastTold + HEARTBEAT) return;
    this.#folder.writeContact(this.contact);
    this.#told = news;
    this.#lastTold = now;
  }

  async #openStore(): Promise<FollowedStore> {
    const store = await this.#parts.openStore();
    store.watch(this.#parts.onChange);
    return store;
  }

  #note(trouble: string | undefined): void {
    const { lastSeen, storeAwaySince: before } = this.contact;
    const since = before ?? (lastSeen === 0 ? Date.now() : lastSeen);
    this.contact = { ...this.contact, trouble, storeAwaySince: trouble === undefined ? undefined : since };
    this.#tellOthers();
  }

  /** What the process that has the lock says. */
  #readContact(): void {
    const copyTrouble = this.#folder.lockTrouble;
    if (copyTrouble !== undefined) this.contact = { ...this.contact, copyTrouble };
    const contact = this.#folder.readContact();
    if (contact === undefined || copyTrouble !== undefined) return;
    const isSilent = contact.trouble === undefined && Date.now() - contact.lastSeen > SILENCE;
    const trouble = 'The process that follows the store has stopped.';
    this.contact = isSilent ? { ...contact, trouble, storeAwaySince: contact.lastSeen } : contact;
  }

  /** Reads what makes no version. */
  async #lookAside(store: FollowedStore): Promise<void> {
    if (performance.now() < this.#lastAside + ASIDE) return;
    this.#lastAside = performance.now();
    try {
      this.contact = { ...this.contact, sources: await store.sources.list() };
      const featured = await store.corrections.featured();
      await this.#openWriter()?.feature(featured);
    } catch (error) {
      // A role that may not read these tables is not an error.
      if (isOfCopy(error)) throw error;
    }
  }

  async #update(store: FollowedStore, state: StoreState): Promise<void> {
    const writer = this.#openWriter();
    const isCurrent = writer !== undefined && isSame(writer.state, state);
    if (writer === undefined || this.#mustRewrite || (!isCurrent && this.#damage.isKnown)) await this.#rewrite(store);
    else if (!isCurrent && (await this.#parts.whenFollowed())) await this.#apply(store, writer);
    this.contact = { ...this.contact, copyTrouble: undefined };
  }

  async #apply(store: FollowedStore, writer: CopyWriter): Promise<void> {
    const changes = await store.changes(
      writer.state,
      () => {
        this.#damage.meet();
      },
      true,
    );
    try {
      this.isForeign = changes.complete;
      if (changes.complete) await this.#rewrite(store, changes);
      else await writer.apply(changes, await featuredIn(store), () => this.#beat());
    } finally {
      changes.close();
    }
  }

  /** Fills another file, and leads readers to it. @param given complete changes */
  async #rewrite(store: FollowedStore, given?: ChangesSince): Promise<void> {
    const before = this.#writer;
    const lost: Damage[] = [];
    const note = (damage: Damage): void => {
      lost.push(damage);
      this.#damage.meet();
    };
    const changes = given ?? (await store.changes(null, note, true));
    const mustRewrite = this.#mustRewrite;
    this.#mustRewrite = false;
    const name = this.#folder.newCopy();
    let copy: CopyWriter | undefined;
    try {
      copy = CopyWriter.create(this.#folder.file(name), this.#parts.program);
      await copy.apply(changes, await featuredIn(store), () => this.#beat());
      if (before !== undefined && copy.knows(before.copy.state)) await this.#keep(before, copy, lost);
      copy.finish();
      this.#closeWriter();
      this.#folder.publish(name);
      this.isForeign = false;
    } catch (error) {
      copy?.close();
      this.#folder.removeOthers(this.#folder.current);
      this.#mustRewrite = mustRewrite;
      throw error;
    } finally {
      changes.close();
    }
  }

  /** Takes what the store has lost from the copy that there is, and waits until words can be searched for as in that. */
  async #keep(before: { file: string; copy: CopyWriter }, next: CopyWriter, lost: readonly Damage[]): Promise<void> {
    const records = lost.flatMap(({ record }) => (record === undefined ? [] : [record]));
    if (records.length > 0) next.keepLost(this.#folder.file(before.file), records);
    if (!before.copy.state.hasWords) return;
    while (!this.#isClosed && !(await next.addWords())) await nextTurn();
  }

  /** Portion by portion, so that a change never waits for long. @returns the pause until the next */
  async #tend(writer: CopyWriter): Promise<number> {
    const end = performance.now() + this.#parts.pollMilliseconds;
    do {
      if (!this.#mayLogGrow(writer)) return LOG_PAUSE;
      if ((await writer.addWords()) && (await this.#isTidied(writer))) {
        writer.emptyLog();
        return Infinity;
      }
      await nextTurn();
    } while (!this.#isClosed && !this.#parts.isWanted() && performance.now() < end);
    return 0;
  }

  /** Overwrites deleted words when it is time. @returns false: there are more */
  async #isTidied(writer: CopyWriter): Promise<boolean> {
    const began = performance.now();
    if (began < this.#nextTidy) return true;
    const isTidy = await writer.tidy();
    const now = performance.now();
    this.#tidying += now - began;
    if (!isTidy) return false;
    this.#nextTidy = now + Math.max(TIDY_PAUSE, this.#tidying * TIDY_SHARE);
    this.#tidying = 0;
    return true;
  }

  /** False: wait for readers, which then open the file again. Those that still use the log at the end have had their time. */
  #mayLogGrow(writer: CopyWriter): boolean {
    const isShort = writer.logSize <= LONG_LOG || writer.emptyLog();
    if (!isShort) this.#parts.onLongLog();
    this.#logTries = isShort || this.#logTries === LOG_TRIES ? 0 : this.#logTries + 1;
    return this.#logTries === 0;
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

  /** Failures to write the copy do not stop anything else. */
  async #trying(act: () => void | Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#giveUpCopy(error);
    }
  }

  /** The copy cannot be written: it is damaged, or the disk is full. */
  #giveUpCopy(error: unknown): void {
    const file = this.#writer?.file;
    this.#closeWriter();
    if (file !== undefined && isOfCopy(error) && !isFull(error)) this.#folder.suspect(file);
    this.contact = { ...this.contact, copyTrouble: messageOf(error) };
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
}

/** Undefined: they cannot be read now, so the list stays as it is. */
async function featuredIn(store: FollowedStore): Promise<readonly string[] | undefined> {
  return store.corrections.featured().catch(() => undefined);
}

function isSame(a: StoreState, b: StoreState): boolean {
  return a.version === b.version && a.token === b.token;
}
