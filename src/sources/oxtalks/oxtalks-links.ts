import { isObject, stringText } from '../json-document.ts';

/** Address of a HAL link object; `''` for anything else. */
export function hrefOf(link: unknown): string {
  return isObject(link) ? stringText(link.href) : '';
}
