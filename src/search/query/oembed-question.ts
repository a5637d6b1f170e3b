import type { Problem, Result } from '#catalogue/problem.ts';
import { readQuery } from './query.ts';

/** A consumer request (oembed.com, 2.2). */
export interface OembedQuestion {
  /** The address to embed, as given. */
  readonly url: string;
  /** As given; `json` by default. */
  readonly format: string;
  /** CSS pixels; Infinity if not given. */
  readonly maxWidth: number;
  readonly maxHeight: number;
}

const MAX_PAIRS = 100;
/** In characters. */
const LONGEST_URL = 8000;

export function parseOembed(query: string): Result<OembedQuestion> {
  const pairs = readQuery(query, MAX_PAIRS).filter(({ value }) => value !== '');
  const problems: Problem[] = [];
  const pixels = (name: string): number => {
    const text = pairs.find((one) => one.name === name)?.value ?? 'none';
    if (text === 'none') return Infinity;
    if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text);
    problems.push({
      code: 'bad-size',
      where: name,
      what: 'It is not a number of pixels.',
      hint: 'Give a whole number from 1.',
    });
    return Infinity;
  };
  const url = pairs.find(({ name }) => name === 'url')?.value ?? '';
  if (url === '' || url.length > LONGEST_URL)
    problems.push({
      code: url === '' ? 'missing-parameter' : 'bad-url',
      where: 'url',
      what: url === '' ? 'It is required.' : 'It is too long.',
      hint: 'Give the address of a page with talks.',
    });
  const format = pairs.find(({ name }) => name === 'format')?.value ?? 'json';
  const value = { url, format, maxWidth: pixels('maxwidth'), maxHeight: pixels('maxheight') };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value };
}
