import { CORRECTED_FIELDS, type CorrectedField, type CorrectedFields } from '#catalogue/correction.ts';
import { isPlaceId } from '#catalogue/place.ts';
import type { Result } from '#catalogue/problem.ts';
import { TALK_HELP, UNDO, correctTalk } from '../corrections/correct-talk.ts';
import { DRY_RUN, isOn, longFlag, valueOf, type ValueOption } from '../settings/option.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { bad, quoted } from '../settings/setting-values.ts';
import { printable } from '../reports/report.ts';
import type { Call, Verb } from './verb.ts';

function textOption(flag: string, description: string, read: ValueOption<string | null>['read'] = anyText) {
  return { flag, description, default: null, defaultText: 'as the source says', read };
}

function anyText(text: string, where: string): Result<string> {
  if (text.length <= 20_000 && !text.includes('\0')) return { ok: true, value: text };
  return bad('bad-text', where, 'The text is too long.', 'Shorten it to 20,000 characters.');
}

function placeId(text: string, where: string): Result<string> {
  if (text === '' || isPlaceId(text)) return { ok: true, value: text };
  const hint = 'Give one that is in the catalogue, such as place:23232534, or use --room.';
  return bad('bad-place', where, `${quoted(text)} is not the identifier of a place.`, hint);
}

function webAddress(text: string, where: string): Result<string> {
  if (text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text))) return { ok: true, value: text };
  return bad(
    'bad-address',
    where,
    `${quoted(text)} is not a web address.`,
    'Write the full address, including https://.',
  );
}

/** By the field that each corrects; '' empties a field. */
const OPTIONS = {
  title: textOption('--title <title>', 'The title.'),
  start: textOption(
    '--start <time>',
    'Start time: "2027-01-18 17:00"; only the date for all day. Without --end, the duration stays the same.',
  ),
  end: textOption('--end <time>', 'End time; of an all-day talk its last day.'),
  venue: textOption('--venue <place>', 'Identifier of the venue in the catalogue.', placeId),
  locationDetails: textOption('--room <text>', 'Room, or how to find it.'),
  onlineUrl: textOption('--online-url <address>', 'Web address at which to join online.', webAddress),
  description: textOption('--description <text>', 'Description or abstract.'),
  specialMessage: textOption('--message <text>', 'Special message, such as “Bring boots”.'),
} as const satisfies Partial<Record<CorrectedField, ValueOption<string | null>>>;

type Edited = keyof typeof OPTIONS;

const FIELDS = CORRECTED_FIELDS.filter((field): field is Edited => field in OPTIONS);

export const editVerb: Verb = {
  name: 'edit',
  summary: 'Correct the title, time, place or text of a talk, whatever its source says.',
  details:
    'Adds the corrections to the corrections file, so that they survive later imports and syncs, and shows what changes. An empty value clears a field. Subscribed calendars get the new time and place. Running servers notice within two seconds. With --undo, the talk has the title, time, place and text from its source again; lectern hide and cancel have their own --undo.',
  examples: [
    'lectern edit 0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b --start "2027-01-18 18:00" --room "Lecture Theatre 2"',
    'lectern edit 0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b --undo',
  ],
  arguments: { '<talk>': TALK_HELP },
  settings: ['database', 'timeZone', 'corrections'],
  options: [...Object.values(OPTIONS), UNDO, DRY_RUN],
  run: async (call) => {
    const read = await fieldsOf(call);
    const isUndone = isOn(UNDO, call.flags);
    const isNothing = Object.keys(read.set).length === 0;
    const problems = [...read.problems];
    if (isNothing && !isUndone && problems.length === 0) {
      problems.push(
        `Nothing to correct was given. Use ${Object.values(OPTIONS)
          .map(({ flag }) => longFlag(flag))
          .join(', ')}, or --undo.`,
      );
    }
    if (!isNothing && isUndone)
      problems.push('--undo: This undoes all of these corrections. Leave out --undo, or the values.');
    if (problems.length === 0) return correctTalk(call, { set: read.set, unset: isUndone ? FIELDS : [] });
    call.host.stderr.write(problems.map((line) => `${printable(line)}\n`).join(''));
    return EXIT_STATUS.usage.status;
  },
};

async function fieldsOf({
  flags,
  settings,
}: Call): Promise<{ readonly set: CorrectedFields; readonly problems: readonly string[] }> {
  const { timeFrom } = await import('#harvest/corrections/corrected-times.ts');
  const problems: string[] = [];
  const entries = FIELDS.flatMap((field): (readonly [Edited, string | null])[] => {
    const text = valueOf<string | null>(OPTIONS[field], flags);
    if (text === null) return [];
    if (field === 'venue' && text === '') return [[field, null] as const];
    if (field !== 'start' && field !== 'end') return [[field, text] as const];
    const time = timeFrom(text, settings.timeZone);
    if (time !== undefined) return [[field, time] as const];
    problems.push(
      `--${field}: ${quoted(text)} is not a valid time. Write date and time: "2027-01-18 17:00"; or the date alone for all day.`,
    );
    return [];
  });
  return { set: Object.fromEntries(entries), problems };
}
