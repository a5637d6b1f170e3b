import type { Series } from '#catalogue/series.js';
import { seriesDocument } from '#representations/json-ld-pages.js';
import { webAddress as linked } from './address.js';
import { listPage, type ListContent } from './list-page.js';
import { Prose } from './prose.js';
import { THEIRS } from './text.js';
import type { View } from './view.js';

/** The page that a series' `talks_page` leads to. */
export function seriesPage({ record: series, list, month }: ListContent<Series>, view: View): string {
  const { slug, title, description, occurrence, webAddress } = series;
  return listPage(
    {
      title,
      kind: view.messages.browse.group.series,
      description,
      jsonLd: seriesDocument(view.publication, series),
      followed: { subject: 'series', title, address: (links) => links.series(slug) },
      list,
      month,
      address: (links, query) => links.series(slug, query),
      filters: [{ name: 'series', value: slug }],
      about: (
        <>
          {occurrence !== '' && (
            <p class="quiet" {...THEIRS}>
              {occurrence}
            </p>
          )}
          <Prose text={description} topLevel={2} />
          {webAddress !== '' && <p dangerouslySetInnerHTML={{ __html: linked(webAddress).markup }} />}
        </>
      ),
    },
    view,
  );
}
