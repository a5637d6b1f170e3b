import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { CopyFolder, wantedFolder } from '#replica/copy-folder.ts';
import { startReadCopy, startReadCopyBeside, type ReadCopy, type ReadCopyOptions } from '#replica/read-copy.ts';
import { Directory } from '#search/names/directory.ts';
import { readText } from '#search/query/text-query.ts';
import { StoreUnavailable } from '#store/store.ts';
import { ALL_TALKS } from '../support/catalogue/whole-question.ts';
import { person, series, slugOf, talk, type WireRecord } from '../support/catalogue/wire-records.ts';
import { freshDatabase, type FreshDatabase } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { until } from '../support/until.ts';

const OPEN = { from: -Infinity, to: Infinity };

const SPEAKER = slugOf(100);
const SERIES = slugOf(200);
const [FIRST, SECOND, THIRD] = [slugOf(1), slugOf(2), slugOf(3)] as const;

const CATALOGUE = [
  person(SPEAKER, { name: 'Ada Quillfeather', email_address: 'ada@quill.example' }),
  series(SERIES),
  talk(SECOND, '2026-01-19T15:00:00Z', { series: SERIES }),
  talk(FIRST, '2026-01-20T15:00:00Z', { series: SERIES, speakers: [SPEAKER], description: 'About marmalade' }),
];

/** A store and its copies. After the test, the copies are closed before their folder is removed. */
class Stage {
  readonly place: FreshDatabase;
  readonly database: string;
  readonly cacheFolder: string;
  readonly #copies: ReadCopy[] = [];

  constructor(place: FreshDatabase) {
    this.place = place;
    this.database = place.address;
    this.cacheFolder = join(place.folder, 'cache');
  }

  async follow(options: Partial<ReadCopyOptions> = {}): Promise<ReadCopy> {
    const copy = await startReadCopy({
      database: this.database,
      cacheFolder: this.cacheFolder,
      pollMilliseconds: 20,
      savedTalks: 1,
      saveMilliseconds: 0,
      ...options,
    });
    this.#copies.push(copy);
    await copy.ready;
    return copy;
  }

  async import(...records: readonly WireRecord[]): Promise<void> {
    await importRecords(this.database, records);
  }

  async close(): Promise<void> {
    await Promise.all(this.#copies.map((copy) => copy.close()));
    await this.place.remove();
  }
}

async function stage(context: TestContext): Promise<Stage> {
  const made = new Stage(await freshDatabase());
  context.after(() => made.close());
  return made;
}

/** The numbers of the talks of SERIES. */
function talksOf(copy: ReadCopy): number[] {
  return [...(copy.index?.seriesTalks(SERIES, OPEN) ?? [])];
}

function numbersOf(copy: ReadCopy, ...slugs: readonly string[]): number[] {
  return slugs.map((slug) => copy.index?.talkNumber(slug) ?? -1);
}

async function reached(copy: ReadCopy, version: number): Promise<void> {
  await until(() => copy.index?.state.version === version, `version ${String(version)}`);
}

/** How many talks have these words. */
async function found(copy: ReadCopy, words: string): Promise<number> {
  const text = readText(words);
  if (text === undefined || text === 'nothing') throw new Error(`${words} cannot be searched for`);
  const { snapshot } = copy;
  if (snapshot === undefined) throw new Error('there is no snapshot');
  await snapshot.loadWords(text);
  return snapshot.index.answer({ ...ALL_TALKS, text }).total;
}

/** All bytes of all files of a copy. */
async function bytesOf(copy: ReadCopy): Promise<string> {
  const names = await readdir(copy.folder);
  const files = await Promise.all(names.map((name) => readFile(join(copy.folder, name), 'latin1').catch(() => '')));
  return files.join('\n');
}

async function fileOf(copy: ReadCopy): Promise<string> {
  const folder = new CopyFolder(copy.folder);
  return folder.file(folder.current ?? '');
}

test('the index that was saved of a larger catalogue is removed, with the names in it', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const copy = await started.follow();
  const { indexFile } = new CopyFolder(copy.folder);
  await until(() => existsSync(indexFile), 'the index to be saved');
  await copy.close();
  await started.follow({ savedTalks: 1_000 });
  await until(() => !existsSync(indexFile), 'the index to be removed');
});

test('other processes hear once a second that the writer is at work, and at once what has changed', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const { folder } = await started.follow({ pollMilliseconds: 5 });
  const file = new CopyFolder(folder);
  const [began, times] = [performance.now(), new Set<number>()];
  const written = async (): Promise<boolean> => {
    times.add(file.readContact()?.lastSeen ?? 0);
    return times.size > 3;
  };
  await until(written, 'the writer to write');
  const seconds = (performance.now() - began) / 1_000;
  assert.ok(seconds > 1, `written ${String(times.size)} times in ${String(seconds)} s`);
  await started.place.hide();
  await until(() => file.readContact()?.trouble !== undefined, 'the others to hear that the store is away');
});

test('the copy is opened while other work is done, and closed if that fails', async (context) => {
  const { database, cacheFolder } = await stage(context);
  await importRecords(database, CATALOGUE);
  const folder = new CopyFolder(wantedFolder(database, cacheFolder));
  const opened = (): Promise<void> => until(() => folder.current !== undefined, 'a copy');
  const { copy } = await startReadCopyBeside({ database, cacheFolder }, opened);
  await copy.ready;
  await copy.close();
  assert.equal(folder.takeLock(), true);
  folder.releaseLock();

  const failing = startReadCopyBeside({ database, cacheFolder }, () => Promise.reject(new Error('no package')));
  await assert.rejects(failing, /no package/);
  assert.equal(folder.takeLock(), true, 'the thread has ended');
  folder.releaseLock();
});

test('the catalogue can be read as soon as the copy is ready', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const copy = await started.follow();
  assert.equal(copy.index?.size, 2);
  assert.deepEqual(talksOf(copy), numbersOf(copy, SECOND, FIRST));
  assert.equal(copy.snapshot?.talk(FIRST)?.talk.description, 'About marmalade');
  assert.equal(copy.snapshot.person(SPEAKER)?.name, 'Ada Quillfeather');
  assert.equal(copy.snapshot.person(SECOND), undefined);
  assert.equal(await found(copy, 'marmal'), 1);
  assert.equal(await found(copy, 'quillfeather'), 1);
  assert.equal(copy.trouble, undefined);
  await until(() => copy.lastSeen > 0, 'the store to be seen');
});

test('an import is swapped in as a whole', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const copy = await started.follow();
  await found(copy, 'marmalade');
  const versions: number[] = [];
  copy.onSwap(({ snapshot, index }) => {
    assert.equal(snapshot, copy.snapshot);
    versions.push(index.state.version);
  });
  await started.import(person(SPEAKER, { name: 'Another name' }), talk(THIRD, '2026-01-18T09:00:00Z'));
  await reached(copy, 2);
  assert.deepEqual([...(copy.index?.answer(ALL_TALKS).talks ?? [])], numbersOf(copy, THIRD, SECOND, FIRST));
  assert.deepEqual([await found(copy, 'quillfeather'), await found(copy, 'another')], [0, 1]);
  assert.equal(versions.at(-1), 2);
});

test('suggestions are only prepared again for names that have changed', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const copy = await started.follow();
  const prepared = async (): Promise<Set<unknown>> => {
    const name = context.mock.method(Directory.prototype, 'name');
    await copy.index?.names.prepareSuggestions(0);
    name.mock.restore();
    return new Set(name.mock.calls.map(({ arguments: [type] }) => type));
  };
  assert.deepEqual(await prepared(), new Set(['person', 'series']));
  await started.import(talk(FIRST, '2026-01-20T15:00:00Z', { title: 'A later title' }));
  await reached(copy, 2);
  assert.deepEqual(await prepared(), new Set());
  await started.import(person(SPEAKER, { name: 'Another name' }));
  await reached(copy, 3);
  assert.deepEqual(await prepared(), new Set(['person']));
});

test('a snapshot that is held keeps its version while the catalogue changes', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const copy = await started.follow();
  const before = copy.snapshot ?? assert.fail();
  const release = before.hold();
  await started.import(talk(FIRST, '2026-01-20T15:00:00Z', { title: 'A later title' }));
  await reached(copy, 2);
  assert.equal(before.talk(FIRST)?.talk.description, 'About marmalade');
  assert.equal(copy.snapshot?.talk(FIRST)?.talk.title, 'A later title');
  assert.deepEqual([before.isNewest, copy.snapshot.isNewest], [false, true]);
  assert.deepEqual([before.wasIn(copy.snapshot.index.state), copy.snapshot.wasIn(before.index.state)], [false, true]);
  release();
  assert.throws(() => before.talk(FIRST));
});

test('the copy serves while the store is away, says since when, and catches up afterwards', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const copy = await started.follow();
  await started.place.hide();
  await until(() => copy.trouble !== undefined, 'trouble');
  assert.ok((copy.storeAwaySince ?? Infinity) <= Date.now());
  assert.equal(copy.snapshot?.talk(FIRST)?.talk.description, 'About marmalade');
  assert.equal(await found(copy, 'marmalade'), 1);
  await started.place.show();
  await until(() => copy.trouble === undefined, 'the trouble to end');
  assert.equal(copy.storeAwaySince, undefined);
  await started.import(talk(THIRD, '2026-01-18T09:00:00Z', { series: SERIES }));
  await reached(copy, 2);
  assert.deepEqual(talksOf(copy), numbersOf(copy, THIRD, SECOND, FIRST));
});

test('a start without a store serves the copy of the last one', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const first = await started.follow();
  assert.equal(await found(first, 'marmalade'), 1);
  await until(() => first.lastSeen > 0, 'the store to be seen');
  const { lastSeen } = first;
  await first.close();
  await started.place.hide();
  const second = await started.follow();
  assert.deepEqual(talksOf(second), numbersOf(second, SECOND, FIRST));
  assert.equal(await found(second, 'marmalade'), 1);
  await until(() => second.trouble !== undefined, 'the trouble to be reported');
  // It is noted once a second.
  assert.ok(second.lastSeen > lastSeen - 1_000);
});

test('there is no start with neither a store nor a copy', async (context) => {
  const started = await stage(context);
  await assert.rejects(
    started.follow(),
    (error) => error instanceof StoreUnavailable && error.message.includes('no catalogue'),
  );
});

test('a store that replaces another is copied from scratch', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const other = await freshDatabase();
  context.after(() => other.remove());
  await importRecords(other.address, [talk(THIRD, '2026-01-18T09:00:00Z')]);
  const copy = await started.follow();
  await found(copy, 'marmalade');
  await started.place.replaceBy(other);
  await until(() => copy.index?.size === 1, 'the other store');
  assert.deepEqual(numbersOf(copy, FIRST, THIRD), [0, 1]);
});

test('two processes share a copy, and one goes on when the other that writes it ends', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const first = await started.follow();
  const second = await started.follow();
  assert.equal(await fileOf(first), await fileOf(second));
  await started.import(talk(THIRD, '2026-01-18T09:00:00Z', { series: SERIES }));
  await Promise.all([reached(first, 2), reached(second, 2)]);
  await first.close();
  await started.import(talk(THIRD, '2026-01-17T09:00:00Z', { title: 'Moved' }));
  await reached(second, 3);
  assert.equal(second.snapshot?.talk(THIRD)?.talk.title, 'Moved');
});

for (const [what, spoil] of [
  ['cut short', (file: string) => truncate(file, 20_000)],
  ['overwritten', (file: string) => writeFile(file, 'not a database at all'.repeat(1_000))],
  ['empty', (file: string) => truncate(file, 0)],
  ['gone', (file: string) => rm(file)],
] as const)
  test(`a copy that is ${what} is made anew at the next start`, async (context) => {
    const started = await stage(context);
    await started.import(...CATALOGUE);
    const first = await started.follow();
    assert.equal(await found(first, 'marmalade'), 1);
    const file = await fileOf(first);
    await first.close();
    for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true });
    await spoil(file);
    const second = await started.follow();
    assert.deepEqual(talksOf(second), numbersOf(second, SECOND, FIRST));
    assert.equal(second.snapshot?.talk(FIRST)?.talk.description, 'About marmalade');
    await until(
      async () => (await readdir(second.folder)).filter((name) => /^copy-.*\.db$/.test(name)).length === 1,
      'the old copy to be removed',
    );
  });

test('a copy that is damaged while it is served is made anew, and what can be read is', async (context) => {
  const started = await stage(context);
  const many = Array.from({ length: 200 }, (_one, at) =>
    talk(slugOf(1000 + at), '2026-02-01T10:00:00Z', { description: `${'word '.repeat(150)}${String(at)}` }),
  );
  await started.import(...CATALOGUE, ...many);
  const copy = await started.follow();
  await found(copy, 'marmalade');
  const file = await fileOf(copy);
  await truncate(file, 40_000);
  const slugs = many.map(({ slug }) => String(slug));
  await until(async () => {
    for (const slug of slugs) {
      try {
        copy.snapshot?.talk(slug);
      } catch (error) {
        assert.ok(error instanceof StoreUnavailable);
      }
    }
    return (await fileOf(copy)) !== file && slugs.every((slug) => isReadable(copy, slug));
  }, 'another copy');
});

function isReadable(copy: ReadCopy, slug: string): boolean {
  try {
    return copy.snapshot?.talk(slug) !== undefined;
  } catch {
    return false;
  }
}

test('nothing of a removed talk or person, and no e-mail address of a person, is left in any file', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const copy = await started.follow();
  assert.equal(await found(copy, 'marmalade'), 1);
  const before = await bytesOf(copy);
  for (const text of ['marmalade', 'Quillfeather', 'quillfeather']) assert.ok(before.includes(text), text);
  assert.ok(!before.includes('ada@quill.example'));
  await importRecords(started.database, [series(SERIES), talk(SECOND, '2026-01-19T15:00:00Z', { series: SERIES })], {
    replace: true,
  });
  await reached(copy, 2);
  await until(async () => !/marmalade|quillfeather/i.test(await bytesOf(copy)), 'the files to be clean');
});

test('the files are only for their owner', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const copy = await started.follow();
  await found(copy, 'marmalade');
  assert.equal((await stat(copy.folder)).mode & 0o777, 0o700);
  for (const name of await readdir(copy.folder)) {
    const found = await stat(join(copy.folder, name)).catch(() => undefined);
    if (found !== undefined) assert.equal(found.mode & 0o777, 0o600, name);
  }
});

test('all files are only for their owner even in a folder that everybody may use', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const folder = wantedFolder(started.database, started.cacheFolder);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o777);
  const copy = await started.follow();
  assert.equal(copy.folder, folder);
  const database = await fileOf(copy);
  const paths = [database, `${database}-wal`, ...['contact', 'index', 'writer.lock'].map((name) => join(folder, name))];
  for (const path of paths) {
    await until(async () => (await stat(path).catch(() => undefined)) !== undefined, path);
    assert.equal((await stat(path)).mode & 0o777, 0o600, path);
  }
});

test('the log of the copy is emptied while imports go on', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const copy = await started.follow();
  await found(copy, 'marmalade');
  for (let version = 2; version < 6; version += 1) {
    await started.import(talk(THIRD, '2026-01-18T09:00:00Z', { description: `${String(version)} `.repeat(1_000) }));
    await reached(copy, version);
  }
  const log = `${await fileOf(copy)}-wal`;
  await until(async () => ((await stat(log).catch(() => undefined))?.size ?? 0) === 0, 'an empty log');
});

test('a folder that cannot be written is replaced by a temporary one, and reported', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  // Root can write to any folder, but even root cannot create one below a file.
  await writeFile(started.cacheFolder, '');
  const copy = await started.follow({ cacheFolder: join(started.cacheFolder, 'below') });
  context.after(() => rm(copy.folder, { recursive: true, force: true }));
  assert.match(copy.folderTrouble ?? '', /below.* cannot be written/);
  assert.equal(copy.index?.size, 2);
  assert.equal((await stat(copy.folder)).mode & 0o777, 0o700);
});

test('a folder that is deleted is made again', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const copy = await started.follow();
  await rename(copy.folder, join(started.place.folder, 'deleted'));
  assert.equal(copy.snapshot?.talk(FIRST)?.talk.description, 'About marmalade');
  await started.import(talk(THIRD, '2026-01-18T09:00:00Z'));
  await reached(copy, 2);
  assert.equal(copy.snapshot.talk(FIRST)?.talk.description, 'About marmalade');
  assert.ok((await readdir(copy.folder)).some((name) => /^copy-.*\.db$/.test(name)));
});

test('a saved index of another copy, or a damaged one, is ignored', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const first = await started.follow();
  const index = join(first.folder, 'index');
  await until(async () => (await stat(index).catch(() => undefined)) !== undefined, 'the index to be saved');
  await first.close();
  const bytes = await readFile(index);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 255, bytes.length - 20);
  await writeFile(index, bytes);
  const second = await started.follow();
  assert.deepEqual(talksOf(second), numbersOf(second, SECOND, FIRST));
  await second.close();
  await started.place.empty();
  await started.import(talk(THIRD, '2026-01-18T09:00:00Z'));
  const third = await started.follow();
  await until(() => third.index?.size === 1, 'the other catalogue');
  assert.deepEqual(numbersOf(third, FIRST, THIRD), [0, 1]);
});

test('damage that the copy hides is found by a quick check and reported in full', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  const first = await started.follow();
  await first.close();
  await started.place.execute('DELETE FROM talk WHERE number = (SELECT min(number) FROM talk_record)');
  await started.place.execute("UPDATE person SET key = 'no slug at all'");
  const second = await started.follow({ quickLookMilliseconds: 0 });
  await until(() => second.damaged.damage.length > 0, 'the damage to be reported');
  const told = second.damaged.damage.map(({ what }) => what).join('\n');
  assert.match(told, /has lost all but its text\.$/m);
  assert.match(told, /the person no slug at all is corrupt\.$/m);
});

test('a failed thread is started again, while the last snapshot serves', async (context) => {
  const started = await stage(context);
  await started.import(...CATALOGUE);
  await mkdir(started.cacheFolder);
  await chmod(started.cacheFolder, 0o700);
  const copy = await started.follow({ thread: new URL('./failing-thread.mjs', import.meta.url) });
  assert.equal(copy.index?.size, 2);
  await writeFile(join(started.cacheFolder, 'fail now'), '');
  await until(() => copy.trouble !== undefined, 'the thread to fail');
  assert.equal(copy.index.size, 2);
  await until(() => copy.trouble === undefined, 'the thread to start again');
  await started.import(talk(THIRD, '2026-01-18T09:00:00Z', { series: SERIES }));
  await reached(copy, 2);
  assert.deepEqual(talksOf(copy), numbersOf(copy, THIRD, SECOND, FIRST));
});
