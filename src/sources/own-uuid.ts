const UUID = /(?:^|[/:#])([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/?$/i;
/** The nil UUID and the max UUID, which identify nothing (RFC 9562, 5.9 and 5.10). */
const NOBODYS = /^(?:[0-]+|[f-]+)$/;

/**
 * The UUID in a source's identifier, in lower case; it becomes the slug. Recognised: a UUID
 * alone or as `urn:uuid:…`, or an address that ends in one, perhaps followed by a slash or preceded by `#`.
 *
 * @param identifier `''` when there is none
 */
export function ownUuid(identifier: string): string | undefined {
  const uuid = UUID.exec(identifier)?.[1]?.toLowerCase();
  return uuid === undefined || NOBODYS.test(uuid) ? undefined : uuid;
}
