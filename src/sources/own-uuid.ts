const UUID = /(?:^|[/:#])([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/?$/i;
/** The nil and the max UUID, which name nothing (RFC 9562, 5.9 and 5.10). */
const NOBODYS = /^(?:[0-]+|[f-]+)$/;

/**
 * The UUID that a source itself has given to something, which is kept as its slug: in lower case. An identifier has one that is a
 * UUID, alone or as `urn:uuid:…`, or an address that ends in one, be it with a slash or behind a `#`.
 *
 * @param identifier what the source calls a thing by; `''` when it has no name
 */
export function ownUuid(identifier: string): string | undefined {
  const uuid = UUID.exec(identifier)?.[1]?.toLowerCase();
  return uuid === undefined || NOBODYS.test(uuid) ? undefined : uuid;
}
