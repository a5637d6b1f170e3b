import words from './words-of-series.json' with { type: 'json' };

/** Whether a title is only the name of a series: “Algebra seminar”, “Séminaire d’analyse”. */
export function isSeriesName(title: string): boolean {
  return title.length <= MAX_LENGTH && !/[:?!–—|"“”]/u.test(title) && (HEAD.test(title) || TAIL.test(title));
}

/** In characters; anything longer is more likely a title. */
const MAX_LENGTH = 80;

const WORD = `(?:${words.join('|')})`;
const HEAD = new RegExp(
  String.raw`^${WORD}(?:\s+(?:d['’u]|de|des|du|für|zur?|in|of|on|sobre)\s*\p{L}+(?:\s+\p{L}+){0,3})?$`,
  'iu',
);
const TAIL = new RegExp(
  String.raw`^(?:[\p{L}\p{N}&'’/,.-]+\s+){0,6}${WORD}(?:\s+(?:#?\d{1,3}|series|[IVX]{1,4}))?$`,
  'iu',
);
