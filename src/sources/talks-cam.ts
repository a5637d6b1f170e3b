import { shownValue } from '#catalogue/shown-value.ts';
import { BadEntry, Findings, badTime, endOr, type Mend } from './findings.ts';
import type { ReadOptions, SourceBatch, SourceFile } from './source-format.ts';
import { htmlText, looksLikeHtml } from './html-reader.ts';
import { isoTime, type WrittenTime } from './iso-time.ts';
import { mailTime } from './mail-time.ts';
import { isPlaceholder } from './placeholders.ts';
import { noteClock, noteNoEnd, type Notes } from './notes.ts';
import { sourceTalk, type SourcePerson, type SourceTalk } from './source-talk.ts';
import { UTC, ianaZone, type Zone } from './wall-clock.ts';
import { childrenOf, childText, elementText, optionalChildText, type XmlElement } from './xml/xml-element.ts';
import { xmlBatches, type XmlShape } from './xml/xml.ts';

const SHAPE: XmlShape = { roots: ['list', 'talk'], containers: new Set(['list']) };
const HINT = 'Fix the talk at its source.';

/**
 * Reads a list of talks from talks.cam.ac.uk or another installation of its software (`/show/xml/…`), one talk
 * at a time. Its app/views/show/xml.rxml, and the models behind that, define the elements.
 */
export async function* readTalksCam(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const found = new Findings();
  const zone = ianaZone(options.zone) ?? UTC;
  for await (const batch of xmlBatches(file.chunks, SHAPE)) {
    found.addWrong(batch);
    for (const { element } of batch.items) {
      // What the site writes instead of talks when a query fails.
      if (element.name === 'error') found.notes.add(`the list says ${shownValue(elementText(element))}`);
      if (element.name !== 'talk') continue;
      found.named(childrenOf(element).map(({ name }) => name));
      const key = childText(element, 'id') || childText(element, 'url');
      found.entry(element.line, key, (mend) => [talkOf(element, key, { zone, notes: found.notes, mend })]);
    }
    yield* found.batches();
  }
}

interface TalkContext {
  readonly zone: Zone;
  readonly notes: Notes;
  readonly mend: Mend;
}

function talkOf(talk: XmlElement, key: string, { zone, notes, mend }: TalkContext): SourceTalk {
  const text = (name: string): string => childText(talk, name);
  const said = (name: string): string | undefined => optionalChildText(talk, name);
  const plain = (name: string): string | undefined => plainText(said(name));
  if (key === '') {
    throw new BadEntry({ code: 'bad-value', where: 'id', what: 'The talk has neither id nor url.', hint: HINT });
  }
  const start = clockTime(talk, 'start_time', zone);
  const end = text('end_time') === '' ? start : endOr(start, mend, () => clockTime(talk, 'end_time', zone));
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
    notes.add(`at +0000 although ${zone.name} has another offset then: read as local time`);
  } else {
    noteClock(notes, start);
  }
  if (childText(talk, 'end_time') === '') noteNoEnd(notes);
}

/** `CANCELLED`, or the software's text for a deleted talk: `This talk has been canceled/deleted`. */
const CANCELLED = /^\W*(?:(?:this|the|today's) (?:talk|seminar|lecture|event) (?:has been|is|was) )?cancell?ed\b/i;

function statusOf(message: string | undefined): SourceTalk['status'] | undefined {
  if (message === undefined) return undefined;
  return CANCELLED.test(message) ? 'cancelled' : 'published';
}

/** Names and titles may contain HTML entities, escaped once more for XML. */
function plainText(text: string | undefined): string | undefined {
  return text !== undefined && looksLikeHtml(text) ? htmlText(text) : text;
}

/**
 * People enter local time, and the software appends the offset of its server. Readers of talks.cam.ac.uk ignore that,
 * because it has been wrong. A server that runs on UTC appends `+0000` in summer too; any other offset is
 * deliberate.
 */
function clockTime(talk: XmlElement, name: string, zone: Zone): WrittenTime {
  const text = childText(talk, name);
  const written = timeOf(text, zone);
  const local = text.endsWith(' +0000') ? timeOf(text.slice(0, -6), zone) : undefined;
  const time = local === undefined || local.at === written?.at ? written : local;
  if (time !== undefined) return time;
  if (text !== '') throw badTime(name, text, HINT);
  const what = `${shownValue(childText(talk, 'title'))} has no start.`;
  throw new BadEntry({ code: 'bad-value', where: name, what, hint: HINT });
}

function timeOf(text: string, zone: Zone): WrittenTime | undefined {
  return mailTime(text, zone) ?? isoTime(text, zone);
}

function named(name: string | undefined, key: string): SourceTalk['venue'] | undefined {
  if (name === undefined) return undefined;
  if (name === '' || isPlaceholder(name)) return null;
  return key === '' ? { name } : { name, key };
}

function seriesOf(title: string | undefined, key: string): SourceTalk['series'] | undefined {
  const series = named(title, key);
  return series && { title: series.name, ...(series.key === undefined ? {} : { key: series.key }) };
}

/** Leaves out e-mail addresses: they are not names, and not public. */
function organisersOf(line: string | undefined): SourcePerson[] | undefined {
  return line === undefined || line.includes('@') ? undefined : people(line);
}

/**
 * All speakers on one line: `Jane Doe (University of Exeter)`, `Jane Doe, University of Exeter`, or several of the
 * former.
 */
function speakersOf(line: string | undefined): SourcePerson[] | undefined {
  if (line === undefined) return undefined;
  const text = line.replace(/\s+/g, ' ');
  if (text === '' || isPlaceholder(text)) return [];
  const bracketed = text.split(/(?<=\)) ?(?:,|;|&|\band\b) ?/i);
  const isList = bracketed.length > 1 && bracketed.every((part) => part.endsWith(')'));
  return (isList ? bracketed : [text]).flatMap((part) => people(part));
}

function people(text: string): SourcePerson[] {
  const [, name = '', affiliation = ''] = /^([^,(]*)(?:[,(]([^)]*)\)?)?/.exec(text.trim()) ?? [];
  if (name.trim() === '' || isPlaceholder(name.trim())) return [];
  // A country in brackets after the affiliation is part of it.
  const bio = affiliation.includes('(') ? `${affiliation.trim()})` : affiliation.trim();
  return [bio === '' ? { name: name.trim() } : { name: name.trim(), bio }];
}
