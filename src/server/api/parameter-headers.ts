import { absoluteLinks } from '#representations/links/links.ts';
import type { Publication } from '#representations/representation.ts';
import type { IgnoredParameter } from '#search/query/request.ts';

/** 1 January 2016, when `dd/mm/yy` had been superseded by `yyyy-mm-dd` in OxTalks' API. */
const DEPRECATED_SINCE = '@1451606400';

/** Headers that tell the client what to fix in its request. */
export function parameterHeaders(
  publication: Publication,
  {
    deprecatedDate = false,
    ignored,
  }: { readonly deprecatedDate?: boolean; readonly ignored: readonly IgnoredParameter[] },
): readonly string[] {
  if (!deprecatedDate && ignored.length === 0) return NONE;
  return [
    ...(deprecatedDate ? deprecation(publication) : NONE),
    ...(ignored.length > 0 ? ignoredHeader(ignored) : NONE),
  ];
}

const NONE: readonly string[] = [];

/** Marks a date in the deprecated form (RFC 9745), with a link to an explanation. */
export function deprecation(publication: Publication): readonly string[] {
  return [
    'Deprecation',
    DEPRECATED_SINCE,
    'Link',
    `<${absoluteLinks(publication).docs}#searchTalks>; rel="deprecation"`,
  ];
}

export const IGNORED_PARAMETERS = 'Lectern-Ignored-Parameters';

/** Enough to help; a header must stay short whatever was requested. */
const MAX_NAMED = 10;
const LONGEST_NAME = 40;

/** A list of strings (RFC 9651): `"speakers";did-you-mean="speaker", "colour"`. */
function ignoredHeader(ignored: readonly IgnoredParameter[]): readonly string[] {
  const items = ignored
    .slice(0, MAX_NAMED)
    .map(({ name, likely }) => text(name) + (likely === undefined ? '' : `;did-you-mean=${text(likely)}`));
  return [IGNORED_PARAMETERS, items.join(', ')];
}

/** Such a string may contain only printable ASCII: anything else is percent-encoded. */
function text(name: string): string {
  const short = name.length > LONGEST_NAME ? name.slice(0, LONGEST_NAME) : name;
  const ascii = short
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[^ -~]/gu, encodeURIComponent)
    .replace(/["\\]/g, '\\$&');
  return `"${ascii}"`;
}
