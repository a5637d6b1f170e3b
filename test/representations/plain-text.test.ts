import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { columnsOf } from '#representations/feeds/feed-wrap.ts';
import { MATERIAL_NAMES } from '#representations/materials.ts';
import { plainText } from '#representations/feeds/plain-text.ts';
import { cancelledTalk, documents, movedTalk, plainTalk } from '../support/render/feed-documents.ts';
import { hostileFeedTalk, hostileFeedText } from '../support/hostile/hostile-feed.ts';
import { RUNS } from '../support/property-runs.ts';

const written = documents(plainText);

describe('a plain-text digest', () => {
  it('shows every field of each talk', () => {
    const description =
      'Mosses are small plants that are found in damp places, and they have no roots to speak of.\n- no\n- none';
    const moss = { ...cancelledTalk, talk: { ...cancelledTalk.talk, description } };
    assert.equal(
      written([moss, plainTalk]).toString(),
      `Plants & people
===============

Every week.

All are welcome.

https://talks.example.org/talks/series/id/d95be2ef-10bb-43d3-a46c-99dccf7151a0


Moss "in the dark": β < γ?
  * This talk has been cancelled.
  * The lift is broken
  When: Tuesday 6 October 2015, 11:00–12:30 (Europe/London)
  Where: Glass House, Seminar room, 1 Garden Lane
  Online: https://live.example.org/moss
  Speaker: Ada Núñez (Reader in Botany)
  Series: Plants & people
  Organised by: Department of Botany
  Booking: Recommended, https://book.example.org/?a=1&b=2,
    book@example.org
  Cost: £5
  Audience: Public
  Contact: moss@example.org
  https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/

    Mosses are small plants that are found in damp places, and they have
    no roots to speak of.
    - no
    - none


Untold
  When: Friday 31 July 2015, 09:05 (Europe/London)
  https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/
`,
    );
  });

  it('says “No talks.” if it has none', () => {
    assert.equal(
      written([], { description: '', page: null }).toString(),
      'Plants & people\n===============\n\n\nNo talks.\n',
    );
  });

  it('marks a cancelled talk in its title with cancelled=title', () => {
    const digest = documents(plainText, { cancelled: 'title' });
    assert.ok(digest([cancelledTalk]).toString().includes('\nCancelled: Moss "in the dark": β < γ?\n'));
    assert.deepEqual(digest([movedTalk]), written([movedTalk]));
  });
});

describe('arbitrary text in a plain-text digest', () => {
  it('is indented deeper than labels, in lines that are short enough for mail', () => {
    const feed = plainText(
      {
        baseUrl: 'https://t.example',
        placesUrl: '',
        mapsUrl: '',
        timeZone: 'Europe/London',
        links: 'paths',
        uidForm: 'slug',
      },
      { cancelled: 'status', alarm: null },
    );
    fc.assert(
      fc.property(hostileFeedTalk, (talk) => {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(feed.entry(talk));
        const lines = text.slice(0, -1).split('\n');
        assert.doesNotMatch(text, /[^\P{Cc}\n]|\p{Surrogate}|\u2028|\u2029/u);
        for (const line of lines) {
          assert.ok(columnsOf(line) <= 74 || /https?:\/\/\S+$/.test(line), JSON.stringify(line));
          assert.ok(Buffer.byteLength(line) <= 998);
          assert.equal(line, line.replace(/[ \t]+$/, ''));
        }
        const ours = lines
          .slice(lines.findIndex((line) => line.startsWith('  ')))
          .filter((line) => !/^ {4}|^$/.test(line));
        const names = `When|Where|Online|${Object.values(MATERIAL_NAMES).join('|')}|Speakers?|Series|Organised by|Booking|Cost|Audience|Contact`;
        for (const line of ours)
          assert.match(line, new RegExp(`^  (?:\\* |(?:${names}):|https://t\\.example/talks/id/)`));
      }),
      { numRuns: RUNS.usual },
    );
  });

  it('stays inside the heading if it is the title', () => {
    fc.assert(
      fc.property(hostileFeedText, (title) => {
        const [first = '', ...rest] = written([], { title, description: '', page: null }).toString().split('\n');
        assert.notEqual(first, '');
        assert.match(rest.slice(-5).join('\n'), /^=+\n\n\nNo talks\.\n$/);
      }),
    );
  });
});
