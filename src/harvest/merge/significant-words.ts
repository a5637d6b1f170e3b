import { wordsOf } from '#catalogue/folding.ts';

/** Maximum number of UTF-16 code units and of words of a text that are compared. */
const MAX_LENGTH = 400;
const MAX_WORDS = 40;

/** Words of titles and place names that do not tell them apart. */
const COMMON = new Set(
  `a an and at by for from in is of on or the to with
  seminar seminars talk talks lecture lectures colloquium workshop event series speaker title journal club group meeting reading
  room theatre building floor hall online hybrid zoom teams
  tba tbc tbd cancelled canceled postponed moved updated
  der die das und von im am le la les et de du des`.match(/\S+/g),
);

const TITLES = new Set('dr prof professor mr mrs ms miss sir dame dphil phd'.split(' '));

/** Distinctive words of a text, without case, accents and punctuation. */
export function significantWords(text: string): ReadonlySet<string> {
  return new Set(
    wordsOf(text.slice(0, MAX_LENGTH))
      .filter((word) => !COMMON.has(word) && !TITLES.has(word))
      .slice(0, MAX_WORDS),
  );
}

/** Equal for “Doe, Jane”, “Prof Jane Doe” and “JANE DOE”. '': not a name. */
export function personKey(name: string): string {
  const words = wordsOf(name.slice(0, MAX_LENGTH)).filter((word) => !TITLES.has(word));
  return words.slice(0, MAX_WORDS).sort().join(' ');
}
