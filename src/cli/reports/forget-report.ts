import type { FoundPerson } from '#harvest/forget/find-people.ts';
import type { ForgetReport } from '#harvest/forget/forget-person.ts';
import type { Host } from '../host.ts';
import { counted, people, printable, withRest } from './report.ts';

/** Departments shown for a person. */
const MAX_DEPARTMENTS = 3;

/**
 * What an import reports about forgotten people: how many it left out goes to standard output, a
 * lost list to standard error.
 */
export function reportForgotten({ stdout, stderr }: Host, { forgotten, isForgottenLost }: ForgottenReport): void {
  if (forgotten > 0) stdout.write(`Left out ${people(forgotten)} who had been forgotten.\n`);
  if (!isForgottenLost) return;
  stderr.write(
    'The database is damaged: its list of forgotten people cannot be read. Forget them again: lectern forget PERSON\n',
  );
}

interface ForgottenReport {
  readonly forgotten: number;
  readonly isForgottenLost: boolean;
}

/** A line for each: slug, name, departments, number of talks. */
export function peopleLines(found: readonly FoundPerson[]): string {
  const lines = found.map(({ slug, name, departments, talks }) => {
    const shown = withRest(departments.slice(0, MAX_DEPARTMENTS), departments.length);
    return [slug, name, shown.join(', ') || 'no department', counted(talks, 'talk')].join('  ');
  });
  return lines.map((line) => `${printable(line)}\n`).join('');
}

interface ForgetContext {
  /** A file in the operator's folder. */
  readonly picture: string | undefined;
  /** Of the talk's page. */
  readonly addressOf: (slug: string) => string;
  readonly isDryRun: boolean;
}

/** What was done, and what remains to be done by hand. */
export function forgetLines(
  { id, talks, mentions, corrections, keys, sources, namesakes, isScrubbed }: ForgetReport,
  { picture, addressOf, isDryRun }: ForgetContext,
): string {
  const isTalk = mentions.map(({ type, key, name }) => {
    return type === 'talk' ? `${addressOf(key)} ${name}` : `${type} ${key} ${name}`;
  });
  const lines = [
    isDryRun
      ? `Would be forgotten; ${counted(talks, 'talk')} would change.`
      : `Forgotten, as ${id}. ${counted(talks, 'talk')} changed.`,
    ...section(
      isTalk,
      'Texts that may still contain the name and were not changed (use lectern edit to correct talks):',
    ),
    ...section(
      corrections,
      'Talks whose corrections, or the values they replaced, may contain the name (see lectern corrections):',
    ),
    ...section(namesakes, 'Other people of this name, not forgotten:'),
    ...section(sources, 'Sources whose last messages contained the name; the messages were deleted:'),
    ...(keys === 0
      ? []
      : [
          `${counted(keys, 'key')} that a source uses for its talks may contain the name. Ask the source to change them.`,
        ]),
    ...(picture === undefined
      ? []
      : [`Delete the picture ${picture} from the folder of pictures, unless others use it.`]),
    ...(isScrubbed
      ? []
      : [
          'Another process is still reading an earlier state of the database, so the deleted data is still in its log. The next import removes it.',
        ]),
    'Earlier backups and exports still contain the person. Delete them when you can; restoring one forgets the person again.',
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function section(lines: readonly string[], title: string): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}
