import { isObject, stringText } from '../json-document.ts';

/** Of a link object; `''` of anything else. */
export function hrefOf(link: unknown): string {
  return isObject(link) ? stringText(link.href) : '';
}
