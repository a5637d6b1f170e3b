import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeFrom, timeText } from '#harvest/corrections/corrected-times.ts';
import { editedCorrections } from '#harvest/corrections/corrections-document.ts';
import type { CorrectionEdit } from '#harvest/corrections/corrections-document.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';

const [ONE, TWO] = [slugOf(1), slugOf(2)];

function edited(text: string | undefined, edit: Partial<CorrectionEdit>): string {
  return editedCorrections(text, {
    slug: ONE,
    title: 'On moss',
    set: {},
    was: {},
    unset: [],
    zone: 'Europe/Berlin',
    ...edit,
  });
}

test('the first correction creates the file, and undoing the last one leaves an empty list', () => {
  const text = edited(undefined, { title: 'On\nmoss', set: { hidden: true }, was: { hidden: false } });
  assert.equal(text.split('\n').slice(1).join('\n'), `corrections:\n  - talk: ${ONE} # On moss\n    hidden: true\n`);
  assert.equal(
    edited(text, { unset: ['hidden'] })
      .split('\n')
      .slice(1)
      .join('\n'),
    'corrections: []\n',
  );
});

test('an edit keeps everything else in the file, including comments and order', () => {
  const text = `# Mine

corrections:
  # Asked for by the speaker.
  - talk: https://talks.example.org/talks/id/${TWO} # On ferns
    room: "12" # at last
    was: { room: L3 }

  - { talk: ${ONE}, title: A long title that nobody would ever want to be folded into lines of eighty characters each }

# The end
`;
  const more = edited(text, {
    slug: TWO,
    set: { start: '2027-07-18T15:00:00Z', locationDetails: '13' },
    was: { start: '2027-07-18T14:00:00Z', locationDetails: 'L4' },
  });
  const expected = text
    .replace('"12" # at last\n', '"13" # at last\n    start: 2027-07-18 17:00\n')
    .replace('{ room: L3 }', '{ start: 2027-07-18 16:00, room: L4 }');
  // A flow map gets new fields at its end.
  assert.equal(
    more,
    expected.replace('{ start: 2027-07-18 16:00, room: L4 }', '{ room: L4, start: 2027-07-18 16:00 }'),
  );
  assert.equal(edited(more, { slug: TWO, unset: ['start'] }), text.replace('"12"', '"13"').replace('L3', 'L4'));
});

test('a time is written in the local time of the service unless that is ambiguous', () => {
  assert.equal(timeText('2027-07-18T15:00:00Z', 'Europe/Berlin'), '2027-07-18 17:00');
  assert.equal(timeText('2027-07-18T15:00:07Z', 'Europe/Berlin'), '2027-07-18 17:00:07');
  for (const time of ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z', '2027-03-28T01:30:00Z']) {
    assert.equal(timeFrom(timeText(time, 'Europe/Berlin'), 'Europe/Berlin'), time);
  }
});
