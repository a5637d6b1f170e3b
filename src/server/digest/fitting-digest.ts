import type { DigestContent } from '#pages/digest/digest-content.ts';
import { digestHtml } from '#pages/digest/digest-html.ts';
import type { View } from '#pages/frame/view.ts';

/** Bytes: Gmail cuts a message at 102 KB, and what is not ASCII takes more on its way. */
const LARGEST = 95_000;

/** A digest as HTML, with as many of its first talks as fit into a message that nobody cuts. */
export function fittingDigest(
  content: DigestContent,
  view: View,
): { readonly html: string; readonly content: DigestContent } {
  let talks = content.talks;
  for (;;) {
    const fitting = { ...content, talks };
    const html = digestHtml(fitting, view);
    const bytes = quotedBytes(html);
    if (bytes <= LARGEST || talks.length === 0) return { html, content: fitting };
    talks = talks.slice(0, Math.min(talks.length - 1, Math.floor((talks.length * LARGEST) / bytes)));
  }
}

/** About what it takes as quoted-printable: three bytes for each that is not ASCII, and for each `=`. */
function quotedBytes(text: string): number {
  const special = text.match(/[^\x20-\x3c\x3e-\x7e]/g)?.join('') ?? '';
  return text.length - special.length + 3 * Buffer.byteLength(special);
}
