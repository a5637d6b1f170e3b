import { createHash } from 'node:crypto';
import type { Address } from 'nodemailer/lib/mailer/index.js';
import { codeOf } from '#catalogue/error-code.ts';
import { digestCard, digestPost } from '#pages/digest/digest-chat.ts';
import { digestHtml } from '#pages/digest/digest-html.ts';
import { digestText } from '#pages/digest/digest-text.ts';
import { type DigestContent, digestTitle } from '#pages/digest/digest-words.ts';
import type { View } from '#pages/frame/view.ts';
import { oneLine } from '#representations/feeds/feed-text.ts';
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

/** Bytes: Gmail clips messages at 102 KB, and non-ASCII text grows when it is encoded. */
const MAX_MAIL = 95_000;
/** Bytes: Teams refuses messages over 28 KB, and Slack shows no more than a screen or two of one. */
const MAX_CHAT = 24_000;

interface Fitting {
  readonly text: string;
  /** What the text says: the first talks. */
  readonly content: DigestContent;
}

/** A digest as HTML, with as many of its first talks as fit without being clipped. */
export function fittingDigest(content: DigestContent, view: View): Fitting {
  return fitting(content, (some) => digestHtml(some, view), { bytesOf: quotedBytes, max: MAX_MAIL });
}

/** A digest as JSON for the incoming webhook of a channel, with as many of its first talks as it takes. */
export function chatDigest(content: DigestContent, view: View, program: 'slack' | 'teams'): string {
  const written = { slack: digestPost, teams: digestCard }[program];
  const write = (some: DigestContent) => JSON.stringify(written(some, view));
  return `${fitting(content, write, { bytesOf: (text) => Buffer.byteLength(text), max: MAX_CHAT }).text}\n`;
}

interface Room {
  readonly bytesOf: (text: string) => number;
  readonly max: number;
}

function fitting(content: DigestContent, write: (some: DigestContent) => string, { bytesOf, max }: Room): Fitting {
  let talks = content.talks;
  for (;;) {
    const some = { ...content, talks };
    const text = write(some);
    const bytes = bytesOf(text);
    if (bytes <= max || talks.length === 0) return { text, content: some };
    talks = talks.slice(0, Math.min(talks.length - 1, Math.floor((talks.length * max) / bytes)));
  }
}

/** Approximate size as quoted-printable: three bytes for each non-ASCII byte and each `=`. */
function quotedBytes(text: string): number {
  const special = text.match(/[^\x20-\x3c\x3e-\x7e]/g)?.join('') ?? '';
  return text.length - special.length + 3 * Buffer.byteLength(special);
}
