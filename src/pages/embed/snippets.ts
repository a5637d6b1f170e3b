import { absoluteLinks, queryString } from '#representations/links/links.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import { escapedXml } from '#representations/json/xml-text.ts';
import type { Publication } from '#representations/representation.ts';
import type { NamedValue } from '#search/query/request.ts';
import { NEWEST_ELEMENT } from './element.ts';

/** A list to put on a site. */
interface ChosenList {
  /** The search, with a count. */
  readonly asked: readonly NamedValue[];
  /** The parameters that change how it looks. */
  readonly look: readonly NamedValue[];
  /** `''` for the language of the surrounding page. */
  readonly language: string;
  /** The title of the frame. */
  readonly title: string;
}

export const SNIPPETS = [
  'html',
  'wordpress',
  'drupal',
  'moodle',
  'sharepoint',
  'slack',
  'teams',
  'iframe',
  'react',
  'include',
  'feed',
] as const;
export type SnippetKind = (typeof SNIPPETS)[number];

/** Those that work for a list. The element asks the interface in JSON, which does not know terms. */
export function snippetKinds(asked: readonly NamedValue[]): readonly SnippetKind[] {
  const hasTerm = asked.some(({ name, value }) => (name === 'from' || name === 'to') && value.startsWith('term'));
  return hasTerm ? SNIPPETS.filter((kind) => kind !== 'html' && kind !== 'react') : SNIPPETS;
}

/** The code to copy for each kind of snippet. */
export function snippetsOf(list: ChosenList, publication: Publication): Record<SnippetKind, string> {
  const { asked, title } = list;
  const links = absolutePageLinks(publication);
  const query = frameQuery(list);
  const { version, integrity } = NEWEST_ELEMENT;
  const src = links.element(version);
  const attributes = elementAttributes(list);
  const all = asked.filter(({ name }) => name !== 'page' && name !== 'count');
  const frame = escapedXml(links.embedTalks(query));
  const search = absoluteLinks(publication).talkSearch;
  const framed = `<iframe src="${frame}" title="${escapedXml(title)}" width="100%" height="500" loading="lazy"></iframe>`;
  // For programs that would sort items by date.
  const rss = `${search}.rss${queryString([...asked.filter(({ name }) => name !== 'page'), { name: 'dates', value: 'title' }])}`;
  // Channels post what was announced last: they need dates, and talks however far off.
  const news = `${search}.rss${queryString(all.filter(({ name, value }) => name !== 'to' || !value.startsWith('plus')))}`;
  return {
    html: [
      `<script type="module" src="${src}"`,
      `  integrity="${integrity}"`,
      '  crossorigin="anonymous"></script>',
      `<lectern-talks ${attributes.join(' ')}>`,
      `  <a href="${escapedXml(links.search(all))}">${escapedXml(title)}</a>`,
      '</lectern-talks>',
    ].join('\n'),
    // The plug-in of integrations/wordpress; the address alone, on a line of its own, becomes a frame.
    wordpress: [`[lectern src="${links.embedTalks(query)}"]`, links.embedTalks(query)].join('\n'),
    drupal: framed,
    moodle: framed,
    sharepoint: framed,
    slack: `/feed subscribe ${news}`,
    teams: news,
    iframe: framed,
    react: [
      '<>',
      `  <script async type="module" src="${src}"`,
      `    integrity="${integrity}"`,
      '    crossOrigin="anonymous" />',
      `  <lectern-talks ${attributes.map((one) => (one === 'paging' ? 'paging="true"' : one)).join(' ')} />`,
      '</>',
    ].join('\n'),
    include: links.embedTalks([...query, { name: 'fragment', value: 'true' }]),
    feed: [...['.ics', '.atom'].map((suffix) => search + suffix + queryString(all)), rss].join('\n'),
  };
}

/** The query of `/embed/talks` for a list. */
export function frameQuery({ asked, look, language }: Omit<ChosenList, 'title'>): readonly NamedValue[] {
  return [...asked, ...look, ...(language === '' ? [] : [{ name: 'lang', value: language }])];
}

/** The attributes of the element. Spaces separate values of a parameter: no identifier contains one. */
function elementAttributes({ asked, look, language }: ChosenList): readonly string[] {
  const values = new Map<string, string[]>();
  for (const { name, value } of [...asked, ...look]) {
    const attribute = name === 'organising_department' ? 'department' : name.replaceAll('_', '-');
    values.set(attribute, [...(values.get(attribute) ?? []), value]);
  }
  if (language !== '') values.set('language', [language]);
  return [...values].map(([name, all]) => {
    if (name === 'paging' && all[0] === 'true') return 'paging';
    return `${name}="${escapedXml(all.join(' '))}"`;
  });
}
