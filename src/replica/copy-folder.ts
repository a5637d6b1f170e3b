import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isObject } from '#catalogue/json-object.ts';
import { folderOf, sqliteFileOf } from '#store/open.ts';
import type { ListedSource } from '#store/source-states.ts';
import type { KnownDamage } from './damage-watch.ts';
import { FileLock } from './file-lock.ts';

/** What the process that writes the copy knows of the store, for all processes that read the copy. */
export interface Contact {
  /** Milliseconds since the epoch when the store last answered; 0 if never. */
  readonly lastSeen: number;
  /** Whether that was a standby, which may lag behind. */
  readonly isStandby: boolean;
  /** Why the store cannot be read now; undefined if it can. */
  readonly trouble: string | undefined;
  /** Milliseconds since the epoch since when the store has not answered; undefined while it does. */
  readonly storeAwaySince: number | undefined;
  /** Why the copy could not be brought up to date, such as a full disk; undefined if it could. */
  readonly copyTrouble: string | undefined;
  /** The known damage to the store. */
  readonly damaged: KnownDamage;
  /** The sources and how their last import went; undefined if that was never read. */
  readonly sources: readonly ListedSource[] | undefined;
}

export const NO_CONTACT: Contact = {
  lastSeen: 0,
  isStandby: false,
  trouble: undefined,
  storeAwaySince: undefined,
  copyTrouble: undefined,
  damaged: { damage: [], more: 0 },
  sources: undefined,
};

const CURRENT = 'current';
const CONTACT = 'contact';
const SOURCES = 'sources';
const LOCK = 'writer.lock';
const INDEX = 'index';
const SUSPECT = 'suspect';
const COPY_NAME = /^copy-[\da-f-]{36}\.db$/;

/** Where the copy is, and why not where it should be. */
export interface ChosenFolder {
  readonly path: string;
  /** Why a temporary folder is used; undefined: it is not. */
  readonly fallback: string | undefined;
}

/**
 * The folder of a database's copy: in `cacheFolder`, or else beside an SQLite database, or else in the system's cache
 * folder; a temporary folder if it cannot be written. Makes it. Its name does not reveal the address of the database.
 */
export function chooseFolder(database: string, cacheFolder: string | null): ChosenFolder {
  const wanted = wantedFolder(database, cacheFolder);
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    const probe = join(wanted, `${randomUUID()}.tmp`);
    closeSync(openSync(probe, 'wx', 0o600));
    rmSync(probe);
    return { path: wanted, fallback: undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { path: temporaryFolder(hashOf(database)), fallback: `${wanted} cannot be written (${reason})` };
  }
}

/** The folder of a database's copy, if it can be written. */
export function wantedFolder(database: string, cacheFolder: string | null): string {
  return join(copiesFolder(database, cacheFolder), `${hashOf(database)}.copy`);
}

/** Whether there is a copy of a database: then there was a catalogue. */
export function hasCopy(database: string, cacheFolder: string | null): boolean {
  const folder = new CopyFolder(wantedFolder(database, cacheFolder));
  const { current } = folder;
  return current !== undefined && folder.has(current);
}

function hashOf(database: string): string {
  // From another working folder, the same relative path is of another file.
  const file = sqliteFileOf(database);
  const address = file === undefined ? database : `sqlite:${file}`;
  return createHash('sha256').update(address).digest('hex').slice(0, 16);
}

/** The same for all processes of this user, if nobody else was there first. */
function temporaryFolder(hash: string): string {
  // Not userInfo, which throws if the system has no entry for the user, as in a container with another --user.
  const uid = process.getuid?.() ?? -1;
  const shared = join(tmpdir(), `lectern-${String(uid)}-${hash}.copy`);
  try {
    mkdirSync(shared, { mode: 0o700 });
  } catch {
    const found = lstatSync(shared, { throwIfNoEntry: false });
    const isOurs = found?.isDirectory() === true && (uid < 0 || found.uid === uid) && (found.mode & 0o077) === 0;
    if (!isOurs) return mkdtempSync(join(tmpdir(), 'lectern-'));
  }
  return shared;
}

/** The folder that has the folder of a database's copy. */
export function copiesFolder(database: string, cacheFolder: string | null): string {
  return cacheFolder ?? folderOf(database) ?? join(homedir(), '.cache', 'lectern');
}

/** The files of a copy. All are only for the user that runs Lectern, and can be deleted at any time. */
export class CopyFolder {
  readonly path: string;
  #lock: FileLock | undefined;
  readonly #written = new Map<string, string>();

  constructor(path: string) {
    this.path = path;
  }

  get indexFile(): string {
    return join(this.path, INDEX);
  }

  /** The copy's database that readers should use; undefined: there is none yet. */
  get current(): string | undefined {
    const name = this.#read(CURRENT)?.trim();
    return name !== undefined && COPY_NAME.test(name) ? name : undefined;
  }

  file(name: string): string {
    return join(this.path, name);
  }

  has(name: string): boolean {
    return statSync(this.file(name), { throwIfNoEntry: false }) !== undefined;
  }

  /** An empty file for another copy. */
  newCopy(): string {
    this.#make();
    const name = `copy-${randomUUID()}.db`;
    closeSync(openSync(this.file(name), 'wx', 0o600));
    return name;
  }

  /** Leads readers to a copy, and removes all others; who has one open keeps it. */
  publish(name: string): void {
    this.#write(CURRENT, name);
    rmSync(this.file(SUSPECT), { force: true });
    this.removeOthers(name);
  }

  /** Removes all copies but this one. */
  removeOthers(name: string | undefined): void {
    for (const other of this.#list()) {
      if (!other.startsWith('copy-') || (name !== undefined && other.startsWith(name))) continue;
      rmSync(this.file(other), { force: true });
    }
  }

  /** Tells the writer that a copy is damaged. */
  suspect(name: string): void {
    try {
      this.#write(SUSPECT, name);
    } catch {
      // The folder is gone or the disk is full: the writer finds out by itself.
    }
  }

  isSuspect(name: string): boolean {
    return this.#read(SUSPECT)?.trim() === name;
  }

  /** Whether this process writes the copy; tries to become the one that does. */
  takeLock(): boolean {
    this.#lock ??= new FileLock(this.file(LOCK));
    return this.#lock.take();
  }

  /** Why no process can write the copy; undefined: no reason is known. */
  get lockTrouble(): string | undefined {
    const { trouble } = this.#lock ?? {};
    return (
      trouble &&
      `The folder ${this.path} cannot be written: ${trouble.message}. Free up space there, or name a folder on another disk (--cache-folder).`
    );
  }

  /** Lets another process write. A folder that has not got a copy is removed. */
  releaseLock(): void {
    if (this.current === undefined && this.takeLock()) rmSync(this.path, { recursive: true, force: true });
    this.#lock?.release();
  }

  /** @throws an error of the file system */
  writeContact(contact: Contact): void {
    const { sources, ...rest } = contact;
    this.#write(CONTACT, JSON.stringify(rest));
    if (sources !== undefined) this.#write(SOURCES, JSON.stringify(sources));
  }

  /** As the writer last wrote it; undefined if it cannot be read. */
  readContact(): Contact | undefined {
    const rest = parsed(this.#read(CONTACT));
    const sources = parsed(this.#read(SOURCES));
    return isContact(rest) ? { ...NO_CONTACT, ...rest, sources: isSources(sources) ? sources : undefined } : undefined;
  }

  #make(): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
  }

  #list(): string[] {
    try {
      return readdirSync(this.path);
    } catch {
      return [];
    }
  }

  #read(name: string): string | undefined {
    try {
      return readFileSync(this.file(name), 'utf8');
    } catch {
      return undefined;
    }
  }

  /** Replaces a file at once, unless it has this text already. */
  #write(name: string, text: string): void {
    if (this.#written.get(name) === text && statSync(this.file(name), { throwIfNoEntry: false }) !== undefined) return;
    this.#make();
    const temporary = this.file(`${name}.tmp`);
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, this.file(name));
    this.#written.set(name, text);
  }
}

/** A file that was cut short does not parse. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only `writeContact` writes these files. */
function isContact(value: unknown): value is Omit<Contact, 'sources'> {
  return isObject(value) && typeof value.lastSeen === 'number' && isObject(value.damaged);
}

function isSources(value: unknown): value is readonly ListedSource[] {
  return Array.isArray(value);
}
