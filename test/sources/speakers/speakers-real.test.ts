import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readSourceFile } from '../../support/sources/read-source.ts';
import { noRealFiles, realFile, realFiles } from '../../support/sources/real-files.ts';

/** The number of talks with speakers in their texts, by calendar. The other calendars name none. */
const FOUND: Readonly<Record<string, number>> = {
  'bostonarea-number-theory.ics': 79,
  'seminars-icspy.ics': 32,
};

/** Entries of these calendars that name no speaker, or name one in another form. */
const NOBODY = [
  'Emre Sertöz in 2-147',
  'postponed to May 7',
  'No seminar (Spring break)',
  'No Seminar (DLS)',
  'No Seminar (Easter)',
  'Frobenius on p-adic modular forms and the theta operator',
];

async function talksOf(name: string, speakersInText: 'read' | 'ignore' = 'read'): Promise<readonly SourceTalk[]> {
  const { talks } = await readSourceFile(readIcalendar, realFile('ics', name), {
    speakersInText,
    statusWords: 'ignore',
  });
  return talks;
}

/** The names in a title that consists only of names, split without the code under test. */
function namesIn(title: string): readonly string[] {
  return title
    .replace(/^speaker: */i, '')
    .split(' and ')
    .map((name) => name.replace(/\s*\(.*\)$/, '').trim());
}

describe('speakers in real-world calendars', { skip: noRealFiles('ics') }, () => {
  for (const name of realFiles('ics')) {
    it(`are found in ${name} for the expected number of talks with the right names`, async () => {
      const spoken = await talksOf(name);
      const written = await talksOf(name, 'ignore');
      const found = spoken.filter(({ speakers }) => speakers.length > 0);
      assert.equal(found.length, FOUND[name] ?? 0);
      if (found.length === 0) {
        assert.deepEqual(spoken, written);
        return;
      }
      for (const [index, { speakers }] of spoken.entries()) {
        const title = written[index]?.title ?? '';
        assert.deepEqual(
          speakers.map((person) => person.name),
          NOBODY.includes(title) ? [] : namesIn(title),
        );
      }
    });
  }
});
