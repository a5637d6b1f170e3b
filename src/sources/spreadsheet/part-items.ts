import { FileFailure } from '../file-failure.ts';
import { xmlBatches } from '../xml/xml.ts';
import type { XmlItem } from '../xml/xml.ts';

export interface PartShape {
  readonly root: string;
  /** Elements inside the root whose children are items too. */
  readonly containers?: readonly string[];
  /** The name of the items that matter: any other that is too large is passed over. */
  readonly item: string;
  /** Items that are read, where they are all held in memory. */
  readonly most?: number;
}

/**
 * The items of an XML part, which is read once and held one item at a time. @param name for problems
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
    // Its line is that of the part, which nobody sees.
    if (bad !== undefined) throw new FileFailure({ ...bad, where: name, line: 0, hint: SAVE_AGAIN });
  }
}

const SAVE_AGAIN = 'Save it again with a spreadsheet program, or save the sheet as CSV.';

function tooMany(name: string, most: number): FileFailure {
  const what = `Its part ${name} has more than ${most.toLocaleString('en')} entries.`;
  return new FileFailure({ code: 'too-large', where: '', what, hint: SAVE_AGAIN, line: 0 });
}
