import type { SourceProblem } from './source-format.ts';

/** A whole document as values, or why it cannot be parsed. */
export type ParsedDocument = { readonly ok: true; readonly value: unknown } | NotParsed;

export interface NotParsed {
  readonly ok: false;
  readonly failure: SourceProblem;
}

/** @param line 0: none in particular */
export function notParsed(code: string, line: number, what: string, hint: string): NotParsed {
  return { ok: false, failure: { code, where: '', what, hint, line } };
}
