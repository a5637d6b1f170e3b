import { FileFailure, fileFailure } from '../file-failure.ts';
import { xmlBatches } from '../xml/xml.ts';
import type { XmlItem } from '../xml/xml.ts';

interface PartShape {
  readonly root: string;
  /** Elements inside the root whose children are items too. */
  readonly containers?: readonly string[];
  /** Name of the items that matter: other items that are too large are skipped. */
  readonly item: string;
  /** Limit on items, for callers that hold all of them in memory. */
  readonly most?: number;
}

/**
 * Streams the items of an XML part, one at a time. @param name of the part, for problems
 * @throws FileFailure
 */
export async function* partItems(
  name: string,
  chunks: AsyncIterable<Buffer>,
  { root, containers = [], item, most = Infinity }: PartShape,
): AsyncGenerator<XmlItem> {
  const shape = { roots: [root], containers: new Set([root, ...containers]) };
  let count = 0;
  for await (const { items, problems, failure } of xmlBatches(chunks, shape)) {
    count += items.length;
    if (count > most) throw tooMany(name, most);
    yield* items;
    const bad = failure ?? problems.find(({ where }) => where === item);
    // Without the line, which is one of the XML part and of no use to the operator.
    if (bad !== undefined) throw new FileFailure({ ...bad, where: name, line: 0, hint: SAVE_AGAIN });
  }
}

export const SAVE_AGAIN = 'Save it again with a spreadsheet program, or save the sheet as CSV.';

function tooMany(name: string, most: number): FileFailure {
  const what = `Its part ${name} has more than ${most.toLocaleString('en')} entries.`;
  return fileFailure('too-large', what, SAVE_AGAIN);
}
