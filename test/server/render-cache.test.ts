import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readlink, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { NotRendered, RenderCache } from '#server/documents/render-cache.ts';
import type { RenderOffsets } from '#server/documents/render-offsets.ts';
import { tagOf } from '#server/documents/tag.ts';
import { until } from '../support/until.ts';

const MEBIBYTE = 1024 * 1024;
const SEGMENT = 4 * MEBIBYTE;
const COMMA = Buffer.from(',');

function bytesOf(talk: number, length: number): Buffer {
  return Buffer.alloc(length, `talk ${String(talk)} `);
}

/** The bytes of one talk. */
function bytesIn(rendered: RenderCache, offsets: RenderOffsets, talk: number): Buffer {
  const bytes = Buffer.alloc(offsets.length(talk));
  rendered.copy(offsets, Uint32Array.of(talk), 0, bytes, 0);
  return bytes;
}

/** Waits for pending writes to disk. */
function settled(condition: () => boolean): Promise<void> {
  return until(condition, 'the write to disk');
}

test('bytes are found again by representation and talk number', () => {
  const rendered = new RenderCache({ memory: 8 * MEBIBYTE, disk: 0, folder: tmpdir() });
  const json = rendered.offsets('json', 'always');
  const xml = rendered.offsets('xml', 'always');
  rendered.put(json, 7, Buffer.from('{"a":1}'), COMMA);
  rendered.put(xml, 7, Buffer.from('<a>1</a>'), COMMA);
  rendered.put(json, 3000, Buffer.from('{"b":2}'), COMMA);

  assert.equal(rendered.has(json, 7), true);
  assert.equal(rendered.has(json, 8), false);
  assert.equal(rendered.has(xml, 3000), false);
  assert.equal(bytesIn(rendered, json, 3000).toString(), '{"b":2}');
  const target = Buffer.alloc(20, '.');
  assert.equal(rendered.copy(xml, Uint32Array.of(7), 1, target, 5), 13);
  assert.equal(target.toString(), '.....<a>1</a>.......');
  assert.deepEqual([json.tag(7, 0), json.tag(7, 1)], tagOf(Buffer.from('{"a":1}')));
  rendered.close();
});

test('talks are copied with separators, whether or not they are stored next to each other', () => {
  const rendered = new RenderCache({ memory: 8 * MEBIBYTE, disk: 0, folder: tmpdir() });
  const form = rendered.offsets('json', 'always');
  for (const talk of [1, 2, 3, 4, 5]) rendered.put(form, talk, Buffer.from(`[${String(talk)}]`), COMMA);
  const target = Buffer.alloc(40, '.');
  const copied = (...talks: number[]): string =>
    target.subarray(2, rendered.copy(form, Uint32Array.of(...talks), 1, target, 2)).toString();
  assert.equal(copied(1, 2, 3, 4, 5), '[1],[2],[3],[4],[5]');
  assert.equal(copied(3, 4, 1, 2, 5), '[3],[4],[1],[2],[5]');
  assert.equal(copied(5, 4, 3), '[5],[4],[3]');
  assert.equal(copied(2), '[2]');
  rendered.close();
});

test('changed talks are forgotten in every representation, and the others stay', () => {
  const rendered = new RenderCache({ memory: 8 * MEBIBYTE, disk: 0, folder: tmpdir() });
  const forms = [rendered.offsets('json', 'always'), rendered.offsets('xml', 'always')] as const;
  for (const form of forms) for (const talk of [1, 2, 3]) rendered.put(form, talk, bytesOf(talk, 10), COMMA);
  rendered.forget(Uint32Array.of(2, 999_999));
  assert.deepEqual(
    forms.map((form) => [1, 2, 3].map((talk) => rendered.has(form, talk))),
    [
      [true, false, true],
      [true, false, true],
    ],
  );
  rendered.forget('all');
  assert.equal(rendered.has(forms[0], 1), false);
  rendered.close();
});

test('talks that do not fit into memory are read back from disk byte for byte', async () => {
  const rendered = new RenderCache({ memory: 2 * SEGMENT, disk: 16 * SEGMENT, folder: tmpdir() });
  const form = rendered.offsets('json', 'always');
  const count = 80;
  for (let talk = 1; talk <= count; talk += 1) {
    rendered.put(form, talk, bytesOf(talk, 256 * 1024 + talk), COMMA);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const talks = Array.from({ length: count }, (_, at) => at + 1);
  await settled(() => talks.every((talk) => rendered.has(form, talk)));
  for (const talk of talks) assert.deepEqual(bytesIn(rendered, form, talk), bytesOf(talk, 256 * 1024 + talk));
  rendered.close();
});

test('a full cache without a disk forgets the oldest talks and keeps the bytes of the others', () => {
  const rendered = new RenderCache({ memory: 2 * SEGMENT, disk: 0, folder: tmpdir() });
  const form = rendered.offsets('json', 'always');
  for (let talk = 1; talk <= 12; talk += 1) rendered.put(form, talk, bytesOf(talk, MEBIBYTE - 1), COMMA);
  const there = Array.from({ length: 12 }, (_, at) => at + 1).filter((talk) => rendered.has(form, talk));
  assert.deepEqual(there, [5, 6, 7, 8, 9, 10, 11, 12]);
  for (const talk of there) assert.deepEqual(bytesIn(rendered, form, talk), bytesOf(talk, MEBIBYTE - 1));
  rendered.close();
});

test('a full file is overwritten in turn, and the overwritten talks are forgotten', async () => {
  const rendered = new RenderCache({ memory: 2 * SEGMENT, disk: 4 * SEGMENT, folder: tmpdir() });
  const form = rendered.offsets('json', 'always');
  for (let talk = 1; talk <= 40; talk += 1) {
    rendered.put(form, talk, bytesOf(talk, MEBIBYTE - 1), COMMA);
    // A place in the file is only reused after its pending write.
    if (talk > 8) await settled(() => rendered.has(form, talk - 8));
  }
  const there = Array.from({ length: 40 }, (_, at) => at + 1).filter((talk) => rendered.has(form, talk));
  assert.ok(!there.includes(1) && there.includes(40));
  for (const talk of there) assert.deepEqual(bytesIn(rendered, form, talk), bytesOf(talk, MEBIBYTE - 1));
  rendered.close();
});

test('pinned talks stay in memory and on disk until they are released', async () => {
  for (const disk of [0, 2 * SEGMENT]) {
    const rendered = new RenderCache({ memory: 3 * SEGMENT, disk, folder: tmpdir() });
    const form = rendered.offsets('json', 'always');
    rendered.put(form, 1, bytesOf(1, MEBIBYTE - 1), COMMA);
    const pins = rendered.pins();
    pins.add(form.at(1));
    pins.add(form.at(1));
    const putMore = async (): Promise<void> => {
      for (let talk = 2; talk <= 28; talk += 1) {
        assert.ok(rendered.put(form, talk, bytesOf(talk, MEBIBYTE - 1), COMMA));
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await putMore();
    assert.deepEqual(bytesIn(rendered, form, 1), bytesOf(1, MEBIBYTE - 1));
    pins.release();
    await putMore();
    await putMore();
    assert.equal(rendered.has(form, 1), false);
    rendered.close();
  }
});

test('nothing more is cached while all memory is pinned without a disk', () => {
  const rendered = new RenderCache({ memory: 2 * SEGMENT, disk: 0, folder: tmpdir() });
  const form = rendered.offsets('json', 'always');
  const pins = rendered.pins();
  const put = (talk: number): boolean => {
    const isKept = rendered.put(form, talk, bytesOf(talk, MEBIBYTE - 1), COMMA);
    if (isKept) pins.add(form.at(talk));
    return isKept;
  };
  const kept = Array.from({ length: 12 }, (_, at) => at + 1).filter(put);
  assert.deepEqual(kept, [1, 2, 3, 4, 5, 6, 7, 8]);
  for (const talk of kept) assert.deepEqual(bytesIn(rendered, form, talk), bytesOf(talk, MEBIBYTE - 1));
  pins.release();
  assert.deepEqual([put(9), rendered.has(form, 1), rendered.has(form, 8)], [true, false, true]);
  rendered.close();
});

test('a talk larger than a segment is not cached', () => {
  const rendered = new RenderCache({ memory: 2 * SEGMENT, disk: 0, folder: tmpdir() });
  const form = rendered.offsets('json', 'always');
  rendered.put(form, 1, Buffer.alloc(SEGMENT + 1), COMMA);
  assert.equal(rendered.has(form, 1), false);
  rendered.close();
});

test('an unwritable folder disables the disk without an error', () => {
  const rendered = new RenderCache({ memory: 2 * SEGMENT, disk: 4 * SEGMENT, folder: '/nonexistent/folder' });
  const form = rendered.offsets('json', 'always');
  for (let talk = 1; talk <= 12; talk += 1) rendered.put(form, talk, bytesOf(talk, MEBIBYTE - 1), COMMA);
  assert.deepEqual([rendered.has(form, 1), rendered.has(form, 12)], [false, true]);
  rendered.close();
});

test('reading a talk that was dropped throws NotRendered and writes no bytes', () => {
  for (const folder of ['/nonexistent/folder', tmpdir()]) {
    // With a writable disk, talks put in quick succession are dropped before they are written.
    const rendered = new RenderCache({ memory: 2 * SEGMENT, disk: SEGMENT, folder });
    const form = rendered.offsets('json', 'always');
    rendered.put(form, 1, bytesOf(1, 1000), COMMA);
    assert.equal(rendered.has(form, 1), true);
    for (let talk = 2; talk <= 20; talk += 1) rendered.put(form, talk, bytesOf(talk, MEBIBYTE - 1), COMMA);
    assert.equal(rendered.has(form, 1), false);
    const target = Buffer.alloc(1000, '.');
    assert.throws(() => bytesIn(rendered, form, 1), NotRendered);
    assert.throws(() => rendered.copy(form, Uint32Array.of(1), 1, target, 0), NotRendered);
    assert.deepEqual(target, Buffer.alloc(1000, '.'));
    assert.throws(() => bytesIn(rendered, form, 999), NotRendered);
    rendered.close();
    assert.throws(() => bytesIn(rendered, form, 20), NotRendered);
  }
});

const PROC = existsSync('/proc/self/fd') ? false : 'there is no /proc to find a file without a name in';

test('a talk whose bytes cannot be read back from disk counts as missing', { skip: PROC }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-rendered-'));
  const rendered = new RenderCache({ memory: 2 * SEGMENT, disk: 16 * SEGMENT, folder });
  const form = rendered.offsets('json', 'always');
  for (let talk = 1; talk <= 20; talk += 1) rendered.put(form, talk, bytesOf(talk, MEBIBYTE - 1), COMMA);
  await settled(() => rendered.has(form, 1));
  for (const file of await openFiles(folder)) await truncate(file);
  assert.throws(() => bytesIn(rendered, form, 1), NotRendered);
  assert.equal(rendered.has(form, 1), false);
  assert.deepEqual(bytesIn(rendered, form, 20), bytesOf(20, MEBIBYTE - 1));
  rendered.close();
  await rm(folder, { recursive: true });
});

/** Open files of this process in a folder, including unlinked ones. */
async function openFiles(folder: string): Promise<string[]> {
  const own = (await readdir('/proc/self/fd')).map((number) => `/proc/self/fd/${number}`);
  const named = await Promise.all(own.map(async (path) => [path, await readlink(path).catch(() => '')] as const));
  return named.filter(([, target]) => target.startsWith(folder)).map(([path]) => path);
}
