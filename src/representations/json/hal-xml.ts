import { Hal } from './hal.ts';
import type { HalHead } from './hal.ts';
import { textEnvelope } from '../representation.ts';
import type { Envelope, ProblemDocument, Publication, Representation } from '../representation.ts';
import { escapedXml, XML_DECLARATION as DECLARATION } from './xml-text.ts';

const BETWEEN = '</list-item><list-item>';

/**
 * The same resources in the XML that the existing service's clients parse: `root`, a member is an element of its
 * name, an array's entries are `list-item`, null is empty, and booleans are `True` and `False`.
 */
export function xml(publication: Publication): Representation {
  const hal = new Hal(publication, 'kept');
  return {
    name: 'xml',
    talk: (details, fields) => Buffer.from(content(hal.talk(details, fields), 'list-item')),
    item: (details, fields) => Buffer.from(content(hal.item(details, fields), 'list-item')),
    talkDocument: textEnvelope(`${DECLARATION}<root>`, BETWEEN, '</root>'),
    search: (head) =>
      envelope(hal.search(head), head.changes === undefined ? {} : { removed: hal.removed(head.changes.removed) }),
    person: (person, alternates) => envelope(hal.person(person, alternates)),
    series: (series, alternates) => envelope(hal.series(series, alternates)),
    collection: (collection, alternates) => envelope(hal.collection(collection, alternates)),
    place: (place, head) => envelope(hal.place(place, head)),
    topic: (topic, head) => envelope(hal.topic(topic, head)),
    names: (list) => whole(hal.names(list)),
    entryPoint: () => whole(hal.entryPoint()),
    problem: (problem) => Buffer.from(problemXml(problem)),
  };
}

function whole(resource: object): Buffer {
  return Buffer.from(`${DECLARATION}<root>${content(resource, 'list-item')}</root>`);
}

/** @param beside what is embedded besides the talks */
function envelope(head: HalHead, beside: object = {}): Envelope {
  const before = `${DECLARATION}<root>${content(head, 'list-item')}<_embedded><talks>`;
  const after = `</talks>${content(beside, 'list-item')}</_embedded></root>`;
  return textEnvelope(`${before}<list-item>`, BETWEEN, `</list-item>${after}`, before + after);
}

/** RFC 9457, appendix B: its own root and namespace, an array's entries are `i`. */
function problemXml(problem: ProblemDocument): string {
  return `${DECLARATION}<problem xmlns="urn:ietf:rfc:7807">${content(problem, 'i')}</problem>`;
}

/** What stands between the tags of an element. Names of members are ours, and names of elements as they are. */
function content(value: unknown, entry: 'list-item' | 'i'): string {
  if (typeof value === 'string') return escapedXml(value);
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} has no form in XML`);
  let text = '';
  if (Array.isArray(value)) {
    for (const one of value) text += `<${entry}>${content(one, entry)}</${entry}>`;
    return text;
  }
  const members: Readonly<Record<string, unknown>> = { ...value };
  for (const name in members) {
    const member = members[name];
    if (member !== undefined) text += `<${name}>${content(member, entry)}</${name}>`;
  }
  return text;
}
