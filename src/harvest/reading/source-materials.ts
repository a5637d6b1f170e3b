import { isMaterialUrl, LONGEST_MATERIAL_TITLE, MAX_MATERIALS, withoutRepeats } from '#catalogue/material.ts';
import type { Material } from '#catalogue/material.ts';
import { atMost, name } from './source-text.ts';

/** The first materials that have a web address, as many as a record may have. */
export function publishableMaterials(materials: readonly Material[]): readonly Material[] {
  const known = materials.flatMap(({ type, url, title }) => {
    const address = url.trim();
    return isMaterialUrl(address) ? [{ type, url: address, title: atMost(name(title), LONGEST_MATERIAL_TITLE) }] : [];
  });
  return withoutRepeats(known).slice(0, MAX_MATERIALS);
}
