/**
 * Runs every test, or those whose path contains one of the arguments: `npm test -- search`. What keeps a catalogue in a store
 * runs twice, on SQLite and on PostgreSQL.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { POSTGRES_VERSIONS } from './support/postgres/programs.ts';
import { isThere, startShared } from './support/postgres/shared.ts';
import { isAlone, isOfEveryEngine, testFiles } from './test-files.mjs';

/** Test files that run at the same time: more than two cores take, because many wait for servers most of their time. */
const AT_ONCE = 5;

/** Test files that share a process. */
const A_BUNDLE = 8;
/** Which those are, by the file that loads them. */
const bundles = new Map();

/** Where each process writes down what of it was run, and “npm run check:coverage” adds it up. */
const COVERED = join('coverage', 'tmp');

const wanted = process.argv.slice(2);
const files = testFiles().filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)));
if (files.length === 0) {
  console.error(`No test file's path contains ${wanted.join(' or ')}.`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'lectern-run-'));
const outcomesFolder = join(folder, 'outcomes');
mkdirSync(outcomesFolder);
if (wanted.length === 0) rmSync(COVERED, { recursive: true, force: true });
const servers = await startShared();
const results = [await run('sqlite', files)];
const again = files.filter(isOfEveryEngine);
if (again.length > 0 && isThere(18)) results.push(await run('postgres', again));
await servers.stop();
const outcomes = readdirSync(outcomesFolder).flatMap((engine) =>
  readFileSync(join(outcomesFolder, engine), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ engine, ...JSON.parse(line) })),
);
rmSync(folder, { recursive: true });
const complete = listSkipped(outcomes.filter(({ outcome }) => outcome === 'skipped'));
listFailed(outcomes.filter(({ outcome }) => outcome === 'failed'));
process.exitCode = complete && results.every((passed) => passed) ? 0 : 1;

/** Runs files with one engine for what keeps a catalogue; true when all passed. */
async function run(engine, paths) {
  console.log(`# ${paths.length} files on ${engine}`);
  const reporters = [
    ['--test-reporter', process.stdout.isTTY ? 'spec' : 'tap', '--test-reporter-destination', 'stdout'],
    ['--test-reporter', './test/support/outcomes.mjs', '--test-reporter-destination', join(outcomesFolder, engine)],
  ];
  const how = [
    '--import',
    './test/support/uncovered.mjs',
    '--import',
    './test/support/ending.mjs',
    '--test',
    `--test-concurrency=${AT_ONCE}`,
    '--test-timeout=600000',
    ...reporters.flat(),
  ];
  const child = spawn(process.execPath, [...how, ...processesOf(paths, engine)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...coverageOf(engine), LECTERN_TEST_ENGINE: engine },
  });
  const [status, signal] = await once(child, 'exit');
  if (signal !== null) console.error(`The tests were ended by ${signal}.`);
  return status === 0;
}

/**
 * What is run in processes of its own: files that start programs, and bundles of the others, which share a process
 * because to begin one and to load what tests import takes longer than most files.
 */
function processesOf(paths, engine) {
  // Those that take longest first: none is left over at the end.
  const processes = paths.filter(isAlone).map((path) => resolve(path));
  const others = paths.filter((path) => !isAlone(path));
  for (let at = 0; at < others.length; at += A_BUNDLE) {
    const bundle = join(folder, `${engine}-${at}.mjs`);
    const together = others.slice(at, at + A_BUNDLE);
    writeFileSync(bundle, together.map((path) => `import '${pathToFileURL(resolve(path)).href}';\n`).join(''));
    bundles.set(bundle, together);
    processes.push(bundle);
  }
  return processes;
}

/** Of all tests, and the first time round, when the stores' contract runs on every engine: writing it down takes a fifth more time. */
function coverageOf(engine) {
  return wanted.length === 0 && engine === 'sqlite' ? { NODE_V8_COVERAGE: resolve(COVERED) } : {};
}

/**
 * Says at the end, where it is read, what was not tested. False when it had to be tested: whoever has installed every
 * program says so with LECTERN_TEST_ALL=true, and then nothing may be skipped for want of one.
 */
function listSkipped(skipped) {
  const missing = POSTGRES_VERSIONS.filter((version) => !isThere(version)).map((version) => ({
    name: `everything on PostgreSQL ${version}`,
    reason: 'it is not installed',
  }));
  for (const { name, reason } of [...missing, ...skipped])
    console.log(`# NOT TESTED: ${name}: ${reason || 'no reason given'}`);
  const wanting = [...missing, ...skipped].some(({ reason }) => reason.includes('not installed'));
  if (process.env.LECTERN_TEST_ALL !== 'true' || !wanting) return true;
  console.error(
    'Every program is said to be installed here (LECTERN_TEST_ALL), and tests were skipped for want of one.',
  );
  return false;
}

/** Says at the very end, where it is found among thousands that passed, what failed. */
function listFailed(failed) {
  for (const { engine, name, file, line, reason } of failed) {
    const together = bundles.get(name);
    const what = together === undefined ? name : `one of these cannot be loaded: ${together.join(', ')}`;
    console.error(`# FAILED on ${engine}: ${what}\n# ${file}:${line}\n${reason.replace(/^/gm, '#   ')}`);
  }
}
