/** The optional package that writes messages is missing. */
export class MailNotInstalled extends Error {
  override readonly name = 'MailNotInstalled';

  constructor() {
    super(
      'A whole message needs the optional package nodemailer, which is not installed. Install Lectern without --omit=optional, or choose --format html or txt.',
    );
  }
}
