import { withAccents } from './tex-accents.ts';

/*
 * What a word is, and which words are the same: letters and digits of any script (Unicode's L and N, and private use),
 * without case, accents and apostrophes. Search, suggestions, lists of names and sources share this.
 */

/**
 * Which folding this is. Whoever keeps folded words makes them anew when it changes; with another version of Unicode,
 * other characters are letters.
 */
export const FOLDING = `2, Unicode ${process.versions.unicode ?? ''}`;

/** Marks that tell か from が are no accents. */
const MARK = String.raw`(?![\u3099\u309a])\p{M}`;
const MARKS = new RegExp(`(?:${MARK})+`, 'gu');
const IN_WORD = String.raw`[\p{L}\p{N}\p{Co}]`;
const WORD = new RegExp(`${IN_WORD}+`, 'gu');
/** As typed, and as other systems write them: ' ` ´ ʹ ʻ ʼ ʽ ˈ ׳ ‘ ’ ‛ ′ ꞌ ＇ */
const APOSTROPHE = String.raw`['\x60\u00b4\u02b9\u02bb-\u02bd\u02c8\u05f3\u2018\u2019\u201b\u2032\ua78c\uff07]`;
const APOSTROPHES = new RegExp(APOSTROPHE, 'u');
/** Marks, and characters that only say where a word may be divided or how its letters join. */
const UNSEEN = String.raw`[\p{M}\u00ad\u200c\u200d\u2060]`;
/** The same, and apostrophes that compatible characters consist of. */
const DROPPED = new RegExp(`(?:${APOSTROPHE}|[\\u00ad\\u200c\\u200d\\u2060])+`, 'gu');
const PART = `(?:(?!${APOSTROPHE})${IN_WORD})(?:(?!${APOSTROPHE})(?:${IN_WORD}|${UNSEEN}))*`;
/** A word as it is written, with its apostrophes. */
const WRITTEN = new RegExp(`${PART}(?:${APOSTROPHE}${PART})*`, 'gu');
/** The same of plain text, if it has an apostrophe. */
const PLAIN_JOINED = new RegExp(`(?<![a-z0-9])[a-z0-9]+(?:${APOSTROPHE}[a-z0-9]+)+`, 'gi');

/** Anything but ASCII and the usual dashes and quotation marks. */
const NOT_PLAIN = /[^\0-\x7f\u2010-\u2027]/;

/** Letters that Unicode does not decompose into a letter and an accent, but that people type without the stroke. */
const STROKES: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ŧ: 't',
  þ: 'th',
};
const STROKE = /[æđðħłøœŧþ]/g;

/** How these letters are spelled where a keyboard or a form lacks them: Mueller, Soeren, Aarhus. */
const TRANSCRIPTIONS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const TRANSCRIBED = /[äöüøå]/gi;
const TRANSCRIPTION = /(?<=[aou])e/g;

/**
 * What French and Italian put before a vowel. Here the apostrophe stands between two words, `l’histoire`; elsewhere it
 * is within one, `O’Connor`, `don’t`.
 */
const ELIDED = /^(?:[cdjlmnst]|[a-z]{0,5}qu|(?:d[ae]|ne|su|a)?ll|un|quest)$/;
const VOWEL = /^[aeiouyh]/;

/** A script that is written without spaces, so that words have to be found within others. */
const UNSPACED = String.raw`[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]`;
const RUNS = new RegExp(`${UNSPACED}+|(?:(?!${UNSPACED}).)+`, 'gsu');
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');

/** Whether all words of a text are ASCII, so that only their case must be folded. */
export function isPlain(text: string): boolean {
  return !NOT_PLAIN.test(text);
}

/**
 * The text in lower case, without accents, with compatible characters replaced (NFKC: `ﬁ`, `₂`), and ß, ł, ø as ss, l,
 * o. Punctuation stays.
 */
export function unaccented(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  // To upper case and back, so that ß equals SS, the long s equals s, and final sigma equals sigma.
  const small = text.normalize('NFKD').replace(MARKS, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return small.replace(STROKE, (letter) => STROKES[letter] ?? letter).normalize('NFC');
}

/** A word as it is written, folded. */
interface FoldedWord {
  /** More than one if its apostrophe stands between words. */
  readonly words: readonly string[];
  /** Other spellings: transcribed; without the apostrophe if `words` are two; its parts if they are one. */
  readonly others: readonly string[];
}

/** The words of a text, in order: those of names and of what is compared. Other spellings are left out. */
export function wordsOf(text: string): string[] {
  if (isPlain(text) && !APOSTROPHES.test(text)) return text.toLowerCase().match(WORD) ?? [];
  return foldedWords(text).flatMap(({ words }) => words);
}

/** What a text is found by. */
export interface IndexedWords {
  /** In order. Runs of Han, kana and hangul are overlapping pairs of characters, and the last one alone. */
  readonly words: readonly string[];
  /** Other spellings of some. */
  readonly others: readonly string[];
}

/** The words to index of a text; TeX's accents, as in `Erd\H{o}s`, are resolved. */
export function indexedWords(text: string): IndexedWords {
  return indexedParts(withAccents(text));
}

function indexedParts(text: string): IndexedWords {
  const all = foldedWords(text);
  return {
    words: all.flatMap(({ words }) => words.flatMap((word) => inPairs(word))),
    others: all.flatMap(({ others }) => others.flatMap((word) => inPairs(word))),
  };
}

/** The words to index of a name, in each of its spellings: the first is its own. */
export function spellingsOf(name: string): readonly (readonly string[])[] {
  const all = foldedWords(withAccents(name));
  const spelled = (word: FoldedWord, isOther: boolean): string[] =>
    (isOther && word.others.length > 0 ? word.others : word.words).flatMap((each) => inPairs(each));
  const hasOthers = all.some(({ others }) => others.length > 0);
  return (hasOthers ? [false, true] : [false]).map((isOther) => all.flatMap((word) => spelled(word, isOther)));
}

/**
 * A text as it is indexed, with other spellings of its words at the end: plain words stay as they are, unless they have an
 * apostrophe; others are folded, and written by `write`.
 */
export function indexedText(written: string, write: (word: string) => string): string {
  const text = withAccents(written);
  const others: string[] = [];
  let indexed = '';
  let at = 0;
  UNUSUAL.lastIndex = 0;
  // Folding is slow, and few words need it; none has white space in it.
  for (let found = UNUSUAL.exec(text); found !== null; found = UNUSUAL.exec(text)) {
    let [from, to] = [found.index, found.index + 1];
    while (from > at && text.charCodeAt(from - 1) > SPACE) from--;
    while (to < text.length && text.charCodeAt(to) > SPACE) to++;
    const words = foldedIn(text.slice(from, to), others, write);
    indexed += `${text.slice(at, from)} ${words} `;
    at = UNUSUAL.lastIndex = to;
  }
  if (at === 0) return text;
  return [indexed + text.slice(at), ...others].join(' ');
}

/** What needs folding: a character beyond those that `isPlain` knows, or an apostrophe within a word. */
const UNUSUAL = /[^\0-\x7f\u2010-\u2027]|(?<=[a-z0-9])['`\u2018\u2019\u201b](?=[a-z0-9])/gi;
const SPACE = 0x20;

function foldedIn(part: string, others: string[], write: (word: string) => string): string {
  if (!isPlain(part)) {
    const found = indexedParts(part);
    others.push(...found.others.map(write));
    return found.words.map(write).join(' ');
  }
  return part.replace(PLAIN_JOINED, (word) => {
    const folded = foldedWord(word);
    others.push(...folded.others);
    return folded.words.join(' ');
  });
}

/**
 * The words to look for in what `indexedWords` gives, in each of the ways in which they may be spelled there: as many
 * words in each. A run of Han, kana or hangul at the end may go on.
 */
export function soughtWords(typed: string): string[][] {
  const text = withAccents(typed);
  const words = sought(foldedWords(text).flatMap((word) => word.words));
  const ways = [words];
  // Who types an umlaut also means texts without; who types a phrase without, those with one.
  ways.push(sought(foldedWords(transcribed(text)).flatMap((word) => word.words)));
  if (words.length > 1) ways.push(words.map((word) => word.replace(TRANSCRIPTION, '')));
  const keys = new Set<string>();
  return ways.filter((way) => way.length === words.length && keys.size < keys.add(way.join(' ')).size);
}

/** Whether a word to look for is of a script without spaces, so that it is found wherever these characters stand. */
export function isUnspaced(word: string): boolean {
  return BEGINS_UNSPACED.test(word);
}

/** A text in which words can be marked, and the position in the text that each UTF-16 unit of it comes from. */
interface MarkableText {
  /** Folded, but with apostrophes, and a mark after each letter that has a transcription. */
  readonly folded: string;
  /** Position in the text of a unit of `folded`; the end maps to the end. */
  readonly placeOf: (unit: number) => number;
}

const [UMLAUT, RING] = ['\u0308', '\u030a'];

/** Patterns for what `marked` returns: characters of words and of scripts without spaces, and what words pass over. */
export const MARKED = {
  wordCharacter: String.raw`[\p{L}\p{N}\p{Co}\u0308\u030a]`,
  unspaced: UNSPACED,
  passed: `(?:${APOSTROPHE}|[${UMLAUT}${RING}]){0,2}`,
  umlaut: UMLAUT,
  ring: RING,
} as const;

/** Runs of ASCII characters, and other characters with what belongs to them. */
const CHARACTERS =
  /[\0-\x7f]+(?![\p{M}\u00ad\u200c\u200d\u2060])|[\0-\x7f]?[^\0-\x7f][\p{M}\u00ad\u200c\u200d\u2060\u1160-\u11ff\uff9e\uff9f]*|[^]/gu;
const ONE_APOSTROPHE = new RegExp(`^${APOSTROPHE}$`, 'u');
const HAS_WORD = new RegExp(IN_WORD, 'u');

/** Folds a text so that words can be found and marked in it. */
export function marked(text: string): MarkableText {
  if (isPlain(text)) return { folded: text.toLowerCase(), placeOf: (unit) => unit };
  const places: number[] = [];
  let folded = '';
  let place = 0;
  for (const [part] of text.matchAll(CHARACTERS)) {
    const isAscii = isPlain(part);
    folded += isAscii ? part.toLowerCase() : markedCharacter(part);
    // In a run of ASCII, each unit has its own position.
    for (let unit = place; places.length < folded.length; unit += isAscii ? 1 : 0) places.push(unit);
    place += part.length;
  }
  return { folded, placeOf: (unit) => places[unit] ?? text.length };
}

function markedCharacter(written: string): string {
  if (ONE_APOSTROPHE.test(written)) return "'";
  if (!HAS_WORD.test(written)) return written;
  const letter = written.normalize('NFC').toLowerCase();
  const mark = letter.startsWith('å') ? RING : TRANSCRIPTIONS[letter.slice(0, 1)] === undefined ? '' : UMLAUT;
  return `${foldedPart(written)}${mark}`;
}

function sought(words: readonly string[]): string[] {
  return words.flatMap((word, at) => inPairs(word, at === words.length - 1));
}

/** @param isOpen whether the word may go on, so that its last character is not looked for alone */
function inPairs(word: string, isOpen = false): string[] {
  if (isPlain(word)) return [word];
  const runs = word.match(RUNS) ?? [];
  return runs.flatMap((run, at) => {
    if (!isUnspaced(run)) return [run];
    const characters = Array.from(run);
    const pairs = characters.map((character, index) => character + (characters[index + 1] ?? ''));
    return isOpen && at === runs.length - 1 && pairs.length > 1 ? pairs.slice(0, -1) : pairs;
  });
}

function foldedWords(text: string): FoldedWord[] {
  return (text.match(WRITTEN) ?? []).map(foldedWord);
}

function foldedWord(written: string): FoldedWord {
  const parts = written.split(APOSTROPHES).map(foldedPart);
  const words: string[] = [];
  let isJoined = false;
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1];
    const isOwn = before === undefined || (ELIDED.test(before) && VOWEL.test(part));
    if (isOwn) words.push(part);
    else words.push(`${words.pop() ?? ''}${part}`);
    isJoined ||= !isOwn;
  }
  const others = parts.length === 1 ? [] : isJoined ? parts : [parts.join('')];
  const spelled = isPlain(written) ? written : transcribed(written);
  const transcription = spelled === written || spelled === written.normalize('NFC') ? [] : foldedWord(spelled).words;
  return { words: words.flatMap(inWords), others: [...others.flatMap(inWords), ...transcription] };
}

function foldedPart(part: string): string {
  return unaccented(part).replace(DROPPED, '');
}

/** Some characters stand for several words: ½ for 1⁄2. */
function inWords(word: string): string[] {
  return isPlain(word) ? [word] : (word.match(WORD) ?? []);
}

function transcribed(text: string): string {
  return text.normalize('NFC').replace(TRANSCRIBED, (letter) => TRANSCRIPTIONS[letter.toLowerCase()] ?? letter);
}
