import disciplines from './disciplines.json' with { type: 'json' };
import words from './prose.json' with { type: 'json' };
import { at } from './random.ts';
import type { Random } from './random.ts';

/**
 * The departments and their subjects: phrases that fit together in the templates of the JSON files.
 */
export const DISCIPLINES = disciplines;
export type Discipline = (typeof disciplines)[number];

/** What the letters in braces in a template stand for: `{t}` the phrase, `{T}` the phrase with a capital. */
type Phrases = Readonly<Record<string, string>>;

/** The subject of a talk: two things, two fields, a method and a setting. */
export function subjectOf({ things, fields, methods, settings }: Discipline, random: Random): Phrases {
  const [t, f] = [random.below(things.length), random.below(fields.length)];
  const other = (list: readonly string[], first: number): string =>
    at(list, (first + 1 + random.below(list.length - 1)) % list.length);
  const [u, g] = [other(things, t), other(fields, f)];
  return { t: at(things, t), u, f: at(fields, f), g, m: random.pick(methods), s: random.pick(settings) };
}

export function talkTitle(manner: string, subject: Phrases, random: Random): string {
  return fromTemplate(random.pick((words.titles as Readonly<Record<string, string[]>>)[manner] ?? []), subject);
}

/** A few paragraphs, about a thousand characters; sometimes a line, sometimes nothing. */
export function talkDescription(subject: Phrases, random: Random): string {
  const { openings, middles, points, closings } = words;
  // Consecutive templates from a random one on, so that no sentence is repeated in a paragraph.
  const some = (templates: readonly string[], count: number): string[] => {
    const first = random.below(templates.length);
    return Array.from({ length: count }, (_, i) =>
      fromTemplate(at(templates, (first + i) % templates.length), subject),
    );
  };
  const length = random.next();
  if (length < 0.04) return '';
  if (length < 0.1) return fromTemplate(random.pick(openings), subject);
  return [
    some(openings, length < 0.4 ? 1 : 2).join(' '),
    some(middles, 3 + random.below(3)).join(' '),
    random.chance(0.25)
      ? `We shall look at:\n\n- ${some(points, 3).join('\n- ')}`
      : some(middles, 2 + random.below(3)).join(' '),
    some(closings, 1 + random.below(2)).join(' '),
  ].join('\n\n');
}

export function fromTemplate(template: string, phrases: Phrases): string {
  return template.replace(
    /\{(\w)\}/g,
    (_, slot: string) => phrases[slot] ?? capital(phrases[slot.toLowerCase()] ?? ''),
  );
}

/** “centre for the history of art” → “Centre for the History of Art”. */
export function titleCase(phrase: string): string {
  return phrase.replace(/(^| )(?!of |and |in |the |for )\p{L}/gu, (initial) => initial.toUpperCase());
}

export function capital(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}
