/** In English first, then in German, French and Spanish; lower-case, without accents. Weeks begin with Sunday. */
import names from './month-names.json' with { type: 'json' };

/** German weekdays are abbreviated to two letters. */
const SHORT_WEEKDAYS = ['so', 'mo', 'di', 'mi', 'do', 'fr', 'sa'];

/** 1 to 12. @param word lower-case, without accents: a name, or an unambiguous abbreviation of three letters or more */
export function monthNamed(word: string): number | undefined {
  const index = only(names.months, word);
  return index === undefined ? undefined : index + 1;
}

/** 1 to 12, or 0 if there is none. @param word at least the first three letters of the English name, lower-case */
export function englishMonth(word: string): number {
  return names.months.findIndex(([english = '']) => english.startsWith(word)) + 1;
}

/** 0 is Sunday. @param word as for `monthNamed` */
export function weekdayNamed(word: string): number | undefined {
  const short = SHORT_WEEKDAYS.indexOf(word);
  if (short !== -1) return short;
  // “Mar.” could be March or mardi (Tuesday): the month wins.
  return only(names.months, word) === undefined ? only(names.weekdays, word) : undefined;
}

/** Index of the only entry with a name that begins with the word; undefined if there are none or several. */
function only(lists: readonly (readonly string[])[], word: string): number | undefined {
  if (word.length < 3) return undefined;
  const found = lists.flatMap((list, index) => (list.some((name) => name.startsWith(word)) ? [index] : []));
  return found.length === 1 ? found[0] : undefined;
}
