import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Catalogue } from '#replica/catalogue.ts';
import { startReadCopy } from '#replica/read-copy.ts';
import type { Steps } from '#representations/feeds/feed-format.ts';
import { NO_FILTERS, TalkListCache } from '#server/api/listing.ts';
import { listingFeed } from '#server/feeds/feed-answer.ts';
import { searchListing } from '#server/api/search-answer.ts';
import { publication } from '../support/catalogue/publication.ts';
import { freshDatabase } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';

const PIECES = 4;
/** Milliseconds; more than any document may take without a pause. */
const LONG = 20;

describe('feeds that are written as a whole', () => {
  it('take turns: in each turn of the event loop, one of them goes on', async (context) => {
    const place = await freshDatabase();
    const { address, folder } = place;
    await importRecords(address, []);
    const copy = await startReadCopy({ database: address, cacheFolder: folder });
    context.after(async () => {
      await copy.close();
      await place.remove();
    });
    await copy.ready;
    let written = 0;
    function* document(): Steps<Buffer> {
      for (let piece = 0; piece < PIECES; piece += 1) {
        for (const began = performance.now(); performance.now() - began < LONG;);
        written += 1;
        yield;
      }
      return Buffer.alloc(0);
    }
    const service = {
      catalogue: new Catalogue(copy),
      talkLists: new TalkListCache(),
      assembler: undefined as never,
      publication,
    };
    const request = {
      writer: { kind: 'whole feed', feed: { name: 'slow', document } },
      cancelled: 'status',
      self: 'https://talks.example.org/',
      window: { from: -Infinity, to: Infinity },
      cut: { count: 1, page: 1, today: 0 },
      dependsOn: 'nothing',
    } as const;
    const write = async (): Promise<unknown> =>
      listingFeed(service, searchListing(NO_FILTERS, [], 'data'), '', request);
    const all = Promise.all([write(), write(), write()]);
    // Each has begun when it is first asked for, and writes its first piece at once.
    while (written < 3) await nextTurn();
    const inEachTurn: number[] = [];
    while (written < 3 * PIECES) {
      const before = written;
      await nextTurn();
      inEachTurn.push(written - before);
    }
    await all;
    assert.ok(Math.max(...inEachTurn) <= 1, inEachTurn.join(' '));
  });
});
