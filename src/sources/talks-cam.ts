import { shownValue } from '#catalogue/shown-value.ts';
import { Findings } from './findings.ts';
import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from './format.ts';
import { htmlText, looksLikeHtml } from './html-text.ts';
import { isoTime } from './iso-time.ts';
import type { WrittenTime } from './iso-time.ts';
import { mailTime } from './mail-time.ts';
import { noteClock, noteNoEnd } from './notes.ts';
import type { Notes } from './notes.ts';
import { sourceTalk } from './source-talk.ts';
import type { SourcePerson, SourceTalk } from './source-talk.ts';
import { UTC, ianaZone } from './wall-clock.ts';
import type { Zone } from './wall-clock.ts';
import { childText, saidText, elementText } from './xml/xml-element.ts';
import type { XmlElement } from './xml/xml-element.ts';
import { xmlBatches } from './xml/xml.ts';
import type { XmlShape } from './xml/xml.ts';

const SHAPE: XmlShape = { roots: ['list', 'talk'], containers: new Set(['list']) };

/**
 * Reads a list of talks as talks.cam.ac.uk and other installations of its software write it (`/show/xml/…`), a talk at a
 * time. What the elements mean is taken from that software: app/views/show/xml.rxml and the models behind it.
 */
export async function* readTalksCam(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const found = new Findings();
  const zone = ianaZone(options.zone) ?? UTC;
  for await (const batch of xmlBatches(file.chunks, SHAPE)) {
    found.addWrong(batch);
    for (const { element } of batch.items) {
      // The list's own words on a question that it could not answer.
      if (element.name === 'error') found.notes.add(`the list says ${shownValue(elementText(element))}`);
      if (element.name === 'talk') found.add(talkOf(element, zone, found.notes));
    }
    yield* found.batches();
  }
}

function talkOf(talk: XmlElement, zone: Zone, notes: Notes): SourceTalk | SourceProblem {
  const text = (name: string): string => childText(talk, name);
  const said = (name: string): string | undefined => saidText(talk, name);
  const plain = (name: string): string | undefined => plainText(said(name));
  const time = (name: string): WrittenTime | undefined => clockTimeOf(text(name), zone);
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
  noteTimes(talk, start, zone, notes);
  return sourceTalk({
    key,
    line: talk.line,
    title: plain('title'),
    start: start.at,
    end: end.at,
    clock: start.clock,
    zone: start.zone,
    description: said('abstract'),
    status: statusOf(plain('special_message')),
    updated: timeOf(text('updated_at'), zone)?.at,
    url: said('url'),
    venue: named(plain('venue'), text('venue_id')),
    speakers: speakersOf(plain('speaker')),
    organisers: organisersOf(plain('organiser')),
    series: seriesOf(plain('series'), text('series_id')),
    specialMessage: plain('special_message'),
  });
}

function noteTimes(talk: XmlElement, start: WrittenTime, zone: Zone, notes: Notes): void {
  if (start.at !== timeOf(childText(talk, 'start_time'), zone)?.at) {
    notes.add(`at +0000 when clocks in ${zone.name} show another time: taken for what they show`);
  } else {
    noteClock(notes, start);
  }
  if (childText(talk, 'end_time') === '') noteNoEnd(notes);
}

/** What it writes for a talk that somebody has deleted, and what people write: `CANCELLED`, `This talk has been canceled/deleted`. */
const CALLED_OFF = /^\W*(?:(?:this|the|today's) (?:talk|seminar|lecture|event) (?:has been|is|was) )?cancell?ed\b/i;

function statusOf(message: string | undefined): SourceTalk['status'] | undefined {
  if (message === undefined) return undefined;
  return CALLED_OFF.test(message) ? 'cancelled' : 'published';
}

/** Names and titles come with entities of HTML within those of XML. */
function plainText(text: string | undefined): string | undefined {
  return text !== undefined && looksLikeHtml(text) ? htmlText(text) : text;
}

/**
 * People type what clocks show, and the software adds the offset of its server: programs that read talks.cam.ac.uk leave it
 * out because it has been wrong. A server that keeps UTC adds `+0000` in summer too; any other offset, somebody has set up.
 */
function clockTimeOf(text: string, zone: Zone): WrittenTime | undefined {
  const written = timeOf(text, zone);
  const shown = text.endsWith(' +0000') ? timeOf(text.slice(0, -6), zone) : undefined;
  return shown === undefined || shown.at === written?.at ? written : shown;
}

function timeOf(text: string, zone: Zone): WrittenTime | undefined {
  return mailTime(text, zone) ?? isoTime(text, zone);
}

/** Stand-ins for what is not known yet: they are nobody's names. */
const NOT_KNOWN =
  /^(?:tba|tbc|tbd|to be (?:announced|confirmed|determined)|(?:venue|speaker|series|name) to be (?:announced|confirmed))\.?$/i;

function named(name: string | undefined, key: string): SourceTalk['venue'] | undefined {
  if (name === undefined) return undefined;
  if (name === '' || NOT_KNOWN.test(name)) return null;
  return key === '' ? { name } : { name, key };
}

function seriesOf(title: string | undefined, key: string): SourceTalk['series'] | undefined {
  const series = named(title, key);
  return series && { title: series.name, ...(series.key === undefined ? {} : { key: series.key }) };
}

/** An address is no name, and not for everybody. */
function organisersOf(line: string | undefined): SourcePerson[] | undefined {
  return line === undefined || line.includes('@') ? undefined : people(line);
}

/** One line for all of them: `Jane Doe (University of Exeter)`, `Jane Doe, University of Exeter` or several. */
function speakersOf(line: string | undefined): SourcePerson[] | undefined {
  if (line === undefined) return undefined;
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
  const what = value === '' ? `Nothing says when ${title} begins.` : `${shownValue(value)} is not a valid time.`;
  return problem(talk, name, what, key);
}

function problem({ line }: XmlElement, where: string, what: string, key: string): SourceProblem {
  const hint = 'Fix the talk at its source.';
  return { code: 'bad-value', where, what, hint, line, ...(key === '' ? {} : { key }) };
}
