import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import ICAL from 'ical.js';
import MarkdownIt from 'markdown-it';
import { textOf, type HttpAnswer } from '../http/http-answer.ts';
import { listAt, textAt, valueAt } from '../json-value.ts';
import { elementsIn, elementsWithin, markupOf, textOf as markupText, type Markup } from './markup.ts';

/** The contents of a document: its title (null if the format has none) and each talk's title and identifier. */
interface ReadFeed {
  readonly title: string | null;
  readonly talks: readonly ReadTalk[];
}

interface ReadTalk {
  readonly title: string;
  /** The talk's identifier in the format, which contains the slug. */
  readonly id: string;
}

/** Reads a document in the format of a suffix with a third-party parser; throws if it is invalid. */
export function readFeed(suffix: string, answer: HttpAnswer): ReadFeed {
  const read = READERS[suffix];
  assert.ok(read !== undefined, `no parser for ${suffix}`);
  return read(answer);
}

const READERS: Readonly<Record<string, (answer: HttpAnswer) => ReadFeed>> = {
  '.ics': (answer) => calendar(ICAL.Component.fromString(textOf(answer))),
  '.jcal.json': (answer) => calendar(new ICAL.Component(json(answer) as never[])),
  '.jscal.json': (answer) => ({
    title: textAt(json(answer), 'title'),
    talks: listAt(json(answer), 'entries').map((one) => ({ title: textAt(one, 'title'), id: textAt(one, 'uid') })),
  }),
  '.atom': (answer) => {
    const root = markupOf(answer.body);
    return {
      title: within(root, 'title'),
      talks: elementsIn(root)
        .filter(({ name }) => name === 'entry')
        .map((entry) => ({ title: within(entry, 'title'), id: within(entry, 'id') })),
    };
  },
  '.rss': (answer) => {
    const [channel] = elementsIn(markupOf(answer.body));
    assert.ok(channel !== undefined);
    return {
      title: within(channel, 'title'),
      talks: elementsIn(channel)
        .filter(({ name }) => name === 'item')
        .map((item) => ({ title: within(item, 'title'), id: within(item, 'guid') })),
    };
  },
  '.feed.json': (answer) => ({
    title: textAt(json(answer), 'title'),
    talks: listAt(json(answer), 'items').map((item) => ({ title: textAt(item, 'title'), id: textAt(item, 'id') })),
  }),
  '.csv': (answer) => {
    const rows = parse<Record<string, string>>(textOf(answer), { bom: true, columns: true });
    return { title: null, talks: rows.map(({ title = '', slug = '' }) => ({ title, id: slug })) };
  },
  '.jsonld': (answer) => ({
    title: textAt(json(answer), 'name'),
    talks: listAt(json(answer), 'itemListElement').map((event) => ({
      title: textAt(event, 'name'),
      id: textAt(event, 'identifier'),
    })),
  }),
  '.schedule.xml': (answer) => {
    const root = markupOf(answer.body);
    const events = [...elementsWithin(root)].filter(({ name }) => name === 'event');
    const [conference] = elementsIn(root).filter(({ name }) => name === 'conference');
    return {
      title: conference === undefined ? null : within(conference, 'title'),
      talks: events.map((event) => ({ title: within(event, 'title'), id: event.attributes.guid ?? '' })),
    };
  },
  '.schedule.json': (answer) => {
    const conference = valueAt(json(answer), 'schedule', 'conference');
    const rooms = listAt(conference, 'days').flatMap(
      (day) => Object.values(valueAt(day, 'rooms') ?? {}) as unknown[][],
    );
    return {
      title: textAt(conference, 'title'),
      talks: rooms.flat().map((event) => ({ title: textAt(event, 'title'), id: textAt(event, 'guid') })),
    };
  },
  '.txt': (answer) => {
    const text = textOf(answer);
    const slugs = [...text.matchAll(/^ {2}https?:\/\/\S+\/talks\/id\/([0-9a-f-]{36})\/$/gm)];
    return { title: text.split('\n')[0] ?? '', talks: slugs.map(([, id = '']) => ({ title: '', id })) };
  },
  '.md': (answer) => {
    const tokens = new MarkdownIt().parse(textOf(answer), {});
    const headings = tokens.flatMap((token, at) =>
      token.type === 'heading_open' ? [[token.tag, tokens[at + 1]?.children ?? []] as const] : [],
    );
    const links = tokens.flatMap(({ children }) => (children ?? []).map((one) => String(one.attrGet('href') ?? '')));
    const pages = links.filter((href) => /\/talks\/id\/[0-9a-f-]{36}\/$/.test(href));
    const shown = headings.map(([tag, parts]) => [tag, parts.map(({ content }) => content).join('')] as const);
    const titles = shown.filter(([tag]) => tag === 'h2').map(([, text]) => text);
    return {
      title: shown.find(([tag]) => tag === 'h1')?.[1] ?? '',
      talks: titles.map((title, at) => ({ title, id: pages[at] ?? '' })),
    };
  },
};

function calendar(root: ICAL.Component): ReadFeed {
  const first = (component: ICAL.Component, name: string): string => String(component.getFirstPropertyValue(name));
  return {
    title: first(root, 'name').replace(/\\([,;\\])/g, '$1'),
    talks: root
      .getAllSubcomponents('vevent')
      .map((event) => ({ title: first(event, 'summary'), id: first(event, 'uid') })),
  };
}

function json(answer: HttpAnswer): unknown {
  return JSON.parse(textOf(answer));
}

/** The text of the first child with a name. */
function within(element: Markup, name: string): string {
  const child = elementsIn(element).find((one) => one.name === name);
  assert.ok(child !== undefined, `${element.name} has no ${name}`);
  return markupText(child);
}
