import type { Prepared } from './compared-talk.ts';

/** Least words of a title that is enough by itself, and of one that is part of another. */
const TELLING = 2;
const TELLING_PART = 3;
/** Least share of common words among all words of both titles. */
const SIMILAR = 0.6;

/** Why two talks that begin near each other may be the same. Undefined: not alike. */
export function likeness(a: Prepared, b: Prepared): string[] | undefined {
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
