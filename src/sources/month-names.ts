/** January to December, in English first, then in German, French and Spanish, without accents. Three letters or more of one are enough when they tell it. */
const MONTHS: readonly string[] = [
  'january januar janner janvier enero',
  'february februar feber fevrier febrero',
  'march marz maerz mars marzo',
  'april avril abril',
  'may mai mayo',
  'june juni juin junio',
  'july juli juillet julio',
  'august aout agosto',
  'september septembre septiembre setiembre sept',
  'october oktober octobre octubre',
  'november novembre noviembre',
  'december dezember decembre diciembre',
];

/** Sunday to Saturday. */
const WEEKDAYS: readonly string[] = [
  'sunday sonntag dimanche domingo',
  'monday montag lundi lunes',
  'tuesday dienstag mardi martes',
  'wednesday mittwoch mercredi miercoles',
  'thursday donnerstag jeudi jueves',
  'friday freitag vendredi viernes',
  'saturday samstag sonnabend samedi sabado',
];

/** German weekdays are shortened to two letters. */
const SHORT_WEEKDAYS = 'so mo di mi do fr sa'.split(' ');

/** 1 to 12. @param word lower-case, without accents */
export function monthNamed(word: string): number | undefined {
  const index = only(MONTHS, word);
  return index === undefined ? undefined : index + 1;
}

/** 1 to 12, or 0 of what is none. @param word the first three letters of the English name, or more, lower-case */
export function englishMonth(word: string): number {
  return MONTHS.findIndex((names) => names.startsWith(word)) + 1;
}

/** 0 is Sunday. @param word lower-case, without accents */
export function weekdayNamed(word: string): number | undefined {
  const short = SHORT_WEEKDAYS.indexOf(word);
  // “Mar.” may be a month or a mardi: what is both is the month.
  if (short !== -1) return short;
  return only(MONTHS, word) === undefined ? only(WEEKDAYS, word) : undefined;
}

/** The index of the names of which one begins so, if it is one. */
function only(names: readonly string[], word: string): number | undefined {
  if (word.length < 3) return undefined;
  const beginning = names.flatMap((name, index) => (` ${name}`.includes(` ${word}`) ? [index] : []));
  return beginning.length === 1 ? beginning[0] : undefined;
}
