import type { Material, MaterialType } from '#catalogue/material.ts';

/** What materials are called, or where they are. */
const SIGNS: readonly (readonly [MaterialType, RegExp])[] = [
  ['slides', /\b(?:slides?|slidedeck|folien|diapositives|diapositivas)\b|slideshare\.net|speakerdeck\.com/i],
  [
    'recording',
    /\b(?:video|recording|aufzeichnung|mitschnitt|enregistrement|podcast)\b|youtube\.com|youtu\.be|vimeo\.com/i,
  ],
  ['paper', /\b(?:paper|preprint|article)\b|arxiv\.org|\bdoi\.org/i],
  ['picture', /\.(?:png|jpe?g|gif|webp|avif)$/i],
];

/** Something that a source attaches to a talk. What it is is told by its title, else by its address. */
export function attachedMaterial(url: string, title = ''): Material {
  const typeBy = (text: string): MaterialType | undefined => SIGNS.find(([, sign]) => sign.test(text))?.[0];
  return { type: typeBy(title) ?? typeBy(url) ?? 'link', url, title };
}

/** Of addresses by what they lead to; undefined where none is said. */
export function materialsAt(
  ...addresses: readonly (readonly [MaterialType, string | undefined])[]
): readonly Material[] | undefined {
  if (addresses.every(([, url]) => url === undefined)) return undefined;
  return addresses.flatMap(([type, url = '']) => (url.trim() === '' ? [] : [{ type, url, title: '' }]));
}
