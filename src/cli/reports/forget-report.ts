import type { FoundPerson } from '#harvest/forget/find-people.ts';
import type { ForgetReport } from '#harvest/forget/forget-person.ts';
import { counted, people, printable, withRest } from './report.ts';

/** Departments that are shown of a person. */
const MOST_DEPARTMENTS = 3;

/** What an import says of people who were forgotten: how many it left out on standard output, that the list is lost as an error. */
export function reportForgotten({ forgotten, isForgottenLost }: ForgottenReport): void {
  if (forgotten > 0) process.stdout.write(`Left out ${people(forgotten)} who had been forgotten.\n`);
  if (!isForgottenLost) return;
  process.stderr.write(
    'The database is damaged, and it cannot be read whom it was told to forget. Forget them again: lectern forget PERSON\n',
  );
}

export interface ForgottenReport {
  readonly forgotten: number;
  readonly isForgottenLost: boolean;
}

/** A line for each: slug, name, departments, number of talks. */
export function peopleLines(found: readonly FoundPerson[]): string {
  const lines = found.map(({ slug, name, departments, talks }) => {
    const shown = withRest(departments.slice(0, MOST_DEPARTMENTS), departments.length);
    return [slug, name, shown.join(', ') || 'no department', counted(talks, 'talk')].join('  ');
  });
  return lines.map((line) => `${printable(line)}\n`).join('');
}

export interface ForgetContext {
  /** A file in the operator's folder. */
  readonly picture: string | undefined;
  /** Of the page of a talk. */
  readonly addressOf: (slug: string) => string;
  readonly isDryRun: boolean;
}

/** What was done, and what is left for people to do. */
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
    ...section(isTalk, 'Text that may still have the name, and was not changed (lectern edit corrects talks):'),
    ...section(
      corrections,
      'Talks whose corrections, or what they were before, may have the name (lectern corrections):',
    ),
    ...section(namesakes, 'Other people of this name, who were not forgotten:'),
    ...section(sources, 'Sources whose last messages had the name; they were deleted:'),
    ...(keys === 0
      ? []
      : [`${counted(keys, 'key')} by which a source knows a talk may have the name. Ask the source to change them.`]),
    ...(picture === undefined
      ? []
      : [`Delete the picture ${picture} from the folder of pictures, unless others use it.`]),
    ...(isScrubbed
      ? []
      : [
          'Somebody goes on reading an earlier state of the database, whose log still has what was deleted. It goes with the next import.',
        ]),
    'Backups and exports made before still have the person. Delete them when you can; restoring one forgets the person again.',
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function section(lines: readonly string[], title: string): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}
