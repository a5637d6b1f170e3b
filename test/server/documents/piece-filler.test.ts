import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { Pieces, type PiecesPlace } from '#replica/pieces.ts';
import { PieceFiller, type FilledFrom } from '#server/documents/piece-filler.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bareTalk } from '../../support/catalogue/talk-details.ts';

const SOURCE = 'copy.db';
const COMMA = Buffer.from(',');

/** A catalogue: titles of talks by number, and the versions in which they last changed. */
class Talks {
  readonly titles = new Map<number, string>();
  readonly versions = new Map<number, number>();
  rendered: number[] = [];

  set(talk: number, title: string, version: number): void {
    this.titles.set(talk, title);
    this.versions.set(talk, version);
  }

  get from(): FilledFrom {
    return {
      source: SOURCE,
      order: { talks: [...this.titles.keys()], versionOf: (talk) => this.versions.get(talk) ?? 0 },
      details: (talk) => {
        this.rendered.push(talk);
        return { ...bareTalk, talk: { ...bareTalk.talk, title: this.titles.get(talk) ?? '' } };
      },
      isCleaned: false,
      isOutdated: () => false,
    };
  }
}

const RENDERINGS = ['', '!'].map((end) => ({
  render: ({ talk }: TalkDetails) => Buffer.from(talk.title + end),
  between: COMMA,
}));

async function fillerFor(test: TestContext): Promise<{ place: PiecesPlace; filler: PieceFiller; pieces: Pieces }> {
  const place = { folder: await temporaryFolder(test), name: 'pieces', renderings: ['plain', 'loud'] };
  return { place, filler: new PieceFiller(place, RENDERINGS), pieces: new Pieces(place) };
}

function read(pieces: Pieces, talks: Talks): Record<string, string> {
  pieces.refresh();
  const found: Record<string, string> = {};
  for (const [talk, version] of talks.versions) {
    for (const rendering of ['plain', 'loud']) {
      const table = pieces.table(rendering, SOURCE);
      const bytes = Buffer.alloc(table?.length(talk, version) ?? 0);
      if (bytes.length > 0 && table?.read(table.at(talk), bytes.length, bytes, 0) === true)
        found[`${String(talk)} ${rendering}`] = bytes.toString();
    }
  }
  return found;
}

function bytesIn({ folder }: PiecesPlace): string {
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('\n');
}

describe('filling pieces', () => {
  it('renders every talk once in each rendering, and later only what changed', async (test) => {
    const { filler, pieces } = await fillerFor(test);
    const talks = new Talks();
    for (let talk = 1; talk <= 600; talk += 1) talks.set(talk, `talk ${String(talk)}`, 1);
    await filler.fill(talks.from);
    assert.deepEqual(talks.rendered, [...talks.titles.keys()]);
    const found = read(pieces, talks);
    assert.equal(Object.keys(found).length, 1200);
    assert.equal(found['600 plain'], 'talk 600');
    assert.equal(found['1 loud'], 'talk 1!');
    talks.rendered = [];
    talks.set(7, 'seven', 2);
    talks.set(601, 'new', 2);
    await filler.fill(talks.from);
    assert.deepEqual(talks.rendered, [7, 601]);
    assert.equal(read(pieces, talks)['7 loud'], 'seven!');
    filler.close();
    pieces.close();
  });

  it('stops for a newer version, and goes on with that', async (test) => {
    const { filler, pieces } = await fillerFor(test);
    const talks = new Talks();
    for (let talk = 1; talk <= 10; talk += 1) talks.set(talk, `talk ${String(talk)}`, 1);
    await filler.fill({ ...talks.from, isOutdated: () => talks.rendered.length === 3 });
    assert.equal(Object.keys(read(pieces, talks)).length, 6);
    await filler.fill(talks.from);
    assert.deepEqual(talks.rendered, [...talks.titles.keys()]);
    assert.equal(Object.keys(read(pieces, talks)).length, 20);
    filler.close();
    pieces.close();
  });

  it('leaves nothing of what was removed in any file, once it must be cleaned', async (test) => {
    const { place, filler, pieces } = await fillerFor(test);
    const talks = new Talks();
    talks.set(1, 'kept', 1);
    talks.set(2, 'forgotten', 1);
    await filler.fill(talks.from);
    talks.titles.delete(2);
    talks.versions.delete(2);
    talks.rendered = [];
    await filler.fill(talks.from);
    assert.match(bytesIn(place), /forgotten/);
    await filler.fill({ ...talks.from, isCleaned: true });
    assert.doesNotMatch(bytesIn(place), /forgotten/);
    // What is still right is copied.
    assert.deepEqual(talks.rendered, []);
    assert.deepEqual(read(pieces, talks), { '1 plain': 'kept', '1 loud': 'kept!' });
    filler.close();
    pieces.close();
  });

  it('writes the files anew when most of them is no longer needed', async (test) => {
    const { place, filler, pieces } = await fillerFor(test);
    const talks = new Talks();
    const large = 'x'.repeat(1024 * 1024);
    for (let version = 1; version <= 40; version += 1) {
      talks.set(1, `${large}${String(version)}`, version);
      await filler.fill(talks.from);
    }
    assert.ok(bytesIn(place).length < 30 * large.length);
    assert.equal(read(pieces, talks)['1 loud'], `${large}40!`);
    filler.close();
    pieces.close();
  });
});
