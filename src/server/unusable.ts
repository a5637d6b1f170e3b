/** A brand file that exists but cannot be used; the message tells the operator why. */
export class BrandUnusable extends Error {
  override readonly name = 'BrandUnusable';
}

/** The file of old addresses cannot be used; the message lists the bad lines, up to a limit, and how to fix them. */
export class OldAddressesUnusable extends Error {
  override readonly name = 'OldAddressesUnusable';
}

/** The optional package that writes messages is missing. */
export class MailNotInstalled extends Error {
  override readonly name = 'MailNotInstalled';

  constructor() {
    super(
      'A whole message needs the optional package nodemailer, which is not installed. Install Lectern without --omit=optional, or choose --format html or txt.',
    );
  }
}
