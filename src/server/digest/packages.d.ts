/** The parts that we use of the package that writes mail. It is optional, so its own types may be missing. */
declare module 'nodemailer/lib/mail-composer' {
  export interface Mailbox {
    /** Empty for a bare address. */
    readonly name: string;
    readonly address: string;
  }
  interface Message {
    readonly from: Mailbox;
    readonly to?: Mailbox;
    readonly subject: string;
    readonly date: Date;
    readonly messageId: string;
    readonly baseBoundary: string;
    readonly text: string;
    readonly html: string;
    readonly textEncoding: 'quoted-printable';
    readonly headers: Readonly<Record<string, string>>;
    /** Forbids reading from disk or the network for a message. */
    readonly disableFileAccess: true;
    readonly disableUrlAccess: true;
  }
  // That is how the package exports it.
  // oxlint-disable-next-line no-restricted-exports
  export default class MailComposer {
    constructor(message: Message);
    compile(): { build(): Promise<Buffer> };
  }
}
