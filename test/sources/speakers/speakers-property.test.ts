import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { calendar, event } from '../../support/sources/import-calendars.ts';
import { RUNS } from '../../support/property-runs.ts';
import { readSource } from '../../support/sources/read-source.ts';

const piece = fc.oneof(
  fc.constantFrom(
    'Ada Lovelace',
    'Grace Hopper (Yale)',
    'Speaker:',
    'Title:',
    ': ',
    ' - ',
    ' — ',
    'TBA',
    '[x] ',
    '<b>',
    '(',
    '\\n',
  ),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\r\n\\]/g, ' ')),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
const entries = fc.array(fc.tuple(text, text), { maxLength: 12 });

it('reading speakers from arbitrary texts is deterministic and changes no key, start or problem', async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (texts) => {
      const content = calendar(
        ...texts.map(([title, description], index) =>
          event(String(index), '20261201', title, `DESCRIPTION:${description}`),
        ),
      );
      const [whole, again, ignored] = [
        await readSource(readIcalendar, content),
        await readSource(readIcalendar, content),
        await readSource(readIcalendar, content, { speakersInText: 'ignore' }),
      ];
      assert.deepEqual(again, whole);
      assert.deepEqual(
        whole.talks.map(({ key, start }) => [key, start]),
        ignored.talks.map(({ key, start }) => [key, start]),
      );
      assert.deepEqual(whole.problems, ignored.problems);
    }),
    { numRuns: RUNS.usual },
  );
});
