import { MATERIAL_TYPES, type Material, type MaterialType } from '#catalogue/material.ts';

/** Recognises the type of a material by its title or address. */
const SIGNS: readonly (readonly [MaterialType, RegExp])[] = [
  ['slides', /\b(?:slides?|slidedeck|folien|diapositives|diapositivas)\b|slideshare\.net|speakerdeck\.com/i],
  [
    'recording',
    /\b(?:video|recording|aufzeichnung|mitschnitt|enregistrement|podcast)\b|youtube\.com|youtu\.be|vimeo\.com/i,
  ],
  ['paper', /\b(?:paper|preprint|article)\b|arxiv\.org|\bdoi\.org/i],
  ['picture', /\.(?:png|jpe?g|gif|webp|avif)$/i],
];

/** `Paper` or `Paper: On moss`, as Lectern names attachments. */
const NAMED = /^(recording|slides|paper|picture|live stream|link)(?:: (.*))?$/is;

/** An attachment of a talk. Its type is told from its title, else from its address. */
export function attachedMaterial(url: string, title = ''): Material {
  const [, name, rest = ''] = NAMED.exec(title.trim()) ?? [];
  const type = MATERIAL_TYPES.find((known) => known === name?.toLowerCase().replace(' ', '_'));
  if (type !== undefined) return { type, url, title: rest };
  const typeBy = (text: string): MaterialType | undefined => SIGNS.find(([, sign]) => sign.test(text))?.[0];
  return { type: typeBy(title) ?? typeBy(url) ?? 'link', url, title };
}

/** Materials at these addresses; undefined: none of the addresses is mentioned. */
export function materialsAt(
  ...addresses: readonly (readonly [MaterialType, string | undefined])[]
): readonly Material[] | undefined {
  if (addresses.every(([, url]) => url === undefined)) return undefined;
  return addresses.flatMap(([type, url = '']) => (url.trim() === '' ? [] : [{ type, url, title: '' }]));
}

/** Materials in table cells, as addresses followed by titles: `https://a.example/1 On moss; https://a.example/2`. */
export function materialsInCells(
  ...cells: readonly (readonly [type: MaterialType | null, cell: string | undefined])[]
): readonly Material[] | undefined {
  if (cells.every(([, cell]) => cell === undefined)) return undefined;
  return cells.flatMap(([type, cell = '']) =>
    cell
      .trim()
      .split(/[;,]?\s+(?=https?:\/\/)/i)
      .map((part) => /^(\S+)\s*(.*)$/s.exec(part))
      .filter((part) => part !== null)
      .map(([, url = '', title]) => (type === null ? attachedMaterial(url, title) : { type, url, title: title ?? '' })),
  );
}
