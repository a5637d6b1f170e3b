import type { LocatedProblem } from '#catalogue/problem.ts';
import type { SourceFormat } from '#sources/source-format.ts';
import { contentKind, pageTitle } from '#sources/content-kind.ts';
import { acceptCommand } from './source-name.ts';
import type { SourceOptions } from './source-reading.ts';

/** Code of the problem of a source that has become something else and has no talks. */
const CHANGED_SOURCE = 'changed-source';
/** Code of the problem of a source that has talks, but in another format than before. */
export const CHANGED_FORMAT = 'changed-format';

/**
 * Detects that a source now returns something else. Without talks, it is most likely a login page or an error. With
 * talks, somebody else may be answering: talks have other keys and fields in another format, so the earlier ones would
 * count as gone, or be rewritten. Only the operator knows whether that is right.
 */
export class SourceChange {
  readonly #options: Partial<Pick<SourceOptions, 'accepted' | 'format' | 'onDetected' | 'source' | 'was'>>;
  #other: LocatedProblem | undefined;
  #otherFormat: LocatedProblem | undefined;

  constructor(options: Partial<Pick<SourceOptions, 'accepted' | 'format' | 'onDetected' | 'source' | 'was'>>) {
    this.#options = options;
  }

  /** @param head the start of the file; undefined: it has none @param format undefined: unknown */
  note(file: string, head: string | undefined, format: SourceFormat | undefined): void {
    const { was = {}, onDetected } = this.#options;
    const kind = head === undefined ? undefined : contentKind(head);
    onDetected?.({ kind, format: format?.name });
    if (head !== undefined && was.kind !== undefined && was.kind !== kind) this.#other = changed(file, was.kind, head);
    if (format !== undefined && was.format !== undefined && was.format !== format.name)
      this.#otherFormat = this.#changedFormat(file, was.format, format.name);
  }

  /** @param isFine no problems; if the operator also named the format, a change of content is expected */
  problem({ hasTalks, isFine }: { readonly hasTalks: boolean; readonly isFine: boolean }): LocatedProblem | undefined {
    const isNamed = this.#options.format !== undefined;
    if (!hasTalks && this.#other !== undefined && !(isNamed && isFine)) return this.#other;
    return isNamed ? undefined : this.#otherFormat;
  }

  #changedFormat(file: string, was: string, now: string): LocatedProblem {
    const { source = '', accepted = [] } = this.#options;
    const accept = acceptCommand(source, [...accepted, 'format']);
    return {
      code: CHANGED_FORMAT,
      where: '',
      what: `Its format was ${was} and is now ${now}. Nothing from this reading is applied.`,
      hint: `Check the source. If the change is intended, run ${accept}, or set format: ${now} in the sources file.`,
      file,
      line: 0,
    };
  }
}

/** Whether a problem says that the source is not what it was, which causes all its other problems. */
export function isOfChange({ code }: Pick<LocatedProblem, 'code'>): boolean {
  return code === CHANGED_SOURCE || code === CHANGED_FORMAT;
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
