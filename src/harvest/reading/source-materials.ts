import { isMaterialUrl, LONGEST_MATERIAL_TITLE, MOST_MATERIALS, withoutRepeats } from '#catalogue/material.ts';
import type { Material } from '#catalogue/material.ts';
import { name } from './source-text.ts';

/** What a talk's record may have of the materials of its source: those with a web address, the first ones. */
export function publishableMaterials(materials: readonly Material[]): readonly Material[] {
  const known = materials.flatMap(({ type, url, title }) => {
    const address = url.trim();
    return isMaterialUrl(address) ? [{ type, url: address, title: shortTitle(title) }] : [];
  });
  return withoutRepeats(known).slice(0, MOST_MATERIALS);
}

function shortTitle(title: string): string {
  const text = name(title);
  if (text.length <= LONGEST_MATERIAL_TITLE) return text;
  // A cut may leave half of a surrogate pair.
  return `${text
    .slice(0, LONGEST_MATERIAL_TITLE - 1)
    .replace(/\p{Cs}$/u, '')
    .trimEnd()}…`;
}
