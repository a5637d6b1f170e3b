import { Findings } from '../findings.ts';
import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from '../format.ts';
import { firstSaid } from '../said.ts';
import { ScheduleTalks } from './schedule-event.ts';
import type { ScheduleConference, ScheduleEvent, SchedulePerson } from './schedule-event.ts';
import { UTC, ianaZone } from '../wall-clock.ts';
import { attributeOf, childOf, childText, childrenOf, saidText, elementText } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { xmlBatches } from '../xml/xml.ts';
import type { XmlItem, XmlShape } from '../xml/xml.ts';

const SHAPE: XmlShape = { roots: ['schedule'], containers: new Set(['schedule', 'day', 'room']) };

/** Reads the schedule of a conference as frab, pretalx and their kin write it (https://c3voc.de/wiki/schedule), an event at a time. */
export async function* readScheduleXml(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const found = new Findings();
  const maker = new ScheduleTalks(ianaZone(options.zone) ?? UTC, found.notes);
  let isOne = false;
  for await (const batch of xmlBatches(file.chunks, SHAPE)) {
    found.addWrong(batch);
    for (const item of batch.items) {
      const { name } = item.element;
      isOne ||= name === 'conference' || name === 'event';
      if (name === 'conference') maker.setConference(conferenceOf(item.element));
      if (name === 'event') found.add(maker.make(eventOf(item)));
    }
    yield* found.batches();
  }
  if (!isOne && !found.hasFailed) yield { talks: [], failure: NO_SCHEDULE };
}

/** Others call their root so too. */
const NO_SCHEDULE: SourceProblem = {
  code: 'no-schedule',
  where: 'schedule',
  what: 'There is no schedule of a conference in it: neither <conference> nor <event>.',
  hint: 'Give the schedule.xml that frab or pretalx exports.',
  line: 0,
};

function conferenceOf(conference: XmlElement): ScheduleConference {
  const text = (name: string): string => childText(conference, name);
  const said = (name: string): string | undefined => saidText(conference, name);
  return {
    title: said('title'),
    acronym: text('acronym'),
    url: firstSaid(said('url'), said('base_url')),
    venue: said('venue'),
    city: said('city'),
    zone: text('time_zone_name'),
    dayChange: text('day_change'),
  };
}

function eventOf({ element, within }: XmlItem): ScheduleEvent {
  const text = (name: string): string => childText(element, name);
  const said = (name: string): string | undefined => saidText(element, name);
  const container = (name: string): XmlElement | undefined => within.findLast((open) => open.name === name);
  const day = container('day');
  const persons = childOf(element, 'persons');
  return {
    line: element.line,
    guid: attributeOf(element, 'guid'),
    ids: [attributeOf(element, 'id'), attributeOf(element, 'code'), text('slug'), text('url')],
    date: text('date'),
    end: text('end'),
    day: { date: attributeOf(day, 'date'), start: attributeOf(day, 'start') },
    start: text('start'),
    duration: text('duration'),
    title: said('title'),
    subtitle: said('subtitle'),
    abstract: said('abstract'),
    description: said('description'),
    room: firstSaid(said('room'), container('room')?.attributes.get('name')?.trim()),
    track: said('track'),
    language: text('language'),
    url: said('url'),
    persons: persons && childrenOf(persons, 'person').map(personOf),
    isCancelled: undefined,
  };
}

/** `<person id="7">Jane Doe</person>`, or with elements for what there is to say. */
function personOf(person: XmlElement): SchedulePerson {
  const said = (name: string): string => attributeOf(person, name) || childText(person, name);
  const hasElements = childrenOf(person).length > 0;
  return {
    name: hasElements ? said('public_name') || said('name') || said('full_public_name') : elementText(person),
    guid: said('guid'),
    code: said('code'),
    id: said('id'),
    biography: person.attributes.get('biography') ?? saidText(person, 'biography'),
    url: firstSaid(said('url') || undefined, said('href') || undefined, saidText(person, 'url')),
  };
}
