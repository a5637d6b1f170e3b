import type { Series } from '#catalogue/series.ts';
import { seriesDocument } from '#representations/linked-data/json-ld.ts';
import { safeHref as linked } from '../frame/address.ts';
import { html, NOTHING } from '../frame/html.ts';
import { listPage, type ListContent } from './list-page.ts';
import { banner } from '../frame/pictures.ts';
import { prose } from '../prose/prose.ts';
import type { View } from '../frame/view.ts';

/** The page that a series' `talks_page` leads to. */
export function seriesPage({ record: series, list, nearest, month }: ListContent<Series>, view: View): string {
  const { slug, title, description, occurrence, webAddress } = series;
  return listPage(
    {
      title,
      kind: view.messages.browse.group.series,
      description,
      jsonLd: seriesDocument(view.publication, series),
      followed: { subject: 'series', title, address: (links) => links.series(slug) },
      list,
      nearest,
      occurrence,
      common: 'series',
      month,
      address: (links, query) => links.series(slug, query),
      filters: [{ name: 'series', value: slug }],
      banner: banner(series.image, view),
      about: html`${prose(description, 2)} ${webAddress !== '' ? html`<p>${linked(webAddress)}</p>` : NOTHING}`,
    },
    view,
  );
}
