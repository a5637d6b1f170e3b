import { textBehind } from './labelled-lines.ts';
import type { Origin } from './origin.ts';

/** Texts of an entry, by property in upper case. */
type EntryTexts = ReadonlyMap<string, string>;

/** The first text that is not empty, `''` if all are; undefined if the entry has none of the properties. */
export function textAt(origins: readonly Origin[], texts: EntryTexts): string | undefined {
  const known = origins.filter(({ property }) => texts.has(property));
  if (known.length === 0) return undefined;
  const found = known.map(({ property, part }) => partOf(texts.get(property) ?? '', part).trim());
  return found.find((text) => text !== '') ?? '';
}

/** `''` when it is not there. */
function partOf(text: string, part: Origin['part']): string {
  if (part === undefined) return text;
  if ('label' in part) return textBehind(text, part.label)?.text ?? '';
  const { side, separator, isLast } = part;
  const at = isLast ? text.lastIndexOf(separator) : text.indexOf(separator);
  if (at === -1) return '';
  return side === 'before' ? text.slice(0, at) : text.slice(at + separator.length);
}
