import { startText, whenOf } from '../lists/when.ts';
import type { Image } from '#catalogue/image.ts';
import type { Series } from '#catalogue/series.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { banner } from '../frame/pictures.ts';
import { shortened } from '../frame/shortened.ts';
import type { View } from '../frame/view.ts';
import { theirs } from '../frame/words.ts';
import { titleHtml } from '../prose/title.ts';

/** The talk or series that the operator recommends on the home page. */
export type FeaturedContent = { readonly talk: TalkDetails } | { readonly series: Series };

interface Panel {
  readonly href: string;
  readonly title: string;
  readonly image: Image | null;
  readonly lines: readonly Html[];
}

export function featured(content: FeaturedContent, view: View): Html {
  const { href, title, image, lines } = 'talk' in content ? ofTalk(content.talk, view) : ofSeries(content.series, view);
  return html`<section class="featured" aria-labelledby="featured">
    ${banner(image, view)}
    <div>
      <p class="kind">${view.messages.search.featured}</p>
      <h2 id="featured"><a href="${href}" ${theirs(title)}>${titleHtml(title)}</a></h2>
      ${lines}
    </div>
  </section>`;
}

function ofTalk({ talk, speakers, series }: TalkDetails, view: View): Panel {
  const { dates, links, messages } = view;
  const names = speakers.map(({ name }) => name).join(', ');
  return {
    href: links.talk(talk.slug),
    title: talk.title,
    image: talk.image ?? series?.image ?? null,
    lines: [
      names === '' ? NOTHING : html`<p ${theirs(names)}>${shortened(names, MAX_LENGTH)}</p>`,
      html`<p>
        <time datetime="${whenOf(talk, dates).from}">${startText(talk, dates)}</time>
        ${talk.status === 'cancelled' ? html`<span class="flag cancelled">${messages.list.cancelled}</span>` : NOTHING}
      </p>`,
    ],
  };
}

function ofSeries({ slug, title, image, occurrence }: Series, { links }: View): Panel {
  const lines = occurrence === '' ? [] : [html`<p ${theirs(occurrence)}>${shortened(occurrence, MAX_LENGTH)}</p>`];
  return { href: links.series(slug), title, image, lines };
}

/** Maximum bytes of a line. */
const MAX_LENGTH = 400;
