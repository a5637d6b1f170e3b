import assert from 'node:assert/strict';
import { elementsIn, elementsWithin, textOf, type Markup } from '../render/markup.ts';

// The rules of the XML Schema for schedules (https://c3voc.de/schedule/schema.xsd).

const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ADDRESS = /^https?:\/\/\S*$/;
const POSITIVE = /^[1-9]\d*$/;
const ANY = /^[^]*$/;

interface Rule {
  /** Pattern of every attribute; all are required. */
  readonly attributes?: Readonly<Record<string, RegExp>>;
  /** Pattern of the text of an element without children. */
  readonly text?: RegExp;
  /** Child elements in order. `?` marks optional ones and `*` optional ones that can be repeated. */
  readonly children?: string;
}

const RULES: Readonly<Record<string, Rule>> = {
  schedule: { children: 'generator? url? version conference day*' },
  'schedule/generator': { attributes: { name: ANY } },
  'schedule/url': { text: ADDRESS },
  'schedule/version': { text: ANY },
  'schedule/conference': {
    children: 'title acronym start end days timeslot_duration base_url url time_zone_name',
  },
  'conference/title': { text: ANY },
  'conference/acronym': { text: /^[a-z0-9_-]{4,}$/ },
  'conference/start': { text: DATE },
  'conference/end': { text: DATE },
  'conference/days': { text: POSITIVE },
  'conference/timeslot_duration': { text: /^\d\d:\d\d$/ },
  'conference/base_url': { text: ADDRESS },
  'conference/url': { text: ADDRESS },
  'conference/time_zone_name': { text: ANY },
  'schedule/day': { attributes: { index: POSITIVE, date: DATE, start: DATE_TIME, end: DATE_TIME }, children: 'room*' },
  'day/room': { attributes: { name: /./ }, children: 'event*' },
  'room/event': {
    attributes: { id: POSITIVE, guid: UUID },
    children:
      'date start duration room slug url logo title subtitle track type language abstract description persons links attachments',
  },
  'event/date': { text: DATE_TIME },
  'event/start': { text: /^[0-2]\d:[0-5]\d$/ },
  'event/duration': { text: /^\d\d?:\d\d(?::\d\d?)?$/ },
  'event/room': { text: /./ },
  'event/slug': { text: /^[a-z0-9_]{4,}-[a-z0-9_-]{4,}$/ },
  'event/url': { text: ADDRESS },
  'event/logo': { text: /^(?:https?:\/\/\S*)?$/ },
  'event/title': { text: ANY },
  'event/subtitle': { text: ANY },
  'event/track': { text: ANY },
  'event/type': { text: ANY },
  'event/language': { text: ANY },
  'event/abstract': { text: ANY },
  'event/description': { text: ANY },
  'event/persons': { children: 'person*' },
  'persons/person': { attributes: { id: POSITIVE, guid: UUID }, text: ANY },
  'event/links': { children: 'link*' },
  'links/link': { attributes: { href: ADDRESS }, text: ANY },
  'event/attachments': { children: 'attachment*' },
  'attachments/attachment': { attributes: { href: ADDRESS }, text: ANY },
};

/** Fails if a schedule does not match the schema. */
export function checkSchedule(root: Markup): void {
  checkElement(root, root.name);
  const all = [...elementsWithin(root)];
  const days = all.filter(({ name }) => name === 'day');
  assert.ok(days.length > 0, 'the schedule has no days');
  const events = all.filter(({ name }) => name === 'event');
  once(days.map(({ attributes }) => attributes.index));
  once(events.map(({ attributes }) => attributes.id));
  once(events.map(({ attributes }) => attributes.guid));
  once(all.filter(({ name }) => name === 'slug').map(textOf));
}

function checkElement(element: Markup, path: string): void {
  const rule = RULES[path];
  assert.ok(rule !== undefined, `unexpected element ${path}`);
  const expected = rule.attributes ?? {};
  assert.deepEqual(Object.keys(element.attributes).sort(), Object.keys(expected).sort(), `the attributes of ${path}`);
  for (const [name, pattern] of Object.entries(expected)) assert.match(element.attributes[name] ?? '', pattern, name);
  const children = elementsIn(element);
  if (rule.children === undefined) {
    assert.deepEqual(children, []);
    assert.match(textOf(element), rule.text ?? /^$/, path);
    return;
  }
  const pattern = rule.children.split(' ').map((name) => name.replace(/^\w+/, '(?:$& )'));
  assert.match(children.map(({ name }) => `${name} `).join(''), new RegExp(`^${pattern.join('')}$`), path);
  for (const child of children) checkElement(child, `${element.name}/${child.name}`);
}

function once(values: readonly unknown[]): void {
  assert.equal(new Set(values).size, values.length, `not unique: ${values.join(', ')}`);
}
