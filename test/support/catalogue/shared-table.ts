import { slugOf } from './wire-records.ts';

/** A CSV table of talks on one day of 2099. Talks with the same number have the same UUID in every table. */
export function sharedTable(...talks: readonly (readonly [number: number, title: string])[]): string {
  const rows = talks.map(([number, title]) => {
    return `${slugOf(number)},${title},2099-12-01T17:00:00Z,2099-12-01T18:00:00Z,Dr ${title}`;
  });
  return ['id,title,start,end,speaker', ...rows, ''].join('\n');
}
