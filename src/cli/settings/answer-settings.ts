import type { Result } from '#catalogue/problem.ts';
import { ALARM } from '#search/query/value-forms.ts';
import { choice } from './setting-values.ts';
import { setting } from './setting.ts';

/** How strictly requests are read, what calendars have by themselves, and one setting for all that clients of OxTalks need. */
export const ANSWER_SETTINGS = {
  parameters: setting<'strict' | 'lenient'>({
    flag: '--parameters <form>',
    variable: 'LECTERN_PARAMETERS',
    default: 'strict',
    defaultText: 'strict',
    group: 'Answers',
    description: 'How parameters are parsed: strict, or lenient, which also accepts what OxTalks accepts.',
    read: choice(['strict', 'lenient']),
  }),
  alarm: setting<number | null>({
    flag: '--alarm <time>',
    variable: 'LECTERN_ALARM',
    default: null,
    defaultText: 'none',
    group: 'Answers',
    description: 'Default alarm before each talk in calendars: 15m, 1h, 1d, or none.',
    read: alarm,
  }),
  compatible: setting<'none' | 'oxtalks'>({
    flag: '--compatible <service>',
    variable: 'LECTERN_COMPATIBLE',
    default: 'none',
    defaultText: 'none',
    group: 'Answers',
    description: 'Defaults that unmodified clients of another service need: oxtalks, or none.',
    read: choice(['none', 'oxtalks']),
  }),
};

/** By service, the settings that its clients need, as they are written. */
export const COMPATIBLE_SETTINGS = {
  none: {},
  oxtalks: {
    links: 'absolute',
    uidForm: 'oxtalks',
    placesUrl: '//api.m.ox.ac.uk/places/',
    mapsUrl: '//maps.ox.ac.uk/#/places/',
    parameters: 'lenient',
    alarm: '1h',
  },
} as const;

function alarm(text: string, where: string): Result<number | null> {
  const minutes = ALARM.read(text, { defaultCount: 1, maximumCount: 1 });
  if (minutes !== undefined) return { ok: true, value: minutes === 0 ? null : minutes };
  const problem = {
    code: 'bad-alarm',
    where,
    what: `${JSON.stringify(text)} is not a time before the start of a talk.`,
    hint: 'Write a number of minutes, hours or days up to 28d, such as 15m, 1h or 1d, or none.',
  };
  return { ok: false, problems: [problem] };
}
