import type { SourceTalk } from '../source-talk.ts';

/**
 * What tells a row from all others, at every reading of its table: its identifier; without one its address; without that, or where
 * rows share it, also title and speakers. So whatever else is mended or moved, it stays the same talk. Rows that are alike in all of
 * that are told apart by their day, and those of one day by their time.
 */
export class TableKeys {
  readonly #seen = new Map<string, number>();

  /** All rows that can be known before the first is handed on. */
  observe(talk: SourceTalk): void {
    for (const key of candidates(talk)) this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
  }

  keyOf(talk: SourceTalk): string {
    const keys = candidates(talk);
    return keys.find((key) => (this.#seen.get(key) ?? 0) < 2) ?? keys.at(-1) ?? talk.key;
  }
}

/** From what is said to be its own, to all that there is. */
function candidates({ key, url, title, speakers, start }: SourceTalk): string[] {
  if (key !== '') return [key];
  const names = [title, ...speakers.map(({ name }) => name)].map(folded).join(' / ');
  const named = url === '' ? names : `${url} ${names}`;
  const timed = [named, `${named} ${start.slice(0, 10)}`, `${named} ${start}`];
  return url === '' ? timed : [url, ...timed];
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
