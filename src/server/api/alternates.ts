import { alternatesHeader } from '#representations/negotiation/alternates.ts';
import type { Format, Subject } from '#representations/negotiation/formats.ts';
import { pathLinks, type Links } from '#representations/links/links.ts';
import type { Publication } from '#representations/representation.ts';

/** Where something is, without suffix. */
export type AlternateAddress = (links: Links) => string;

/**
 * The header that tells of the other formats. It is resolved against the address that was asked: a path does, and keeps
 * it short.
 * @param chosen the format of the answer that has it
 * @param query of the other formats, percent-encoded, with its `?`
 */
export function linkHeaders(
  publication: Publication,
  subject: Subject,
  chosen: Format,
  { address, query }: { readonly address: AlternateAddress; readonly query: string },
): readonly string[] {
  const header = alternatesHeader(subject, address(pathLinks(publication)), query, chosen);
  return header === '' ? NONE : ['Link', header];
}

const NONE: readonly string[] = [];
