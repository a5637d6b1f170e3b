import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Store } from '#store/store.ts';
import { calendar, event, importFiles, talksIn } from '../support/sources/import-calendars.ts';
import type { Choices } from '../support/sources/import-calendars.ts';
import { storeOf } from '../support/db/open-stores.ts';

/** A talk at the source. */
interface Talk {
  readonly number: number;
  /** How often its title was changed; -1: it has none yet. */
  readonly titles: number;
  /** How often it got an entirely new title and another day at once. */
  readonly names: number;
  /** Days after 1 December 2026. No two talks share a day. */
  readonly day: number;
  readonly isCancelled: boolean;
}

const EDITS = ['move', 'retitle', 'add', 'add untitled', 'remove', 'cancel', 'swap', 'rename and move'] as const;

interface Edit {
  readonly what: (typeof EDITS)[number];
  /** The talk to edit; a swap exchanges its day with that of `other`. */
  readonly which: number;
  readonly other: number;
}

/** How a kind of source writes its talks. */
interface Kind {
  readonly name: string;
  readonly file: string;
  /** @param round which import it is, from 0 */
  readonly write: (talks: readonly Talk[], round: number) => string;
  /** Whether an untitled talk cannot be recognised after it moves. */
  readonly untitledStays?: boolean;
  /** How many talks it takes to see that the keys of the source are unstable. */
  readonly leastTalks?: number;
  /** Whether a talk can be recognised after its title and its day change at once. */
  readonly canBeRenamed?: boolean;
}

const CAN_BE_RENAMED = { canBeRenamed: true } as const;

const KINDS: readonly Kind[] = [
  calendarWith(
    'UIDs made of a post number and the time',
    ({ number, day }) => {
      const seconds = Date.parse(startOf(day)) / 1000;
      return `${String(1000 + number)}-${String(seconds)}-${String(seconds + 3600)}@example.org`;
    },
    CAN_BE_RENAMED,
  ),
  calendarWith(
    'UIDs made of a word and the day',
    ({ number, day }) => `talk${String(number)}-${dateOf(day)}@example.org`,
  ),
  calendarWith('stable UIDs', ({ number }) => `${String(number)}@example.org`, CAN_BE_RENAMED),
  calendarWith(
    'new UIDs at every import and stable addresses',
    ({ number }, round) => `${String(round)}.${String(number)}`,
    { more: ({ number }) => [`URL:https://example.org/talks/${String(number)}`] },
  ),
  calendarWith(
    'new UIDs at every import and stable speakers',
    ({ number }, round) => `${String(round)}.${String(number)}`,
    {
      ...CAN_BE_RENAMED,
      leastTalks: 3,
      more: ({ number }) => [`DESCRIPTION:Speaker: Ann Marsh${letter(number)}`],
    },
  ),
  { ...tableWith('without keys', () => ''), untitledStays: true },
  tableWith('with addresses', ({ number }) => `https://example.org/talks/${String(number)}`),
];

for (const kind of KINDS) {
  describe(`a source that is ${kind.name}`, () => {
    it('keeps the slug of every talk through random edits', async (t) => {
      await fc.assert(
        fc.asyncProperty(HISTORY, async ({ days, steps }) => followed(await storeOf(t), kind, days, steps)),
        { numRuns: 2, endOnFailure: true },
      );
    });
  });
}

const EDIT: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom(...EDITS),
  which: fc.nat(100),
  other: fc.nat(100),
});
const HISTORY = fc.record({
  /** Unused days, taken from the end. */
  days: fc.shuffledSubarray([...Array(60).keys()], { minLength: 60 }),
  /** The edits before each import. */
  steps: fc.array(fc.array(EDIT, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
});

/** Imports the source after each step and checks that every talk keeps its slug. */
async function followed(
  store: Store,
  kind: Kind,
  days: readonly number[],
  steps: readonly (readonly Edit[])[],
): Promise<void> {
  const source = new EditedSource(kind, days);
  const slugs = new Map<number, string>();
  for (const [round, edits] of [[], ...steps].entries()) {
    source.edit(edits);
    const file = { [kind.file]: kind.write(source.talks, round) };
    await imported(store, file);
    const byStart = new Map((await talksIn(store)).map((talk) => [talk.start, talk]));
    assert.equal(byStart.size, source.talks.length, 'no talk is duplicated or lost');
    for (const { number, day, isCancelled } of source.talks) {
      const talk = byStart.get(startOf(day));
      assert.ok(talk !== undefined, `talk ${String(number)} exists`);
      assert.equal(talk.status, isCancelled ? 'cancelled' : 'published');
      const known = slugs.get(number);
      if (known === undefined) assert.ok(![...slugs.values()].includes(talk.slug), 'a new talk gets a new slug');
      else assert.equal(talk.slug, known, `talk ${String(number)} keeps its slug`);
      slugs.set(number, talk.slug);
    }
    if (round === steps.length)
      assert.deepEqual(await imported(store, file), [0, 0, 0], 'a repeated import changes nothing');
  }
}

async function imported(store: Store, file: Readonly<Record<string, string>>): Promise<number[]> {
  const report = await importFiles(store, file, REMOVE);
  assert.ok(report.ok, JSON.stringify(report));
  const { added, changed, removed } = report.counts.talk;
  return [added, changed, removed];
}

const REMOVE: Choices = { sources: { source: 'edited', gone: 'remove', allowEmpty: true } };

class EditedSource {
  readonly #kind: Kind;
  readonly #days: number[];
  readonly #talks = new Map<number, Talk>();
  #next = 0;

  constructor(kind: Kind, days: readonly number[]) {
    this.#kind = kind;
    this.#days = [...days];
    for (const what of ['add', 'add untitled', 'add', 'add'] as const) this.#add(what);
  }

  get talks(): readonly Talk[] {
    return [...this.#talks.values()];
  }

  /** Edits each talk at most once. */
  edit(edits: readonly Edit[]): void {
    const free = [...this.talks];
    const take = (index: number): Talk | undefined => free.splice(index % Math.max(1, free.length), 1)[0];
    for (const { what, which, other } of edits) {
      if (what === 'add' || what === 'add untitled') {
        this.#add(what);
        continue;
      }
      const talk = take(which);
      if (talk === undefined) continue;
      if (what === 'remove') this.#remove(talk);
      else if (what === 'swap') this.#swap(talk, take(other));
      else if (what === 'rename and move') this.#rename(talk);
      else this.#put(changed(what, talk, () => this.#day(talk)));
    }
  }

  #add(what: 'add' | 'add untitled'): void {
    const number = this.#next++;
    this.#put({ number, titles: what === 'add' ? 0 : -1, names: 0, day: this.#days.pop() ?? 0, isCancelled: false });
  }

  #remove({ number }: Talk): void {
    if (this.#talks.size > (this.#kind.leastTalks ?? 0)) this.#talks.delete(number);
  }

  #rename(talk: Talk): void {
    if (this.#kind.canBeRenamed !== true || !this.#canMove(talk)) return;
    this.#put({ ...talk, titles: 0, names: talk.names + 1, day: this.#days.pop() ?? talk.day });
  }

  #swap(talk: Talk, other: Talk | undefined): void {
    if (other === undefined || !this.#canMove(talk) || !this.#canMove(other)) return;
    this.#put({ ...talk, day: other.day });
    this.#put({ ...other, day: talk.day });
  }

  #day(talk: Talk): number {
    return this.#canMove(talk) ? (this.#days.pop() ?? talk.day) : talk.day;
  }

  #canMove({ titles }: Talk): boolean {
    return titles >= 0 || this.#kind.untitledStays !== true;
  }

  #put(talk: Talk): void {
    this.#talks.set(talk.number, talk);
  }
}

function changed(what: 'move' | 'retitle' | 'cancel', talk: Talk, day: () => number): Talk {
  if (what === 'move') return { ...talk, day: day() };
  return what === 'retitle' ? { ...talk, titles: talk.titles + 1 } : { ...talk, isCancelled: true };
}

function calendarWith(
  keys: string,
  uid: (talk: Talk, round: number) => string,
  { more = () => [], ...kind }: Partial<Kind> & { readonly more?: (talk: Talk) => readonly string[] } = {},
): Kind {
  const lines = (talk: Talk): readonly string[] => [
    `STATUS:${talk.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'LOCATION:Hall',
    ...more(talk),
  ];
  return {
    ...kind,
    name: `a calendar with ${keys}`,
    file: 'talks.ics',
    write: (talks, round) =>
      calendar(
        ...talks.map((talk) => event(uid(talk, round), dateOf(talk.day), titleOf(talk) || 'TBA', ...lines(talk))),
      ),
  };
}

function tableWith(keys: string, address: (talk: Talk) => string): Kind {
  const row = (talk: Talk): string =>
    [
      startOf(talk.day),
      titleOf(talk),
      `Ann Speaker${String(talk.number)}`,
      'Hall',
      address(talk),
      talk.isCancelled ? 'cancelled' : '',
    ].join(',');
  return {
    canBeRenamed: true,
    name: `a table ${keys}`,
    file: 'talks.csv',
    write: (talks) => ['Start,Title,Speaker,Venue,URL,Status', ...talks.map(row), ''].join('\n'),
  };
}

function titleOf({ number, titles, names }: Talk): string {
  if (titles < 0) return '';
  if (names > 0) return `Fern${String(names)}x${String(number)} over heaths`;
  return `Moss${String(number)} in bogs${String(number)}${titles === 0 ? '' : ` revised${String(titles)}`}`;
}

/** The number in letters: a name with digits is not recognised as a person's. */
function letter(number: number): string {
  return String(number).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
}

/** @param day days after 1 December 2026 */
function startOf(day: number): string {
  return new Date(Date.UTC(2026, 11, 1 + day, 17)).toISOString().replace('.000Z', 'Z');
}

function dateOf(day: number): string {
  return startOf(day).slice(0, 10).replaceAll('-', '');
}
