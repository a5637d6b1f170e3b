import { isMembers } from '../json-value.ts';
import type { XmlElement } from './xml-element.ts';

/**
 * The XML for a JSON value (docs/reference/http.md, “Representations”): members are elements named after them, entries are
 * `list-item`, null is an empty element.
 */
export function xmlOfJson(name: string, value: unknown): XmlElement {
  if (Array.isArray(value)) return { name, text: '', children: value.map((entry) => xmlOfJson('list-item', entry)) };
  if (isMembers(value)) {
    const children = Object.entries(value).map(([member, one]) => xmlOfJson(member, one));
    return { name, text: '', children };
  }
  if (typeof value === 'boolean') return { name, text: value ? 'True' : 'False', children: [] };
  return { name, text: typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value), children: [] };
}
