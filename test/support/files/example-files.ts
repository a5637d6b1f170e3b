import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file, or a folder of files that are imported together or one after the other. */
export interface ExampleFile {
  /** `icalendar/no-title.ics` */
  readonly name: string;
  /** The name of its folder. */
  readonly format: string;
  /** Paths of the files of each import. Only `….in-turn` has several imports. */
  readonly imports: readonly (readonly string[])[];
  /** Expected result of `outcomeLines`; undefined: no expectations. */
  readonly expected: readonly string[] | undefined;
}

/** Our own examples, each with expectations in `….talks` beside it. */
export const EXAMPLES = 'test/files';

/** Expectations for other people's files, by path. */
export const EXPECTED_OF_OTHERS = 'test/support/files/expected-of-others';

/**
 * The examples in the subfolders of a folder, which are named after formats. An example is a file or one of these
 * folders:
 *
 * - `….together`: files that are imported together, as one source
 * - `….in-turn`: files that are imported one after the other, as later states of one source
 *
 * @param expectations folder of the expectations, in files of the same paths with `.talks` appended
 */
export function exampleFiles(folder: string, expectations = folder): readonly ExampleFile[] {
  return foldersIn(folder).flatMap((format) =>
    readdirSync(join(folder, format))
      .filter((file) => !file.endsWith('.talks') && !file.startsWith('.'))
      .sort()
      .map((file) => {
        const path = join(folder, format, file);
        const expected = join(expectations, format, `${file}.talks`);
        return {
          name: `${format}/${file}`,
          format,
          imports: importsOf(path),
          expected: existsSync(expected) ? expectedLines(readFileSync(expected, 'utf8')) : undefined,
        };
      }),
  );
}

function foldersIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

function importsOf(path: string): readonly (readonly string[])[] {
  if (!statSync(path).isDirectory()) return [[path]];
  const files = readdirSync(path)
    .sort()
    .map((file) => join(path, file));
  return path.endsWith('.in-turn') ? files.map((file) => [file]) : [files];
}

/** Leaves out comments. */
function expectedLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
