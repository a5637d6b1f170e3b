import type { SourceTalk } from '../source-talk.ts';

/**
 * What tells a row from all others, at every reading of its table: its identifier; without one its address; without that, or where
 * rows share it, also title and speakers. So whatever else is mended or moved, it stays the same talk. Rows that are alike in all of
 * that are told apart by their day, and those of one day by their time. A row that has no title yet is known by when and where it is
 * and by its series: a title that comes later does not make another talk of it.
 */
export class TableKeys {
  readonly #seen = new Map<string, number>();

  /** All rows that can be known before the first is handed on. */
  observe(talk: SourceTalk): void {
    const keys = candidates(talk);
    const slot = slotOf(talk);
    for (const key of keys.includes(slot) ? keys : [...keys, slot]) this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
  }

  /** What a row with a title was known by when it had none; undefined where others have that too. */
  formerKeyOf(talk: SourceTalk): string | undefined {
    if (talk.key !== '' || talk.url !== '' || talk.title === '') return undefined;
    const key = slotOf(talk);
    return this.#seen.get(key) === 1 ? key : undefined;
  }

  keyOf(talk: SourceTalk): string {
    const keys = candidates(talk);
    return keys.find((key) => (this.#seen.get(key) ?? 0) < 2) ?? keys.at(-1) ?? talk.key;
  }
}

/** From what is said to be its own, to all that there is. */
function candidates(talk: SourceTalk): string[] {
  const { key, url, title, speakers, start } = talk;
  if (key !== '') return [key];
  const people = speakers.map(({ name }) => name);
  if (title === '' && url === '') return [slotOf(talk), [slotOf(talk), ...people.map(folded)].join(' / ')];
  const names = [title, ...people].map(folded).join(' / ');
  const named = url === '' ? names : `${url} ${names}`;
  const timed = [named, `${named} ${start.slice(0, 10)}`, `${named} ${start}`];
  return url === '' ? timed : [url, ...timed];
}

/** When and where a talk is, and its series. */
function slotOf({ start, venue, room, location, series }: SourceTalk): string {
  return ['untitled', start, ...[venue?.name, room, location, series?.title].map((text) => folded(text ?? ''))].join(
    ' / ',
  );
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
