import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { before, describe, it } from 'node:test';
import { NO_OXLINT } from '../support/docs/oxc-installed.ts';
import { temporaryFolder } from '../support/folder.ts';
import { listAt, textAt } from '../support/json-value.ts';

/** Lines that some rooms must not contain: a file where the linter reports the line, and one where it does not. */
const TRESPASSES = [
  {
    line: 'export const t = process.env.HOME;',
    caught: 'src/server/x.ts',
    fine: 'src/cli/x.ts',
    says: /src\/cli reads the environment/,
  },
  {
    line: 'export const t = process.env;',
    caught: 'src/catalogue/x.ts',
    fine: 'src/cli/x.ts',
    says: /src\/cli reads the environment/,
  },
  {
    line: "process.stdout.write('x');",
    caught: 'src/store/x.ts',
    fine: 'src/cli/x.ts',
    says: /src\/cli writes to the terminal/,
  },
  { line: "console.log('x');", caught: 'src/server/x.ts', fine: 'bench/x.ts', says: /console/ },
  { line: 'process.exit(1);', caught: 'src/harvest/x.ts', fine: 'src/cli/x.ts', says: /src\/cli ends the process/ },
  {
    line: 'export const t = new Date();',
    caught: 'src/representations/x.ts',
    fine: 'src/server/x.ts',
    says: /take the time as a parameter/,
  },
  {
    line: 'export const t = Date.now();',
    caught: 'src/catalogue/x.ts',
    fine: 'src/server/x.ts',
    says: /take the time as a parameter/,
  },
  {
    line: 'export const t = Math.random();',
    caught: 'src/sample/x.ts',
    fine: 'src/store/x.ts',
    says: /take the randomness as a parameter/,
  },
  {
    line: "import 'node:http';",
    caught: 'src/server/x.ts',
    fine: 'src/cli/x.ts',
    says: /'node:http' import is restricted/,
  },
  { line: 'export default 1;', caught: 'src/pages/x.ts', fine: 'x.config.js', says: /default/ },
];

/** .oxlintrc.json without type-aware linting. */
function rulesWithoutTypes(): object {
  const rules = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as object;
  const specifier = createRequire(import.meta.url).resolve('oxlint-plugin-eslint');
  return { ...rules, options: {}, jsPlugins: [{ name: 'eslint-js', specifier }] };
}

describe('code that only some rooms may contain', { skip: NO_OXLINT }, () => {
  const folder = temporaryFolder();
  /** Messages by file. */
  const messages = new Map<string, string[]>();

  before(async () => {
    for (const [number, { line, caught, fine }] of TRESPASSES.entries()) {
      for (const file of [numbered(caught, number), numbered(fine, number)]) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), `${line}\n`);
      }
    }
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(rulesWithoutTypes()));
    for (const found of await lint(folder)) {
      const file = textAt(found, 'filename');
      messages.set(file, [...(messages.get(file) ?? []), textAt(found, 'message')]);
    }
  });

  for (const [number, { line, caught, fine, says }] of TRESPASSES.entries()) {
    it(`is reported in ${caught} but not in ${fine}: ${line}`, () => {
      const found = messages.get(numbered(caught, number)) ?? [];
      assert.equal(found.length, 1, found.join());
      assert.match(found[0] ?? '', says);
      assert.deepEqual(messages.get(numbered(fine, number)), undefined);
    });
  }
});

/** A different file name for each case. */
function numbered(path: string, number: number): string {
  return path.replace(/\bx\./, `${number}.`);
}

/** What oxlint finds in the files of a folder. */
async function lint(folder: string): Promise<readonly unknown[]> {
  const program = resolve('node_modules/oxlint/bin/oxlint');
  const printed = await new Promise<string>((done) => {
    // It exits with 1 because it finds problems.
    execFile(process.execPath, [program, '--format', 'json'], { cwd: folder }, (_, stdout) => done(stdout));
  });
  return listAt(JSON.parse(printed), 'diagnostics');
}
