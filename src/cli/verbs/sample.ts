import { EXIT_STATUS } from '../exit-status.ts';
import { stoppable } from '../stop.ts';
import { date, integer } from '../settings/setting-values.ts';
import { valueOf } from '../settings/option.ts';
import type { ValueOption } from '../settings/option.ts';
import type { Verb } from './verb.ts';

const SEED: ValueOption<number> = {
  flag: '--seed <number>',
  description: 'Seed of the catalogue: the same seed, day and number of talks give the same bytes.',
  default: 1,
  defaultText: '1',
  read: integer(0, 4_294_967_295),
};

const TODAY: ValueOption<string | null> = {
  flag: '--today <date>',
  description: 'The day to arrange the talks around, as yyyy-mm-dd.',
  default: null,
  defaultText: 'today in Europe/London',
  read: date,
};

const TALKS: ValueOption<number> = {
  flag: '--talks <number>',
  description: 'Number of talks; the numbers of people, series and departments and the time covered grow with it.',
  default: 400,
  defaultText: '400',
  read: integer(1, 10_000_000),
};

export const sampleVerb: Verb = {
  name: 'sample',
  summary: 'Write a sample catalogue of a made-up university.',
  details:
    'Writes a sample catalogue to standard output: past and upcoming talks, some of them today, with series, people, rooms and departments. Useful for trying Lectern out, and for benchmarks.',
  examples: ['lectern sample | lectern import -', 'lectern sample --talks 1000000 | gzip > large.ndjson.gz'],
  arguments: {},
  settings: [],
  options: [SEED, TODAY, TALKS],
  run: ({ flags, host }) =>
    stoppable(host, async ({ signal }) => {
      const { calendarIn } = await import('#search/query/calendar-date.ts');
      const { dayNumber } = await import('#sample/calendar.ts');
      const { sampleCatalogue } = await import('#sample/sample-catalogue.ts');
      const { recordLine } = await import('#representations/catalogue-file-writer.ts');
      const { CUT_SHORT, writeToStandardOutput } = await import('../reports/output.ts');
      const today = valueOf(TODAY, flags);
      const day = (today === null ? undefined : dayNumber(today)) ?? calendarIn('Europe/London').dayAt(new Date());
      const records = sampleCatalogue({ seed: valueOf(SEED, flags), today: day, talks: valueOf(TALKS, flags) });
      function* lines(): Generator<string> {
        for (const record of records) yield recordLine(record);
      }
      await writeToStandardOutput(host, lines(), signal, CUT_SHORT);
      return EXIT_STATUS.fine.status;
    }),
};
