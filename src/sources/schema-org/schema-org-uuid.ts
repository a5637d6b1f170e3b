const UUID = /(?:^|[/:#])([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/?$/i;

/** The UUID that an identifier ends in, `urn:uuid:…` or the address of a page, in lower case. */
export function uuidIn(identifier: string): string | undefined {
  return UUID.exec(identifier)?.[1]?.toLowerCase();
}
