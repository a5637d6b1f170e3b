import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Headers } from '../harness/ask.ts';
import { textOf } from '../harness/narrow.ts';
import { Random } from '../harness/random.ts';

/** A kind of request. Each kind gets talks of its own, so that all of its requests are the first for their talks. */
export interface Kind {
  readonly name: string;
  readonly headers: Headers;
  /** The suffix of the path, before the query. */
  readonly path: (slug: string) => string;
  /** Whether a request is for 20 talks, not one. */
  readonly isPage: boolean;
  /** Its share of the catalogue. */
  readonly share: number;
}

const json = { Accept: 'application/json' };
const xml = { Accept: 'application/xml' };
const html = { Accept: 'text/html', 'Accept-Language': 'en' };
const calendar = { Accept: 'text/calendar' };

const talk = { isPage: false, share: 1 };
const page = { isPage: true, share: 1 };
export const JSON_TALK: Kind = {
  ...talk,
  name: 'a talk',
  headers: json,
  path: (slug) => `/api/talks/${slug}`,
  share: 2,
};
export const JSON_PAGE: Kind = {
  ...page,
  name: 'a page of 20',
  headers: json,
  path: () => '/api/talks/search',
  share: 4,
};
export const OTHER_KINDS: readonly Kind[] = [
  { ...talk, name: 'a talk as XML', headers: xml, path: (slug) => `/api/talks/${slug}` },
  { ...page, name: 'a page of 20 as XML', headers: xml, path: () => '/api/talks/search' },
  { ...talk, name: 'the page of a talk (HTML)', headers: html, path: (slug) => `/talks/id/${slug}` },
  { ...page, name: 'the page of a search (HTML)', headers: html, path: () => '/search' },
  { ...talk, name: 'a talk as .ics', headers: calendar, path: (slug) => `/api/talks/${slug}.ics` },
  { ...page, name: '20 talks as .ics', headers: calendar, path: () => '/api/talks/search.ics' },
];

/** The addresses of a kind of request: those asked first, and others for the same talks, in the same order. */
export interface Addresses {
  readonly first: readonly string[];
  readonly next: readonly string[];
}

/** Consecutive talks that no other stretch has, beginning with the first talk of a day. */
interface Stretch {
  readonly from: string;
  readonly slugs: readonly string[];
}

const STRETCH = 100;
const PAGE = 20;
/** Share of the catalogue that is only asked for to warm the engine up. */
const WARMUP = 4;

/** Which talks are requested in which way, of a file with the HAL of a talk on each line, in order of start. */
export class Requests {
  readonly #parts: readonly Stretch[][];
  readonly #kinds = [JSON_TALK, JSON_PAGE, ...OTHER_KINDS];

  private constructor(stretches: readonly Stretch[]) {
    const shares = [WARMUP, ...this.#kinds.map(({ share }) => share)];
    const slots = shares.flatMap((share, part) => Array.from({ length: share }, () => part));
    this.#parts = shares.map((_, part) => stretches.filter((_each, i) => slots[i % slots.length] === part));
  }

  static async of(file: string): Promise<Requests> {
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' });
    const stretches: { from: string; slugs: string[] }[] = [];
    let before = '';
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      const hal: unknown = JSON.parse(line);
      const day = local.format(new Date(textOf(hal, 'start')));
      let last = stretches.at(-1);
      if (last === undefined || (day !== before && last.slugs.length >= STRETCH)) {
        last = { from: day, slugs: [] };
        stretches.push(last);
      }
      last.slugs.push(textOf(hal, 'slug'));
      before = day;
    }
    return new Requests(new Random(1).shuffled(stretches));
  }

  /** Addresses of talks that are only asked for in this way. */
  of(kind: Kind): Addresses {
    return addresses(kind, this.#parts[1 + this.#kinds.indexOf(kind)] ?? []);
  }

  /** Addresses to warm the engine up with. */
  warmup(kind: Kind): Addresses {
    return addresses(kind, this.#parts[0] ?? []);
  }

  /** One of each talk and each full page of 20. */
  everything(kind: Kind): readonly string[] {
    return addresses(kind, this.#parts.flat()).first;
  }
}

function addresses({ isPage, path }: Kind, stretches: readonly Stretch[]): Addresses {
  if (!isPage) {
    const paths = new Random(2).shuffled(stretches.flatMap(({ slugs }) => slugs)).map(path);
    return { first: paths, next: paths.map((target) => `${target}?n=1`) };
  }
  const pages = new Random(3).shuffled(
    stretches.flatMap(({ from, slugs }) =>
      Array.from({ length: Math.floor(slugs.length / PAGE) }, (_, i) => ({ from, number: i + 1 })),
    ),
  );
  // A search for the talks of the next weeks: its pages overlap with those of no other stretch.
  const search = (days: number): string[] =>
    pages.map(
      ({ from, number }) =>
        `${path('')}?from=${from}&to=plus${String(days)}&count=${String(PAGE)}&page=${String(number)}`,
    );
  return { first: search(60), next: search(61) };
}
