/*
 * Words in people's names that do not matter for sorting, or that belong to the word after them: in lower case, without
 * dots, in NFC.
 */

const words = (text: string): readonly string[] => text.split(' ');

/** Words for a son, grandson or nephew: suffixes in names of three words or more. */
export const KIN: ReadonlySet<string> = new Set(words('filho neto sobrinho júnior junior'));

/** Between a given and a family name. With a capital they are part of the family name. */
export const PARTICLES: ReadonlySet<string> = new Set([
  ...words('van von vom vander vanden der den dem ter ten te tot op het ’t ’s in uit zu zum zur auf af av til'),
  ...words('de del della delle dello dei degli di da dal dalla das dos do du des la le lo los las el'),
  ...words('al bin ibn ben bint binti binte abu abd ould st saint sint sankt mac mc nic ní ó ua uí ap ab'),
]);

/** Particles that are more often names when capitalised. */
export const SMALL_PARTICLES: ReadonlySet<string> = new Set(words('in op te lo do auf uit'));

/** In scripts without capitals: particles that belong to the word after them. */
export const JOINED: ReadonlySet<string> = new Set(words('عبد أبو ابو أبي آل בן בר בת אבן'));

/** In scripts without capitals: particles that are skipped. */
export const PASSED: ReadonlySet<string> = new Set(words('بن ابن بنت'));

/** Between two family names of one person; always in lower case. */
export const BETWEEN_NAMES: ReadonlySet<string> = new Set(words('y e i'));

/** Words of organisations, which some sources list among people. */
export const ORGANISATIONS: ReadonlySet<string> = new Set([
  ...words('university institute college school department faculty centre center laboratory lab labs group team'),
  ...words('society association academy committee council consortium collaboration network foundation trust company'),
  ...words('orchestra ensemble quartet choir museum library ministry office project speaker speakers panel'),
  ...words('universität hochschule institut université universidad gesellschaft verein'),
]);
