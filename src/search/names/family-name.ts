import { isHonours, isSuffixAfter, isTitle, plainWord as plain, withoutTitles } from '#catalogue/personal-titles.ts';

/*
 * Finds the family name, under which readers look for a person, in a full name, which is all that the catalogue has.
 * The rules are in docs/decisions/family-names.md. They use no locale, so they give the same result on every machine.
 * Snapshots of the index keep the resulting order: increase their LAYOUT when the rules change.
 */

/** One given name and one family name, like most names. */
const PLAIN = /^([A-Z][a-z]+) ([A-Z][a-z]+)$/;

/** In UTF-16 units; anything longer is not a name. */
const MAX_LENGTH = 200;

/** What a person's name is sorted by: the family name, then the rest, without titles and suffixes. */
export function familyFirst(name: string): string {
  const [, given, family] = PLAIN.exec(name) ?? [];
  if (given !== undefined && family !== undefined && isPlainName(given, family)) return `${family} ${given}`;
  if (name.length > MAX_LENGTH) return name;
  const written = onePerson(name.normalize('NFC'));
  const ordered = WRITTEN_AS_ORDERED.test(firstLetter(written)) ? inOwnOrder(written) : ofParts(written);
  return ordered === '' ? name : ordered;
}

function isPlainName(given: string, family: string): boolean {
  const [first, second] = [given.toLowerCase(), family.toLowerCase()];
  return !isTitle(first) && !isSuffixAfter(family, 2) && !ORGANISATIONS.has(first) && !ORGANISATIONS.has(second);
}

const ASIDE = /[([（［{][^()[\]（）［］{}]*[)\]）］}]|["“„«][^"“”„«»]*["”“»]/gu;
/** What separates a name from other people, or from an affiliation. */
const NEXT = /[;|]|\s[-–—/@&]\s|\s(?:and|und|et|with)\s/u;

/** The name of the first person, without parentheses and nicknames. */
function onePerson(name: string): string {
  const bare = name.replace(ASIDE, ' ').trim();
  const [first = ''] = bare.split(NEXT, 1);
  return first.trim();
}

function firstLetter(text: string): string {
  return /\p{L}/u.exec(text)?.[0] ?? '';
}

/** Scripts in which names are sorted as written: the family name comes first, or people have none. */
const WRITTEN_AS_ORDERED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Ethiopic}]/u;
/** Separates the parts of a foreign name in katakana, which keeps its own order. */
const DOT = /[・･]/u;

function inOwnOrder(name: string): string {
  const parts = name.split(DOT);
  const family = parts.length > 1 ? parts.pop() : undefined;
  return family === undefined ? name : [family, ...parts].join(' ');
}

/** Handles commas: those before titles and degrees are ignored; any other may follow the family name. */
function ofParts(name: string): string {
  const [first = '', ...others] = name.split(/[,،，、]/u);
  const parts = [first, ...others].map(wordsIn).filter((part) => part.length > 0);
  const [before = [], after] = parts.filter((part, at) => at === 0 || !part.every(isAside));
  const bare = withoutSuffixes(withoutTitles(before));
  if (after === undefined || !isFamily(before, bare, after)) return inOrder(bare);
  return joined(bare, withoutSuffixes(withoutTitles(after)));
}

/** One word before a comma is a family name; so are several, if only one follows, as in “García Márquez, Gabriel”. */
function isFamily(before: readonly string[], bare: readonly string[], after: readonly string[]): boolean {
  const names = bare.filter((word) => !isParticle(word));
  if (names.length <= 1) return true;
  const isTitled = before.length > 0 && before[0] !== bare[0];
  return !isTitled && after.length === 1 && !/^\p{Lu}{2,}$/u.test(after[0] ?? '');
}

function wordsIn(part: string): string[] {
  return part
    .replace(/['‘ʼ]/gu, '’')
    .split(/\s+/u)
    .flatMap((word) => (isTitle(word) || isSuffixAfter(word, 2) ? [word] : word.split(/(?<=\.)(?=\p{L}{2})/u)))
    .filter((word) => /\p{L}/u.test(word));
}

function isAside(word: string): boolean {
  return isTitle(word) || isHonours(word);
}

function withoutSuffixes(words: readonly string[]): readonly string[] {
  let size = words.length;
  while (size > 1 && isBehind(words[size - 1] ?? '', size)) size -= 1;
  return words.slice(0, size);
}

function isBehind(word: string, size: number): boolean {
  return isSuffixAfter(word, size) || (size > 2 && KIN.has(plain(word)));
}

/** Puts the family name first, in a name without commas, titles and suffixes. */
function inOrder(words: readonly string[]): string {
  const names = words.filter((word) => !WRITTEN_AS_ORDERED.test(firstLetter(word)));
  if (isPhrase(names)) return words.join(' ');
  const [from, to] = inCapitals(names) ?? beforeInitials(names) ?? beforePatronymic(names) ?? [startOf(names)];
  const family = names.slice(from, to);
  return joined(family, [...names.slice(0, from), ...names.slice(from + family.length)]);
}

/** Whether it is not a personal name: “Speaker to be confirmed”, “Institute of Physics”. */
function isPhrase(words: readonly string[]): boolean {
  const small = words.filter((word) => /^\P{L}*\p{Ll}/u.test(word) && !isParticle(word) && !PREFIX.test(word));
  return words.some((word) => ORGANISATIONS.has(plain(word))) || (small.length > 0 && small.length < words.length);
}

type Range = readonly [from: number, to?: number];

const CAPITALS = /^(?:M(?:a?c))?[\p{Lu}’-]+$/u;

/** “Jean DUPONT”, “ZHANG Wei”: words in capitals at one end. */
function inCapitals(words: readonly string[]): Range | undefined {
  const isLoud = (word: string): boolean => CAPITALS.test(word) && word.length > 1;
  const from = words.findIndex((word) => !isLoud(word));
  const to = words.findLastIndex((word) => !isLoud(word)) + 1;
  if (from === -1 || words.slice(from, to).some((word) => /^\p{Lu}{3,}$/u.test(word))) return undefined;
  const isName = (loud: readonly string[]): boolean => loud.some((word) => /\p{Lu}.*\p{Lu}.*\p{Lu}/u.test(word));
  if (to < words.length && isName(words.slice(to))) return [to];
  return from > 0 && isName(words.slice(0, from)) ? [0, from] : undefined;
}

const INITIALS = /^\p{Lu}(?:\.-?\p{Lu})*\.?$/u;

/** “García Márquez G.”: an initial is not a family name. */
function beforeInitials(words: readonly string[]): Range | undefined {
  const to = words.findLastIndex((word) => !INITIALS.test(word)) + 1;
  const from = words.findIndex((word) => !INITIALS.test(word));
  return to === 0 || to === words.length || from > 0 ? undefined : [0, to];
}

const PATRONYMIC = /^\p{Script=Cyrillic}+(?:вич|вна|ична)$/u;

/** “Петров Иван Иванович”. */
function beforePatronymic(words: readonly string[]): Range | undefined {
  const [, given = '', last = ''] = words;
  return words.length === 3 && PATRONYMIC.test(last) && !PATRONYMIC.test(given) ? [0, 1] : undefined;
}

/** Where the family name begins: the last word, capitalised particles before it, and names joined to it by a “y”. */
function startOf(words: readonly string[]): number {
  let start = withParticles(words, words.length - 1);
  while (start > 2 && BETWEEN_NAMES.has(words[start - 1] ?? '')) start = withParticles(words, start - 2);
  return start;
}

/** Moves from the last word back over particles. The first word is always a given name. */
function withParticles(words: readonly string[], last: number): number {
  let start = last;
  for (let at = last - 1; at > 0 && isParticle(words[at] ?? ''); at -= 1) if (isPart(words[at] ?? '')) start = at;
  return start;
}

function isParticle(word: string): boolean {
  const bare = word.replace(/\.$/, '');
  const small = bare.toLowerCase();
  const isOne = PARTICLES.has(small) || BETWEEN_NAMES.has(bare) || JOINED.has(bare) || PASSED.has(bare);
  return isOne && !(SMALL_PARTICLES.has(small) && bare !== small);
}

/** Whether a particle is part of the family name after it. */
function isPart(particle: string): boolean {
  return JOINED.has(particle) || /^\p{Lu}/u.test(particle);
}

/** Prefixes in lower case, as in “al-Khwārizmī” and “d’Alembert”. */
const PREFIX = /^(?:a[ldnrst]|a[sz]h?|el|ul)[-‑](?=\p{L})|^(?:d|l|t|dell|dall|all)’(?=\p{L})/u;
const ARTICLE = /^ال(?=\p{L}{3})/u;

/** The family name without leading particles in lower case, then the rest, then these particles. */
function joined(family: readonly string[], rest: readonly string[]): string {
  const start = Math.max(
    family.findIndex((word) => !isParticle(word) || isPart(word)),
    0,
  );
  const before = family.slice(0, start);
  const [first = '', ...others] = family.slice(start);
  return [first.replace(PREFIX, '').replace(ARTICLE, ''), ...others, ...rest, ...before].join(' ');
}

/*
 * Words in people's names that do not matter for sorting, or that belong to the word after them: in lower case, without
 * dots, in NFC.
 */

const words = (text: string): readonly string[] => text.split(' ');

/** Words for a son, grandson or nephew: suffixes in names of three words or more. */
const KIN: ReadonlySet<string> = new Set(words('filho neto sobrinho júnior junior'));

/** Between a given and a family name. With a capital they are part of the family name. */
const PARTICLES: ReadonlySet<string> = new Set([
  ...words('van von vom vander vanden der den dem ter ten te tot op het ’t ’s in uit zu zum zur auf af av til'),
  ...words('de del della delle dello dei degli di da dal dalla das dos do du des la le lo los las el'),
  ...words('al bin ibn ben bint binti binte abu abd ould st saint sint sankt mac mc nic ní ó ua uí ap ab'),
]);

/** Particles that are more often names when capitalised. */
const SMALL_PARTICLES: ReadonlySet<string> = new Set(words('in op te lo do auf uit'));

/** In scripts without capitals: particles that belong to the word after them. */
const JOINED: ReadonlySet<string> = new Set(words('عبد أبو ابو أبي آل בן בר בת אבן'));

/** In scripts without capitals: particles that are skipped. */
const PASSED: ReadonlySet<string> = new Set(words('بن ابن بنت'));

/** Between two family names of one person; always in lower case. */
const BETWEEN_NAMES: ReadonlySet<string> = new Set(words('y e i'));

/** Words of organisations, which some sources list among people. */
const ORGANISATIONS: ReadonlySet<string> = new Set([
  ...words('university institute college school department faculty centre center laboratory lab labs group team'),
  ...words('society association academy committee council consortium collaboration network foundation trust company'),
  ...words('orchestra ensemble quartet choir museum library ministry office project speaker speakers panel'),
  ...words('universität hochschule institut université universidad gesellschaft verein'),
]);
