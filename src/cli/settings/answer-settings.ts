import type { Result } from '#catalogue/problem.ts';
import { ALARM_FORM } from '#search/query/value-forms.ts';
import { bad, oneOf } from './setting-values.ts';
import { setting } from './setting.ts';

/**
 * How strictly requests are parsed, calendar alarms, the assistants' endpoint, and one setting for
 * everything that clients of OxTalks need.
 */
export const ANSWER_SETTINGS = {
  parameters: setting<'strict' | 'lenient'>({
    flag: '--parameters <form>',
    variable: 'LECTERN_PARAMETERS',
    default: 'strict',
    group: 'Answers',
    description: 'How parameters are parsed: strict, or lenient, which also accepts what OxTalks accepts.',
    read: oneOf(['strict', 'lenient']),
  }),
  alarm: setting<number | null>({
    flag: '--alarm <time>',
    variable: 'LECTERN_ALARM',
    default: null,
    group: 'Answers',
    description: 'Default alarm before each talk in calendars: 15m, 1h, 1d, or none.',
    read: alarm,
  }),
  privateCalendars: setting<'hidden' | 'unlisted'>({
    flag: '--private-calendars <form>',
    variable: 'LECTERN_PRIVATE_CALENDARS',
    default: 'hidden',
    group: 'Answers',
    description: 'Calendars of private collections: hidden, or unlisted (served to anyone who has the address).',
    read: oneOf(['hidden', 'unlisted']),
  }),
  jsonp: setting<'off' | 'on'>({
    flag: '--jsonp <form>',
    variable: 'LECTERN_JSONP',
    default: 'off',
    group: 'Answers',
    description: 'Serve JSONP (format=jsonp), for widgets from before CORS: on, or off.',
    read: oneOf(['off', 'on']),
  }),
  mcp: setting<'on' | 'off'>({
    flag: '--mcp [on|off]',
    variable: 'LECTERN_MCP',
    default: 'off',
    group: 'Answers',
    description: 'Answer assistants (Model Context Protocol) at /mcp: on, or off. --mcp alone is on.',
    read: oneOf(['on', 'off']),
  }),
  compatible: setting<'none' | 'oxtalks'>({
    flag: '--compatible <service>',
    variable: 'LECTERN_COMPATIBLE',
    default: 'none',
    group: 'Answers',
    description: 'Use the defaults that unmodified clients of another service need: oxtalks, or none.',
    read: oneOf(['none', 'oxtalks']),
  }),
};

/** The settings that the clients of each service need, as an operator would write them. */
export const COMPATIBLE_SETTINGS = {
  none: {},
  oxtalks: {
    links: 'absolute',
    uidForm: 'oxtalks',
    placesUrl: '//api.m.ox.ac.uk/places/',
    mapsUrl: '//maps.ox.ac.uk/#/places/',
    parameters: 'lenient',
    alarm: '1h',
    jsonp: 'on',
  },
} as const;

function alarm(text: string, where: string): Result<number | null> {
  const minutes = ALARM_FORM.read(text, { defaultCount: 1, maximumCount: 1 });
  if (minutes !== undefined) return { ok: true, value: minutes === 0 ? null : minutes };
  const what = `${JSON.stringify(text)} is not a valid alarm time.`;
  return bad(
    'bad-alarm',
    where,
    what,
    'Write a number of minutes, hours or days up to 28d, such as 15m, 1h or 1d, or none.',
  );
}
