import { listenForStop } from '../stop.ts';
import { date, integer } from '../settings/setting-values.ts';
import { valueOf } from '../settings/option.ts';
import type { ValueOption } from '../settings/option.ts';
import type { Verb } from './verb.ts';

const SEED: ValueOption<number> = {
  flag: '--seed <number>',
  description: 'Another seed makes another catalogue; the same one, on the same day, makes the same bytes.',
  default: 1,
  defaultText: '1',
  read: integer(0, 4_294_967_295),
};

const TODAY: ValueOption<string | null> = {
  flag: '--today <date>',
  description: 'The day that the talks are arranged around, as yyyy-mm-dd.',
  default: null,
  defaultText: 'today in Europe/London',
  read: date,
};

const TALKS: ValueOption<number> = {
  flag: '--talks <number>',
  description: 'How many talks to make; people, series, departments and the time covered grow with them.',
  default: 400,
  defaultText: '400',
  read: integer(1, 10_000_000),
};

export const sampleVerb: Verb = {
  name: 'sample',
  summary: 'Write the catalogue of a university that does not exist.',
  details:
    'Writes a made-up catalogue to standard output: talks before and after today, some of them today, with series, people, rooms and departments. Good for trying things out, and for measuring.',
  examples: ['lectern sample | lectern import -', 'lectern sample --talks 1000000 | gzip > large.ndjson.gz'],
  argument: '',
  argumentHelp: '',
  settings: [],
  options: [SEED, TODAY, TALKS],
  run: async ({ flags }) => {
    const { calendarIn } = await import('#search/query/calendar-date.ts');
    const { dayNumber } = await import('#sample/calendar.ts');
    const { sampleCatalogue } = await import('#sample/sample.ts');
    const { recordLine } = await import('#representations/catalogue-file.ts');
    const { writeToStandardOutput } = await import('../reports/output.ts');
    const today = valueOf(TODAY, flags);
    const day = (today === null ? undefined : dayNumber(today)) ?? calendarIn('Europe/London').dayAt(new Date());
    const records = sampleCatalogue({ seed: valueOf(SEED, flags), today: day, talks: valueOf(TALKS, flags) });
    function* lines(): Generator<string> {
      for (const record of records) yield recordLine(record);
    }
    const stop = listenForStop();
    await writeToStandardOutput(lines(), stop.signal);
    return 0;
  },
};
