import type { DigestContent } from '#pages/digest/digest-content.ts';
import { digestHtml } from '#pages/digest/digest-html.ts';
import type { View } from '#pages/frame/view.ts';

/** Bytes: Gmail clips messages at 102 KB, and non-ASCII text grows when it is encoded. */
const MAX_SIZE = 95_000;

/** A digest as HTML, with as many of its first talks as fit without being clipped. */
export function fittingDigest(
  content: DigestContent,
  view: View,
): { readonly html: string; readonly content: DigestContent } {
  let talks = content.talks;
  for (;;) {
    const fitting = { ...content, talks };
    const html = digestHtml(fitting, view);
    const bytes = quotedBytes(html);
    if (bytes <= MAX_SIZE || talks.length === 0) return { html, content: fitting };
    talks = talks.slice(0, Math.min(talks.length - 1, Math.floor((talks.length * MAX_SIZE) / bytes)));
  }
}

/** Approximate size as quoted-printable: three bytes for each non-ASCII byte and each `=`. */
function quotedBytes(text: string): number {
  const special = text.match(/[^\x20-\x3c\x3e-\x7e]/g)?.join('') ?? '';
  return text.length - special.length + 3 * Buffer.byteLength(special);
}
