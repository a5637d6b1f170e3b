import { escapedXml } from '#representations/json/xml-text.ts';
import { absoluteLinks, queryString } from '#representations/links/links.ts';
import { absolutePageLinks, pageLinks } from '#representations/links/page-links.ts';
import type { Publication } from '#representations/representation.ts';
import { BUILDER_PERIODS, EMBED_LAYOUTS, type EmbedLayout } from '#search/query/embed-question.ts';
import type { NamedValue } from '#search/query/request.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../frame/language.ts';
import { htmlDocument } from '../frame/layout.ts';
import type { View } from '../frame/view.ts';
import { attributeLabel, chipList, filtersOf } from '../search/search-chips.ts';
import type { FoundName } from '../search/search-content.ts';
import { suggestingToAdd } from '../search/search-form.ts';
import { keptValues, labelOf } from '../search/search-links.ts';
import { NEWEST_ELEMENT } from './element.ts';

interface BuilderContent {
  /** The search, with a count. */
  readonly asked: readonly NamedValue[];
  readonly layout: EmbedLayout;
  /** As given; `''` for the theme of the surrounding page. */
  readonly theme: string;
  readonly paging: boolean;
  /** The parameters that change how the list looks. */
  readonly look: readonly NamedValue[];
  /** `''` for the language of the surrounding page. */
  readonly language: string;
  /** The part of a name that was searched for; `''` for none. */
  readonly find: string;
  readonly found: readonly FoundName[];
  readonly nameOf: (parameter: string, value: string) => string;
}

/** The search parameter for each kind of name. */
const PARAMETER_OF = {
  department: 'organising_department',
  series: 'series',
  topic: 'topic',
  person: 'speaker',
  venue: 'venue',
  collection: 'collection',
} as const;

/** Kinds of records that can be searched for by name. */
export const FINDABLE = ['department', 'series', 'topic', 'person', 'venue', 'collection'] as const;

const THEMES = ['auto', 'light', 'dark'] as const;
/** Parameters with a field of their own. */
const FIELDS: readonly string[] = ['q', 'count', 'page', 'from', 'to'];
/** Filters with a choice each, and their values. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  attendance: ['in_person', 'online'],
  audience: ['public', 'members'],
  free: ['true'],
  has: ['recording', 'slides'],
  cancelled: ['omit', 'only'],
};

/** Whether the form has a field for it. Filters with several values, or another one, can only be taken away. */
function hasField({ name, value }: NamedValue, asked: readonly NamedValue[]): boolean {
  if (FIELDS.includes(name)) return true;
  return KINDS[name]?.includes(value) === true && asked.filter((one) => one.name === name).length === 1;
}

/** A page for configuring a list of talks for another site: a form, a preview, and the code to copy. */
export function builderPage(content: BuilderContent, view: View): string {
  const { embed } = view.messages;
  const all = filtersOf(content, view);
  const names = all.filter(({ asked }) => !hasField(asked, content.asked));
  const title = names.map(({ label }) => label).join(', ') || view.brand.name;
  const codes = snippetsOf({ ...content, title }, view.publication);
  const chips = names.map(({ asked, kind, label }) => ({
    kind,
    label,
    without: view.links.embed(builderQuery({ ...content, asked: content.asked.filter((one) => one !== asked) })),
  }));
  return htmlDocument(view, {
    title: embed.title,
    canonical: (one) => one.embed(),
    robots: 'noindex',
    kind: 'builder-page',
    wide: true,
    content: html`<h1>${embed.title}</h1>
      <p class="lead">${embed.lead}</p>
      <div class="builder-columns">
        ${form(content, chips.length === 0 ? html`<p class="quiet">${embed.allTalks}</p>` : chipList(chips, view.messages), view)}
        <div class="builder-live" data-live>
          <section>
            <h2>${embed.preview}</h2>
            <iframe
              class="builder-preview"
              src="${pageLinks(view.publication, null).embedTalks(frameQuery({ ...content, language: content.language || view.language }))}"
              title="${embed.preview}"
            ></iframe>
          </section>
          <section>
            <h2>${embed.toCopy}</h2>
            ${snippetKinds(content.asked).map((kind) => snippet(kind, codes[kind], view))}
          </section>
        </div>
      </div>`,
  });
}

function builderQuery({
  asked,
  look,
  language,
}: Pick<BuilderContent, 'asked' | 'look' | 'language'>): readonly NamedValue[] {
  return [...asked, ...look, ...(language === '' ? [] : [{ name: 'language', value: language }])];
}

function form(content: BuilderContent, chosen: Html, view: View): Html {
  const { asked, layout, theme, paging, language } = content;
  const { messages, links, languageInAddress } = view;
  const { embed, search } = messages;
  const [action = ''] = links.embed().split('?', 1);
  const valueOf = (wanted: string): string => asked.find(({ name }) => name === wanted)?.value ?? '';
  const kept = asked.filter((one) => !hasField(one, asked));
  const suggest = suggestingToAdd(FINDABLE, 'find', view);
  return html`<form class="builder" action="${action}" method="get" ${suggest}>
    <fieldset>
      <legend>${embed.which}</legend>
      ${chosen}
      <div class="builder-find">
        <p class="field">
          <label for="builder-find">${embed.find}</label>
          <input type="search" id="builder-find" name="find" value="${content.find}" autocomplete="off" />
        </p>
        <button type="submit">${embed.findSubmit}</button>
      </div>
      ${found(content, view)}
      <p class="field">
        <label for="builder-q">${search.words}</label>
        <input type="search" id="builder-q" name="q" value="${valueOf('q')}" autocomplete="off" />
      </p>
    </fieldset>
    ${dates(asked, view)}
    <fieldset class="builder-look">
      <legend>${search.kind}</legend>
      ${Object.keys(KINDS).map((name) => kindField(name, asked, view))}
    </fieldset>
    <fieldset class="builder-look">
      <legend>${embed.look}</legend>
      ${select(
        'layout',
        embed.layout,
        layout,
        EMBED_LAYOUTS.map((one) => [one, embed.layouts[one]]),
      )}
      ${select('theme', embed.theme, theme, [['', embed.themes.page], ...THEMES.map((one) => [one, embed.themes[one]] as const)])}
      ${select('language', messages.site.languages, language, [['', embed.languageAround], ...LANGUAGES.map((one) => [one, LANGUAGE_NAMES[one]] as const)])}
      <p class="field">
        <label for="builder-count">${search.count}</label>
        <input type="number" id="builder-count" name="count" min="1" max="50" value="${valueOf('count')}" />
      </p>
      <p class="field field-box">
        <input type="checkbox" id="builder-paging" name="paging" value="true" ${paging ? html`checked` : NOTHING} />
        <label for="builder-paging">${embed.paging}</label>
      </p>
    </fieldset>
    ${keptValues(kept, search)}${languageInAddress ? html`<input type="hidden" name="lang" value="${view.language}" />` : NOTHING}
    <p data-show><button type="submit" class="primary">${embed.show}</button></p>
  </form>`;
}

/** Periods that move with time, or certain days. */
function dates(asked: readonly NamedValue[], { messages: { embed, search }, brand }: View): Html {
  const valueOf = (wanted: string): string => asked.find(({ name }) => name === wanted)?.value ?? '';
  const [from, to] = [valueOf('from'), valueOf('to')];
  const period = Object.entries(BUILDER_PERIODS).find(([, one]) => one.from === from && one.to === to)?.[0] ?? '';
  const choices: readonly (readonly [string, string])[] = [
    ['', embed.upcoming],
    ['today', search.today],
    ['tomorrow', search.tomorrow],
    ['week', embed.week],
    ['month', search.next30],
    ...(brand.terms.length === 0 ? [] : [['term', embed.term] as const]),
  ];
  const day = (name: 'from' | 'to', value: string): Html =>
    html`<p class="field">
      <label for="builder-${name}">${search[name]}</label>
      <input
        type="date"
        id="builder-${name}"
        name="${name}"
        value="${period === '' && /^\d{4}-/.test(value) ? value : ''}"
      />
    </p>`;
  return html`<fieldset class="builder-look">
    <legend>${search.shortcuts}</legend>
    ${select('when', embed.period, period, choices)} ${day('from', from)} ${day('to', to)}
  </fieldset>`;
}

function kindField(name: string, asked: readonly NamedValue[], { messages: { embed, search } }: View): Html {
  const given = asked.filter((one) => one.name === name);
  if (given.some((one) => !hasField(one, asked))) return NOTHING;
  const labelOfValue = (value: string): string => {
    if (name !== 'cancelled') return attributeLabel(name, value, search);
    return value === 'omit' ? search.cancelledOmit : search.cancelledOnly;
  };
  const choices = (KINDS[name] ?? []).map((value) => [value, labelOfValue(value)] as const);
  return select(name, labelOf(name, search), given[0]?.value ?? '', [['', embed.any], ...choices]);
}

/** Names that match, each as a link that adds it. */
function found(content: BuilderContent, { links, messages }: View): Html {
  const { embed, search } = messages;
  if (content.find === '') return NOTHING;
  if (content.found.length === 0) return html`<p class="quiet">${embed.noneFound}</p>`;
  const items = content.found.map(({ type, key, name, affiliation }) => {
    if (type === 'collection') return NOTHING;
    const asked = [...content.asked, { name: PARAMETER_OF[type], value: key }];
    const label = html`<bdi lang="">${affiliation === undefined ? name : `${name} (${affiliation})`}</bdi>`;
    return html`<li>
      <a class="button" href="${links.embed(builderQuery({ ...content, asked }))}">${embed.add} ${label}</a>
      <span class="quiet">${search.suggest.kinds[type]}</span>
    </li>`;
  });
  return html`<ul class="builder-found">
    ${items}
  </ul>`;
}

function select(
  name: string,
  label: string,
  value: string,
  choices: readonly (readonly [value: string, text: string])[],
): Html {
  return html`<p class="field">
    <label for="builder-${name}">${label}</label>
    <select id="builder-${name}" name="${name}">
      ${choices.map(([one, text]) => html`<option value="${one}" ${one === value ? html`selected` : NOTHING}>${text}</option>`)}
    </select>
  </p>`;
}

function snippet(kind: SnippetKind, text: string, { messages: { embed } }: View): Html {
  const { title, text: explanation } = embed.snippets[kind];
  return html`<section class="snippet" id="snippet-${kind}">
    <h3>${title}</h3>
    <p>${explanation}</p>
    <pre translate="no">${text}</pre>
    <button type="button" data-copy data-copied="${embed.copied}" aria-label="${embed.copy}: ${title}" hidden>
      ${embed.copy}
    </button>
    <p class="quiet" role="status"></p>
  </section>`;
}

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

const SNIPPETS = [
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
type SnippetKind = (typeof SNIPPETS)[number];

/** Those that work for a list. The element asks the interface in JSON, which does not know terms. */
function snippetKinds(asked: readonly NamedValue[]): readonly SnippetKind[] {
  const hasTerm = asked.some(({ name, value }) => (name === 'from' || name === 'to') && value.startsWith('term'));
  return hasTerm ? SNIPPETS.filter((kind) => kind !== 'html' && kind !== 'react') : SNIPPETS;
}

/** The code to copy for each kind of snippet. */
function snippetsOf(list: ChosenList, publication: Publication): Record<SnippetKind, string> {
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
function frameQuery({ asked, look, language }: Omit<ChosenList, 'title'>): readonly NamedValue[] {
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
