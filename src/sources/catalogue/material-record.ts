import { LONGEST_MATERIAL_TITLE, MATERIAL_TYPES, MAX_MATERIALS, withoutRepeats } from '#catalogue/material.ts';
import type { Material } from '#catalogue/material.ts';
import type { RecordFields } from './record-fields.ts';

const FIELDS: readonly (keyof Material)[] = ['type', 'url', 'title'];

/** The materials of a talk, without repeated addresses. */
export function readMaterials(fields: RecordFields): readonly Material[] {
  return withoutRepeats(fields.objects('materials', MAX_MATERIALS, readMaterial));
}

function readMaterial(fields: RecordFields): Material {
  fields.refuseAllBut(FIELDS, 'material');
  return {
    type: fields.choice('type', MATERIAL_TYPES),
    url: fields.materialUrl('url'),
    title: fields.text('title', LONGEST_MATERIAL_TITLE).trim(),
  };
}
