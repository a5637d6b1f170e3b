import { shownValue } from '#catalogue/shown-value.js';
import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from './format.js';
import { isoTime } from './iso-time.js';
import type { WrittenTime } from './iso-time.js';
import { mailTime } from './mail-time.js';
import { Notes } from './notes.js';
import { sourceTalk } from './source-talk.js';
import type { SourcePerson, SourceTalk } from './source-talk.js';
import { UTC, ianaZone } from './wall-clock.js';
import type { Zone } from './wall-clock.js';
import { childText, textOf } from './xml-element.js';
import type { XmlElement } from './xml-element.js';
import { xmlBatches } from './xml.js';
import type { XmlShape } from './xml.js';

const SHAPE: XmlShape = { roots: ['list', 'talk'], containers: new Set(['list']) };

/**
 * Reads a list of talks as talks.cam.ac.uk and other installations of its software write it (`/show/xml/…`), a talk at a
 * time. What the elements mean is taken from that software: app/views/show/xml.rxml and the models behind it.
 */
export async function* readTalksCam(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const notes = new Notes();
  const zone = ianaZone(options.zone) ?? UTC;
  for await (const { items, problems, failure } of xmlBatches(file.chunks, SHAPE)) {
    const talks: SourceTalk[] = [];
    const bad: SourceProblem[] = [...problems];
    for (const { element } of items) {
      // The list's own words on a question that it could not answer.
      if (element.name === 'error') notes.add(`the list says ${shownValue(textOf(element))}`);
      if (element.name !== 'talk') continue;
      const made = talkOf(element, zone, notes);
      if ('code' in made) bad.push(made);
      else talks.push(made);
    }
    yield { talks, problems: bad, notes: notes.take(), ...(failure === undefined ? {} : { failure }) };
  }
}

function talkOf(talk: XmlElement, zone: Zone, notes: Notes): SourceTalk | SourceProblem {
  const text = (name: string): string => childText(talk, name);
  const time = (name: string): WrittenTime | undefined => timeOf(text(name), zone);
  const key = text('id') || text('url');
  const start = time('start_time');
  const end = text('end_time') === '' ? start : time('end_time');
  if (key === '') return problem(talk, 'id', 'The talk has neither id nor url.', '');
  if (start === undefined) return badTime(talk, 'start_time', key);
  if (end === undefined) return badTime(talk, 'end_time', key);
  if (end.at < start.at) {
    const what = `It ends at ${end.at}, before it begins at ${start.at} (${shownValue(text('title'))}).`;
    return { ...problem(talk, 'end_time', what, key), code: 'ends-before-start' };
  }
  if (start.clock === 'floating') notes.add(`at a time of no zone: read in ${start.zone} (--time-zone)`);
  if (text('end_time') === '') notes.add('without an end: ends when it begins');
  return sourceTalk({
    key,
    line: talk.line,
    title: text('title'),
    start: start.at,
    end: end.at,
    clock: start.clock,
    zone: start.zone,
    description: text('abstract'),
    status: CALLED_OFF.test(text('special_message')) ? 'cancelled' : 'published',
    updated: time('updated_at')?.at ?? null,
    url: text('url'),
    venue: named(text('venue'), text('venue_id')),
    speakers: speakersOf(text('speaker')),
    organisers: text('organiser').includes('@') ? [] : people(text('organiser')),
    series: seriesOf(text('series'), text('series_id')),
    specialMessage: text('special_message'),
  });
}

/** What it writes for a talk that somebody has deleted, and what people write: `CANCELLED`, `This talk has been canceled/deleted`. */
const CALLED_OFF = /^\W*(?:(?:this|the|today's) (?:talk|seminar|lecture|event) (?:has been|is|was) )?cancell?ed\b/i;

function timeOf(text: string, zone: Zone): WrittenTime | undefined {
  return mailTime(text, zone) ?? isoTime(text, zone);
}

/** Stand-ins for what is not known yet: they are nobody's names. */
const NOT_KNOWN =
  /^(?:tba|tbc|tbd|to be (?:announced|confirmed|determined)|(?:venue|speaker|series|name) to be (?:announced|confirmed))\.?$/i;

function named(name: string, key: string): { readonly name: string; readonly key?: string } | null {
  if (name === '' || NOT_KNOWN.test(name)) return null;
  return key === '' ? { name } : { name, key };
}

function seriesOf(title: string, key: string): SourceTalk['series'] {
  const series = named(title, key);
  return series === null ? null : { title: series.name, ...(series.key === undefined ? {} : { key: series.key }) };
}

/** One line for all of them: `Jane Doe (University of Exeter)`, `Jane Doe, University of Exeter` or several. */
function speakersOf(line: string): SourcePerson[] {
  const text = line.replace(/\s+/g, ' ');
  if (text === '' || NOT_KNOWN.test(text)) return [];
  const bracketed = text.split(/(?<=\)) ?(?:,|;|&|\band\b) ?/i);
  const isList = bracketed.length > 1 && bracketed.every((part) => part.endsWith(')'));
  return (isList ? bracketed : [text]).flatMap((part) => people(part));
}

function people(text: string): SourcePerson[] {
  const [, name = '', affiliation = ''] = /^([^,(]*)(?:[,(]([^)]*)\)?)?/.exec(text.trim()) ?? [];
  if (name.trim() === '' || NOT_KNOWN.test(name.trim())) return [];
  const bio = affiliation.trim();
  return [bio === '' ? { name: name.trim() } : { name: name.trim(), bio }];
}

function badTime(talk: XmlElement, name: string, key: string): SourceProblem {
  const value = childText(talk, name);
  const title = shownValue(childText(talk, 'title'));
  const what = value === '' ? `Nothing says when ${title} begins.` : `${shownValue(value)} is no time that there is.`;
  return problem(talk, name, what, key);
}

function problem({ line }: XmlElement, where: string, what: string, key: string): SourceProblem {
  const hint = 'Mend the talk at its source.';
  return { code: 'bad-value', where, what, hint, line, ...(key === '' ? {} : { key }) };
}
