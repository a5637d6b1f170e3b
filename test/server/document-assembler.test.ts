import assert from 'node:assert/strict';
import { truncateSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { Catalogue } from '#replica/catalogue.ts';
import { Pieces, PieceWriter, type PiecesPlace } from '#replica/pieces.ts';
import { startReadCopy } from '#replica/read-copy.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import type { Envelope } from '#representations/representation.ts';
import type { Document, Part } from '#server/documents/document.ts';
import { DocumentAssembler, type Rendering } from '#server/documents/document-assembler.ts';
import type { Body } from '#server/http/answer.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { freshDatabase } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const TALKS = [1, 2, 3];
const CHUNK = 100_000;
const NOTHING = Buffer.alloc(0);
const COMMA = Buffer.from(',');
const LIST: Envelope = { before: Buffer.from('['), between: COMMA, after: Buffer.from(']'), empty: Buffer.from('[]') };

/** A catalogue of three talks, whose titles are `one`, `two` and `three`. */
async function catalogueOf(context: TestContext) {
  const place = await freshDatabase();
  const records = ['one', 'two', 'three'].map((title, at) => talk(slugOf(at + 1), '2026-01-19T15:00:00Z', { title }));
  await importRecords(place.address, records);
  const copy = await startReadCopy({ database: place.address, cacheFolder: place.folder, pollMilliseconds: 20 });
  context.after(async () => {
    await copy.close();
    await place.remove();
  });
  await copy.ready;
  const catalogue = new Catalogue(copy);
  return {
    catalogue,
    /** The numbers of the three talks. */
    talks: Uint32Array.from(TALKS, (n) => catalogue.newest.index.talkNumber(slugOf(n))),
    rename: async (n: number, title: string) => {
      const { version } = catalogue.newest.index.state;
      await importRecords(place.address, [talk(slugOf(n), '2026-01-19T15:00:00Z', { title })]);
      await until(() => catalogue.newest.index.state.version > version, 'the new version');
    },
  };
}

/** Writes titles in capitals as pieces, so that they differ from what is rendered. */
async function piecesFor(context: TestContext, snapshot: Snapshot, more = '') {
  const place: PiecesPlace = { folder: await temporaryFolder(context), name: 'pieces', renderings: ['title'] };
  const writer = new PieceWriter(place, snapshot.file);
  const pieces = new Pieces(place);
  writer.publish();
  context.after(() => {
    writer.close();
    pieces.close();
  });
  return {
    pieces,
    add: (...talks: readonly number[]) => {
      for (const number of talks) {
        const title = snapshot.details(number).talk.title.toUpperCase() + more;
        writer.add(0, number, snapshot.index.talkVersion(number), Buffer.from(title), COMMA);
      }
      writer.flush();
      pieces.refresh();
    },
    /** From now on, the files have no bytes. */
    cutShort: () => {
      for (const file of readdirSync(place.folder)) if (file.endsWith('.title')) truncateSync(join(place.folder, file));
    },
  };
}

interface Counted extends Rendering {
  render: Rendering['render'];
  count: number;
}

/** Renders the titles of talks and counts the renderings. */
function titles(more: Partial<Rendering> = {}, after = ''): Counted {
  const rendering: Counted = {
    name: 'title',
    render: ({ talk: { title } }: TalkDetails) => {
      rendering.count += 1;
      return Buffer.from(title + after);
    },
    between: COMMA,
    count: 0,
    ...more,
  };
  return rendering;
}

function wholeText(body: Body): string {
  if (Buffer.isBuffer(body)) return body.toString();
  const { body: bytes, release } = body.whole();
  const text = bytes.toString();
  release();
  return text;
}

function streamedText(body: Body): string {
  assert.ok(!Buffer.isBuffer(body));
  return Buffer.concat(Array.from(body.chunks(Buffer.alloc(CHUNK)), (chunk) => Buffer.from(chunk))).toString();
}

function sizesOf({ body }: Document): readonly (number | undefined)[] {
  assert.ok(!Buffer.isBuffer(body));
  return [body.length, body.size];
}

describe('a document that is assembled from records', () => {
  it('has its talks in order, with separators: one talk, a list or the parts of a page', async (context) => {
    const { catalogue, talks } = await catalogueOf(context);
    const assembler = new DocumentAssembler('as usual');
    const read = (parts: readonly Part[], between = COMMA) => {
      const { body, release } = assembler.assemble(catalogue.newest, titles({ between }), parts);
      assert.equal(streamedText(body), wholeText(body));
      release?.();
      return wholeText(body);
    };
    assert.equal(read([talks.subarray(0, 1)]), 'one');
    assert.equal(read(['Füße[', talks, Buffer.from(']€')]), 'Füße[one,two,three]€');
    assert.equal(read(['<', talks.subarray(0, 1), '><', talks.subarray(1), '>'], NOTHING), '<one><twothree>');
    assert.equal(read(['<', talks.subarray(0, 0), '>']), '<>');
  });

  it('renders each talk when its body is asked for, and has a length only afterwards', async (context) => {
    const { catalogue, talks } = await catalogueOf(context);
    const assembler = new DocumentAssembler('as usual');
    const rendering = titles();
    const document = assembler.listing(catalogue.newest, rendering, talks, LIST);
    const [length, size = 0] = sizesOf(document);
    assert.equal(length, undefined);
    assert.ok(size > 0);
    assert.equal(rendering.count, 0);
    assert.equal(wholeText(document.body), '[one,two,three]');
    assert.deepEqual([rendering.count, document.keep], [3, 'always']);
    document.release?.();
    const empty = assembler.listing(catalogue.newest, rendering, new Uint32Array(0), LIST);
    assert.equal(wholeText(empty.body), '[]');
    empty.release?.();
  });

  it('is the same in chunks of any size, without being there as a whole', async (context) => {
    const { catalogue, talks } = await catalogueOf(context);
    const long = '!'.repeat(150_000);
    const { body, release } = new DocumentAssembler('').listing(catalogue.newest, titles({}, long), talks, LIST);
    assert.ok(!Buffer.isBuffer(body));
    const expected = `[one${long},two${long},three${long}]`;
    const lengths: number[] = [];
    let text = '';
    for (const chunk of body.chunks(Buffer.alloc(CHUNK))) {
      lengths.push(chunk.length);
      text += chunk.toString();
    }
    assert.equal(text, expected);
    assert.ok(lengths.length >= 5 && Math.max(...lengths) <= CHUNK, lengths.join());
    release?.();
  });

  it('yields what there is of a chunk after a while, which stays as it is', async (context) => {
    const { catalogue, talks } = await catalogueOf(context);
    const slow = titles();
    const { render } = slow;
    slow.render = (details) => {
      for (const began = performance.now(); performance.now() - began < 15;);
      return render(details);
    };
    const { body, release } = new DocumentAssembler('').listing(catalogue.newest, slow, talks, LIST);
    assert.ok(!Buffer.isBuffer(body));
    const chunks = Array.from(body.chunks(Buffer.alloc(CHUNK)));
    assert.ok(chunks.length >= 3, String(chunks.length));
    assert.equal(Buffer.concat(chunks).toString(), '[one,two,three]');
    release?.();
  });

  it('keeps its version while it is sent, whatever changes meanwhile', async (context) => {
    const { catalogue, talks, rename } = await catalogueOf(context);
    const long = '!'.repeat(CHUNK);
    const assembler = new DocumentAssembler('');
    const { body, release } = assembler.listing(catalogue.newest, titles({}, long), talks, LIST);
    assert.ok(!Buffer.isBuffer(body));
    const chunks = body.chunks(Buffer.alloc(CHUNK))[Symbol.iterator]();
    const first = Buffer.from(chunks.next().value ?? NOTHING).toString();
    await rename(3, 'third');
    const rest = Array.from({ [Symbol.iterator]: () => chunks }, (chunk) => chunk.toString()).join('');
    assert.equal(first + rest, `[one${long},two${long},three${long}]`);
    release?.();
    const next = assembler.listing(catalogue.newest, titles(), talks, LIST);
    assert.equal(wholeText(next.body), '[one,two,third]');
    next.release?.();
  });
});

describe('a document that is assembled from pieces', () => {
  it('renders nothing, and knows its length', async (context) => {
    const { catalogue, talks } = await catalogueOf(context);
    const { pieces, add } = await piecesFor(context, catalogue.newest);
    add(...talks);
    const rendering = titles();
    const document = new DocumentAssembler('', pieces).listing(catalogue.newest, rendering, talks, LIST);
    const expected = '[ONE,TWO,THREE]';
    assert.deepEqual(sizesOf(document), [expected.length, expected.length]);
    assert.equal(wholeText(document.body), expected);
    assert.equal(streamedText(document.body), expected);
    // A response of pieces is not worth memory, unless it has been compressed.
    assert.deepEqual([rendering.count, document.keep], [0, 'compressed']);
    document.release?.();
  });

  it('renders only the talks that have none of their version', async (context) => {
    const { catalogue, talks, rename } = await catalogueOf(context);
    const { pieces, add } = await piecesFor(context, catalogue.newest);
    const assembler = new DocumentAssembler('', pieces);
    const rendering = titles();
    add(talks[0] ?? 0, talks[1] ?? 0);
    const read = (): string => {
      const document = assembler.listing(catalogue.newest, rendering, talks, LIST);
      assert.equal(sizesOf(document)[0], undefined);
      const text = wholeText(document.body);
      assert.equal(streamedText(document.body), text);
      document.release?.();
      return text;
    };
    assert.equal(read(), '[ONE,TWO,three]');
    assert.equal(rendering.count, 2);
    await rename(2, 'second');
    assert.equal(read(), '[ONE,second,three]');
  });

  it('does not use those of another rendering', async (context) => {
    const { catalogue, talks } = await catalogueOf(context);
    const { pieces, add } = await piecesFor(context, catalogue.newest);
    add(...talks);
    const document = new DocumentAssembler('', pieces).listing(
      catalogue.newest,
      titles({ name: 'other' }),
      talks,
      LIST,
    );
    assert.equal(wholeText(document.body), '[one,two,three]');
    document.release?.();
  });

  for (const [what, textOf] of [
    ['whole', wholeText],
    ['streamed', streamedText],
  ] as const)
    it(`renders all talks if they cannot be read, then and afterwards: ${what}`, async (context) => {
      const { catalogue, talks } = await catalogueOf(context);
      const { pieces, add, cutShort } = await piecesFor(context, catalogue.newest);
      add(...talks);
      const assembler = new DocumentAssembler('', pieces);
      const rendering = titles();
      const { body, release } = assembler.listing(catalogue.newest, rendering, talks, LIST);
      cutShort();
      assert.equal(textOf(body), '[one,two,three]');
      assert.equal(rendering.count, 3);
      release?.();
      pieces.refresh();
      const next = assembler.listing(catalogue.newest, rendering, talks, LIST);
      assert.deepEqual([textOf(next.body), rendering.count], ['[one,two,three]', 6]);
      next.release?.();
    });
});

describe('the tag of a document', () => {
  it('is the same from pieces and from records, and another if anything differs', async (context) => {
    const { catalogue, talks, rename } = await catalogueOf(context);
    const { pieces, add } = await piecesFor(context, catalogue.newest);
    add(...talks);
    const list: readonly Part[] = ['[', talks, Buffer.from(']')];
    const tagOf = (assembler: DocumentAssembler, parts = list, rendering = titles()): string => {
      const { tag, release } = assembler.assemble(catalogue.newest, rendering, parts);
      release?.();
      assert.equal(rendering.count, 0);
      return tag;
    };
    const usual = new DocumentAssembler('as usual');
    const tag = tagOf(usual);
    assert.equal(tagOf(usual), tag);
    assert.equal(tagOf(new DocumentAssembler('as usual', pieces)), tag);
    const others = [
      tagOf(new DocumentAssembler('published elsewhere')),
      tagOf(usual, ['(', talks, Buffer.from(']')]),
      tagOf(usual, ['[', talks, Buffer.from(')')]),
      tagOf(usual, ['[', talks.subarray(1), Buffer.from(']')]),
      tagOf(usual, ['[', talks.toReversed(), Buffer.from(']')]),
      tagOf(usual, list, titles({ name: 'other' })),
      tagOf(usual, list, titles({ between: NOTHING })),
    ];
    await rename(2, 'second');
    others.push(tagOf(usual));
    assert.equal(new Set([tag, ...others]).size, others.length + 1);
    // Only the second talk has changed.
    const one = tagOf(usual, [talks.subarray(0, 1)]);
    await rename(2, 'two');
    assert.equal(tagOf(usual, [talks.subarray(0, 1)]), one);
    assert.notEqual(tagOf(usual), tag);
  });
});
