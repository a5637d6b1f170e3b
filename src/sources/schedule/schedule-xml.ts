import type { Material } from '#catalogue/material.ts';
import { Findings } from '../findings.ts';
import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from '../source-format.ts';
import { firstText } from '../first-text.ts';
import {
  conferenceOf,
  eventTexts,
  type ScheduleEvent,
  type SchedulePerson,
  ScheduleTalks,
  type ScheduleTexts,
} from './schedule-talks.ts';
import { imageAt } from '../source-image.ts';
import { attachedMaterial, materialsAt } from '../source-material.ts';
import { UTC, ianaZone } from '../wall-clock.ts';
import {
  attributeOf,
  childOf,
  childText,
  childrenOf,
  optionalChildText,
  elementText,
  type XmlElement,
} from '../xml/xml-element.ts';
import { xmlBatches, type XmlItem, type XmlShape } from '../xml/xml.ts';

const SHAPE: XmlShape = { roots: ['schedule'], containers: new Set(['schedule', 'day', 'room']) };

/** Reads a conference schedule of frab or pretalx (https://c3voc.de/wiki/schedule), one event at a time. */
export async function* readScheduleXml(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const found = new Findings();
  const talks = new ScheduleTalks(found, ianaZone(options.zone) ?? UTC, options);
  let isOne = false;
  for await (const batch of xmlBatches(file.chunks, SHAPE)) {
    found.addWrong(batch);
    for (const item of batch.items) {
      const { name } = item.element;
      isOne ||= name === 'conference' || name === 'event';
      if (name === 'conference') talks.setConference(conferenceOf(textsOf(item.element)));
      if (name === 'event') talks.take(eventOf(item));
    }
    yield* found.batches();
  }
  if (!isOne && !found.hasFailed) yield { talks: [], failure: NO_SCHEDULE };
}

/** Other formats have the same root element. */
const NO_SCHEDULE: SourceProblem = {
  code: 'no-schedule',
  where: 'schedule',
  what: 'It contains no conference schedule: neither <conference> nor <event>.',
  hint: 'Use the schedule.xml that frab or pretalx exports.',
  line: 0,
};

function textsOf(element: XmlElement): ScheduleTexts {
  return { text: (name) => childText(element, name), said: (name) => optionalChildText(element, name) };
}

function eventOf({ element, within }: XmlItem): ScheduleEvent {
  const texts = textsOf(element);
  const { text, said } = texts;
  const container = (name: string): XmlElement | undefined => within.findLast((open) => open.name === name);
  const day = container('day');
  const persons = childOf(element, 'persons');
  return {
    ...eventTexts(texts),
    line: element.line,
    names: childrenOf(element).map(({ name }) => name),
    guid: attributeOf(element, 'guid'),
    ids: [attributeOf(element, 'id'), attributeOf(element, 'code'), text('slug'), text('url')],
    day: { date: attributeOf(day, 'date'), start: attributeOf(day, 'start') },
    room: firstText(said('room'), container('room')?.attributes.get('name')?.trim()),
    track: said('track'),
    materials: materialsOf(element),
    image: imageAt(said('logo')),
    persons: persons && childrenOf(persons, 'person').map(personOf),
  };
}

/** `<attachment href="…">Slides</attachment>`, `<recording><url>…` */
function materialsOf(element: XmlElement): readonly Material[] | undefined {
  const recording = childOf(element, 'recording');
  const video = recording && materialsAt(['recording', optionalChildText(recording, 'url')]);
  const attachments = childOf(element, 'attachments');
  const attached =
    attachments &&
    childrenOf(attachments, 'attachment').map((one) => attachedMaterial(attributeOf(one, 'href'), elementText(one)));
  return video === undefined && attached === undefined ? undefined : [...(video ?? []), ...(attached ?? [])];
}

/** `<person id="7">Jane Doe</person>`, or with a child element for each detail. */
function personOf(person: XmlElement): SchedulePerson {
  const said = (name: string): string => attributeOf(person, name) || childText(person, name);
  const hasElements = childrenOf(person).length > 0;
  return {
    name: hasElements ? said('public_name') || said('name') || said('full_public_name') : elementText(person),
    guid: said('guid'),
    code: said('code'),
    id: said('id'),
    biography: person.attributes.get('biography') ?? optionalChildText(person, 'biography'),
    url: firstText(said('url') || undefined, said('href') || undefined, optionalChildText(person, 'url')),
  };
}
