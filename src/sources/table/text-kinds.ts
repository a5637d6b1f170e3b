import { peopleIn } from '../people.ts';

const WORD_OF_NAME = /^(?:\p{Lu}[\p{L}.'’-]*|van|von|de|del|della|di|le|la|ter|ten|el|al|bin|ibn|der|den|dos|da|y)$/u;

/** Whether a cell has only full names of people, with or without affiliations. */
export function isFullName(cell: string): boolean {
  const people = peopleIn(cell);
  return (
    people.length > 0 &&
    people.every(({ name }) => {
      const words = name.replace(/,/g, ' ').split(/\s+/u).filter(Boolean);
      return words.length > 1 && words.length < 6 && words.every((word) => WORD_OF_NAME.test(word));
    })
  );
}

const PLACE =
  /(?:^|\P{L})(?:room|hall|building|auditorium|theat(?:re|er)|lab|library|campus|raum|\p{L}*saal|gebäude|salle|amphi\p{L}*|sala|aula|zoom|online)(?:\P{L}|$)|^\p{Lu}{0,3}[ .-]?\d[\d.]*\p{L}?$/iu;

/** Whether a cell looks like the name of a place. */
export function isPlace(cell: string): boolean {
  return cell.length < 80 && PLACE.test(cell);
}
