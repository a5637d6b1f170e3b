import { digestCard, digestPost } from '#pages/digest/digest-chat.ts';
import type { DigestContent } from '#pages/digest/digest-words.ts';
import { digestHtml } from '#pages/digest/digest-html.ts';
import type { View } from '#pages/frame/view.ts';

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
