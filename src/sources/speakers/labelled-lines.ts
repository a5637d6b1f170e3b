import { htmlText, looksLikeHtml } from '../html-reader.ts';
import labels from './labels.json' with { type: 'json' };

/** Lines of a description that begin with a label (“Speaker: Ada Lovelace”). Undefined: no such line. */
export interface LabelledLines {
  readonly speakers: Labelled | undefined;
  readonly affiliation: Labelled | undefined;
  readonly title: Labelled | undefined;
}

interface Labelled {
  /** As written. */
  readonly label: string;
  /** Text after the label; `''` when there is none. */
  readonly text: string;
}

const NOTHING: LabelledLines = { speakers: undefined, affiliation: undefined, title: undefined };

/** Reads labels in English, German, French and Spanish. @param description text or HTML */
export function labelledLines(description: string): LabelledLines {
  const head = description.slice(0, EXAMINED);
  if (!ANY.test(head)) return NOTHING;
  const lines = linesOf(head);
  return {
    speakers: labelled(lines, SPEAKERS),
    affiliation: labelled(lines, AFFILIATION),
    title: labelled(lines, TITLE),
  };
}

/** Text after a label that the operator names. */
export function textBehind(description: string, label: string): Labelled | undefined {
  return labelled(linesOf(description.slice(0, EXAMINED)), behind([label]));
}

/** The text after a label for speakers at its beginning, if it has one. */
export function withoutSpeakerLabel(text: string): string | undefined {
  return SPEAKERS.exec(text)?.groups?.text?.trim();
}

/** Characters of a description to examine: labels are at the beginning, or at most after an abstract. */
const EXAMINED = 20_000;

function linesOf(description: string): readonly string[] {
  const text = looksLikeHtml(description)
    ? htmlText(description.replace(/<(?:br|\/?p|\/?div|\/?li|\/?h\d|\/?tr)\b[^<>]{0,200}>/gi, '\n'))
    : description;
  return text.split(/[\r\n\v\f]+/).map((line) => line.replace(/^[\s*_•–-]+/u, '').trimEnd());
}

/** The text is in the same line, or in the next unless that has a label itself. */
function labelled(lines: readonly string[], pattern: RegExp): Labelled | undefined {
  for (const [index, line] of lines.entries()) {
    const { label = '', text = '' } = pattern.exec(line)?.groups ?? {};
    if (label === '') continue;
    const next = lines.slice(index + 1).find((one) => one !== '') ?? '';
    const found = text.trim() !== '' || LABEL.test(next) ? text : next;
    return { label: label.trim(), text: withoutEnds(found, /[*_\s]/u) };
  }
  return undefined;
}

function behind(words: readonly string[]): RegExp {
  const escaped = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`));
  return new RegExp(String.raw`^\s*(?<label>${escaped.join('|')})[*_\s]*[:：](?<text>.*)$`, 'iu');
}

const SPEAKERS = behind(labels.speakers);
const AFFILIATION = behind(labels.affiliation);
const TITLE = behind(labels.title);
const LABEL = behind(Object.values(labels).flat());
const ANY = new RegExp(
  String.raw`(?<!\p{L})(?:${[...labels.speakers, ...labels.title]
    .map((word) => word.replace(/[^\p{L}\s].*$/u, ''))
    .join('|')})[^:：\n]{0,12}[:：]`,
  'iu',
);

/**
 * The text without such characters at both ends. A pattern such as `[*\s]+$` would be tried at each character of a run
 * within the text, which takes quadratic time.
 *
 * @param end matches one character
 */
export function withoutEnds(text: string, end: RegExp): string {
  let from = 0;
  let to = text.length;
  while (from < to && end.test(text.charAt(from))) from++;
  while (from < to && end.test(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
