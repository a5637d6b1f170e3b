import { EMBED_LAYOUTS } from '#search/query/embed-question.ts';
import type { EmbedLayout } from '#search/query/embed-question.ts';
import { pageLinks } from '#representations/links/page-links.ts';
import type { NamedValue } from '#search/query/request.ts';
import { chipList } from '../frame/chips.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../frame/language.ts';
import { htmlDocument } from '../frame/layout.ts';
import type { View } from '../frame/view.ts';
import { filtersOf } from '../search/search-chips.ts';
import type { FoundName } from '../search/search-content.ts';
import { keptValues } from '../search/search-kept.ts';
import { suggestingToAdd } from '../search/suggesting.ts';
import { frameQuery, SNIPPETS, snippetsOf } from './snippets.ts';

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
const FIELDS: readonly string[] = ['q', 'count', 'page'];
const NO_DAYS = { from: undefined, to: undefined };

/** A page for configuring a list of talks for another site: a form, a preview, and the code to copy. */
export function builderPage(content: BuilderContent, view: View): string {
  const { embed } = view.messages;
  const all = filtersOf({ asked: content.asked, nameOf: content.nameOf, days: NO_DAYS }, view);
  const names = all.filter(({ asked }) => !FIELDS.includes(asked.name));
  const titled = names.filter(({ asked: { name } }) => name !== 'from' && name !== 'to');
  const title = titled.map(({ label }) => label).join(', ') || view.brand.name;
  const shown = { ...content, title };
  const chips = names.map(({ asked, kind, label }) => ({
    ...(kind === '' ? {} : { kind }),
    label,
    without: view.links.embed(builderQuery({ ...content, asked: content.asked.filter((one) => one !== asked) })),
  }));
  return htmlDocument(view, {
    title: embed.title,
    canonical: (one) => one.embed(),
    robots: 'noindex',
    kind: 'builder-page',
    content: html`<h1>${embed.title}</h1>
      <p class="lead">${embed.lead}</p>
      ${form(content, chips.length === 0 ? html`<p class="quiet">${embed.allTalks}</p>` : chipList(chips, view.messages), view)}
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
        ${SNIPPETS.map((kind) => snippet(kind, snippetsOf(shown, view.publication)[kind], view))}
      </section>`,
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
  const kept = asked.filter(({ name }) => !FIELDS.includes(name));
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
    <p><button type="submit" class="primary">${embed.show}</button></p>
  </form>`;
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

function snippet(kind: (typeof SNIPPETS)[number], text: string, { messages: { embed } }: View): Html {
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
