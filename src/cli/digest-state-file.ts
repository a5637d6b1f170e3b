import { readFile, stat, writeFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { isTimestamp } from '#catalogue/timestamp.ts';
import type { DigestState, KnownTalk } from '#server/digest/make-digest.ts';
import { codeOf } from '#catalogue/error-code.ts';
import { writeWhole } from './whole-file.ts';

/** Version of the format. */
const FORMAT = 1;
/** Bytes: thousands of talks take less. */
const MAX_SIZE = 16 * 1024 * 1024;

interface Written {
  readonly lectern_digest: typeof FORMAT;
  /** Which digest it belongs to. */
  readonly query: string;
  readonly made: string;
  readonly until: string;
  readonly talks: Readonly<Record<string, KnownTalk>>;
}

const SCHEMA = {
  type: 'object',
  required: ['lectern_digest', 'query', 'made', 'until', 'talks'],
  properties: {
    lectern_digest: { const: FORMAT },
    query: { type: 'string' },
    made: { type: 'string' },
    until: { type: 'string' },
    talks: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['title', 'start', 'place', 'isCancelled'],
        properties: {
          title: { type: 'string' },
          start: { type: 'string' },
          allDay: { type: 'boolean' },
          place: { type: 'string' },
          isCancelled: { type: 'boolean' },
        },
      },
    },
  },
} as const;

type StateRead =
  | { readonly ok: true; readonly state: DigestState | undefined }
  /** What is wrong, and what to do about it. */
  | { readonly ok: false; readonly problem: string };

/**
 * Reads the state left by the last digest of a query; undefined if there was none.
 *
 * @throws errors of the file system
 */
export async function readDigestState(path: string, query: string): Promise<StateRead> {
  let text: string;
  try {
    const { size } = await stat(path);
    if (size > MAX_SIZE) return damaged(path);
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { ok: true, state: undefined };
    throw error;
  }
  const written = parsed(text);
  if (written === undefined) return damaged(path);
  if (written.query !== query)
    return {
      ok: false,
      problem: `${path} belongs to another digest (${written.query === '' ? 'of all talks' : written.query}). Give each digest a state file of its own.`,
    };
  const { made, until, talks } = written;
  return { ok: true, state: { made, until, talks: new Map(Object.entries(talks)) } };
}

/**
 * Writes the state atomically: a digest that fails leaves the old state in place.
 *
 * @throws errors of the file system
 */
export async function writeDigestState(path: string, query: string, state: DigestState): Promise<void> {
  const talks = Object.fromEntries(state.talks);
  const written: Written = { lectern_digest: FORMAT, query, made: state.made, until: state.until, talks };
  await writeWhole(path, (temporary) => writeFile(temporary, `${JSON.stringify(written, null, 1)}\n`));
}

function damaged(path: string): StateRead {
  const problem = `${path} is damaged, or not the state file of a digest. Choose another file, or delete it; the next digest will then not list changes.`;
  return { ok: false, problem };
}

function parsed(text: string): Written | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isWritten = new Ajv().compile<Written>(SCHEMA);
  if (!isWritten(value)) return undefined;
  const times = [value.made, value.until, ...Object.values(value.talks).map(({ start }) => start)];
  return times.every(isTimestamp) ? value : undefined;
}
