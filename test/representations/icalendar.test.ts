import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import ICAL from 'ical.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import { icalendar } from '#representations/icalendar.js';
import { assemble } from '#representations/representation.js';
import { publication } from '../support/publication.js';
import { hostileTalk } from '../support/hostile-text.js';
import { bareTalk, richTalk } from '../support/talk-details.js';

const calendar = icalendar(publication);

function written(details: TalkDetails): Buffer {
  return assemble(calendar.talkDocument, [calendar.talk(details)]);
}

describe('a talk for a calendar', () => {
  it('that has everything says it all', () => {
    assert.equal(
      written(richTalk).toString(),
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Lectern//Lectern//EN',
        'CALSCALE:GREGORIAN',
        'BEGIN:VEVENT',
        'UID:52360e07-9b8b-477d-8bc7-8a25995e5ef8',
        'DTSTAMP:20150901T080706Z',
        'LAST-MODIFIED:20150901T080706Z',
        'DTSTART:20151006T100000Z',
        'DTEND:20151006T113000Z',
        'SUMMARY:Moss "in the dark": β < γ?',
        'DESCRIPTION:The lift is broken\\n\\nThis talk has been cancelled.\\n\\nSpeaker:',
        '  Ada Núñez (Reader in Botany)\\n\\nOn moss.\\n\\nAnd on ferns\\;\\nboth green.',
        'LOCATION:Glass House\\, Seminar room\\, 1 Garden Lane',
        'URL:https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8',
        ' /',
        'STATUS:CANCELLED',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  it('that has nothing, and takes no time, says no more than it must', () => {
    assert.equal(
      written(bareTalk).toString(),
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Lectern//Lectern//EN',
        'CALSCALE:GREGORIAN',
        'BEGIN:VEVENT',
        'UID:88ba512b-8ac1-4191-a86e-340f8f3fed1d',
        'DTSTAMP:20150701T000000Z',
        'LAST-MODIFIED:20150701T000000Z',
        'DTSTART:20150731T080500Z',
        'SUMMARY:Untold',
        'URL:https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d',
        ' /',
        'STATUS:CONFIRMED',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  it('keeps its UID when the service moves to another host', () => {
    const moved = icalendar({ ...publication, baseUrl: 'https://elsewhere.example.org' }).talk(bareTalk);
    assert.ok(moved.toString().includes('\r\nUID:88ba512b-8ac1-4191-a86e-340f8f3fed1d\r\n'));
  });
});

describe('any text whatever in a calendar', () => {
  /** What is left of a text: its line ends as one kind, no control characters. */
  function kept(text: string): string {
    return text
      .replace(/\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .replace(/\p{Surrogate}/gu, '\ufffd');
  }

  it('stays within its property', () => {
    fc.assert(
      fc.property(hostileTalk, (details) => {
        const root = ICAL.Component.fromString(written(details).toString());
        assert.deepEqual(
          root.getAllSubcomponents().map(({ name }) => name),
          ['vevent'],
        );
        const [event] = root.getAllSubcomponents();
        assert.ok(event !== undefined);
        assert.deepEqual(event.getAllSubcomponents(), []);
        const properties = event
          .getAllProperties()
          .map((property) => [property.name, property.getFirstValue()] as const);
        const names = properties.map(([name]) => name);
        const possible = 'uid dtstamp last-modified dtstart dtend summary description location url status'.split(' ');
        assert.deepEqual(
          names,
          possible.filter((name) => names.includes(name)),
          'each once, in order',
        );
        const values = new Map(properties);
        assert.equal(values.get('summary') ?? '', kept(details.talk.title));
        if (details.venue === null) assert.equal(values.get('location') ?? '', kept(details.talk.locationDetails));
      }),
      { numRuns: 500 },
    );
  });

  it('is folded at 75 octets, between characters, every line ended by CRLF', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    fc.assert(
      fc.property(hostileTalk, (details) => {
        const bytes = written(details);
        const text = bytes.toString('latin1');
        assert.ok(text.endsWith('\r\n'));
        const lines = text.slice(0, -2).split('\r\n');
        for (const line of lines) {
          assert.ok(line.length > 0 && line.length <= 75, `${line.length} octets`);
          assert.doesNotMatch(line, /[\0-\x08\x0a-\x1f\x7f]/);
          decoder.decode(Buffer.from(line, 'latin1'));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is not torn at any place of a fold', () => {
    for (let length = 0; length < 160; length += 1) {
      const title = `${'a'.repeat(length)}\u{1F331}é日`;
      const bytes = written({ ...bareTalk, talk: { ...bareTalk.talk, title } });
      for (const line of bytes.toString('latin1').split('\r\n')) {
        assert.ok(line.length <= 75);
        assert.ok(!Buffer.from(line, 'latin1').toString().includes('\ufffd'), `torn at ${length}`);
      }
      assert.ok(bytes.toString().replaceAll('\r\n ', '').includes(`SUMMARY:${title}\r\n`));
    }
  });
});
