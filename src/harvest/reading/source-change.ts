import type { LocatedProblem } from '#catalogue/problem.ts';
import { contentKind, pageTitle } from '#sources/content-kind.ts';
import type { SourceOptions } from './source-reading.ts';

/** Code of the problem. Whatever else is wrong with the file follows from it. */
export const CHANGED_SOURCE = 'changed-source';

/**
 * Notices a source that has turned into something else, such as a login page or an error. If that has no talks, the talks
 * that the source had before have not vanished from it.
 */
export class SourceChange {
  readonly #options: Partial<Pick<SourceOptions, 'format' | 'onKind' | 'was'>>;
  #problem: LocatedProblem | undefined;

  constructor(options: Partial<Pick<SourceOptions, 'format' | 'onKind' | 'was'>>) {
    this.#options = options;
  }

  /** @param head the first characters of a file */
  note(file: string, head: string): void {
    const { was, onKind } = this.#options;
    const kind = contentKind(head);
    onKind?.(kind);
    if (was !== undefined && was !== kind) this.#problem = changed(file, was, head);
  }

  /** @param isFine whether all could be read: then it is what the operator says it is, if the operator names the format */
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
    hint: 'Look at it in a browser where nobody is logged in. If that is intended, name the format (--from).',
    file,
    line: 0,
  };
}
