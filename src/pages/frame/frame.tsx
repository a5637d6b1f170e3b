import { pageLinks } from '#representations/links/page-links.ts';
import type { Brand } from './brand.ts';
import { html, NOTHING, rendered, type Html } from './html.ts';
import { LANGUAGE_NAMES, LANGUAGES } from './language.ts';
import type { Current } from './layout.tsx';
import type { View } from './view.ts';

/** What stands around the content: the same for every page in one language, and so written once. */
export interface Frame {
  readonly header: Html;
  readonly footer: Html;
}

/** By brand, then by all else that a frame depends on: a few dozen. */
const frames = new WeakMap<Brand, Map<string, Frame>>();

export function frameOf(view: View, current: Current | undefined): Frame {
  const { brand, language, languageInAddress, publication } = view;
  let ofBrand = frames.get(brand);
  if (ofBrand === undefined) frames.set(brand, (ofBrand = new Map<string, Frame>()));
  const key = [publication.baseUrl, language, String(languageInAddress), current ?? ''].join(' ');
  let frame = ofBrand.get(key);
  if (frame === undefined) {
    frame = { header: rendered(<Header view={view} current={current} />), footer: rendered(<Footer view={view} />) };
    ofBrand.set(key, frame);
  }
  return frame;
}

function Header({ view, current }: { readonly view: View; readonly current: Current | undefined }) {
  const { brand, links, messages } = view;
  const { site } = messages;
  const entries: readonly (readonly [Current, string, string])[] = [
    ['search', site.search, links.search()],
    ['calendar', site.calendar, links.agenda()],
    ['browse', site.browse, links.browse('series')],
    ['help', site.help, links.help],
  ];
  return (
    <header class="site">
      <div class="frame">
        <a class="brand" href={links.home} aria-current={current === 'home' ? 'page' : undefined}>
          {brand.logo !== null && (
            <img src={links.asset(brand.logo.name)} alt="" {...(brand.logo.size ?? { height: 32 })} />
          )}
          <bdi>{brand.name}</bdi>
        </a>
        <nav aria-label={site.navigation}>
          <ul>
            {entries.map(([key, label, href]) => (
              <li key={key}>
                <a href={href} aria-current={current === key ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}

function Footer({ view }: { readonly view: View }) {
  const { brand, links, messages } = view;
  const { site } = messages;
  return (
    <div class="frame">
      <ul>
        {brand.links.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>
              <bdi>{label}</bdi>
            </a>
          </li>
        ))}
        <li>
          <a href={links.about}>{site.about}</a>
        </li>
        <li>
          <a href={links.help}>{site.help}</a>
        </li>
        <li>
          <a href={links.docs}>{site.developers}</a>
        </li>
      </ul>
      <p>{site.programs}</p>
    </div>
  );
}

/** This page in each language, by plain links that ask the same. */
export function languageSwitch({ messages, publication, language: chosen, here }: View): Html {
  const links = LANGUAGES.map((language) => {
    const current = language === chosen ? html` aria-current="true"` : NOTHING;
    const href = pageLinks(publication, language).page(here);
    return html`<li>
      <a href="${href}" lang="${language}" hreflang="${language}" ${current}>${LANGUAGE_NAMES[language]}</a>
    </li>`;
  });
  return html`<nav class="languages" aria-label="${messages.site.languages}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}
