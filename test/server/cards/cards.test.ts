import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Card } from '#pages/card/card.ts';
import { Cards } from '#server/cards/cards.ts';
import type { CardsOptions } from '#server/cards/cards.ts';
import { HttpError } from '#server/http/errors.ts';
import { NO_CARDS } from '../../support/render/cards-installed.ts';
import { pngSize } from '../../support/render/png.ts';
import { until } from '../../support/until.ts';

const CARD: Card = {
  title: 'On moss',
  flag: 'Cancelled',
  when: 'Tuesday 6 October 2015, 11:00',
  who: 'Ada Núñez, Дарья, Ωμέγα',
  where: 'Glass House',
  series: 'Plants',
  brand: 'Example University',
  colour: '#203040',
  eastAsia: 'sc',
};

/** A worker thread that runs the given code. */
function threadOf(code: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';\n${code}`)}`,
  );
}

const open: Cards[] = [];
after(() => Promise.all(open.map((cards) => cards.close())));

function cardsOf(options: CardsOptions = {}): Cards {
  const cards = new Cards(options);
  open.push(cards);
  return cards;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'unavailable';
}

const ECHO = threadOf(
  "parentPort.on('message', ({ id, card }) => parentPort.postMessage({ id, png: Buffer.from(card.title), fault: undefined }));",
);

describe('preview images of talks', { skip: NO_CARDS }, () => {
  it('are PNGs of 1200×630 pixels, identical for the same talk and drawn once', async () => {
    const cards = cardsOf();
    const [one, other] = await Promise.all([cards.picture(CARD), cards.picture({ ...CARD })]);
    assert.equal(one, other);
    assert.deepEqual(pngSize(one), { width: 1200, height: 630 });
    assert.equal(await cards.picture(CARD), one);
    assert.ok(!(await cards.picture({ ...CARD, title: 'On ferns' })).equals(one));
    assert.deepEqual(await cardsOf().picture(CARD), one);
  });

  it('are drawn for any text', async () => {
    const cards = cardsOf();
    for (const title of [
      '',
      '日本語',
      '🐙',
      '<script>&"\'',
      'שלום',
      '\u202e',
      'x'.repeat(400),
      'e\u0301\u0301\u0301',
      'ﷺ',
    ])
      assert.deepEqual(pngSize(await cards.picture({ ...CARD, title, who: title, brand: title })), {
        width: 1200,
        height: 630,
      });
  });

  it('are unavailable after close, including those in progress', async () => {
    const cards = cardsOf({ thread: threadOf("parentPort.on('message', () => undefined);") });
    const picture = cards.picture(CARD);
    const refused = assert.rejects(picture, isUnavailable);
    await cards.close();
    await refused;
    await assert.rejects(cards.picture(CARD), isUnavailable);
  });

  it('are rejected if too many are waiting', async () => {
    const cards = cardsOf({ thread: threadOf("parentPort.on('message', () => undefined);"), mostWaiting: 2 });
    const waiting = [1, 2].map((at) => assert.rejects(cards.picture({ ...CARD, title: String(at) }), isUnavailable));
    await assert.rejects(cards.picture(CARD), /Too many preview images/);
    await cards.close();
    await Promise.all(waiting);
  });

  it('are abandoned if they take too long, and a new thread draws the next ones', async () => {
    const stuck = threadOf(
      "parentPort.on('message', ({ id, card }) => { if (card.title === 'stuck') for (;;); parentPort.postMessage({ id, png: Buffer.from('x'), fault: undefined }); });",
    );
    const cards = cardsOf({ thread: stuck, patience: 1_000 });
    await assert.rejects(cards.picture({ ...CARD, title: 'stuck' }), isUnavailable);
    // On a busy machine, the new thread itself may take too long to start.
    const isDrawn = (): Promise<boolean> =>
      cards.picture(CARD).then(
        (png) => png.toString() === 'x',
        (error: unknown) => {
          assert.ok(isUnavailable(error));
          return false;
        },
      );
    await until(isDrawn, 'an image by the new thread');
  });

  it('are unavailable if their thread exits', async () => {
    const cards = cardsOf({ thread: threadOf("parentPort.on('message', () => process.exit(1));") });
    await assert.rejects(cards.picture(CARD), isUnavailable);
    await assert.rejects(cards.picture(CARD), isUnavailable);
  });

  it('fail with the error of the thread if they cannot be drawn', async () => {
    const cards = cardsOf({
      thread: threadOf(
        "parentPort.on('message', ({ id }) => parentPort.postMessage({ id, png: undefined, fault: 'no ink' }));",
      ),
    });
    await assert.rejects(cards.picture(CARD), /no ink/);
  });

  it('are cached within their memory limit', async () => {
    const cards = cardsOf({ thread: ECHO, memory: 2_000 });
    const first = await cards.picture(CARD);
    assert.equal(await cards.picture(CARD), first);
    for (let at = 0; at < 20; at += 1) await cards.picture({ ...CARD, title: String(at) });
    assert.notEqual(await cards.picture(CARD), first);
  });

  it('are drawn by a new thread after the last one was idle', async () => {
    const named = threadOf(
      "import { threadId } from 'node:worker_threads'; parentPort.on('message', ({ id }) => parentPort.postMessage({ id, png: Buffer.from(String(threadId)), fault: undefined }));",
    );
    const cards = cardsOf({ thread: named, idle: 1, memory: 1 });
    const first = (await cards.picture(CARD)).toString();
    await until(async () => (await cards.picture(CARD)).toString() !== first, 'an image by another thread');
  });
});
