import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { ChangedEntity, ChangedTalk } from '#store/store.ts';
import { applyChanges } from '#search/index/apply-changes.ts';
import type { Question } from '#search/query/question.ts';
import { TalkIndex } from '#search/index/talk-index.ts';
import { inBatches } from '../store/batches.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { ALL_TALKS } from '../support/catalogue/whole-question.ts';

const TALKS = 6000;
const OPEN = { from: -Infinity, to: Infinity };

/** University 1 has divisions 2 and 3, with ten departments below them. */
const DIVISIONS = [2, 3] as const;
const DEPARTMENTS = Array.from({ length: 10 }, (_, index) => 4 + index);
/** So many that the talks of a topic are a sparse list; those of a division are a bitmap. */
const TOPICS = 70;

function parentOf(department: number): number {
  return DIVISIONS[department % 2] ?? 0;
}

/** Talk n starts at second 10·n. Every third talk has speaker 1, every fiftieth speaker 2. */
function talk(number: number) {
  const topics = [1 + (number % TOPICS), 1 + ((number + 3) % TOPICS)];
  const speakers = [...(number % 3 === 0 ? [1] : []), ...(number % 50 === 0 ? [2] : [])];
  return { number, start: number * 10, department: DEPARTMENTS[number % 10] ?? 0, topics, speakers };
}

const ALL = Array.from({ length: TALKS }, (_, index) => talk(index + 1));

function slugBytes(number: number): Uint8Array {
  return Buffer.from(slugOf(number).replaceAll('-', ''), 'hex');
}

const NAMED = { name: 'A name', kind: null, isPublic: true, parent: 0, version: 1 } as const;

let index: TalkIndex;
before(async () => {
  const changes = {
    state: { version: 5, token: 'five' },
    complete: true,
    entities: inBatches([
      ...[1, 2, 3, ...DEPARTMENTS].map((number): ChangedEntity => {
        const parent = number === 1 ? 0 : number <= 3 ? 1 : parentOf(number);
        return { ...NAMED, type: 'place', number, key: `place:${number}`, kind: 'organisation', parent };
      }),
      ...[1, 2].map((number): ChangedEntity => ({
        ...NAMED,
        type: 'person',
        number,
        key: slugOf(number),
      })),
      ...Array.from({ length: TOPICS }, (_, at): ChangedEntity => {
        return { ...NAMED, type: 'topic', number: at + 1, key: `http://topics.example/${at + 1}` };
      }),
    ]),
    talks: inBatches(
      ALL.map(({ number, start, department, topics, speakers }): ChangedTalk => {
        const refs = [0, department, department, topics.length, ...topics, speakers.length, ...speakers, 0];
        const slug = slugBytes(number);
        return {
          number,
          slug,
          start,
          length: 0,
          updated: start - number,
          status: 'published',
          traits: 0,
          version: 1,
          refs: Uint32Array.from(refs),
        };
      }),
    ),
    removed: inBatches<never>([]),
    history: [{ version: 1, token: 'one', time: 1 }],
    close: () => undefined,
  };
  index = new TalkIndex(await applyChanges(undefined, changes));
});

function question(asked: Partial<Question>): Question {
  return { ...ALL_TALKS, ...asked };
}

/** Compares these pages of an answer with the talks that `matches` accepts. */
function check(asked: Partial<Question>, pages: readonly number[], matches: (each: (typeof ALL)[number]) => boolean) {
  const window = asked.window ?? OPEN;
  const found = ALL.filter((each) => each.start >= window.from && each.start < window.to && matches(each));
  for (const page of pages) {
    const { total, talks } = index.answer(question({ ...asked, page }));
    const expected = found.slice((page - 1) * 20, page * 20).map(({ number }) => number);
    assert.deepEqual({ total, talks: [...talks] }, { total: found.length, talks: expected });
  }
}

const place = (number: number) => `place:${number}`;
const topic = (number: number) => `http://topics.example/${number}`;

test('an index knows its state, its size and the numbers of its talks', () => {
  assert.deepEqual(index.state, { version: 5, token: 'five' });
  assert.equal(index.size, TALKS);
  assert.deepEqual(
    [1, TALKS, TALKS + 1].map((number) => index.talkNumber(slugOf(number))),
    [1, TALKS, 0],
  );
});

test('talkNumber returns 0 for text that only resembles a slug', () => {
  const slug = slugOf(171);
  assert.equal(index.talkNumber(slug), 171);
  for (const text of [slug.toUpperCase(), slug.replaceAll('-', '_'), slug.slice(1), ` ${slug}`, '', '__proto__']) {
    assert.equal(index.talkNumber(text), 0, text);
  }
});

test('a search without filters gives any page of all talks in a window', () => {
  check({}, [1, 2, 150, 300, 301, Number.MAX_SAFE_INTEGER], () => true);
  check({ window: { from: 95, to: 1000 } }, [1, 5, 6], () => true);
  check({ window: { from: 1000, to: 95 } }, [1], () => true);
});

test('a department filter includes all departments below unless subdepartments is false', () => {
  check({ departments: [place(1)] }, [1, 77, 300, 301], () => true);
  check({ departments: [place(2)] }, [1, 77, 150], ({ department }) => parentOf(department) === 2);
  check({ departments: [place(2)], subdepartments: false }, [1], () => false);
  check({ departments: [place(4)], subdepartments: false }, [1, 30], ({ department }) => department === 4);
});

test('costly questions whose pages alternate keep separate answers', () => {
  const both = { departments: [place(2), place(3)], topics: [1, 2, 3, 4, 5].map(topic) };
  const onTopic = ({ topics }: (typeof ALL)[number]) => topics.some((each) => each <= 5);
  for (const pages of [[1, 20], [2], [1, 3, 50]]) {
    check(both, pages, onTopic);
    check({ ...both, departments: [place(2)] }, pages, (each) => onTopic(each) && parentOf(each.department) === 2);
    check({ ...both, window: { from: 0, to: 30_000 } }, pages, onTopic);
    check({ ...both, subdepartments: false }, pages, () => false);
    check({ ...both, departments: [], venues: both.departments, subvenues: true }, pages, onTopic);
    check({ ...both, departments: [], venues: both.departments, subvenues: false }, pages, () => false);
    check({ ...both, topics: [1, 2, 3, 4].map(topic) }, pages, ({ topics }) => topics.some((each) => each <= 4));
  }
});

test('facets count all talks and are cached for all pages of a costly question', () => {
  const facets = index.facets(question({}));
  const row = (number: number, count: number, depth: number) => {
    return { key: place(number), name: 'A name', count, isAsked: false, depth };
  };
  assert.deepEqual(facets.departments, [
    row(1, TALKS, 0),
    ...[row(2, 3000, 1), ...[10, 4, 6, 8].map((number) => row(number, 600, 2))],
    ...[row(3, 3000, 1), ...[5, 7, 9].map((number) => row(number, 600, 2))],
  ]);
  assert.deepEqual(
    facets.speakers.map(({ key, count }) => [key, count]),
    [
      [slugOf(1), 2000],
      [slugOf(2), 120],
    ],
  );
  const listed = index.facets(question({ cancelled: 'omit' }));
  assert.deepEqual(listed, facets);
  assert.equal(index.facets(question({ cancelled: 'omit', page: 3 })), listed);
  assert.notEqual(index.facets(question({ cancelled: 'omit', window: { from: 0, to: 59_000 } })), listed);
  assert.notEqual(index.facets(question({ cancelled: 'omit', subvenues: true })), listed);
});

test('facets of many talks match a full count in any window and with other filters', () => {
  const windows = [OPEN, { from: 10_000, to: 45_000 }, { from: 20_000, to: 45_010 }];
  for (const window of windows) {
    for (const asked of [{}, { topics: [topic(69)] }, { speakers: [slugOf(2), slugOf(9)], subdepartments: false }]) {
      const { topics, departments, speakers } = index.facets(question({ window, ...asked }));
      const within = ALL.filter(({ start }) => start >= window.from && start < window.to);
      const counts = (values: (each: (typeof ALL)[number]) => readonly number[]): Map<number, number> => {
        const found = new Map<number, number>();
        for (const one of within.flatMap(values)) found.set(one, (found.get(one) ?? 0) + 1);
        return found;
      };
      if (!('speakers' in asked)) {
        const byTopic = [...counts((each) => each.topics)].sort(([a, many], [b, more]) => more - many || a - b);
        const leading = byTopic.filter(([number]) => !('topics' in asked) || number !== 69).slice(0, 10);
        const expected = new Map([
          ...leading,
          ...('topics' in asked ? byTopic.filter(([number]) => number === 69) : []),
        ]);
        assert.deepEqual(
          new Map(topics.map(({ key, count }) => [key, count])),
          new Map([...expected].map(([number, count]) => [topic(number), count])),
        );
      }
      if ('topics' in asked) continue;
      const bySpeaker = counts((each) => each.speakers);
      for (const [number, key] of [slugOf(1), slugOf(2)].entries())
        assert.equal(speakers.find((one) => one.key === key)?.count, bySpeaker.get(number + 1));
      if ('speakers' in asked) continue;
      assert.equal(departments.find(({ key }) => key === place(1))?.count, within.length);
      const [first] = [...counts((each) => [parentOf(each.department)])];
      assert.equal(departments.find(({ key }) => key === place(first?.[0] ?? 0))?.count, first?.[1]);
    }
  }
});

test('only the talks nearest to now are related through a speaker with very many talks', () => {
  const related = Array.from(index.related(slugOf(3), TALKS, 30_000));
  const topics = talk(3).topics;
  const expected = ALL.filter((each) => {
    const isNear = each.number >= 3000 - 1500 && each.number < 3000 + 1500;
    return each.number !== 3 && ((each.number % 3 === 0 && isNear) || each.topics.some((one) => topics.includes(one)));
  });
  assert.deepEqual(
    related.sort((a, b) => a - b),
    expected.map(({ number }) => number),
  );
});

test('filters combine rare and common values', () => {
  const filters = { speakers: [slugOf(1), slugOf(2)], topics: [topic(3)], departments: [place(1)], venues: [place(3)] };
  check({ ...filters, subvenues: true }, [1, 2], ({ speakers, topics, department }) => {
    return speakers.length > 0 && topics.includes(3) && parentOf(department) === 3;
  });
  check({ speakers: [slugOf(2)], topics: [topic(1), topic(2), topic(3)] }, [1], ({ speakers, topics }) => {
    return speakers.includes(2) && topics.some((each) => each <= 3);
  });
});

test('unknown values match no talk and do not affect other values of the same filter', () => {
  check({ speakers: [slugOf(9)] }, [1], () => false);
  check({ speakers: [slugOf(9)], departments: [place(1)] }, [1], () => false);
  check({ topics: [topic(1), topic(99)] }, [1, 2], ({ topics }) => topics.includes(1));
});

test('changing an answer does not change the index', () => {
  const asked = question({ departments: [place(1)], topics: [topic(1), topic(2)] });
  const before = [...index.answer(asked).talks];
  index.answer(asked).talks.fill(0);
  index.seriesTalks(slugOf(1), OPEN).fill(0);
  index.collectionTalks({ talks: [slugOf(1)], series: [], organisingDepartments: [place(2)] }, OPEN).fill(0);
  assert.deepEqual([...index.answer(asked).talks], before);
});

test('a collection lists each of its talks once, in order', () => {
  const parts = {
    talks: [slugOf(7), slugOf(5), slugOf(99_999), slugOf(5)],
    series: [],
    organisingDepartments: [place(5)],
  };
  const talks = [...index.collectionTalks(parts, { from: 0, to: 300 })];
  const expected = ALL.filter(
    ({ number, department }) => number < 30 && (number === 5 || number === 7 || department === 5),
  );
  assert.deepEqual(
    talks,
    expected.map(({ number }) => number),
  );
});
