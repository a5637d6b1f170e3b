import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sharedTalkList, sharedTalk } from '#pages/frame/shared-page.ts';
import { talkDocument } from '#representations/linked-data/json-ld.ts';
import { talkPage } from '#pages/talk.ts';
import { makeBrand, NO_BRAND } from '#pages/frame/brand.ts';
import { hostileTalk } from '../support/hostile/hostile-text.ts';
import { elementsWithin, textOf } from '../support/render/markup.ts';
import { pageTree } from '../support/render/page-tree.ts';
import { RUNS } from '../support/property-runs.ts';
import { publication } from '../support/catalogue/publication.ts';
import { talkContent } from '../support/render/talk-content.ts';
import { bareTalk, richTalk, series } from '../support/catalogue/talk-details.ts';
import { testView, view } from '../support/render/view.ts';

describe('the preview of a shared page', () => {
  it('has the title, time, speakers, venue, abstract and card of a talk', () => {
    assert.deepEqual(
      sharedTalk(richTalk, view).openGraph.map(({ property, content }) => [property, content]),
      [
        ['og:type', 'article'],
        ['og:site_name', 'Lectern'],
        ['og:title', 'Moss "in the dark": β < γ?'],
        [
          'og:description',
          `This talk has been cancelled. · ${view.dates.day(richTalk.talk.start)}, 11:00 · Ada Núñez · Glass House, Seminar room, 1 Garden Lane · On moss. And on ferns; both green.`,
        ],
        ['og:url', `https://talks.example.org/talks/id/${richTalk.talk.slug}/`],
        ['og:locale', 'en_GB'],
        ['og:locale:alternate', 'de_DE'],
        ['og:locale:alternate', 'fr_FR'],
        ['og:locale:alternate', 'es_ES'],
        ['og:image', `https://talks.example.org/cards/${richTalk.talk.slug}.png`],
        ['og:image:type', 'image/png'],
        ['og:image:width', '1200'],
        ['og:image:height', '630'],
        ['og:image:alt', 'Moss "in the dark": β < γ?'],
        ['twitter:card', 'summary_large_image'],
      ],
    );
  });

  for (const [ending, contentType, expected] of [
    ['png', 'image/png', ['og:image', 'og:image:type', 'og:image:alt']],
    ['svg', 'image/svg+xml', []],
  ] as const)
    it(`uses a logo in ${ending} as its image if previews can show that format and no cards are drawn`, () => {
      const logo = { content: Buffer.from('a picture'), ending, contentType };
      const brand = makeBrand({ ...NO_BRAND, name: 'Example University', logo, drawsCards: false });
      const { openGraph } = sharedTalk(richTalk, testView({ brand }));
      const address = `https://talks.example.org/assets/${brand.icon.name}`;
      const values: Readonly<Record<string, string>> = {
        'og:image': address,
        'og:image:type': contentType,
        'og:image:alt': 'Example University',
      };
      assert.deepEqual(
        openGraph
          .filter(({ property }) => /og:image|og:type|twitter/.test(property))
          .map(({ property, content }) => [property, content]),
        [
          ['og:type', 'article'],
          ...expected.map((property) => [property, values[property]]),
          ['twitter:card', 'summary'],
        ],
      );
      const page = talkPage(talkContent(richTalk), testView({ brand }));
      assert.equal(page.includes('/cards/'), false);
    });

  it('is in the language of the page', () => {
    const { description, openGraph } = sharedTalk(bareTalk, testView({ language: 'de' }));
    assert.equal(description, 'Freitag, 31. Juli 2015, 09:05');
    assert.equal(openGraph.find(({ property }) => property === 'og:locale')?.content, 'de_DE');
    const picture = openGraph.find(({ property }) => property === 'og:image')?.content;
    assert.equal(picture, `https://talks.example.org/cards/${bareTalk.talk.slug}.png?lang=de`);
  });

  it('has the title and first words of a list, or the site’s name if the title is blank', () => {
    const address = (links: { series(slug: string): string }): string => links.series(series.slug);
    const { title, description } = sharedTalkList({ title: series.title, text: '**Every** week.', address }, view);
    assert.deepEqual([title, description], ['Plants & people', 'Every week.']);
    assert.equal(sharedTalkList({ title: ' ', text: '', address }, view).title, 'Lectern');
  });

  it('truncates long titles and descriptions', () => {
    const { title, description } = sharedTalkList(
      { title: 't '.repeat(500), text: 'd '.repeat(5_000), address: () => '' },
      view,
    );
    assert.ok(title.length <= 200 && title.endsWith('…') && description.length <= 300 && description.endsWith('…'));
  });

  it('is in the head of the page, next to one JSON-LD script, for any text', () => {
    fc.assert(
      fc.property(hostileTalk, (details) => {
        const elements = [...elementsWithin(pageTree(talkPage(talkContent(details), view)))];
        const metas = elements.flatMap(({ name, attributes: { property, content = '' } }) =>
          name === 'meta' && property !== undefined ? [{ property, content }] : [],
        );
        assert.deepEqual(metas, sharedTalk(details, view).openGraph);
        const [data, ...more] = elements.filter(({ attributes }) => attributes.type === 'application/ld+json');
        assert.deepEqual(
          [JSON.parse(data === undefined ? '' : textOf(data)), more],
          [
            JSON.parse(talkDocument(publication, details, `https://talks.example.org/cards/${details.talk.slug}.png`)),
            [],
          ],
        );
      }),
      { numRuns: RUNS.usual },
    );
  });
});
