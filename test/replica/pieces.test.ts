import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { lockOfPieces, Pieces, PieceWriter, removeAbandoned, type PiecesPlace } from '#replica/pieces.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function placeFor(name = 'usual'): PiecesPlace {
  const folder = mkdtempSync(join(tmpdir(), 'pieces-'));
  folders.push(folder);
  return { folder, name, renderings: ['json', 'xml'] };
}

const SOURCE = 'copy.db';
const COMMA = Buffer.from(',');
const JSON_TALKS = 0;
const XML_TALKS = 1;

function textOf(pieces: Pieces, rendering: string, talks: readonly number[]): string | undefined {
  const body = Buffer.alloc(1024);
  const end = pieces.table(rendering, SOURCE)?.copy(Uint32Array.from(talks), COMMA.length, body, 0) ?? -1;
  return end < 0 ? undefined : body.toString('utf8', 0, end);
}

/** The descriptor of the folder that lists descriptors is closed by then. */
function readlinkIfThere(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

describe('pieces', () => {
  it('are there for every reader once they are published', () => {
    const place = placeFor();
    const pieces = new Pieces(place);
    pieces.refresh();
    assert.equal(pieces.table('json', SOURCE), undefined);
    const writer = new PieceWriter(place, SOURCE);
    writer.add(JSON_TALKS, 3, 1, Buffer.from('three'), COMMA);
    writer.add(XML_TALKS, 3, 1, Buffer.from('<three/>'), COMMA);
    writer.add(JSON_TALKS, 5, 1, Buffer.from('five'), COMMA);
    writer.publish();
    pieces.refresh();
    assert.equal(textOf(pieces, 'json', [3, 5]), 'three,five');
    assert.equal(textOf(pieces, 'json', [5, 3, 5]), 'five,three,five');
    assert.equal(textOf(pieces, 'xml', [3]), '<three/>');
    writer.add(JSON_TALKS, 4, 1, Buffer.from('four'), COMMA);
    writer.flush();
    pieces.refresh();
    assert.equal(textOf(pieces, 'json', [3, 4, 5]), 'three,four,five');
    writer.close();
    pieces.close();
  });

  it('leave no file behind, open or not, if a set cannot be begun', { skip: !existsSync('/proc/self/fd') }, () => {
    const place = { ...placeFor(), renderings: ['json', 'no/such folder'] };
    const open = (): string[] =>
      readdirSync('/proc/self/fd').flatMap((fd) => {
        const path = readlinkIfThere(`/proc/self/fd/${fd}`);
        return path?.startsWith(place.folder) === true ? [path] : [];
      });
    assert.throws(() => new PieceWriter(place, SOURCE), { code: 'ENOENT' });
    assert.deepEqual([open(), readdirSync(place.folder)], [[], []]);
  });

  it('belong to a version of their talk, and the last one counts', () => {
    const place = placeFor();
    const writer = new PieceWriter(place, SOURCE);
    writer.add(JSON_TALKS, 1, 7, Buffer.from('before'), COMMA);
    writer.publish();
    const pieces = new Pieces(place);
    pieces.refresh();
    const table = pieces.table('json', SOURCE);
    assert.ok(table);
    assert.deepEqual(
      [6, 7, 8].map((version) => table.length(1, version)),
      [0, 6, 0],
    );
    assert.equal(table.length(2, 7), 0);
    writer.add(JSON_TALKS, 1, 8, Buffer.from('now'), COMMA);
    writer.flush();
    pieces.refresh();
    assert.deepEqual(
      [6, 7, 8].map((version) => table.length(1, version)),
      [0, 0, 3],
    );
    assert.equal(textOf(pieces, 'json', [1]), 'now');
    writer.close();
    pieces.close();
  });

  it('arrive whole, however many there are and however large', () => {
    const place = placeFor();
    const writer = new PieceWriter(place, SOURCE);
    const large = Buffer.alloc(700 * 1024, 'x');
    for (let talk = 1; talk <= 10_000; talk += 1) {
      writer.add(JSON_TALKS, talk, 1, Buffer.from(`talk ${String(talk)}`), COMMA);
      if (talk % 5_000 === 0) writer.add(XML_TALKS, talk, 1, large, COMMA);
    }
    writer.publish();
    const pieces = new Pieces(place);
    pieces.refresh();
    assert.equal(textOf(pieces, 'json', [1, 4_096, 4_097, 10_000]), 'talk 1,talk 4096,talk 4097,talk 10000');
    const body = Buffer.alloc(large.length * 2 + 1);
    assert.equal(pieces.table('xml', SOURCE)?.copy(Uint32Array.of(5_000, 10_000), 1, body, 0), body.length);
    assert.equal(body.subarray(-large.length).equals(large), true);
    writer.close();
    pieces.close();
  });

  it('of a new set replace those of the last one, whose files are removed', () => {
    const place = placeFor();
    const first = new PieceWriter(place, SOURCE);
    first.add(JSON_TALKS, 1, 1, Buffer.from('a secret'), COMMA);
    first.publish();
    const pieces = new Pieces(place);
    pieces.refresh();
    const second = new PieceWriter(place, SOURCE);
    second.add(JSON_TALKS, 2, 1, Buffer.from('two'), COMMA);
    // Until it is published, the last set is read.
    pieces.refresh();
    assert.equal(textOf(pieces, 'json', [1]), 'a secret');
    second.publish();
    assert.equal(textOf(pieces, 'json', [1]), 'a secret');
    pieces.refresh();
    assert.equal(pieces.table('json', SOURCE)?.length(1, 1), 0);
    assert.equal(textOf(pieces, 'json', [2]), 'two');
    const files = readdirSync(place.folder);
    assert.equal(files.length, 4);
    for (const file of files) {
      assert.doesNotMatch(readFileSync(join(place.folder, file), 'latin1'), /secret/);
      assert.equal(statSync(join(place.folder, file)).mode & 0o077, 0);
    }
    for (const writer of [first, second]) writer.close();
    pieces.close();
  });

  it('of another source are not used', () => {
    const place = placeFor();
    const writer = new PieceWriter(place, SOURCE);
    writer.add(JSON_TALKS, 1, 1, Buffer.from('one'), COMMA);
    writer.publish();
    const pieces = new Pieces(place);
    pieces.refresh();
    assert.equal(pieces.table('json', 'another.db'), undefined);
    assert.equal(textOf(pieces, 'json', [1]), 'one');
    writer.close();
    pieces.close();
  });

  it('of services that publish differently are apart', () => {
    const place = placeFor('one');
    const other = { ...place, name: 'other' };
    const writers = [place, other].map((each) => {
      const writer = new PieceWriter(each, SOURCE);
      writer.add(JSON_TALKS, 1, 1, Buffer.from(each.name), COMMA);
      writer.publish();
      return writer;
    });
    for (const each of [place, other]) {
      const pieces = new Pieces(each);
      pieces.refresh();
      assert.equal(textOf(pieces, 'json', [1]), each.name);
      pieces.close();
    }
    for (const writer of writers) writer.close();
  });

  it('of a service that published differently are removed once it has stopped', () => {
    const place = placeFor('0123456789abcdef');
    const [stopped, running] = ['00000000000000aa', '00000000000000bb'].map((name) => {
      const other = { ...place, name };
      const lock = lockOfPieces(other);
      assert.ok(lock.take());
      const writer = new PieceWriter(other, SOURCE);
      writer.publish();
      return { lock, writer };
    });
    writeFileSync(join(place.folder, 'copy-1.db'), '');
    const before = readdirSync(place.folder);
    removeAbandoned(place);
    assert.deepEqual(readdirSync(place.folder), before);
    stopped?.writer.close();
    stopped?.lock.release();
    removeAbandoned(place);
    const others = before.filter((file) => !file.startsWith('00000000000000aa'));
    assert.deepEqual(readdirSync(place.folder), others);
    assert.ok(others.length > 4 && others.length < before.length);
    running?.writer.close();
    running?.lock.release();
  });

  it('that cannot be read are missing', () => {
    const place = placeFor();
    const writer = new PieceWriter(place, SOURCE);
    writer.add(JSON_TALKS, 1, 1, Buffer.from('one'), COMMA);
    writer.publish();
    const pieces = new Pieces(place);
    pieces.refresh();
    const data = readdirSync(place.folder).find((file) => file.endsWith('.json')) ?? '';
    truncateSync(join(place.folder, data), 1);
    assert.equal(textOf(pieces, 'json', [1]), undefined);
    pieces.giveUp();
    assert.equal(pieces.table('json', SOURCE), undefined);
    pieces.refresh();
    // The same set stays unread; a new one is read.
    assert.equal(pieces.table('json', SOURCE), undefined);
    writer.close();
    const next = new PieceWriter(place, SOURCE);
    next.add(JSON_TALKS, 1, 1, Buffer.from('one'), COMMA);
    next.publish();
    pieces.refresh();
    assert.equal(textOf(pieces, 'json', [1]), 'one');
    next.close();
    pieces.close();
  });
});
