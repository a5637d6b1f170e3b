import { correctionsAt } from '../corrections/corrections-file.ts';
import { counted } from '../reports/report.ts';
import type { Settings } from '../settings/settings.ts';
import { ok, problem, type Finding } from './finding.ts';

/** Whether the file of corrections can be applied; no finding if none is given. */
export async function* checkCorrectionsFile({
  corrections: path,
  timeZone,
}: Pick<Settings, 'corrections' | 'timeZone'>): AsyncGenerator<Finding> {
  if (path === null) return;
  const about = 'corrections';
  try {
    const read = await correctionsAt(path, { timeZone });
    if (read.ok === 'missing')
      yield ok(about, `${path} does not exist; lectern hide, cancel, edit and feature will create it`);
    else if (read.ok) yield ok(about, `${counted(read.corrections.length, 'talk')} corrected by ${path}`);
    else {
      const what = `${path} has ${counted(read.problems.length, 'problem')}; the previous corrections stay in effect`;
      yield problem(about, what, `List them with lectern check ${path}`);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    yield problem(
      about,
      `${path} cannot be read: ${reason}`,
      'Change its owner or permissions, or choose another file.',
    );
  }
}
