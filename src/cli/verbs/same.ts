import { readFile } from 'node:fs/promises';
import { rememberedStart } from '#catalogue/all-day.ts';
import { codeOf } from '#catalogue/error-code.ts';
import { isPlaceId } from '#catalogue/place.ts';
import { isSlug } from '#catalogue/slug.ts';
import { isTopicUri } from '#catalogue/topic.ts';
import type { SamePair } from '#harvest/reading/same-lines.ts';
import { readSameLines } from '#harvest/reading/same-lines.ts';
import { ENTITY_TYPES } from '#store/entity-type.ts';
import type { Store } from '#store/store.ts';
import { locked, replaceFile } from '../corrections/locked-file.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { alignedRows, counted, printable, problemReport } from '../reports/report.ts';
import { shownStart } from '../reports/shown-start.ts';
import { runningProcesses } from '../sync/running-processes.ts';
import { withStore } from '../with-store.ts';
import type { Call, Verb } from './verb.ts';

export const sameVerb: Verb = {
  name: 'same',
  summary: 'List the records that count as one, or join two.',
  details:
    'Without an action, lists the pairs of the file of --same. lectern same accept KEEP DROP adds a pair to it, creating the file if need be: wherever a source has the second record, the catalogue then has the first, from the next import of that source on. lectern duplicates shows pairs that may be duplicates. To undo it, delete the line.',
  examples: [
    'lectern same --same same.txt',
    'lectern same accept d5dbf911-5ae3-5e9e-915e-e4112bf729a6 98488aa7-7e2c-59d2-ac3b-cc56ace6c43b',
  ],
  arguments: {
    '[action]': 'list (the default), or accept',
    '[keep]': 'Slug, place identifier or topic URI of the record to keep.',
    '[drop]': 'The same of the record that is the same.',
  },
  settings: ['database', 'same', 'timeZone'],
  options: [],
  run: async (call) => {
    const [action = 'list', keep, drop, ...more] = call.files;
    const { same: path } = call.settings;
    if (path === null) {
      call.host.stderr.write(
        'There is no file of pairs. Name one with --same FILE, LECTERN_SAME, or same in the configuration file: imports need it, too.\n',
      );
      return EXIT_STATUS.usage.status;
    }
    if (action === 'list' && keep === undefined) return list(call, path);
    if (action === 'accept' && keep !== undefined && drop !== undefined && more.length === 0)
      return accept(call, path, { keep: spelled(keep), drop: spelled(drop) });
    call.host.stderr.write(
      'Write lectern same, or lectern same accept KEEP DROP.\nRun lectern same --help for usage.\n',
    );
    return EXIT_STATUS.usage.status;
  },
};

async function list({ settings, host }: Call, path: string): Promise<number> {
  const read = readSameLines(path, await textOf(path));
  if (!read.ok) {
    host.stderr.write(problemReport(read.problems, read.more));
    return EXIT_STATUS.failed.status;
  }
  const { pairs } = read.lines;
  const names = await withStore(settings.database, 'read', (store) =>
    Promise.all(pairs.map(({ keep }) => named(store, keep, settings.timeZone))),
  );
  const rows = pairs.map(({ keep, drop }, at) =>
    [names[at]?.text ?? '(not in the catalogue)', keep, drop].map(printable),
  );
  host.stdout.write(rows.length === 0 ? '' : alignedRows([['kept', 'keep', 'drop'], ...rows]));
  host.stdout.write(`${counted(pairs.length, 'pair')} in ${path}.\n`);
  return EXIT_STATUS.fine.status;
}

async function accept({ settings, host }: Call, path: string, { keep, drop }: SamePair): Promise<number> {
  const { database, timeZone } = settings;
  const fail = (text: string): number => {
    host.stderr.write(`${printable(text)}\nNothing was changed.\n`);
    return EXIT_STATUS.failed.status;
  };
  const [first, second] = await withStore(database, 'read', (store) =>
    Promise.all([keep, drop].map((identifier) => named(store, identifier, timeZone))),
  );
  if (first === undefined || second === undefined)
    return fail(
      `${first === undefined ? keep : drop} is not in the catalogue. lectern duplicates has the identifiers.`,
    );
  if (first.type !== second.type) return fail(`${keep} is a ${first.type}, and ${drop} is a ${second.type}.`);
  return locked(
    path,
    async () => {
      const before = await textOf(path);
      const comment = `${first.type} ${first.text}${first.text === second.text ? '' : ` / ${second.text}`}`;
      const line = `${keep} ${drop} # ${printable(comment)}\n`;
      const text = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}`;
      const read = readSameLines(path, text);
      const known = readSameLines(path, before);
      if (known.ok && known.lines.keepOf(drop) === keep) return fail(`${path} has this pair already.`);
      if (!read.ok) return fail(problemReport(read.problems, read.more).trimEnd());
      await replaceFile(path, text);
      host.stdout.write(
        `${printable(`${second.text} is ${first.text} from now on (${path}, last line).`)}\nImport or sync their sources again to join them. To undo it, delete the line.\n`,
      );
      return EXIT_STATUS.fine.status;
    },
    { holders: runningProcesses() },
  );
}

function spelled(identifier: string): string {
  const small = identifier.toLowerCase();
  return isSlug(small) ? small : identifier;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

interface Named {
  readonly type: string;
  /** Its name in quotation marks; of a talk, also its start. */
  readonly text: string;
}

/** Undefined: not in the catalogue. @throws StoreUnavailable */
async function named(store: Store, identifier: string, zone: string): Promise<Named | undefined> {
  if (isSlug(identifier)) {
    const [talk] = await store.talks([...(await store.talkNumbers([identifier]))]);
    if (talk !== undefined)
      return { type: 'talk', text: `“${talk.talk.title}” (${shownStart(rememberedStart(talk.talk), zone)})` };
  }
  for (const type of ENTITY_TYPES) {
    const isForm = type === 'place' ? isPlaceId : type === 'topic' ? isTopicUri : isSlug;
    const record = isForm(identifier) ? await store.record(type, identifier) : undefined;
    if (record === undefined) continue;
    const name = 'name' in record ? record.name : 'label' in record ? record.label : record.title;
    return { type, text: `“${name}”` };
  }
  return undefined;
}
