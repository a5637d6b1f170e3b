import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { Talk } from '#catalogue/talk.ts';
import type { AskedDay, Listing, Search } from './oracle.ts';
import { slug } from './random-catalogue.ts';
import type { Zone } from './random-catalogue.ts';
import { PAIRS, WORDS } from './text-oracle.ts';
import type { AskedTerm } from './text-oracle.ts';

/** A search, and one of the ways to write it as a query. */
export interface WrittenSearch {
  readonly search: Search;
  readonly count: number;
  readonly query: string;
}

export interface WrittenListing {
  readonly listing: Listing;
  readonly query: string;
}

interface WrittenTerm {
  readonly term: AskedTerm;
  readonly typed: string;
}

interface WrittenDay {
  readonly asked: AskedDay;
  readonly text: string;
}

function writtenDay(zone: Zone): fc.Arbitrary<WrittenDay> {
  const near = fc
    .tuple(fc.constantFrom(...zone.oddDays), fc.integer({ min: -4, max: 3 }))
    .map(([day, days]) => Temporal.PlainDate.from(day).add({ days }));
  const date = fc.tuple(near, fc.constantFrom('iso', 'short', 'long')).map(([value, form]) => {
    const [year, month, day] = value.toString().split('-');
    const slashed = `${day}/${month}/${form === 'short' ? year?.slice(2) : year}`;
    return { asked: { kind: 'date', date: value } as const, text: form === 'iso' ? value.toString() : slashed };
  });
  const word = fc.constantFrom('today', 'tomorrow').map((kind): WrittenDay => ({ asked: { kind }, text: kind }));
  return fc.oneof({ arbitrary: date, weight: 4 }, { arbitrary: word, weight: 1 });
}

function writtenLastDay(zone: Zone): fc.Arbitrary<WrittenDay> {
  const plus = fc
    .oneof(fc.nat(6), fc.constant(36500))
    .map((days): WrittenDay => ({ asked: { kind: 'plus', days }, text: `plus${days}` }));
  return fc.oneof({ arbitrary: writtenDay(zone), weight: 3 }, { arbitrary: plus, weight: 1 });
}

/** Mostly none, else one to four known values, often those of one talk, and sometimes an unknown one. */
function values(
  known: readonly string[],
  ofTalk: readonly (string | null)[],
  strange: fc.Arbitrary<string>,
): fc.Arbitrary<readonly string[]> {
  const likely = ofTalk.filter((value) => value !== null);
  const pool = [...known, ...likely.flatMap((each) => [each, ...known.map(() => each)])];
  const value = pool.length === 0 ? strange : fc.oneof({ arbitrary: fc.constantFrom(...pool), weight: 15 }, strange);
  const several = fc.array(value, { minLength: 2, maxLength: 4 });
  const one = value.map((each) => [each]);
  return fc.oneof({ arbitrary: fc.constant([]), weight: 6 }, { arbitrary: one, weight: 3 }, several);
}

function flag(byDefault: boolean): fc.Arbitrary<{ value: boolean; text: string | undefined }> {
  return fc.constantFrom(
    { value: byDefault, text: undefined },
    { value: true, text: 'true' },
    { value: false, text: 'false' },
  );
}

const rarely = fc
  .option(fc.boolean(), { freq: 1, nil: undefined })
  .chain((asked) => fc.constantFrom(undefined, undefined, asked));

/** Values other than those of `q` are also valid without percent-encoding. */
function encode(text: string, fully: boolean): string {
  return fully ? encodeURIComponent(text) : text;
}

/** One or two words, the last perhaps only its beginning, in one of the ways to type them. */
const writtenTerm: fc.Arbitrary<WrittenTerm> = fc
  .record({
    written: fc.array(fc.constantFrom(...Object.keys(WORDS)), { minLength: 1, maxLength: 2 }),
    form: fc.constantFrom('word', 'quoted', 'quoted beginning'),
    cut: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ written, form, cut }) => {
    const last = written.at(-1) ?? '';
    const shorter = last.slice(0, Math.max(last.length - cut, Math.min(3, last.length)));
    const typedWords = [...written.slice(0, -1), form === 'quoted' ? last : shorter];
    const words = typedWords.flatMap((word, at) => {
      const pairs = at === typedWords.length - 1 ? PAIRS[word]?.slice(0, -1) : PAIRS[word];
      return pairs ?? [WORDS[word] ?? folded(word)];
    });
    const isLong = Buffer.byteLength(words.at(-1) ?? '') >= 3 && PAIRS[last] === undefined;
    const isBeginning = form !== 'quoted' && isLong;
    if (form === 'word') return { term: { words, isBeginning }, typed: typedWords.join('-') };
    const typed = `"${typedWords.join(' ')}${isBeginning ? '*' : ''}"`;
    return { term: { words, isBeginning }, typed };
  });

/** Folds the beginning of one of WORDS like the whole word. */
function folded(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');
}

function eachOnce(terms: readonly AskedTerm[]): AskedTerm[] {
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}

/** A search of a catalogue, mostly for values of one of its talks. */
export function randomSearch(zone: Zone, records: readonly CatalogueRecord[]): fc.Arbitrary<WrittenSearch> {
  const talks = records.filter((record) => record.type === 'talk');
  const talk = talks.length === 0 ? fc.constant(undefined) : fc.constantFrom(...talks);
  return talk.chain((likely) => searchLike(likely, zone, records));
}

function searchLike(
  talk: Talk | undefined,
  zone: Zone,
  records: readonly CatalogueRecord[],
): fc.Arbitrary<WrittenSearch> {
  const places = records.flatMap((record) => (record.type === 'place' ? [record.id] : []));
  const topics = records.flatMap((record) => (record.type === 'topic' ? [record.uri] : []));
  const slugs = records.flatMap((record) => (record.type === 'talk' ? [record.slug] : []));
  const people = records.flatMap((record) => (record.type === 'person' ? [record.slug] : []));
  const series = records.flatMap((record) => (record.type === 'series' ? [record.slug] : []));
  return fc
    .record({
      from: writtenDay(zone),
      to: fc.option(writtenLastDay(zone), { nil: undefined, freq: 1 }),
      speakers: values(people, talk?.speakers ?? [], slug),
      hosts: values(people, talk?.hosts ?? [], slug),
      series: values(series, [talk?.series ?? null], slug),
      venues: values(places, [talk?.venue ?? null], fc.constant('place:123456789')),
      departments: values(places, [talk?.organisingDepartment ?? null], fc.constant('oxpoints:1')),
      talks: values(slugs, [talk?.slug ?? null], slug),
      topics: values(topics, talk?.topics ?? [], fc.constant('https://nothing.example/')),
      text: fc.oneof(
        { arbitrary: fc.constant<WrittenTerm[]>([]), weight: 3 },
        fc.array(writtenTerm, { minLength: 1, maxLength: 3 }),
      ),
      order: fc.constantFrom(undefined, 'date', 'relevance', 'latest'),
      status: values(['published', 'preparation', 'cancelled'], [], fc.constant('cancelled')),
      attendance: values(['online', 'in_person'], [], fc.constant('online')),
      has: values(['recording', 'slides'], [], fc.constant('slides')),
      missing: values(['title', 'speaker', 'abstract', 'room', 'end'], [], fc.constant('room')),
      audience: values(['public', 'members'], [], fc.constant('public')),
      free: rarely,
      bookingRequired: rarely,
      evening: rarely,
      subvenues: flag(false),
      subdepartments: flag(true),
      count: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
      fully: fc.boolean(),
    })
    .map((drawn) => {
      const { from, to, speakers, hosts, series, venues, departments, topics, talks, fully } = drawn;
      const { status, attendance, has, missing, audience } = drawn;
      const places = { venue: venues, organising_department: departments };
      const repeated = {
        speaker: speakers,
        host: hosts,
        series,
        ...places,
        topic: topics,
        status,
        attendance,
        has,
        missing,
        audience,
      };
      const pairs = [
        ...Object.entries(repeated).flatMap(([name, texts]) => texts.map((text) => [name, text] as const)),
        ['talk', talks.length === 0 ? undefined : talks.join(',')],
        ['from', from.text],
        ['to', to?.text],
        ['subvenues', drawn.subvenues.text],
        ['subdepartments', drawn.subdepartments.text],
        ['q', drawn.text.length === 0 ? undefined : encodeURIComponent(drawn.text.map(({ typed }) => typed).join(' '))],
        ['order', drawn.order],
        ['free', drawn.free?.toString()],
        ['booking_required', drawn.bookingRequired?.toString()],
        ['evening', drawn.evening?.toString()],
        ['count', drawn.count === undefined ? undefined : String(drawn.count)],
      ] as const;
      const query = pairs.flatMap(([name, text]) =>
        text === undefined ? [] : [`${name}=${name === 'q' ? text : encode(text, fully)}`],
      );
      const { subvenues, subdepartments, ...rest } = drawn;
      const flags = { subvenues: subvenues.value, subdepartments: subdepartments.value };
      const terms = drawn.text.map(({ term }) => term);
      const isRanked = drawn.order === 'relevance' && terms.length > 0;
      const order = { isRanked, isLatestFirst: drawn.order === 'latest' };
      const search = { ...rest, ...flags, ...order, terms: eachOnce(terms), from: from.asked, to: to?.asked };
      return { search, count: drawn.count ?? 20, query: query.join('&') };
    });
}

export function randomListing(zone: Zone): fc.Arbitrary<WrittenListing> {
  return fc
    .record({
      from: fc.option(writtenDay(zone), { nil: undefined }),
      to: fc.option(writtenLastDay(zone), { nil: undefined }),
    })
    .map(({ from, to }) => ({
      listing: { from: from?.asked, to: to?.asked },
      query: [from && `from=${from.text}`, to && `to=${to.text}`].filter((pair) => pair !== undefined).join('&'),
    }));
}
