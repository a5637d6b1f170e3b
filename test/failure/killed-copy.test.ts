import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { CopyFolder, wantedFolder } from '#replica/copy-folder.ts';
import { startReadCopy } from '#replica/read-copy.ts';
import { readText } from '#search/query/text-query.ts';
import { ALL_TALKS } from '../support/catalogue/whole-question.ts';
import { slugOf, talk, type WireRecord } from '../support/catalogue/wire-records.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { until } from '../support/until.ts';

const PROCESS = fileURLToPath(new URL('./following-process.mjs', import.meta.url));
/** So many that a change of all of them does not fit into the writer's memory, and is written before it is complete. */
const TALKS = 3_000;
/** Kills at each moment. */
const KILLS = 2;

/** The catalogue in its nth state. */
function state(nth: number): WireRecord[] {
  return Array.from({ length: TALKS }, (_talk, at) =>
    talk(slugOf(at + 1), '2026-02-01T10:00:00Z', {
      title: `Talk ${String(at)} in state ${String(nth)}`,
      description: `moss${String(nth)} ${'and peat '.repeat(400)}`,
    }),
  );
}

/** The files of a copy, as they can be seen from outside. */
class Files {
  readonly #folder: CopyFolder;

  constructor(folder: string) {
    this.#folder = new CopyFolder(folder);
  }

  /** Whether there is a copy, and none that readers use. */
  get isUnpublished(): boolean {
    const names = existsSync(this.#folder.path) ? readdirSync(this.#folder.path) : [];
    return this.#folder.current === undefined && names.some((name) => /^copy-.*\.db$/.test(name));
  }

  get logSize(): number {
    return sizeOf(`${this.#current}-wal`);
  }

  /** Whether the log ends in the middle of a transaction: https://sqlite.org/fileformat2.html#the_write_ahead_log. */
  get isLogCutShort(): boolean {
    if (this.logSize === 0) return false;
    const log = readFileSync(`${this.#current}-wal`);
    const frame = 24 + log.readUInt32BE(8);
    const last = 32 + (Math.floor((log.length - 32) / frame) - 1) * frame;
    return last >= 32 && log.readUInt32BE(last + 4) === 0;
  }

  /** What is in the copy, whose files are left as they are. */
  get content(): { readonly version: number; readonly words: number | null } | undefined {
    if (this.#folder.current === undefined) return undefined;
    const aside = mkdtempSync(join(this.#folder.path, '..', 'aside-'));
    for (const suffix of ['', '-wal'].filter((each) => existsSync(this.#current + each)))
      cpSync(this.#current + suffix, join(aside, `copy.db${suffix}`));
    const db = new Database(join(aside, 'copy.db'));
    try {
      return db.prepare<[], { version: number; words: number | null }>('SELECT version, words FROM state').get();
    } finally {
      db.close();
    }
  }

  get #current(): string {
    return this.#folder.file(this.#folder.current ?? 'none');
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

interface Moment {
  /** See dying-thread.mjs. */
  readonly during: string;
  /** Whether what a process leaves that dies then is incomplete. */
  readonly isIncomplete: (files: Files, versionBefore: number | undefined) => boolean;
  /** Whether the copy has to be complete before, and the catalogue is then changed. */
  readonly needsChange?: true;
}

const MOMENTS: readonly Moment[] = [
  { during: 'the first copy', isIncomplete: (files) => files.isUnpublished },
  { during: 'the words of the first copy', isIncomplete: (files) => typeof files.content?.words === 'number' },
  {
    during: 'a change',
    isIncomplete: (files, version) => files.isLogCutShort && files.content?.version === version,
    needsChange: true,
  },
];

describe('a process that is killed while it writes', { concurrency: false }, () => {
  for (const { during, isIncomplete, needsChange } of MOMENTS)
    it(`${during} leaves a copy that is right, or made anew`, async (t) => {
      const { address, folder } = await databaseOf(t);
      await importRecords(address, state(0));
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const cacheFolder = mkdtempSync(join(folder, 'cache-'));
        const child = spawn(process.execPath, [PROCESS, address, cacheFolder], {
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { ...process.env, DIES_DURING: during },
        });
        t.after(() => child.kill('SIGKILL'));
        const ended = once(child, 'exit');
        const files = new Files(wantedFolder(address, cacheFolder));
        let version: number | undefined;
        if (needsChange) {
          await until(() => files.logSize === 0 && files.content?.words === null, 'the copy to be complete');
          version = files.content?.version;
          await importRecords(address, state(kill));
        }
        assert.deepEqual(await ended, [null, 'SIGKILL']);
        assert.ok(isIncomplete(files, version), 'the process left something incomplete');
        await assertServes(address, cacheFolder, needsChange ? kill : 0);
      }
    });
});

/** Starts from what a killed process has left, and compares all talks and words. */
async function assertServes(database: string, cacheFolder: string, nth: number): Promise<void> {
  const copy = await startReadCopy({ database, cacheFolder, pollMilliseconds: 20 });
  try {
    const title = `state ${String(nth)}`;
    await until(() => copy.snapshot?.talk(slugOf(1))?.talk.title.endsWith(title) === true, title);
    const snapshot = copy.snapshot ?? assert.fail();
    const numbers = snapshot.index.answer({ ...ALL_TALKS, count: TALKS }).talks;
    assert.deepEqual(
      snapshot
        .talks(numbers)
        .map(({ talk: each }) => each.title)
        .sort(),
      state(nth)
        .map((record) => String(record.title))
        .sort(),
    );
    const counts = [
      [`moss${String(nth)}`, TALKS] as const,
      [`moss${String(nth - 1)}`, 0] as const,
      ['peat', TALKS] as const,
    ];
    for (const [words, count] of counts) {
      const text = readText(`"${words}"`);
      assert.ok(typeof text === 'object');
      await snapshot.loadWords(text);
      assert.equal(snapshot.index.answer({ ...ALL_TALKS, text }).total, count, words);
    }
  } finally {
    await copy.close();
  }
}
