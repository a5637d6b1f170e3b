import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { makeBrand, NO_BRAND } from '#pages/frame/brand.ts';
import { STYLES } from '#pages/frame/assets.ts';
import { talkItem } from '#pages/lists/talk-list.ts';
import { withoutForbidden } from '#representations/json/xml-text.ts';
import { hostileTalk } from '../support/hostile/hostile-text.ts';
import { elementsWithin, textOf, type Markup } from '../support/render/markup.ts';
import { allOf, hasClass, oneOf, pageTree, seenText } from '../support/render/page-tree.ts';
import { RUNS } from '../support/property-runs.ts';
import { bareTalk, recordedTalk, richTalk, series } from '../support/catalogue/talk-details.ts';
import { testView, view } from '../support/render/view.ts';
import { asShown } from '../support/render/title-as-shown.ts';

function itemOf(details: TalkDetails, of = view): Markup {
  return oneOf(pageTree(`<ol>${talkItem(details, of).markup}</ol>`), 'li');
}

function lines(item: Markup): string[] {
  return allOf(item, 'p').map(seenText);
}

function talkWith(more: Partial<TalkDetails['talk']>): TalkDetails {
  return { ...bareTalk, talk: { ...bareTalk.talk, ...more } };
}

describe('a talk in a list', () => {
  it('shows time, and three lines: title and flags, speakers, venue and series; then its special message', () => {
    assert.deepEqual(lines(itemOf(richTalk)), [
      `${view.dates.longDate('2015-10-06')}, 11:00–12:30`,
      'Moss "in the dark": β < γ? Cancelled Online',
      'Ada Núñez (Reader in Botany)',
      'Glass House, Seminar room · Plants & people',
      'The lift is broken',
    ]);
  });

  it('says where one or two speakers come from, in the few words of a line', () => {
    const who = (...bios: readonly string[]): unknown => {
      const [speaker] = richTalk.speakers;
      assert.ok(speaker !== undefined);
      return lines(itemOf({ ...richTalk, speakers: bios.map((bio) => ({ ...speaker, bio })) }))[2];
    };
    assert.equal(who('Reader in Botany'), 'Ada Núñez (Reader in Botany)');
    assert.equal(who('', 'Kew.'), 'Ada Núñez, Ada Núñez (Kew)');
    assert.equal(
      who('Lecturer at the University of Upper Tarn. Works on moss, lately with the help of drones, and on ferns.'),
      'Ada Núñez (Lecturer at the University of Upper Tarn)',
    );
    assert.equal(
      who('Research Fellow in the Mathematical Institute, working on number theory'),
      'Ada Núñez (Research Fellow in the Mathematical Institute)',
    );
    assert.equal(who('Botanist who '.repeat(20)), 'Ada Núñez');
    assert.equal(who('Kew', 'Kew', 'Kew'), 'Ada Núñez, Ada Núñez, Ada Núñez');
  });

  it('adds the surrounding building to the venue unless the venue’s name contains it', () => {
    const where = (name: string, around: string): unknown => {
      const { venue } = richTalk;
      assert.ok(venue !== null);
      const item = talkItem({ ...richTalk, venue: { ...venue, name } }, view, around);
      return seenText(oneOf(pageTree(`<ol>${item.markup}</ol>`), 'span', hasClass('talk-where')));
    };
    assert.equal(where('Library', 'Anning Hall'), 'Library, Anning Hall, Seminar room');
    assert.equal(where('Anning hall, Library', 'Anning Hall'), 'Anning hall, Library, Seminar room');
    assert.equal(where('Library', ''), 'Library, Seminar room');
  });

  it('shows the talk’s image as a decorative thumbnail if its host is allowed', () => {
    const pictured = talkWith({ image: { url: 'https://img.example.org/moss.jpg', alt: 'Moss' } });
    const hosts = (...allowed: string[]): typeof view =>
      testView({ brand: makeBrand({ ...NO_BRAND, pictures: { hosts: allowed, hasFolder: false } }) });
    const [picture] = allOf(itemOf(pictured, hosts('img.example.org')), 'img');
    assert.deepEqual(picture?.attributes, {
      class: 'talk-picture',
      src: 'https://img.example.org/moss.jpg',
      alt: '',
      width: '96',
      height: '64',
      loading: 'lazy',
      referrerpolicy: 'no-referrer',
    });
    assert.deepEqual(allOf(itemOf(pictured, hosts('other.example.org')), 'img'), []);
    assert.deepEqual(allOf(itemOf(bareTalk, hosts('img.example.org')), 'img'), []);
  });

  it('omits fields that the talk does not have', () => {
    assert.deepEqual(lines(itemOf(bareTalk)), [`${view.dates.longDate('2015-07-31')}, 09:05`, 'Untold']);
  });

  it('links to the talk, its speakers and its series, keeping ?lang= of the address', () => {
    const german = testView({ language: 'de', languageInAddress: true });
    const hrefs = (of: typeof view): (string | undefined)[] =>
      allOf(itemOf(richTalk, of), 'a').map(({ attributes }) => attributes.href);
    const plain = [
      `/talks/id/${richTalk.talk.slug}/`,
      '/talks/persons/id/5a3e1c1e-0000-4000-8000-000000000001',
      `/talks/series/id/${series.slug}`,
    ];
    assert.deepEqual(hrefs(view), plain);
    assert.deepEqual(
      hrefs(german),
      plain.map((address) => `${address}?lang=de`),
    );
  });

  it('shows the day on which a talk ends if it is another day', () => {
    assert.equal(
      lines(itemOf(talkWith({ end: '2015-08-01T08:05:00Z' })))[0],
      `${view.dates.longDate('2015-07-31')}, 09:05–${view.dates.shortDay('2015-08-01T08:05:00Z')}, 09:05`,
    );
  });

  it('flags talks that are cancelled or in preparation and strikes out cancelled titles', () => {
    const flagOf = (status: 'cancelled' | 'preparation'): string =>
      seenText(oneOf(itemOf(talkWith({ status })), 'span', hasClass('flag')));
    assert.deepEqual([flagOf('cancelled'), flagOf('preparation')], ['Cancelled', 'In preparation']);
    assert.equal(allOf(itemOf(talkWith({ status: 'cancelled' })), 's').length, 1);
    assert.equal(allOf(itemOf(talkWith({ status: 'preparation' })), 's').length, 0);
  });

  it('flags a talk that has a recording', () => {
    const flagsOf = (details: TalkDetails): string[] => allOf(itemOf(details), 'span', hasClass('flag')).map(seenText);
    assert.deepEqual(flagsOf(recordedTalk), ['Recording']);
    assert.deepEqual(flagsOf(bareTalk), []);
  });

  it('truncates a long special message', () => {
    const [, , note = ''] = lines(itemOf(talkWith({ specialMessage: `${'word '.repeat(100)}end` })));
    assert.match(note, /^word .* word…$/);
    assert.ok(note.length <= 161);
  });

  it('shows its special message in the alarm colour only if it is cancelled', () => {
    const isAlarm = (status: 'cancelled' | 'published'): boolean =>
      hasClass('cancelled')(
        oneOf(itemOf(talkWith({ status, specialMessage: 'Doors at 5' })), 'p', hasClass('talk-note')),
      );
    assert.deepEqual([isAlarm('cancelled'), isAlarm('published')], [true, false]);
    assert.match(STYLES, /\.talk-note\.cancelled \{\s*color: var\(--alarm\)/);
    assert.doesNotMatch(STYLES, /\.talk-note \{[^}]*--alarm/);
  });

  it('contains no heading, so that it fits under a heading of any level', () => {
    for (const { name } of elementsWithin(itemOf(richTalk))) assert.doesNotMatch(name, /^h[1-6]$/);
  });

  it('escapes arbitrary text', () => {
    fc.assert(
      fc.property(hostileTalk, (details) => {
        const item = itemOf(details);
        for (const { name, attributes } of elementsWithin(item)) {
          assert.ok(!['b', 'script', 'style'].includes(name), name);
          assert.match(attributes.href ?? '/talks/', /^\/talks\//);
        }
        const [title] = allOf(oneOf(item, 'p', hasClass('talk-title')), 'a');
        assert.ok(title !== undefined);
        const text = withoutForbidden(asShown(details.talk.title)).replace(/\r\n?/g, '\n');
        assert.equal(textOf(title).replace(/\r\n?/g, '\n'), text);
      }),
      { numRuns: RUNS.usual },
    );
  });
});
