import type { Result } from '#catalogue/problem.ts';
import { secondsOf } from '#catalogue/timestamp.ts';
import type { Duplicate } from '#harvest/merge/duplicates.ts';
import { nameLine, pairBlock, talkLine } from '../reports/duplicate-report.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { problemReport } from '../reports/report.ts';
import { readSameFile } from '../same-file.ts';
import { bad } from '../settings/setting-values.ts';
import { stoppable } from '../stop.ts';
import { withStore } from '../with-store.ts';
import { isOn, valueOf } from '../settings/option.ts';
import type { Switch, ValueOption } from '../settings/option.ts';
import type { Call, Verb } from './verb.ts';

const LINES: Switch = {
  flag: '--lines',
  description: 'Write each pair as a line for the file of --same.',
};

const JSON_LINES: Switch = {
  flag: '--json',
  description: 'Write each pair as a JSON object on one line.',
};

const FROM: ValueOption<string | null> = {
  flag: '--from <date>',
  description: 'Only talks from this day or time: yyyy-mm-dd, optionally with T and a time.',
  default: null,
  defaultText: 'the first',
  read: dayOrTime,
};

const TO: ValueOption<string | null> = {
  flag: '--to <date>',
  description: 'Only talks until the end of this day, or before this time.',
  default: null,
  defaultText: 'the last',
  read: dayOrTime,
};

export const duplicatesVerb: Verb = {
  name: 'duplicates',
  summary: 'Find likely duplicates from different sources.',
  details:
    'Compares talks that start at about the same time by title, speakers and place, and people, places, series and topics by name. Changes nothing. Shows what each pair is called, which sources have it and what is equal, with the command that joins the two: lectern same accept. Pairs that are joined already are left out.',
  examples: [
    'lectern duplicates --from 2026-10-01',
    'lectern duplicates --lines',
    'lectern duplicates --same same.txt --json',
  ],
  arguments: {},
  settings: ['database', 'same', 'timeZone'],
  options: [FROM, TO, LINES, JSON_LINES],
  run: async (call) => {
    const same = await readSameFile(call.settings.same);
    const { host } = call;
    if (!same.ok) {
      host.stderr.write(problemReport(same.problems, same.more));
      return EXIT_STATUS.failed.status;
    }
    return stoppable(host, async ({ signal }) => {
      const { writeToStandardOutput } = await import('../reports/output.ts');
      const { duplicatesIn } = await import('#harvest/merge/duplicates.ts');
      const { calendarIn } = await import('#search/query/calendar-date.ts');
      const window = { ...(await windowOf(call)), calendar: calendarIn(call.settings.timeZone) };
      await withStore(call.settings.database, 'read', async (store) => {
        const found = duplicatesIn(store, { same: same.lines, ...window });
        const block = (duplicate: Duplicate): Promise<string> => pairBlock(store, duplicate, call.settings.timeZone);
        const line = isOn(JSON_LINES, call.flags) ? jsonLine : isOn(LINES, call.flags) ? textLine : block;
        await writeToStandardOutput(host, linesOf(found, line), signal);
      });
      return EXIT_STATUS.fine.status;
    });
  },
};

async function* linesOf(
  found: AsyncIterable<Duplicate>,
  line: (duplicate: Duplicate) => string | Promise<string>,
): AsyncGenerator<string> {
  for await (const duplicate of found) yield `${await line(duplicate)}\n`;
}

function textLine(duplicate: Duplicate): string {
  return duplicate.of === 'talks' ? talkLine(duplicate.pair) : nameLine(duplicate.pair);
}

function jsonLine(duplicate: Duplicate): string {
  if (duplicate.of === 'names') return JSON.stringify(duplicate.pair);
  const { keep, drop, why } = duplicate.pair;
  const [first, second] = [keep, drop].map(({ slug, title, start }) => ({ slug, title, start }));
  return JSON.stringify({ type: 'talk', keep: keep.slug, drop: drop.slug, why, talks: [first, second] });
}

/** In seconds. As the end, a day means the end of that day. */
async function windowOf({ flags, settings }: Call): Promise<{ from: number | null; to: number | null }> {
  const { isoTime } = await import('#sources/iso-time.ts');
  const { UTC, ianaZone } = await import('#sources/wall-clock.ts');
  const zone = ianaZone(settings.timeZone) ?? UTC;
  const seconds = (text: string | null, days: number): number | null => {
    const time = text === null ? undefined : isoTime(text, zone);
    if (time === undefined) return null;
    const at = secondsOf(time.at);
    return time.clock === 'all-day' ? zone.toUtc(zone.toWall(at) + days * 86_400) : at;
  };
  return { from: seconds(valueOf(FROM, flags), 0), to: seconds(valueOf(TO, flags), 1) };
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/;

function dayOrTime(text: string, where: string): Result<string> {
  if (TIME.test(text) && !Number.isNaN(Date.parse(text.slice(0, 10)))) return { ok: true, value: text };
  const what = `${JSON.stringify(text)} is not a date or a time.`;
  return bad('bad-date', where, what, 'Write 2026-10-01, or 2026-10-01T17:00.');
}
