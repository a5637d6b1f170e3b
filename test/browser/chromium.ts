import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { packagedChromium } from './packaged-chromium.ts';

/** A Chromium to start, and environment variables that it needs besides those of this process. */
export interface ChromiumProgram {
  readonly path: string;
  readonly variables: Readonly<Record<string, string>>;
}

interface Candidate {
  readonly name: string;
  readonly find: () => ChromiumProgram | Promise<ChromiumProgram>;
}

/** Its names in distributions and from vendors. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** How often a browser is started: one died at its start beside two others and a busy machine's other work. */
const STARTS = 3;

/**
 * Starts the Chromium of CHROMIUM_PATH; else the first installed or packaged one that can show a page. Returns a
 * sentence that says why if there is none.
 */
export async function startChromium(): Promise<Browser | string> {
  const failures: string[] = [];
  for (const { name, find } of candidates()) {
    try {
      return await startAgain(await find());
    } catch (error) {
      failures.push(`${name}: ${reasonOf(error)}`);
    }
  }
  return `a Chromium that runs is not installed (${failures.join('; ')})`;
}

/** Whether a missing Chromium is an error: TEST_ALL and continuous integration skip nothing. */
export function mustHaveChromium(): boolean {
  return process.env.TEST_ALL === 'true' || process.env.CI === 'true';
}

function candidates(): readonly Candidate[] {
  const named = process.env.CHROMIUM_PATH ?? '';
  if (named !== '') return [{ name: 'CHROMIUM_PATH', find: () => ({ path: named, variables: {} }) }];
  const installed = NAMES.flatMap((name) => onPath(name)).map((path) => ({
    name: path,
    find: () => ({ path, variables: {} }),
  }));
  return [...installed, { name: '@sparticuz/chromium', find: packagedChromium }];
}

function onPath(name: string): readonly string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders
    .map((folder) => join(folder, name))
    .filter(isProgram)
    .slice(0, 1);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function startAgain(program: ChromiumProgram): Promise<Browser> {
  for (let left = STARTS - 1; ; left -= 1) {
    try {
      return await startProgram(program);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/** Also throws if the browser starts but cannot show a page. */
export async function startProgram({ path, variables }: ChromiumProgram): Promise<Browser> {
  const environment = Object.entries({ ...process.env, ...variables }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const browser = await chromium.launch({
    executablePath: path,
    env: Object.fromEntries(environment),
    // Only this machine is reachable, also for requests of the browser itself.
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    timeout: 60_000,
  });
  try {
    const page = await browser.newPage();
    await page.setContent('<title>It runs</title>');
    if ((await page.title()) !== 'It runs') throw new Error('it shows no page');
    await page.close();
    return browser;
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** What went wrong, and what the browser printed last. */
function reasonOf(error: unknown): string {
  const [reason = '', ...lines] = (error instanceof Error ? error.message : String(error)).split('\n');
  const printed = lines.findLast((line) => line.includes('[err]')) ?? '';
  return `${reason} ${printed.trim()}`.trim().slice(0, 500);
}
