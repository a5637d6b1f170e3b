import type { Mark } from './open-marks.ts';

/** How a command's argument is shown: in a mark, between two texts, or as it is. */
export type Shown = Exclude<Mark, 'a'> | { readonly before: string; readonly after: string };

const AS_IT_IS: Shown = { before: '', after: '' };

function all(names: string, shown: Shown): Record<string, Shown> {
  return Object.fromEntries(names.split(' ').map((name) => [name, shown]));
}

/** Commands with one argument: `\emph{very}`. */
export const WITH_ARGUMENT = new Map<string, Shown>(
  Object.entries({
    ...all('emph textit textsl it em sl underline uline', 'em'),
    ...all('textbf bf', 'strong'),
    ...all('texttt tt', 'code'),
    ...all('sout', 'del'),
    ...all('textsuperscript', 'sup'),
    ...all('textsubscript', 'sub'),
    ...all('text textrm textsf textsc textup textmd textnormal mbox hbox rm sf sc', AS_IT_IS),
    ...all('enquote', { before: '“', after: '”' }),
    ...all('footnote thanks', { before: ' (', after: ')' }),
  }),
);

/** Commands that concern the rest of their group: `{\it very}`. */
export const IN_GROUP = new Map<string, Shown>(
  Object.entries({
    ...all('it em sl itshape slshape', 'em'),
    ...all('bf bfseries', 'strong'),
    ...all('tt ttfamily', 'code'),
    ...all('rm sf sc rmfamily sffamily scshape upshape mdseries normalfont tiny small large Large', AS_IT_IS),
  }),
);

/** Commands that stand for text. */
export const SYMBOLS = new Map<string, string>(
  Object.entries({
    ...{ dots: '…', ldots: '…', textellipsis: '…', textendash: '–', textemdash: '—', textbullet: '•' },
    ...{ copyright: '©', textcopyright: '©', textregistered: '®', texttrademark: '™', pounds: '£', textsterling: '£' },
    ...{ euro: '€', texteuro: '€', EUR: '€', textdegree: '°', degree: '°', deg: '°', textmu: 'µ', textohm: 'Ω' },
    ...{ textquoteleft: '‘', textquoteright: '’', textquotedblleft: '“', textquotedblright: '”', dag: '†', ddag: '‡' },
    ...{ guillemotleft: '«', guillemotright: '»', textbackslash: '\\', textasciitilde: '~', textasciicircum: '^' },
    ...{ textunderscore: '_', textless: '<', textgreater: '>', textbar: '|', TeX: 'TeX', LaTeX: 'LaTeX' },
    ...{ LaTeXe: 'LaTeX2e', quad: ' ', qquad: ' ', newline: ' ', linebreak: ' ', par: ' ' },
    ...{ noindent: '', medskip: '', bigskip: '', smallskip: '' },
  }),
);

/**
 * Commands of formulas that are unmistakable even without dollar signs, as in “an `\alpha`-stable process”. Not `\ne`,
 * `\nu` and `\to`: some programs write line ends and tabs as `\n` and `\t`.
 */
const MATHEMATICAL =
  'alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu xi pi rho sigma tau ' +
  'upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega infty ell hbar partial ' +
  'nabla times cdot pm leq le geq ge neq approx sim simeq equiv propto ll gg subset subseteq rightarrow ' +
  'leftarrow Rightarrow mapsto longrightarrow';
const KNOWN = new Set([
  ...['url', 'path', 'nolinkurl', 'href', 'sqrt', 'frac'],
  ...[...WITH_ARGUMENT.keys(), ...SYMBOLS.keys(), ...MATHEMATICAL.split(' ')],
]);
const ARGUMENT = String.raw`\{[^{}\n$]{1,40}\}`;
const ALPHABETS = 'bb cal frak scr rm bf sf it';
const ONE =
  String.raw`\\(?:(?:${MATHEMATICAL.replaceAll(' ', '|')})(?![A-Za-z])|math(?:${ALPHABETS.replaceAll(' ', '|')}) ?\{[A-Za-z]{1,12}\}` +
  String.raw`|sqrt${ARGUMENT}|frac${ARGUMENT}${ARGUMENT})(?:[_^](?:${ARGUMENT}|[A-Za-z0-9*])){0,2}`;
/** One or more of these commands, with their indices and exponents. */
export const LOOSE_FORMULA = new RegExp(`(?:${ONE}){1,8}`, 'y');

/** Whether a command outside of a formula may have a meaning here. */
export function isKnown(name: string): boolean {
  return KNOWN.has(name) || name.startsWith('math');
}
