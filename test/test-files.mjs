/** Which test files there are, and which of them keep a catalogue in a store. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** What gives a test its store: whoever reaches it is run on each engine. */
const FRESH_DATABASE = join('test', 'support', 'fresh-database.ts');

/**
 * Every test file, by its path from the repository's folder, in order.
 * @returns {string[]}
 */
export function testFiles() {
  return readdirSync('test', { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name))
    .sort();
}

/**
 * Whether what a test file says must hold on every engine. Those named after one engine are about it alone.
 * @param {string} file
 * @returns {boolean}
 */
export function isOfEveryEngine(file) {
  return (
    !/\b(sqlite|postgres|same-answers)[^/]*\.test\.ts$/.test(file) &&
    !/^test.(failure|deploy)\b/.test(file) &&
    reaches(file)
  );
}

/** What a test changes or measures of its whole process, which others must not share then. */
const OF_THE_PROCESS = /\bmock\.|\bmemoryUsage\b|\bgetActiveResourcesInfo\b/;
/** A file that waits while it is loaded: tests of those loaded before it would begin, and what it does then would be done within them. */
const WAITS = /^[^ /*].*\bawait\b/m;

/**
 * Whether a test file needs a process of its own.
 * @param {string} file
 * @returns {boolean}
 */
export function isAlone(file) {
  if (/^test.(browser|cli|deploy|failure|store)\b/.test(file)) return true;
  const text = readFileSync(file, 'utf8');
  return OF_THE_PROCESS.test(text) || WAITS.test(text);
}

/** @param {string} start */
function reaches(start) {
  const files = [start];
  for (const file of files) {
    if (file === FRESH_DATABASE) return true;
    for (const imported of importsOf(file)) if (!files.includes(imported)) files.push(imported);
  }
  return false;
}

/** The files of tests that a file imports. */
function importsOf(file) {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import) '(\.[^']+)'/g)]
    .map(([, specifier]) => normalize(join(dirname(file), specifier)))
    .filter((path) => existsSync(path));
}
