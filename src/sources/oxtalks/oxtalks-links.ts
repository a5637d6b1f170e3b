import { isObject, textOf } from '../json-document.ts';

/** Of a link object; `''` of anything else. */
export function hrefOf(link: unknown): string {
  return isObject(link) ? textOf(link.href) : '';
}
