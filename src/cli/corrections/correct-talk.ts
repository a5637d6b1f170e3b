import { isDate } from '#catalogue/all-day.ts';
import { correctable, type CorrectedField, type CorrectedFields } from '#catalogue/correction.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { WrittenCorrection } from '#harvest/corrections/corrections-file.ts';
import type { Store } from '#store/store.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { timeText } from '#harvest/corrections/corrected-times.ts';
import { changeLines } from '../reports/correction-report.ts';
import { counted, printable, refused, refusedFor } from '../reports/report.ts';
import { DRY_RUN, isOn, type Switch } from '../settings/option.ts';
import { runningProcesses } from '../sync/running-processes.ts';
import { tellWaiting, withStore } from '../with-store.ts';
import type { Call, Verb } from '../verbs/verb.ts';
import { correctionsAt, validCorrectionsAt } from './corrections-file.ts';
import { FileUnwritable, locked, replaceFile } from './locked-file.ts';

export const UNDO: Switch = {
  flag: '--undo',
  description: 'Undo it: show what the source says again.',
};

export const TALK_HELP = 'the slug of a talk, or the address of its page';

/** What verbs have in common that set a field of a talk to true or, with --undo, no longer. */
export function correctingTo(
  field: 'cancelled' | 'featured' | 'hidden',
): Pick<Verb, 'arguments' | 'settings' | 'options' | 'run'> {
  return {
    arguments: { '<talk>': TALK_HELP },
    settings: ['database', 'timeZone', 'corrections'],
    options: [UNDO, DRY_RUN],
    run: (call) =>
      correctTalk(call, isOn(UNDO, call.flags) ? { set: {}, unset: [field] } : { set: { [field]: true }, unset: [] }),
  };
}

/** What a verb changes in the talk that it names. */
interface Wanted {
  readonly set: CorrectedFields;
  /** Fields that should no longer be corrected. */
  readonly unset: readonly CorrectedField[];
}

/**
 * Corrects the talk named on the command line, in the file and in the catalogue. Returns the exit
 * status.
 */
export async function correctTalk(call: Call, { set, unset }: Wanted): Promise<number> {
  const { files, settings, host } = call;
  const { corrections: path } = settings;
  if (path === null) {
    return refused(
      host,
      '--corrections: No corrections file given, and PostgreSQL has no folder for one. Use --corrections, or set LECTERN_CORRECTIONS.',
      'usage',
    );
  }
  const { talkNamed } = await import('#harvest/corrections/corrections-file.ts');
  const slug = talkNamed(files[0] ?? '');
  if (slug === undefined) {
    return refused(
      host,
      `${JSON.stringify(files[0])} is not a talk. Give its slug, or the address of its page.`,
      'usage',
    );
  }
  return withStore(settings.database, 'write', async (store) => {
    const source = await sourceOf(store, slug);
    const problem = await problemOf(store, slug, source, { set, unset });
    if (problem !== undefined) return refused(host, problem, 'failed');
    try {
      const writing = { ...call, path, store, slug, source };
      const written = await locked(path, () => write(writing, { set, unset }), { holders: runningProcesses() });
      // Before, not while holding the write lock: an import may take long.
      return typeof written === 'number' ? written : await apply(writing, written);
    } catch (error) {
      if (!(error instanceof FileUnwritable)) throw error;
      return refused(host, error.message, 'failed');
    }
  });
}

interface Writing extends Call {
  readonly path: string;
  readonly store: Store;
  readonly slug: Slug;
  readonly source: TalkRecord | null;
}

interface Written {
  readonly text: string;
  readonly corrections: readonly WrittenCorrection[];
}

/** The new contents of the file; or the exit status if nothing changes. */
async function write(writing: Writing, wanted: Wanted): Promise<Written | number> {
  const { path, store, slug, source, settings, host } = writing;
  const read = await correctionsAt(path, settings);
  if (read.ok === false) return refusedFor(host, read.problems);
  if (read.ok === 'missing') {
    const others = await store.corrections.all();
    if (others.length > 0) return refused(host, otherFile(path, others.length), 'failed');
  }
  const { text: old, corrections = [] } = read.ok === 'missing' ? {} : read;
  const before = fieldsOf(corrections, slug);
  const unset = wanted.unset.filter((field) => before[field] !== undefined);
  if (wanted.unset.length > 0 && unset.length === 0) {
    return refused(host, `Nothing to undo: none of this is corrected in ${path}.`, 'failed');
  }
  const { timeZone: zone } = settings;
  const problem = problemOfTimes(writing, before, wanted.set);
  if (problem !== undefined) return refused(host, problem, 'failed');
  const was: CorrectedFields = source === null ? {} : correctable(source);
  const { editedCorrections } = await import('#harvest/corrections/corrections-document.ts');
  const edit = { ...wanted, slug, title: source?.title ?? '', was, unset, zone };
  const text = editedCorrections(old, edit);
  const { readCorrectionsFile } = await import('#harvest/corrections/corrections-file.ts');
  const checked = readCorrectionsFile({ path, text, zone });
  if (!checked.ok) return refusedFor(host, checked.problems);
  host.stdout.write(shownChange(writing, before, fieldsOf(checked.corrections, slug)));
  if (isOn(DRY_RUN, writing.flags)) {
    host.stdout.write('Dry run: nothing was changed.\n');
    return EXIT_STATUS.fine.status;
  }
  await replaceFile(path, text);
  return { text, corrections: checked.corrections };
}

/** A new file would end the corrections of the one that is now in effect. */
function otherFile(path: string, count: number): string {
  const are = count === 1 ? 'is in effect' : 'are in effect';
  return `${path} does not exist, but ${counted(count, 'correction')} of another file ${are}. Give that file with --corrections; or, to end them, write the line corrections: [] to ${path}. Nothing was changed.`;
}

/** Checks a new start or end against what is already corrected. */
function problemOfTimes(
  { source, settings }: Writing,
  before: CorrectedFields,
  set: CorrectedFields,
): string | undefined {
  if (set.start === undefined && set.end === undefined) return undefined;
  const { start = source === null ? undefined : correctable(source).start, end } = { ...before, ...set };
  if (start === undefined || end === undefined) return undefined;
  if (isDate(start) !== isDate(end)) return '--end: Only one of start and end has a time of day. Give both alike.';
  if (end >= start) return undefined;
  if (set.end !== undefined) return '--end: The talk would end before it starts.';
  return `--start: The talk would start after its corrected end, ${timeText(end, settings.timeZone)}. Give --end too.`;
}

function fieldsOf(corrections: readonly WrittenCorrection[], slug: Slug): CorrectedFields {
  return corrections.find((each) => each.slug === slug)?.fields ?? {};
}

function shownChange({ slug, source, settings }: Writing, before: CorrectedFields, after: CorrectedFields): string {
  const lines = source === null ? [] : changeLines(source, before, after, settings.timeZone);
  const shown = [`${slug} ${source?.title ?? ''}`.trimEnd(), ...(lines.length === 0 ? ['  nothing changes'] : lines)];
  return shown.map((line) => `${printable(line)}\n`).join('');
}

async function apply({ path, store, settings, host }: Writing, written: Written): Promise<number> {
  const { applyCorrections } = await import('#harvest/corrections/apply-corrections.ts');
  for (let now: Written | undefined = written; now !== undefined;) {
    await applyCorrections(store, now.corrections, {
      now: new Date(),
      onWait: () => tellWaiting(host),
      reread: () => validCorrectionsAt(path, settings),
    });
    // Another process may have written it meanwhile and applied an earlier version.
    const again = await correctionsAt(path, settings);
    now = again.ok === true && again.text !== now.text ? again : undefined;
  }
  host.stdout.write(`Written to ${path}.\n`);
  return EXIT_STATUS.fine.status;
}

/** The talk as its source gives it; null if there is none. */
async function sourceOf(store: Store, slug: Slug): Promise<TalkRecord | null> {
  const known = (await store.corrections.all()).find((each) => each.slug === slug);
  if (known !== undefined && known.source !== null) return known.source;
  const { talkRecords } = await import('#harvest/stored-talks.ts');
  return (await talkRecords(store, [slug])).get(slug) ?? null;
}

async function problemOf(
  store: Store,
  slug: Slug,
  source: TalkRecord | null,
  { set: { venue }, unset }: Wanted,
): Promise<string | undefined> {
  // The correction of a talk that is gone can still be deleted.
  if (source === null) return unset.length > 0 ? undefined : `There is no talk ${slug} in the catalogue.`;
  if (typeof venue !== 'string') return undefined;
  const place = await store.record('place', venue);
  if (place?.kind === 'venue') return undefined;
  const what =
    place === undefined ? `There is no place ${venue} in the catalogue.` : `${venue} is an organisation, not a venue.`;
  return `--venue: ${what} Import a record of the venue first, or give --room.`;
}
