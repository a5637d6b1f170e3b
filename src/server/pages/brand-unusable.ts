/** A brand file that exists but cannot be used; the message tells the operator why. */
export class BrandUnusable extends Error {
  override readonly name = 'BrandUnusable';
}
