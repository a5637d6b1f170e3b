import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS, shapeOf } from '../support/shape/shape.ts';

const FILES = new Map([
  ['package.json', '{"dependencies": {"pg": "8", "yaml": "2"}, "devDependencies": {"typescript": "6"}}\n'],
  ['src/client/openapi-types.ts', 'special_message;\n'.repeat(1000)],
  ['src/server/talk.ts', 'talk.specialMessage;\ntalk.onlineUrl;\n\n'],
  ['src/pages/talk.ts', 'talk.special_message;\n'],
  ['src/pages/style/talk.css', 'a {}\n'],
  ['src/pages/logo.svg', '<svg/>\n'],
  ['test/server/talk.test.ts', 'it();\nit();\n'],
  ['test/files/talks.ics', 'BEGIN:VCALENDAR\n'],
]);

describe('the shape of the program', () => {
  it('is counted in lines, files, mentions of fields, and names', () => {
    const counts = Object.fromEntries(shapeOf(FILES).map(({ what, count }) => [what, count]));
    assert.deepEqual(counts, {
      'lines of src': 1005,
      'files of src': 4,
      'files that say special_message': 3,
      'files that say online_url': 1,
      'files that say booking_required': 0,
      'files that say organising_department': 0,
      'names that two or more files share': 1,
      'lines of the longest file that people wrote': 3,
      'lines of tests': 2,
      'dependencies of every installation': 2,
    });
  });

  it('has a limit for each count', () => {
    assert.deepEqual(
      shapeOf(FILES).map(({ what }) => what),
      Object.keys(LIMITS),
    );
    assert.deepEqual(
      shapeOf(FILES).map(({ limit }) => limit),
      Object.values(LIMITS),
    );
  });
});
