/** The file of old addresses cannot be used; the message lists the bad lines, up to a limit, and how to fix them. */
export class OldAddressesUnusable extends Error {
  override readonly name = 'OldAddressesUnusable';
}
