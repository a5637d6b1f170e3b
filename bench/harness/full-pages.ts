import { TODAY } from './catalogue.ts';
import { counted } from './ask.ts';
import { dayAfter } from './days.ts';
import { PRESENT_DAYS, search, type Present } from './targets.ts';

/** Keeps only the values that fill all pages of 20 in searches by `present`. */
export async function fillingPages(port: number, present: Present): Promise<Present> {
  const { parameter, more, pages = 1 } = present;
  const values: string[] = [];
  for (const value of present.values) {
    const latest = { from: dayAfter(TODAY, PRESENT_DAYS - 1), count: 20, page: pages };
    if ((await counted(port, search({ ...latest, [parameter]: value, ...more }))).shown === 20) values.push(value);
  }
  if (values.length === 0) throw new Error(`no ${parameter} fills ${String(pages)} pages`);
  return { ...present, values };
}
