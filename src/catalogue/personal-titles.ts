/*
 * Titles before names, and honours after them. They are no part of a name: people are sorted and recognised without
 * them. Some are also names, as in “Imam Santoso” and “Li Meng”: in doubt a word is a name, since two people who become
 * one cannot be told apart again. The words are without dots, in NFC.
 */

const words = (text: string): readonly string[] => text.split(' ');

/** Those that tell namesakes apart: Mr and Mrs Smith are two. */
const FORMS_OF_ADDRESS: ReadonlySet<string> = new Set([
  ...words('mr mrs ms miss mx sir dame lord lady baron baroness viscount fr father sister mme mlle monsieur madame'),
  ...words('herr frau señor señora sr sra dhr mevr smt shri'),
]);

const TITLES: ReadonlySet<string> = new Set([
  ...FORMS_OF_ADDRESS,
  ...words('the prof professor professorin professeur professeure profesor profesora profa profª professore univprof'),
  ...words('dr dra drª drs dott dottssa dottore docteur doktor aprof assoc associate asst assistant emeritus emerita'),
  ...words('adjunct visiting pd priv privdoz privatdozent dring dipling dipl apl hrh rt right honourable rev revd'),
  ...words('reverend archbishop capt captain'),
  ...words('δρ καθ καθηγητής καθηγήτρια проф профессор др доктор доц доцент акад академик'),
  ...words('د أد دكتور دكتورة الدكتور الدكتورة أستاذ الأستاذ الأستاذة البروفيسور דר פרופ פרופסור הרב'),
  ...words('डॉ प्रो श्री श्रीमती ডঃ ড'),
]);

/** Those that are also names: they count with a dot, or beside another title. */
const NAMES_OR_TITLES: ReadonlySet<string> = new Set(words('hon ir imam canon bishop rabbi'));

/** Parts of titles: in lower case after a title, as in “Prof. Dr. rer. nat. h.c.”. */
const OF_TITLES: ReadonlySet<string> = new Set(words('rer nat med phil iur jur oec pol theol habil hc mult ing'));

const GENERATIONS: ReadonlySet<string> = new Set(words('jr jnr sr snr'));
/** Degrees, orders and fellowships: with two capitals at least, as in “FRS” and “MPhil”. */
const HONOURS: ReadonlySet<string> = new Set([
  ...words('dlitt drph mres mph llb llm lld mbbs mbchb'),
  ...words('frs frse fba freng fmedsci frcp frcs frcpath frcpe frcse frcpsych frsc frsa frsb frsl frsgs fras frmets'),
  ...words(
    'facm facp facs fahs fcahs fieee fiet fsa fls mrcp mrcs mrcgp mrcpsych mriai ceng cphys cchem csci cpsychol',
  ),
  ...words('cbe obe mbe kbe dbe gbe kcb dcb gcb kcmg dcmg gcmg cmg kcvo dcvo gcvo cvo lvo mvo qpm'),
]);
/** Those that are no names however they are written. */
const PLAIN_HONOURS: ReadonlySet<string> = new Set(words('esq esquire phd dphil dsc msc mphil bsc'));
/** Those that are surnames in capitals too: they count as “MEng” and “M.Eng.”. */
const MIXED_HONOURS: ReadonlySet<string> = new Set(words('meng beng edd'));
/** Those that are also names: they count only in capitals, and after two words. */
const CAPITAL_HONOURS: ReadonlySet<string> = new Set(words('MA BA MBA MD MS MP KC QC CB CH OM JP DD RN'));
const CAPITAL_GENERATIONS: ReadonlySet<string> = new Set(words('II III IV'));

/** Whether a word stands before a name: “Prof.”, “Sir”. */
export function isTitle(word: string): boolean {
  const plain = plainWord(word);
  return TITLES.has(plain) || (word.endsWith('.') && NAMES_OR_TITLES.has(plain));
}

/** Whether a word stands after a name: “Jr.”, “PhD”, “FRS”. */
function isSuffix(word: string): boolean {
  return GENERATIONS.has(plainWord(word)) || isHonour(word);
}

/** The same of a word that may also be a name, so that it counts only after two words: “MA”, “III”. */
function isCapitalSuffix(word: string): boolean {
  const plain = withoutDots(word);
  return CAPITAL_HONOURS.has(plain) || CAPITAL_GENERATIONS.has(plain);
}

/** Whether the last of the words of a name is no part of it. @param size how many words the name has, with this one */
export function isSuffixAfter(word: string, size: number): boolean {
  return size > 1 && (isSuffix(word) || (size > 2 && isCapitalSuffix(word)));
}

function isHonour(word: string): boolean {
  const plain = plainWord(word);
  if (PLAIN_HONOURS.has(plain)) return true;
  if (!/\p{Lu}.*\p{Lu}/u.test(word)) return false;
  return HONOURS.has(plain) || (MIXED_HONOURS.has(plain) && /\p{Ll}|\.\p{L}/u.test(word));
}

/** Whether a text after a name is no other name: “KCB FRS”, “Ph. D.”, “Jr.”. */
export function isHonours(text: string): boolean {
  const each = wordsOf(text);
  return each.length > 0 && each.every((word) => isSuffix(word) || isCapitalSuffix(word));
}

/** The words of a name after its titles. @returns at least the last word */
export function withoutTitles(name: readonly string[]): readonly string[] {
  const isOne = (word: string, at: number): boolean =>
    isTitle(word) ||
    (at > 0 && OF_TITLES.has(withoutDots(word))) ||
    (NAMES_OR_TITLES.has(plainWord(word)) && [name[at - 1], name[at + 1]].some((by = '') => isTitle(by)));
  const first = name.findIndex((word, at) => !isOne(word, at));
  return name.slice(first === -1 ? -1 : first);
}

/**
 * A name without academic titles, degrees and orders, by which a source means the same person: “Dr. Ada Lovelace, FRS”
 * is Ada Lovelace. Other titles count if only one word would be left, and generations always: they tell namesakes apart.
 */
export function untitledName(name: string): string {
  if (name.length > MAX_LENGTH) return name;
  const given = wordsOf(name);
  const bare = withoutTitles(given);
  const isBehind = (word: string, length: number): boolean =>
    isHonour(word) || (length > 2 && CAPITAL_HONOURS.has(withoutDots(word)));
  let size = bare.length;
  while (size > 1 && isBehind(bare[size - 1] ?? '', size)) size -= 1;
  const addressed = given.slice(0, given.length - bare.length).filter((word) => FORMS_OF_ADDRESS.has(plainWord(word)));
  return [...(size > 1 ? [] : addressed), ...bare.slice(0, size)].join(' ');
}

/** In UTF-16 units; anything longer is not a name. */
const MAX_LENGTH = 200;

/** Also apart if written together, as in “Prof.Dr.Ada”. */
function wordsOf(name: string): readonly string[] {
  return name
    .normalize('NFC')
    .replaceAll(/\bph\.?\s?d\b\.?/giu, 'PhD')
    .replaceAll(/(?<=\p{Lu}\p{Ll}+\.)(?=\p{Lu}\p{Ll})/gu, ' ')
    .split(/[\s,]+/u)
    .filter((word) => /\p{L}/u.test(word));
}

export function plainWord(word: string): string {
  return word.replace(/[^\p{L}\p{M}]/gu, '').toLowerCase();
}

function withoutDots(word: string): string {
  return word.replaceAll('.', '');
}
