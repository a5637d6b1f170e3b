/** The file of old addresses cannot be used; the message names every bad line, up to a limit, and how to mend it. */
export class OldAddressesUnusable extends Error {
  override readonly name = 'OldAddressesUnusable';
}
