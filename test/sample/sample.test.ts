import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { IntegrityChecker, NO_EXISTING_RECORDS } from '#catalogue/integrity-checker.ts';
import type { CatalogueRecord, RecordType } from '#catalogue/record.ts';
import { isSlug } from '#catalogue/slug.ts';
import type { Talk } from '#catalogue/talk.ts';
import { SAMPLE_TALKS, sampleCatalogue } from '#sample/sample-catalogue.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import { clockChanges, dayNumber, ukSeconds } from '#sample/calendar.ts';
import { sampleDrawings } from '#sample/sample-pictures.ts';
import { sampleTerms } from '#sample/sample-schedule.ts';

function day(date: string): number {
  const found = dayNumber(date);
  assert.ok(found !== undefined, date);
  return found;
}

function catalogue(date: string, talks = SAMPLE_TALKS, seed = 1): CatalogueRecord[] {
  return [...sampleCatalogue({ seed, today: day(date), talks })];
}

function talksOf(records: readonly CatalogueRecord[]): Talk[] {
  return records.filter((record) => record.type === 'talk');
}

function counts(records: readonly CatalogueRecord[]): Record<RecordType, number> {
  const count = (type: RecordType): number => records.filter((record) => record.type === type).length;
  return {
    place: count('place'),
    person: count('person'),
    topic: count('topic'),
    series: count('series'),
    talk: count('talk'),
    collection: count('collection'),
  };
}

/** The problems that an import would report. */
function problemsOf(records: readonly CatalogueRecord[]): unknown[] {
  const checker = new IntegrityChecker(NO_EXISTING_RECORDS, true);
  const entries = records.map((record, i) => checker.enter({ record, file: 'sample', line: i + 1 }));
  return [...entries.filter((entry) => 'code' in entry), ...checker.problems()];
}

function digest(records: readonly CatalogueRecord[]): string {
  return createHash('sha256').update(JSON.stringify(records)).digest('hex');
}

/** Talks by start date in the United Kingdom. */
function byDate(talks: readonly Talk[]): Map<string, Talk[]> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' });
  const days = new Map<string, Talk[]>();
  for (const talk of talks) {
    const date = format.format(new Date(talk.start));
    days.set(date, [...(days.get(date) ?? []), talk]);
  }
  return days;
}

const SOME_DAYS = ['2026-01-01', '2026-02-28', '2026-03-29', '2026-08-15', '2026-10-25', '2027-12-31', '2028-02-29'];

describe('the sample catalogue', () => {
  it('has 400 talks, with the places, people and series of a university', () => {
    assert.deepEqual(counts(catalogue('2026-03-27')), {
      place: 155,
      person: 200,
      topic: 66,
      series: 40,
      talk: 400,
      collection: 12,
    });
  });

  it('is identical for the same seed and day and differs for others', () => {
    const first = digest(catalogue('2026-03-27'));
    assert.equal(digest(catalogue('2026-03-27')), first);
    assert.notEqual(digest(catalogue('2026-03-28')), first);
    assert.notEqual(digest(catalogue('2026-03-27', SAMPLE_TALKS, 2)), first);
  });

  for (const date of SOME_DAYS) {
    it(`of ${date} has talks on that day and each of the next 14 days and none more than a year away`, () => {
      const days = byDate(talksOf(catalogue(date)));
      const found = Array.from({ length: 15 }, (_, i) => days.has(timestampOf((day(date) + i) * 86_400).slice(0, 10)));
      assert.deepEqual(
        found,
        Array.from({ length: 15 }, () => true),
      );
      const dates = [...days.keys()].sort();
      assert.ok((dates[0] ?? '') >= timestampOf((day(date) - 366) * 86_400).slice(0, 10), dates[0]);
      assert.ok((dates.at(-1) ?? '') <= timestampOf((day(date) + 366) * 86_400).slice(0, 10), dates.at(-1));
    });

    it(`of ${date} has no duplicates and no broken references`, () => {
      assert.deepEqual(problemsOf(catalogue(date)), []);
    });
  }

  it('has talks on weekdays, and at weekends only nights under the stars and one event for everybody a day', () => {
    for (const date of SOME_DAYS) {
      const talks = talksOf(catalogue(date)).filter(({ start }) => new Date(start).getUTCDay() % 6 === 0);
      const others = talks.filter(({ locationDetails }) => locationDetails !== 'Meet under the dome');
      assert.ok(
        others.every(({ audience, speakers }) => audience === 'All welcome' && speakers.length === 0),
        others.map(({ title, start }) => `${start} ${title}`).join('\n'),
      );
      assert.ok([...byDate(others).values()].every(({ length }) => length === 1));
    }
  });

  it('has recordings and slides of some past talks, and of none to come', () => {
    const talks = talksOf(catalogue('2026-03-27'));
    const isPast = ({ start }: Talk): boolean => start < '2026-03-27';
    const types = new Set(talks.filter(isPast).flatMap(({ materials }) => materials.map(({ type }) => type)));
    assert.deepEqual([...types].sort(), ['recording', 'slides']);
    assert.ok(talks.every((talk) => isPast(talk) || talk.materials.length === 0));
  });

  it('has drawings of some talks, people and series, if asked for them', () => {
    const drawn = [...sampleCatalogue({ seed: 1, today: day('2026-03-27'), talks: SAMPLE_TALKS, hasPictures: true })];
    const names = new Set([...sampleDrawings()].map(([name]) => name));
    const images = drawn.flatMap((one) => ('image' in one && one.image !== null ? [[one.type, one.image.url]] : []));
    assert.deepEqual([...new Set(images.map(([type]) => type))].sort(), ['person', 'series', 'talk']);
    assert.ok(images.every(([, url]) => names.has(url ?? '')));
    assert.deepEqual(problemsOf(drawn), []);
    assert.ok(catalogue('2026-03-27').every((one) => !('image' in one) || one.image === null));
  });

  it('has talks with valid ends, version 4 UUIDs as slugs and updated times in the past', () => {
    for (const talk of talksOf(catalogue('2026-03-27'))) {
      assert.ok(talk.end >= talk.start, talk.title);
      assert.ok(isSlug(talk.slug), talk.slug);
      assert.match(talk.slug, /^.{14}4.{4}[89ab]/);
      assert.ok(talk.updated !== null && talk.updated < '2026-03-27', talk.title);
    }
  });

  it('covers the cases that a list of talks must handle', () => {
    const records = catalogue('2026-03-27');
    const talks = talksOf(records);
    const starts = new Set<string>();
    const ties = talks.filter(({ start }) => starts.size === starts.add(start).size);
    const seen = {
      statuses: [...new Set(talks.map(({ status }) => status))].sort(),
      messages: talks.some(({ specialMessage }) => specialMessage !== ''),
      booking: [...new Set(talks.map(({ bookingRequired }) => bookingRequired))].sort(),
      online: talks.some(({ onlineUrl }) => onlineUrl !== ''),
      withoutVenue: talks.some(({ venue }) => venue === null),
      withoutSeries: talks.some(({ series }) => series === null),
      withoutDescription: talks.some(({ description }) => description === ''),
      severalSpeakers: talks.some(({ speakers }) => speakers.length > 1),
      variousSpeakers: talks.some(({ variousSpeakers }) => variousSpeakers),
      ties: ties.length > 0,
      overMidnight: talks.some(({ start, end }) => start.slice(0, 10) !== end.slice(0, 10)),
      privateCollections: records.filter((record) => record.type === 'collection' && !record.public).length,
    };
    assert.deepEqual(seen, {
      statuses: ['cancelled', 'preparation', 'published'],
      messages: true,
      booking: ['', 'Not required', 'Recommended', 'Required'],
      online: true,
      withoutVenue: true,
      withoutSeries: true,
      withoutDescription: true,
      severalSpeakers: true,
      variousSpeakers: true,
      ties: true,
      overMidnight: true,
      privateCollections: 1,
    });
  });

  it('has titles in many scripts, with emoji and combining accents', () => {
    const text = talksOf(catalogue('2026-03-27'))
      .map(({ title }) => title)
      .join();
    const scripts = ['Greek', 'Arabic', 'Hebrew', 'Han', 'Hiragana', 'Devanagari', 'Cyrillic', 'Hangul'];
    assert.deepEqual(
      scripts.filter((script) => !new RegExp(`\\p{Script=${script}}`, 'u').test(text)),
      [],
    );
    assert.match(text, /\p{Extended_Pictographic}/u);
    assert.match(text, /e\u0301/);
  });

  it('has four levels of organisations and three of venues', () => {
    const places = catalogue('2026-03-27').filter((record) => record.type === 'place');
    const parents = new Map(places.map(({ id, parent }) => [id, parent]));
    const depth = (id: string): number => {
      const parent = parents.get(id) ?? null;
      return parent === null ? 1 : 1 + depth(parent);
    };
    const deepest = (kind: string): number =>
      Math.max(...places.filter((place) => place.kind === kind).map(({ id }) => depth(id)));
    assert.deepEqual([deepest('organisation'), deepest('venue')], [4, 3]);
  });

  it('has talks with correct lengths in the hours when clocks change', () => {
    const talks = talksOf(catalogue('2026-03-27'));
    const of = (part: string): (string | undefined)[] => {
      const talk = talks.find(({ title }) => title.startsWith(part));
      return [talk?.start, talk?.end];
    };
    assert.deepEqual(of('The shortest hour'), ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z']);
    assert.deepEqual(of('Before breakfast'), ['2026-03-29T01:05:00Z', '2026-03-29T02:05:00Z']);
    assert.deepEqual(of('The hour that comes twice (first'), ['2026-10-25T00:15:00Z', '2026-10-25T01:00:00Z']);
    assert.deepEqual(of('The hour that comes twice (second'), ['2026-10-25T01:15:00Z', '2026-10-25T02:00:00Z']);
    assert.deepEqual(of('First second'), ['2027-01-01T00:00:00Z', '2027-01-01T01:00:00Z']);
  });

  for (const talks of [1, 2, 30, 60]) {
    it(`of ${String(talks)} talks begins with a talk of today`, () => {
      const records = catalogue('2026-03-27', talks);
      assert.equal(counts(records).talk, talks);
      assert.equal(talksOf(records)[0]?.start.slice(0, 10), '2026-03-27');
      assert.deepEqual(problemsOf(records), []);
    });
  }

  it('of 20,000 talks has more records of every type but at most 250 talks a day', () => {
    const records = catalogue('2026-03-27', 20_000);
    const { person, series, topic, place } = counts(records);
    assert.deepEqual({ person, series }, { person: 3466, series: 432 });
    assert.ok(topic > 200 && place > 250, JSON.stringify({ topic, place }));
    assert.ok(Math.max(...[...byDate(talksOf(records)).values()].map(({ length }) => length)) <= 250);
    assert.deepEqual(problemsOf(records), []);
  });

  it('is generated record by record', () => {
    const first = sampleCatalogue({ seed: 1, today: day('2026-03-27'), talks: 10_000_000 })
      [Symbol.iterator]()
      .next();
    assert.equal(first.done, false);
  });
});

describe('the calendar of the sample catalogue', () => {
  it('knows when British clocks change', () => {
    const { spring, autumn } = clockChanges(2026);
    assert.deepEqual([spring, autumn], [day('2026-03-29'), day('2026-10-25')]);
    const at = (date: string, minute: number): string => timestampOf(ukSeconds(day(date), minute));
    assert.deepEqual(
      [
        at('2026-03-28', 1439),
        at('2026-03-29', 59),
        at('2026-03-29', 120),
        at('2026-10-25', 59),
        at('2026-10-25', 60),
        at('2026-10-25', 120),
      ],
      [
        '2026-03-28T23:59:00Z',
        '2026-03-29T00:59:00Z',
        '2026-03-29T01:00:00Z',
        '2026-10-24T23:59:00Z',
        '2026-10-25T00:00:00Z',
        '2026-10-25T02:00:00Z',
      ],
    );
  });

  it('rejects dates that do not exist', () => {
    assert.deepEqual(['2026-02-29', '2026-2-3', '', '2026-13-01', 'today'].map(dayNumber), Array.from({ length: 5 }));
  });
});

describe('the terms of the sample', () => {
  it('are nine weeks from a Monday, three a year, around any day', () => {
    const terms = sampleTerms(day('2026-11-28'));
    const shown = terms.map(({ name, first, last }) => [
      name,
      new Date(first * 86_400_000).getUTCDay(),
      last - first + 1,
    ]);
    assert.deepEqual(
      shown,
      [1, 2, 3].flatMap(() => ['Hilary', 'Trinity', 'Michaelmas'].map((name) => [name, 1, 63])),
    );
    const [, , , , , term] = terms;
    assert.deepEqual([term?.first, term?.last], [day('2026-10-05'), day('2026-12-06')]);
  });
});
