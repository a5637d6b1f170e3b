import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { oneLine, paragraphs, webAddress } from '#representations/feeds/feed-text.ts';
import { markdown } from '#representations/feeds/markdown-feed.ts';
import { cancelledTalk, documents, movedTalk, plainTalk } from '../support/render/feed-documents.ts';
import { hostileFeedTalk, hostileFeedText } from '../support/hostile/hostile-feed.ts';
import { isMembers } from '../support/json-value.ts';
import { RUNS } from '../support/property-runs.ts';

const written = documents(markdown);

function describing(description: string): DatedTalk {
  return { ...plainTalk, talk: { ...plainTalk.talk, description } };
}

/** The lines of the document for a description. */
function prose(description: string): string[] {
  const [, after = ''] = written([describing(description)])
    .toString()
    .split('/>\n\n');
  return after.split('\n').slice(0, -1);
}

describe('a Markdown digest', () => {
  it('shows every field of each talk', () => {
    assert.equal(
      written([cancelledTalk, plainTalk]).toString(),
      `Plants \\& people
================

Every week.

All are welcome.

<https://talks.example.org/talks/series/id/d95be2ef-10bb-43d3-a46c-99dccf7151a0>

Moss "in the dark": β \\< γ?
---------------------------

- **Notice:** This talk has been cancelled.
- **Notice:** The lift is broken
- **When:** Tuesday 6 October 2015, 11:00–12:30 (Europe/London)
- **Where:** Glass House, Seminar room, 1 Garden Lane
- **Online:** <https://live.example.org/moss>
- **Speaker:** Ada Núñez (Reader in Botany)
- **Series:**
  [Plants \\& people](<https://talks.example.org/talks/series/id/d95be2ef-10bb-43d3-a46c-99dccf7151a0>)
- **Organised by:** Department of Botany
- **Booking:** Recommended, <https://book.example.org/?a=1&b=2>,
  book\\@example\\.org
- **Cost:** £5
- **Audience:** Public
- **Contact:** moss\\@example\\.org
- **Page:**
  <https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/>

On moss.

And on ferns;\\
both green.

Untold
------

- **When:** Friday 31 July 2015, 09:05 (Europe/London)
- **Page:**
  <https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/>
`,
    );
  });

  it('says “No talks.” if it has none', () => {
    assert.equal(
      written([], { description: '', page: null }).toString(),
      'Plants \\& people\n================\n\nNo talks.\n',
    );
  });

  it('marks a cancelled talk in its title with cancelled=title', () => {
    const digest = documents(markdown, { cancelled: 'title' });
    assert.ok(digest([cancelledTalk]).toString().includes('\nCancelled: Moss "in the dark": β \\< γ?\n'));
    assert.deepEqual(digest([movedTalk]), written([movedTalk]));
  });

  it('escapes only characters that Markdown would interpret', () => {
    assert.deepEqual(prose('- a\n+ b\n1. c\n2) d\n# e\n> f\n===\n* g'), [
      '\\- a\\',
      '\\+ b\\',
      '1\\. c\\',
      '2\\) d\\',
      '\\# e\\',
      '\\> f\\',
      '\\===\\',
      '\\* g',
    ]);
    assert.deepEqual(prose('a | b'), ['a &#124; b']);
    assert.deepEqual(prose("It's 5-6 (or so), e = mc; 3.5% off! See https://x.example, [a](b)."), [
      "It's 5-6 (or so), e = mc; 3\\.5% off! See https:\\//x\\.example, \\[a\\](b).",
    ]);
  });

  it('wraps lines at 72 columns without starting a list', () => {
    const lines = prose(`${'a'.repeat(70)} - ${'b'.repeat(70)} 1. ${'c'.repeat(66)} + d`);
    assert.deepEqual(lines, [`${'a'.repeat(70)} -`, 'b'.repeat(70), `1\\. ${'c'.repeat(66)} +`, 'd']);
  });
});

interface Token {
  readonly type: string;
  readonly content: string;
  readonly attrs: unknown;
  readonly children: unknown;
}

function isToken(value: unknown): value is Token {
  return isMembers(value) && typeof value.type === 'string' && typeof value.content === 'string';
}

function tokensOf(value: unknown): Token[] {
  assert.ok(Array.isArray(value));
  return value.flatMap((one: unknown) => {
    assert.ok(isToken(one));
    return Array.isArray(one.children) ? [one, ...tokensOf(one.children)] : [one];
  });
}

/** The tokens that a talk may have. */
const OURS = new Set([
  ...['heading_open', 'heading_close', 'inline', 'text', 'text_special', 'softbreak', 'hardbreak'],
  ...['bullet_list_open', 'bullet_list_close', 'list_item_open', 'list_item_close', 'strong_open', 'strong_close'],
  ...['paragraph_open', 'paragraph_close', 'link_open', 'link_close'],
]);

/** The text without spaces and line breaks. */
function wordsOf(text: string): string {
  return text.replaceAll(/[ \n]/g, '');
}

describe('arbitrary text in a Markdown digest', () => {
  /** Parsed as strict CommonMark, and with HTML and detection of links switched on. */
  function readings(text: string): Token[][] {
    return [new MarkdownIt('commonmark'), new MarkdownIt({ html: true, linkify: true })].map((reader) =>
      tokensOf(reader.parse(text, {})),
    );
  }

  it('is rendered completely and only as text', () => {
    const ours = /^https:\/\/talks\.example\.org\/talks\/(?:series\/)?id\/[0-9a-f-]+\/?$/;
    fc.assert(
      fc.property(hostileFeedTalk, hostileFeedText, (details, heading) => {
        const { talk } = details;
        const document = written([details], { title: heading, description: '', page: null }).toString();
        for (const line of document.split('\n')) assert.ok(Buffer.byteLength(line) <= 998);
        for (const tokens of readings(document)) {
          for (const { type } of tokens) assert.ok(OURS.has(type), `an unexpected ${type}`);
          const headings = tokens.flatMap(({ type }, at) => (type === 'heading_open' ? [at] : []));
          assert.deepEqual(
            headings.map((at) => shownBy(tokens[at + 1])),
            [heading, talk.title].map((text) => wordsOf(oneLine(text) || 'Untitled')),
          );
          assert.equal(tokens.filter(({ type }) => type === 'bullet_list_open').length, 1);
          const leads = tokens.filter(({ type }) => type === 'link_open').map(({ attrs }) => hrefIn(attrs));
          const known = [talk.onlineUrl, talk.bookingUrl, ...talk.materials.map(({ url }) => url)].map(webAddress);
          for (const href of leads) assert.ok(ours.test(href) || known.some((one) => sameAddress(one, href)), href);
          const end = tokens.findLastIndex(({ type }) => type === 'bullet_list_close');
          const shown = tokens
            .slice(end)
            .filter(({ type }) => type === 'inline')
            .map(shownBy);
          assert.deepEqual(
            shown,
            paragraphs(talk.description).map((lines) => wordsOf(lines.join(''))),
          );
        }
      }),
      { numRuns: RUNS.usual },
    );
  });
});

/** The visible text of an inline token. */
function shownBy(token: Token | undefined): string {
  assert.ok(token?.type === 'inline');
  return wordsOf(
    tokensOf(token.children)
      .map(({ content }) => content)
      .join(''),
  );
}

function hrefIn(attrs: unknown): string {
  const [pair] = Array.isArray(attrs) ? (attrs as unknown[]) : [];
  return Array.isArray(pair) ? String(pair[1]) : '';
}

/** A parser may encode characters of an address that we do not encode. */
function sameAddress(one: string | null, other: string): boolean {
  return one !== null && decoded(one) === decoded(other);
}

function decoded(address: string): string {
  const once = address.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return once === address ? once : decoded(once);
}
