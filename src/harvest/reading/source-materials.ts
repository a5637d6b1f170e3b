import { isMaterialUrl, LONGEST_MATERIAL_TITLE, MOST_MATERIALS, withoutRepeats } from '#catalogue/material.ts';
import type { Material } from '#catalogue/material.ts';
import { name, shortened } from './source-text.ts';

/** What a talk's record may have of the materials of its source: those with a web address, the first ones. */
export function publishableMaterials(materials: readonly Material[]): readonly Material[] {
  const known = materials.flatMap(({ type, url, title }) => {
    const address = url.trim();
    return isMaterialUrl(address)
      ? [{ type, url: address, title: shortened(name(title), LONGEST_MATERIAL_TITLE) }]
      : [];
  });
  return withoutRepeats(known).slice(0, MOST_MATERIALS);
}
