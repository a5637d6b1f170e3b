export const MATERIAL_TYPES = ['recording', 'slides', 'paper', 'picture', 'live_stream', 'link'] as const;
export type MaterialType = (typeof MATERIAL_TYPES)[number];

/** Something to watch, read or look at that belongs to a talk. */
export interface Material {
  readonly type: MaterialType;
  /** An http or https address; unique among the materials of a talk. */
  readonly url: string;
  /** `''` if the type says enough. */
  readonly title: string;
}

/** The most materials of a talk. */
export const MAX_MATERIALS = 50;

/** In characters. */
export const LONGEST_MATERIAL_URL = 2000;
export const LONGEST_MATERIAL_TITLE = 500;

/** Whether it is an http or https address that can be published as it is. */
export function isMaterialUrl(text: string): boolean {
  return text.length <= LONGEST_MATERIAL_URL && ADDRESS.test(text) && URL.canParse(text);
}

/** XML cannot have U+FFFE or U+FFFF. */
const ADDRESS = /^https?:\/\/[^\s<>"\p{Cc}\p{Cs}\ufffe\uffff]+$/iu;

/** The first material of each address, in order. */
export function withoutRepeats(materials: readonly Material[]): readonly Material[] {
  if (materials.length < 2) return materials;
  const seen = new Set<string>();
  return materials.filter(({ url }) => !seen.has(url) && seen.add(url));
}
