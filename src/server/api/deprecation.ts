import { absoluteLinks } from '#representations/links/links.ts';
import type { Publication } from '#representations/representation.ts';

/** 1 January 2016, when `dd/mm/yy` had been superseded by `yyyy-mm-dd` (interface.md 4.1). */
const DEPRECATED_SINCE = '@1451606400';

/** Says that a date was written in the deprecated form (RFC 9745), and where to read more. */
export function deprecation(publication: Publication): readonly string[] {
  return [
    'Deprecation',
    DEPRECATED_SINCE,
    'Link',
    `<${absoluteLinks(publication).docs}#searchTalks>; rel="deprecation"`,
  ];
}
