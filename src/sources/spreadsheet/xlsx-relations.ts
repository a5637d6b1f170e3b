import { posix } from 'node:path';
import { partItems } from './part-items.ts';
import type { ZipParts } from './zip-parts.ts';
import { attributeOf } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** A relationship of a part to another part or an address (ECMA-376 part 2, 9.3). */
export interface Relation {
  /** Last segment of its type, such as `worksheet`: the same in transitional and strict files. */
  readonly type: string;
  /** Name of a part, or an address on the web. */
  readonly target: string;
}

/** Limit for one part: each hyperlink is a relation. */
const MAX_RELATIONS = 200_000;

/** Relations of a part, by identifier. @param part `''` for the package */
export async function relationsOf(parts: ZipParts, part: string): Promise<ReadonlyMap<string, Relation>> {
  const name = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  const relations = new Map<string, Relation>();
  if (!parts.has(name)) return relations;
  const shape = { root: 'Relationships', item: 'Relationship', most: MAX_RELATIONS };
  for await (const { element } of partItems(name, parts.read(name), shape)) {
    const written = attributeOf(element, 'Target');
    const isOutside = attributeOf(element, 'TargetMode') === 'External';
    const type = attributeOf(element, 'Type').replace(/^.*\//s, '');
    const target = isOutside ? written : posix.join('/', posix.dirname(part), written).slice(1);
    relations.set(attributeOf(element, 'Id'), {
      type,
      target: !isOutside && written.startsWith('/') ? written.slice(1) : target,
    });
  }
  return relations;
}

/** Value of `r:id`, with any prefix. */
export function relationId({ attributes }: XmlElement): string {
  for (const [name, value] of attributes) if (name.endsWith(':id')) return value;
  return '';
}
