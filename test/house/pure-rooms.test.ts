import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

/** A line that some rooms must not have, where it is caught, and where it is fine. */
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
  { line: 'export default 1;', caught: 'src/pages/x.ts', fine: 'x.config.js', says: /default/ },
];

/** The rules of eslint.config.js that need no types: the files that are linted here are nowhere on the disk. */
const eslint = new ESLint({ overrideConfig: [{ files: ['**/*.ts'], ...tseslint.configs.disableTypeChecked }] });

async function messages(filePath: string, line: string): Promise<string[]> {
  const results = await eslint.lintText(`${line}\n`, { filePath });
  return results.flatMap((result) => result.messages.map(({ message }) => message));
}

describe('what only some rooms may do', () => {
  for (const { line, caught, fine, says } of TRESPASSES) {
    it(`is caught in ${caught} and not in ${fine}: ${line}`, async () => {
      const found = await messages(caught, line);
      assert.equal(found.length, 1, found.join());
      assert.match(found[0] ?? '', says);
      assert.deepEqual(await messages(fine, line), []);
    });
  }
});
