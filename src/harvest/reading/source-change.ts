import type { LocatedProblem } from '#catalogue/problem.ts';
import { contentKind, pageTitle } from '#sources/content-kind.ts';
import type { SourceOptions } from './source-reading.ts';

/** Code of the problem, which causes all other problems of the file. */
export const CHANGED_SOURCE = 'changed-source';

/**
 * Detects that a source now returns something else, such as a login page or an error. Without talks in it, its earlier
 * talks do not count as gone.
 */
export class SourceChange {
  readonly #options: Partial<Pick<SourceOptions, 'format' | 'onKind' | 'was'>>;
  #problem: LocatedProblem | undefined;

  constructor(options: Partial<Pick<SourceOptions, 'format' | 'onKind' | 'was'>>) {
    this.#options = options;
  }

  /** @param head the start of the file */
  note(file: string, head: string): void {
    const { was, onKind } = this.#options;
    const kind = contentKind(head);
    onKind?.(kind);
    if (was !== undefined && was !== kind) this.#problem = changed(file, was, head);
  }

  /** @param isFine no problems; if the operator also named the format, a change of content is expected */
  problem({ hasTalks, isFine }: { readonly hasTalks: boolean; readonly isFine: boolean }): LocatedProblem | undefined {
    const isExpected = isFine && this.#options.format !== undefined;
    return hasTalks || isExpected ? undefined : this.#problem;
  }
}

function changed(file: string, was: string, head: string): LocatedProblem {
  const kind = contentKind(head);
  const title = kind === 'a web page' ? pageTitle(head) : '';
  const now = kind === 'empty' ? kind : `${kind} without talks${title === '' ? '' : ` (“${title}”)`}`;
  return {
    code: CHANGED_SOURCE,
    where: '',
    what: `Was ${was}, is now ${now}.`,
    hint: 'Open it in a private browser window. If the change is intended, set the format (--from).',
    file,
    line: 0,
  };
}
