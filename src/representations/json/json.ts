import { CALENDAR_TYPE, Hal } from './hal.ts';
import type { HalHead } from './hal.ts';
import {
  textEnvelope,
  type Envelope,
  type Publication,
  type Representation,
  type SearchHead,
} from '../representation.ts';

/** JSON as OxTalks' API has it, with null links and null embedded resources. */
export function json(publication: Publication): Representation {
  return jsonOf('json', new Hal(publication, 'kept'));
}

/** JSON for clients that request HAL by name: without null links and null embedded resources. */
export function halJson(publication: Publication): Representation {
  return jsonOf('hal', new Hal(publication, 'strict'));
}

const AFTER_TALKS = ']}}';

function jsonOf(name: 'json' | 'hal', hal: Hal): Representation {
  return {
    name,
    talk: (details, fields) => written(hal.talk(details, fields)),
    item: (details, fields) => written(hal.item(details, fields)),
    talkDocument: textEnvelope('', ',', ''),
    search: (head) => {
      const { changes } = head;
      const after = changes && `],"removed":${JSON.stringify(hal.removed(changes.removed))}}}`;
      return envelopeOf(searchText(head, name), after);
    },
    person: (person, alternates) => envelope(hal.person(person, alternates)),
    series: (series, alternates) => envelope(hal.series(series, alternates)),
    collection: (collection, alternates) => envelope(hal.collection(collection, alternates)),
    place: (place, head) => envelope(hal.place(place, head)),
    topic: (topic, head) => envelope(hal.topic(topic, head)),
    names: (list) => written(hal.names(list)),
    entryPoint: () => written(hal.entryPoint()),
    problem: written,
  };
}

/** JSON.stringify escapes what is not a character (lone surrogates), so the bytes are always well-formed UTF-8. */
function written(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/**
 * What JSON.stringify makes of Hal's search head, in a quarter of the time: every search has one of its own, and
 * addresses hold nothing that JSON escapes. A test holds it to the same bytes.
 */
export function searchText(
  { self, next, prev, total, alternates = [], changes, facets }: SearchHead,
  name: 'json' | 'hal',
): string {
  let text = `{"_links":{"self":{"href":"${self}"}`;
  if (next !== null) text += `,"next":{"href":"${next}"}`;
  else if (name === 'json') text += ',"next":null';
  if (prev !== null) text += `,"prev":{"href":"${prev}"}`;
  else if (name === 'json') text += ',"prev":null';
  if (changes !== undefined) text += `,"changes":{"href":"${changes.later}"}`;
  for (const { href, type } of alternates)
    if (type === CALENDAR_TYPE) {
      text += `,"ics":{"href":"${href}"}`;
      break;
    }
  let before = ',"alternate":[';
  for (const { href, type, title } of alternates) {
    text += `${before}{"href":"${href}","type":"${type}","title":"${title}"}`;
    before = ',';
  }
  if (alternates.length > 0) text += ']';
  const counted = facets === undefined ? '' : `,"facets":${JSON.stringify(facets)}`;
  return `${text}},"total":${String(total)}${counted}}`;
}

function envelope(head: HalHead): Envelope {
  return envelopeOf(JSON.stringify(head));
}

/** @param head as JSON, an object @param afterTalks what ends the talks and the document */
function envelopeOf(head: string, afterTalks = AFTER_TALKS): Envelope {
  const before = `${head.slice(0, -1)},"_embedded":{"talks":[`;
  return textEnvelope(before, ',', afterTalks);
}
