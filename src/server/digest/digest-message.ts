import { createHash } from 'node:crypto';
import type { Address } from 'nodemailer/lib/mailer/index.js';
import { codeOf } from '#catalogue/error-code.ts';
import { type DigestContent, digestTitle } from '#pages/digest/digest-words.ts';
import { digestText } from '#pages/digest/digest-text.ts';
import { oneLine } from '#representations/feeds/feed-text.ts';
import type { View } from '#pages/frame/view.ts';
import { fittingDigest } from './fitting-digest.ts';
import { MailNotInstalled } from '../unusable.ts';

/** The headers of a message; null uses the default, or omits the header. */
interface DigestHead {
  /** `Talks <talks@example.org>`, or the address alone. */
  readonly from: string | null;
  readonly to: string | null;
  readonly subject: string | null;
  /** RFC 2919: `optics.talks.example.org`. */
  readonly listId: string | null;
  /** An https or mailto address. */
  readonly unsubscribe: string | null;
  readonly date: Date;
}

/** A digest as a message with an HTML and a text part (RFC 5322, RFC 2046), for sendmail or a mailing list. @throws MailNotInstalled */
export async function digestMessage(content: DigestContent, view: View, head: DigestHead): Promise<Buffer> {
  const MailComposer = await composer();
  const { brand, publication } = view;
  const { hostname } = new URL(publication.baseUrl);
  const { text: html, content: fitting } = fittingDigest(content, view);
  const text = digestText(fitting, view);
  // The same digest has the same Message-ID, so that whoever gets it twice sees it once.
  const hash = createHash('sha256').update(`${head.date.toISOString()}\n${text}\n${html}`).digest('hex').slice(0, 32);
  const message = new MailComposer({
    from: head.from === null ? { name: oneLine(brand.name), address: `talks@${hostname}` } : mailboxOf(head.from),
    ...(head.to === null ? {} : { to: mailboxOf(head.to) }),
    subject: head.subject ?? digestTitle(content, view),
    date: head.date,
    messageId: `<${hash}@${hostname}>`,
    baseBoundary: hash,
    text,
    html,
    textEncoding: 'quoted-printable',
    headers: {
      // Keeps out-of-office programs from replying (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
      ...(head.listId === null ? {} : { 'List-Id': `<${head.listId}>` }),
      ...(head.unsubscribe === null ? {} : { 'List-Unsubscribe': `<${head.unsubscribe}>` }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message.compile().build();
}

/**
 * Split here, because the package parses commas, colons and brackets of a name as a list, a group
 * and a comment.
 */
function mailboxOf(text: string): Address {
  const [, name, address] = /^(.*)<([^<>]*)>$/s.exec(text) ?? [];
  if (name === undefined || address === undefined) return { name: '', address: text };
  return { name: oneLine(name).replace(/^"(.*)"$/, '$1'), address };
}

async function composer(): Promise<typeof import('nodemailer/lib/mail-composer').default> {
  try {
    return (await import('nodemailer/lib/mail-composer')).default;
  } catch (error) {
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') throw new MailNotInstalled();
    throw error;
  }
}
