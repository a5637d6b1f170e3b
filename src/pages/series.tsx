import type { Series } from '#catalogue/series.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import { WebAddress } from './address.js';
import { htmlDocument } from './layout.js';
import { alternatesOf, Subscribe, type Followed } from './subscribe.js';
import { TalkList } from './talk-list.js';
import { Paragraphs, THEIRS } from './text.js';
import type { View } from './view.js';

/** The page that a series' `talks_page` leads to. */
export function seriesPage(
  content: { readonly series: Series; readonly talks: readonly TalkDetails[] },
  view: View,
): string {
  const { series, talks } = content;
  const list: Followed = {
    subject: 'series',
    title: series.title,
    address: (links) => links.series(series.slug),
  };
  return htmlDocument(view, {
    title: series.title,
    kind: 'list',
    canonical: (links) => links.series(series.slug),
    alternates: alternatesOf(view.publication, list),
    children: (
      <>
        <h1 {...THEIRS}>{series.title}</h1>
        {series.occurrence !== '' && (
          <p class="quiet" {...THEIRS}>
            {series.occurrence}
          </p>
        )}
        <Paragraphs text={series.description} />
        {series.webAddress !== '' && (
          <p>
            <WebAddress address={series.webAddress} />
          </p>
        )}
        <h2>{view.messages.browse.talksInSeries}</h2>
        <TalkList talks={talks} view={view} />
        <Subscribe list={list} view={view} />
      </>
    ),
  });
}
