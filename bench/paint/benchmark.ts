import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../../test/browser/chromium.ts';
import type { Bench, Benchmark } from '../benchmark.ts';
import { TODAY } from '../harness/catalogue.ts';
import { dayAfter } from '../harness/days.ts';
import { spread } from '../harness/statistics.ts';
import { withEachSize } from '../harness/with-server.ts';

/** A reader's device and network. */
interface Reader {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Factor by which the processor is slowed down. */
  readonly slowdown: number;
  readonly network?: { readonly latency: number; readonly bytesPerSecond: number };
}

/** The phone and its network match Lighthouse's “slow 4G”. */
const READERS: readonly Reader[] = [
  { name: 'on a desk', viewport: { width: 1280, height: 900 }, slowdown: 1 },
  {
    name: 'on a slow phone',
    viewport: { width: 390, height: 844 },
    slowdown: 4,
    network: { latency: 150, bytesPerSecond: 1_638_400 / 8 },
  },
];

interface Painted {
  /** Milliseconds from the start of the navigation. */
  readonly first: number;
  readonly largest: number;
  /** Cumulative layout shift, which has no unit. */
  readonly shift: number;
}

export const paint: Benchmark = {
  name: 'paint',
  question: 'How soon does a browser paint the largest element of a search page?',
  run: async (bench: Bench) => {
    const browser = await startChromium();
    if (typeof browser === 'string') throw new Error(browser);
    try {
      await withEachSize(bench, async ({ port }, { talks }) => {
        for (const reader of READERS)
          await measure(bench, browser, { reader, origin: `http://127.0.0.1:${port}`, talks });
      });
    } finally {
      await browser.close();
    }
  },
};

/** Makes two different searches in each round: the first as a new reader, the second as the same reader. */
async function measure(
  bench: Bench,
  browser: Browser,
  { reader, origin, talks }: { reader: Reader; origin: string; talks: number },
): Promise<void> {
  const never: Painted[] = [];
  const before: Painted[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const context = await browser.newContext({ viewport: reader.viewport });
    const page = await context.newPage();
    await slowDown(page, reader);
    never.push(await painted(page, `${origin}/search?from=${dayAfter(TODAY, 2 * round)}`));
    before.push(await painted(page, `${origin}/search?from=${dayAfter(TODAY, 2 * round + 1)}`));
    await context.close();
  }
  for (const [who, all] of [['first visit', never] as const, ['next search', before] as const]) {
    bench.report({
      what: `search page ${reader.name}, largest paint, ${who}`,
      talks,
      unit: 'ms',
      value: spread(all.map(({ largest }) => largest)),
      details: {
        'first paint': spread(all.map(({ first }) => first)).median,
        'layout shift': Math.max(...all.map(({ shift }) => shift)),
        rounds: all.length,
        browser: browser.version(),
      },
    });
  }
}

async function slowDown(page: Page, { slowdown, network }: Reader): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (network === undefined) return;
  const { latency, bytesPerSecond } = network;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

async function painted(page: Page, address: string): Promise<Painted> {
  const answer = await page.goto(address, { waitUntil: 'load' });
  if (answer?.status() !== 200) throw new Error(`${address} → ${String(answer?.status())}`);
  return page.evaluate(async () => {
    // The largest paint is reported with the first paint or soon after it.
    await new Promise((told) => {
      new PerformanceObserver(told).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const [paints = [], largestSoFar = [], moves = []] = ['paint', 'largest-contentful-paint', 'layout-shift'].map(
      (type) => {
        const observer = new PerformanceObserver(() => undefined);
        observer.observe({ type, buffered: true });
        return observer.takeRecords();
      },
    );
    const first = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? NaN;
    const largest = largestSoFar.at(-1)?.startTime ?? NaN;
    const moved = moves.map((entry) => ('value' in entry ? Number(entry.value) : 0));
    return { first, largest, shift: moved.reduce((sum, one) => sum + one, 0) };
  });
}
