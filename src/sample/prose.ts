import { at } from './random.ts';
import type { Discipline, Manner } from './discipline.ts';
import type { Random } from './random.ts';

/** The phrases that one talk is about; a letter in braces in a template stands for one of them. */
export interface Subject {
  /** A thing and another. */
  readonly t: string;
  readonly u: string;
  /** A field and another. */
  readonly f: string;
  readonly g: string;
  readonly m: string;
  readonly s: string;
}

/** What the templates mean: `{t}` the phrase, `{T}` the phrase with a capital. */
type Template = readonly (string | { readonly slot: keyof Subject; readonly capital: boolean })[];

export function subjectOf(discipline: Discipline, random: Random): Subject {
  const { things, fields, methods, settings } = discipline;
  const thing = random.below(things.length);
  const field = random.below(fields.length);
  return {
    t: at(things, thing),
    u: at(things, (thing + 1 + random.below(things.length - 1)) % things.length),
    f: at(fields, field),
    g: at(fields, (field + 1 + random.below(fields.length - 1)) % fields.length),
    m: random.pick(methods),
    s: random.pick(settings),
  };
}

export function titleOf(manner: Manner, subject: Subject, random: Random): string {
  return fill(random.pick(TITLES[manner]), subject);
}

/** A few paragraphs, about a thousand characters; sometimes a line, sometimes nothing. */
export function descriptionOf(subject: Subject, random: Random): string {
  const length = random.next();
  if (length < 0.04) return '';
  if (length < 0.1) return fill(random.pick(OPENINGS), subject);
  const paragraphs = [
    sentences(OPENINGS, length < 0.4 ? 1 : 2, subject, random),
    sentences(MIDDLES, 3 + random.below(3), subject, random),
  ];
  if (random.chance(0.25)) paragraphs.push(list(subject, random));
  else paragraphs.push(sentences(MIDDLES, 2 + random.below(3), subject, random));
  paragraphs.push(sentences(CLOSINGS, 1 + random.below(2), subject, random));
  return paragraphs.join('\n\n');
}

/** “centre for the history of art” → “Centre for the History of Art”. */
export function titleCase(phrase: string): string {
  return phrase.replace(/(^| )(?!of |and |in |the |for )\p{L}/gu, (initial) => initial.toUpperCase());
}

export function capital(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

/** Neighbours from a random place on, so that no sentence comes twice in a paragraph. */
function sentences(templates: readonly Template[], count: number, subject: Subject, random: Random): string {
  const first = random.below(templates.length);
  let text = fill(at(templates, first), subject);
  for (let i = 1; i < count; i++) text += ` ${fill(at(templates, (first + i) % templates.length), subject)}`;
  return text;
}

function list(subject: Subject, random: Random): string {
  const first = random.below(POINTS.length);
  const point = (i: number): string => `- ${fill(at(POINTS, (first + i) % POINTS.length), subject)}`;
  return `We shall look at:\n\n${point(0)}\n${point(1)}\n${point(2)}`;
}

function fill(template: Template, subject: Subject): string {
  let text = '';
  for (const part of template) {
    if (typeof part === 'string') text += part;
    else text += part.capital ? capital(subject[part.slot]) : subject[part.slot];
  }
  return text;
}

const SLOTS: readonly (keyof Subject)[] = ['t', 'u', 'f', 'g', 'm', 's'];

function template(text: string): Template {
  return text.split(/\{(\w)\}/).map((part, i) => {
    if (i % 2 === 0) return part;
    const slot = SLOTS.find((each) => each === part.toLowerCase());
    if (slot === undefined) throw new Error(`No slot ${part} in “${text}”`);
    return { slot, capital: slot !== part };
  });
}

const TITLES: Readonly<Record<Manner, readonly Template[]>> = {
  humane: [
    '{T} {s}',
    'Reading {t} {s}',
    'What {t} can tell us about {f}',
    '{T} and {u} {s}',
    'Whose {t}? Questions for {f}',
    'The afterlives of {t} {s}',
    'Against the grain: {t} {s}',
    '{M} and the trouble with {t}',
    'A short history of {t}',
    'Lost and found: {t} {s}',
    '{T} as evidence for {f}',
    'In praise of {t} and {u}',
  ].map(template),
  social: [
    'What do {t} change? Evidence from {m}',
    '{T} {s}',
    '{T}, {u} and trust {s}',
    'The unintended consequences of {t}',
    'Who gains from {t}? A study {s}',
    'Rethinking {t} {s}',
    '{T} and the future of {f}',
    'Measuring {t}: lessons from {m}',
    'Living with {t} {s}',
    'How {t} travel {s}',
  ].map(template),
  formal: [
    '{T} {s}',
    '{T} via {m}',
    'New bounds for {t} {s}',
    '{T} meet {u}',
    'An introduction to {t}',
    '{M} for {t}',
    'Counting {t} {s}',
    'Recent progress on {t} {s}',
    'Open problems in {f}',
    'When do {t} behave? A view from {f}',
  ].map(template),
  natural: [
    '{T} {s}',
    '{T} seen through {m}',
    '{T} {s}: what {m} tells us',
    'The secret life of {t} {s}',
    'Watching {t} with {m}',
    'Towards better models of {t}',
    '{T} between {f} and {g}',
    'Surprises from {t} {s}',
    'Following {t} {s}',
    'Why {t} matter to {f}',
  ].map(template),
  clinical: [
    '{T} {s}: {m}',
    'What {m} tells us about {t}',
    'Rethinking {t} {s}',
    '{T}: what should we do on Monday?',
    'Better evidence on {t} {s}',
    '{T} {s}',
    '{T} and {u} {s}',
    'Ten years of work on {t} {s}',
    '{T} in context: a conversation with {f}',
  ].map(template),
};

const OPENINGS = [
  'Few subjects in {f} have been argued over as long as {t}, and few have changed as much in the last ten years.',
  'This talk is about {t} {s}: where they come from, what they do, and why they so often surprise us.',
  'Why do {t} keep coming back? The question is older than {f} itself, and the usual answers do not survive a close look.',
  'Everyone who works on {f} meets {t} sooner or later. Most of us then hurry on; this talk does the opposite.',
  'It began with a mistake. While preparing a class on {g}, we noticed that the textbook picture of {t} could not be right.',
  'We report the first results of a five-year project that brings {m} to the study of {t} {s}.',
  'If you have heard of {t} only in passing, this is the talk for you: we start from nothing and end at an open question.',
  'What would {f} look like if it had begun with {t} rather than with {u}?',
].map(template);

const MIDDLES = [
  'Using {m}, we follow {t} {s} and show that the familiar story holds in fewer cases than is usually assumed.',
  'The evidence is scattered, partly unpublished and sometimes contradictory; putting it together took longer than we like to admit.',
  'One case in particular, in which {t} and {u} appear side by side, turns out to be far from typical.',
  'I argue that the contrast between {t} and {u} is less sharp than it seems, and that *both* are better understood together.',
  'There are good reasons to doubt this, and I shall take the three strongest of them in turn.',
  'Recent work in {g} points the same way, although its authors drew another conclusion from it.',
  'What makes the difference is not the number of {t} but how they are connected.',
  'A simple model, with only two assumptions, explains about half of what we see {s}; the other half is the interesting part.',
  'None of this would have been possible without {m}, whose strengths and limits I shall explain without formulas.',
  'Colleagues in {g} have long suspected as much; we can now say how large the effect is and when it disappears.',
  'Along the way we meet a lost notebook, an over-confident footnote and a very patient librarian.',
  'The same pattern appears in data collected independently by three other groups, which came as a relief.',
  'I shall end with what we do *not* know about {t}, and with an invitation to help us find out.',
  'This is joint work with many people, most of them students, whose names are on the first slide where they belong.',
].map(template);

const POINTS = [
  'how {t} were first described, and by whom',
  'what {m} can and cannot show',
  'three cases {s}',
  'the role of {u}, often overlooked',
  'what this means for {f}',
  'data, code and pictures that you may use',
  'where {g} might go next',
].map(template);

const CLOSINGS = [
  'No previous knowledge of {f} is needed.',
  'Tea and coffee are served from fifteen minutes before the talk.',
  'All are welcome, and questions are encouraged throughout.',
  'Slides will be put on the series page afterwards.',
  'The talk is followed by a discussion and, for those who can stay, something to eat.',
  'The room has step-free access and a hearing loop.',
  'Background reading, for those who like to prepare: https://www.astermouth.example/reading/',
  'If you would like to meet the speaker, please write to the organiser.',
].map(template);
