import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { askPython, noPythonIcalendar } from './python-icalendar.ts';
import { readWithIcalJs } from './read-calendar.ts';
import { document, FORMATS, STORIES, type Step } from './stories.ts';

const here = 'test/golden';

const STATUS = { published: 'CONFIRMED', preparation: 'TENTATIVE', cancelled: 'CANCELLED' };

/** What every parser has to find in a step, derived from the talks and not from the written calendar. */
function told(step: Step): unknown[] {
  return step.talks.map(({ talk, history }) => ({
    // Grows with every change: what the store counts, and the seconds since 2020.
    sequence: history.sequence + Math.max(0, (Date.parse(talk.updated) - Date.UTC(2020, 0, 1)) / 1000),
    status: STATUS[talk.status],
    start: [talk.start, talk.start],
    end: talk.end === talk.start ? null : [talk.end, talk.end],
    stamp: talk.updated,
    created: history.created,
    updated: talk.updated,
    components: step.options.alarm === null || talk.status === 'cancelled' ? [] : ['VALARM'],
  }));
}

function understood(read: unknown): { events: Record<string, unknown>[] } {
  return read as { events: Record<string, unknown>[] };
}

function timesAndStates(read: unknown): unknown[] {
  return understood(read).events.map(({ sequence, status, start, end, stamp, created, updated, components }) => ({
    sequence,
    status,
    start,
    end,
    stamp,
    created,
    updated,
    components,
  }));
}

describe('golden calendars', () => {
  it('consist of one file per format for each step in stories.ts', () => {
    const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'));
    const expected = STORIES.flatMap(({ name, steps }) =>
      steps.flatMap((step) => Object.keys(FORMATS).map((format) => `${name}/${step.name}.${format}`)),
    );
    assert.deepEqual(files.sort(), expected.sort());
  });

  for (const story of STORIES) {
    for (const step of story.steps) {
      for (const format of Object.keys(FORMATS)) {
        it(`${story.name}: ${step.name}.${format} matches what subscribers get, byte for byte`, () => {
          const golden = readFileSync(join(here, story.name, `${step.name}.${format}`));
          assert.equal(document(step, format).toString(), golden.toString());
          assert.ok(document(step, format).equals(golden));
        });
      }

      it(`${story.name}: ${step.name} has the expected times and statuses when ical.js reads it`, () => {
        assert.deepEqual(timesAndStates(readWithIcalJs(document(step, 'ics'))), told(step));
      });

      it(
        `${story.name}: ${step.name} is read alike by python3-icalendar and ical.js`,
        { skip: noPythonIcalendar || step.misread || false },
        () => {
          const calendar = document(step, 'ics');
          assert.deepEqual(askPython('read-calendar.py', calendar), readWithIcalJs(calendar));
        },
      );
    }
  }
});
