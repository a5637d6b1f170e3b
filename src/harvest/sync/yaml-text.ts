import { LineCounter, isMap, isNode, isPair, isScalar, parseDocument, type Document } from 'yaml';
import type { LocatedProblem, Problem } from '#catalogue/problem.ts';

/** Keys and indexes that lead to a value: `['sources', 2, 'every']`. */
export type Path = readonly (string | number)[];

type FileKind = 'sources file' | 'configuration file' | 'corrections file';

type Read =
  | { readonly ok: true; readonly text: YamlText }
  | { readonly ok: false; readonly problems: readonly LocatedProblem[] };

/** Maximum length, in characters; files with thousands of sources are shorter. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** A parsed YAML file that knows the lines of its values. */
export class YamlText {
  /** The parsed value, unchecked. */
  readonly value: unknown;
  readonly #file: string;
  readonly #document: Document;
  readonly #lines: LineCounter;

  private constructor(file: string, document: Document, lines: LineCounter) {
    this.#file = file;
    this.#document = document;
    this.#lines = lines;
    this.value = document.toJS({ maxAliasCount: 100 });
  }

  /** @param kind the expected kind of file, for problems */
  static read(file: string, text: string, kind: FileKind): Read {
    if (text.length > MAX_LENGTH) return refused(file, `The ${kind} is too long.`, 'Check the path.');
    const lines = new LineCounter();
    try {
      const document = parseDocument(text, { lineCounter: lines, version: '1.2', prettyErrors: false });
      if (document.errors.length === 0) return { ok: true, text: new YamlText(file, document, lines) };
      const problems = document.errors.slice(0, 20).map(({ message, pos: [at] }) => {
        return syntaxProblem(file, lines.linePos(at).line, message);
      });
      return { ok: false, problems };
    } catch (error) {
      // Nested too deeply, or its aliases expand to too much.
      if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
      return refused(file, `Not a ${kind}: nested too deeply, or its aliases expand to too much.`, 'Write it plainly.');
    }
  }

  /** Line of a value, or of the nearest one around it that exists; of a setting, the line of its name. From 1. */
  lineOf(path: Path): number {
    for (let length = path.length; length > 0; length--) {
      const at = this.#positionOf(path.slice(0, length));
      if (at !== undefined) return this.#lines.linePos(at).line;
    }
    return 1;
  }

  problem(path: Path, { code, what, hint }: Omit<Problem, 'where'>): LocatedProblem {
    return { code, where: whereOf(path), what, hint, file: this.#file, line: this.lineOf(path) };
  }

  #positionOf(path: Path): number | undefined {
    const last = path.at(-1);
    const around: unknown = path.length === 1 ? this.#document.contents : this.#document.getIn(path.slice(0, -1), true);
    if (isMap(around)) {
      const pair = around.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === last);
      const key: unknown = pair?.key;
      if (isNode(key)) return key.range?.[0];
    }
    const node: unknown = this.#document.getIn(path, true);
    return isNode(node) ? node.range?.[0] : undefined;
  }
}

/** Writes a path as `sources[2].every`. */
function whereOf(path: Path): string {
  return path.reduce<string>(
    (all, part) => (typeof part === 'number' ? `${all}[${String(part)}]` : all === '' ? part : `${all}.${part}`),
    '',
  );
}

function syntaxProblem(file: string, line: number, message: string): LocatedProblem {
  const what = `This is not YAML: ${message.replaceAll(/\s+/g, ' ').replace(/[.:]?$/, '.')}`;
  return { code: 'bad-yaml', where: '', what, hint: 'Fix the syntax; indentation counts.', file, line };
}

function refused(file: string, what: string, hint: string): Read {
  return { ok: false, problems: [{ code: 'bad-yaml-file', where: '', what, hint, file, line: 0 }] };
}
