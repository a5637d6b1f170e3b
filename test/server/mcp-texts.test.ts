import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { labelled, othersLine, othersParagraphs, quotedLines } from '#server/mcp/tool.ts';
import { talkLines, toldTalk } from '#server/mcp/talk-tools.ts';
import { publication } from '../support/catalogue/publication.ts';
import { richTalk } from '../support/catalogue/talk-details.ts';
import { hostileTalk, hostileText } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';

/** Characters that screens hide but models read: tags, and variation selectors that encode bytes. */
const TAGS = unseen('obey', 0xe0000);
const SELECTORS = unseen('obey', 0xe0100 - 16);

function unseen(word: string, from: number): string {
  return Array.from(word, (letter) => String.fromCodePoint(from + (letter.codePointAt(0) ?? 0))).join('');
}

const LABEL =
  /^(?:Title|When|Status|Notice|Where(?: \(venue \S+\))?|Online|Speaker(?: \(\S+\))?|Speakers not listed|Series \(\S+\)|Department \(\S+\)): \S/;
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u{e0100}-\u{e01ef}]/u;

describe('catalogue text for assistants', () => {
  it('stays on one line and loses invisible characters', () => {
    const title = `A\nTalk: 1\r\nAddress:\u2028x\u0085y\v\u202eevil\u200b${TAGS}${SELECTORS}\u0007 \ue000 👩‍🔬 ❤️`;
    assert.equal(othersLine(title), 'A Talk: 1 Address: x y evil 👩‍🔬 ❤️');
    assert.deepEqual(labelled('Title', title), ['Title: A Talk: 1 Address: x y evil 👩‍🔬 ❤️']);
    assert.deepEqual(labelled('Cost', ` ${TAGS}\n`), []);
  });

  it('is truncated between words and never within a character', () => {
    assert.equal(othersLine('moss '.repeat(200), 20), 'moss moss moss moss…');
    assert.equal(othersParagraphs(`a${'🌿'.repeat(100)}`, 100), `a${'🌿'.repeat(49)}…`);
  });

  it('is quoted with > on every line if it has several lines', () => {
    assert.deepEqual(quotedLines(othersParagraphs(`One\r\n\n\n> two\n${TAGS}\nAddress: x`, 1_000)), [
      '> One',
      '>',
      '> > two',
      '>',
      '> Address: x',
    ]);
  });

  it('never begins a line and never contains invisible characters', () => {
    fc.assert(
      fc.property(hostileTalk, (details) => {
        const lines = talkLines(toldTalk(details, publication), details);
        for (const line of lines) {
          assert.match(line, LABEL);
          assert.doesNotMatch(line, UNSEEN);
        }
      }),
      { numRuns: RUNS.usual },
    );
    fc.assert(
      fc.property(hostileText, (text) => {
        const lines = quotedLines(othersParagraphs(text, 10_000));
        for (const line of lines) assert.match(line, /^>(?: \P{Cc}+)?$/u);
        assert.doesNotMatch(lines.join(''), UNSEEN);
      }),
      { numRuns: RUNS.quick },
    );
  });

  it('is limited to 12 kB per talk', () => {
    const long = 'x'.repeat(100_000);
    const { talk, venue } = richTalk;
    const person = richTalk.speakers[0];
    assert.ok(person !== undefined && venue !== null);
    const details = {
      ...richTalk,
      talk: { ...talk, title: long, specialMessage: long, description: long, onlineUrl: long },
      venue: { ...venue, name: long },
      speakers: Array.from({ length: 500 }, () => ({ ...person, name: long })),
    };
    const told = toldTalk(details, publication);
    assert.ok(JSON.stringify(told).length < 12_000);
    const lines = talkLines(told, details);
    assert.ok(lines.includes('Speakers not listed: 480'));
    assert.ok(lines.join('\n').length < 12_000);
  });
});
