import type { Slug } from '#catalogue/slug.ts';
import { secondsOf } from '#catalogue/timestamp.ts';
import type { ComparedTalk, Prepared } from './compared-talk.ts';
import { personKey, significantWords } from './significant-words.ts';

/** Two talks that may be the same. `keep` is only a proposal. */
export interface LikelyPair {
  readonly keep: ComparedTalk;
  readonly drop: ComparedTalk;
  /** Words such as “same start”. */
  readonly why: readonly string[];
}

/** Seconds: two sources may give the start of one talk slightly differently. */
export const NEAR = 15 * 60;
const DAY = 86_400;
/** Seconds of the day on which clocks are put forward. */
const SHORTEST_DAY = 23 * 3600;
/** Maximum number of talks kept for a word, and compared with a talk: a hostile file may have all talks at one time. */
const MAX_OF_A_WORD = 50;
const MAX_COMPARED = 300;

/**
 * Finds likely pairs among talks in order of their starts, keeping those of two days in memory. Each is compared only
 * with those that share a word of the title or a speaker, so that the work grows linearly with the number of talks.
 */
export class DuplicateCandidates {
  readonly #days = new Map<number, Map<string, Prepared[]>>();
  readonly #isAskedFor: (a: ComparedTalk, b: ComparedTalk) => boolean;

  /** @param isAskedFor whether a pair is of interest */
  constructor(isAskedFor: (a: ComparedTalk, b: ComparedTalk) => boolean) {
    this.#isAskedFor = isAskedFor;
  }

  /** Returns pairs of this talk with earlier ones. */
  add(talk: ComparedTalk): LikelyPair[] {
    const prepared = prepare(talk);
    const day = Math.floor(prepared.start / DAY);
    for (const known of this.#days.keys()) if (known < day - 1) this.#days.delete(known);
    const pairs = [...this.#near(prepared, day)].flatMap((other) => {
      if (!this.#isAskedFor(other.talk, talk) || (other.talk.isCancelled && talk.isCancelled)) return [];
      const why = likeness(other, prepared);
      return why === undefined ? [] : [pairOf(other.talk, talk, why)];
    });
    this.#remember(prepared, day);
    return pairs;
  }

  #near(prepared: Prepared, day: number): ReadonlySet<Prepared> {
    const found = new Set<Prepared>();
    for (const word of keysOf(prepared)) {
      for (const other of [...this.#known(day, word), ...this.#known(day - 1, word)]) {
        if (found.size >= MAX_COMPARED) return found;
        if (isNear(other, prepared)) found.add(other);
      }
    }
    return found;
  }

  #known(day: number, word: string): readonly Prepared[] {
    return this.#days.get(day)?.get(word) ?? [];
  }

  #remember(prepared: Prepared, day: number): void {
    const words = this.#days.get(day) ?? new Map<string, Prepared[]>();
    this.#days.set(day, words);
    for (const word of keysOf(prepared)) {
      const known = words.get(word) ?? [];
      if (known.push(prepared) > MAX_OF_A_WORD) known.shift();
      words.set(word, known);
    }
  }
}

/** @param first the talk that begins earlier, or at the same time */
function isNear(first: Prepared, second: Prepared): boolean {
  const apart = second.start - first.start;
  return apart <= NEAR || (apart < DAY && first.isLong);
}

function prepare(talk: ComparedTalk): Prepared {
  const start = secondsOf(talk.start);
  return {
    talk,
    start,
    isLong: secondsOf(talk.end) - start >= SHORTEST_DAY,
    titleWords: significantWords(talk.title),
    placeWords: significantWords(talk.places.join(' ')),
    people: new Set(talk.people.map(personKey).filter((key) => key !== '')),
  };
}

function keysOf({ titleWords, people }: Prepared): string[] {
  return [...titleWords, ...[...people].map((person) => `by ${person}`)];
}

function pairOf(a: ComparedTalk, b: ComparedTalk, why: readonly string[]): LikelyPair {
  const [keep, drop] = [a, b].sort(byStanding);
  return { keep: keep ?? a, drop: drop ?? b, why };
}

/** Proposes to keep a talk whose UUID was not made from a source's name; then by slug, so that results are stable. */
function byStanding(a: ComparedTalk, b: ComparedTalk): number {
  return Number(isMade(a.slug)) - Number(isMade(b.slug)) || (a.slug < b.slug ? -1 : 1);
}

function isMade(slug: Slug): boolean {
  return slug.charAt(14) === '5';
}

/** Least words of a title that is enough by itself, and of one that is part of another. */
const TELLING = 2;
const TELLING_PART = 3;
/** Least share of common words among all words of both titles. */
const SIMILAR = 0.6;

/** Why two talks that begin near each other may be the same. Undefined: not alike. */
function likeness(a: Prepared, b: Prepared): string[] | undefined {
  const signs = { titles: titleLikeness(a, b), place: placeLikeness(a, b), speaker: hasSameSpeaker(a, b) };
  if (!isLike(signs, a.start === b.start)) return undefined;
  return [
    nearness(a, b),
    ...TITLE_WORDS[signs.titles],
    ...(signs.speaker ? ['same speaker'] : []),
    ...(signs.place === 'same' ? ['same place'] : []),
  ];
}

interface Signs {
  readonly titles: TitleLikeness;
  readonly place: 'same' | 'another' | 'unknown';
  readonly speaker: boolean;
}

type TitleLikeness = 'same, telling' | 'same' | 'similar' | 'different';

const TITLE_WORDS: Readonly<Record<TitleLikeness, readonly string[]>> = {
  'same, telling': ['same title'],
  same: ['same title'],
  similar: ['similar title'],
  different: [],
};

/**
 * Alike are: similar titles with the same place or speaker; the same long title, or one speaker at the same start,
 * unless the places differ. A speaker is in one place at a time.
 */
function isLike({ titles, place, speaker }: Signs, isSameStart: boolean): boolean {
  const isElsewhere = place === 'another';
  if (titles !== 'different' && (speaker || place === 'same')) return true;
  if (titles === 'same, telling') return !isElsewhere;
  return speaker && isSameStart && !isElsewhere;
}

function nearness(a: Prepared, b: Prepared): string {
  const apart = Math.abs(a.start - b.start);
  if (apart === 0) return 'same start';
  return a.isLong || b.isLong ? 'same day' : `${Math.ceil(apart / 60)} minutes apart`;
}

/** Compares titles without the names of speakers that some have. */
function titleLikeness(a: Prepared, b: Prepared): TitleLikeness {
  const names = new Set([...a.people, ...b.people].flatMap((person) => person.split(' ')));
  const first = without(a.titleWords, names);
  const second = without(b.titleWords, names);
  const shared = first.filter((word) => b.titleWords.has(word)).length;
  const smaller = Math.min(first.length, second.length);
  if (smaller === 0) return 'different';
  if (shared === first.length && shared === second.length) return smaller >= TELLING ? 'same, telling' : 'same';
  const isWithin = shared === smaller && smaller >= TELLING_PART;
  return isWithin || shared / (first.length + second.length - shared) >= SIMILAR ? 'similar' : 'different';
}

function without(words: ReadonlySet<string>, names: ReadonlySet<string>): string[] {
  return [...words].filter((word) => !names.has(word));
}

/** Whether they share a speaker, also if one names the speaker only in its title. */
function hasSameSpeaker(a: Prepared, b: Prepared): boolean {
  const isNamedIn = (people: ReadonlySet<string>, { titleWords }: Prepared): boolean =>
    [...people].some((person) => {
      const words = person.split(' ');
      return words.length > 1 && words.every((word) => titleWords.has(word));
    });
  return [...a.people].some((person) => b.people.has(person)) || isNamedIn(a.people, b) || isNamedIn(b.people, a);
}

/** Same place: they share half the words of the shorter one. */
function placeLikeness(a: Prepared, b: Prepared): Signs['place'] {
  const smaller = Math.min(a.placeWords.size, b.placeWords.size);
  if (smaller === 0) return 'unknown';
  const shared = [...a.placeWords].filter((word) => b.placeWords.has(word)).length;
  return shared * 2 >= smaller ? 'same' : 'another';
}
