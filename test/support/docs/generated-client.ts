import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createRequire } from 'node:module';

const GUIDE = 'docs/how-to/generate-a-client.md';

export interface Ran {
  readonly status: number;
  readonly output: string;
}

/** The code block in a language under a heading of a guide, by default the guide to generated clients. */
export function codeInGuide(heading: string, language: string, guide = GUIDE): string {
  const section = readFileSync(guide, 'utf8').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const code = section.split(`\n\`\`\`${language}\n`)[1]?.split('\n```')[0];
  if (code === undefined) throw new Error(`no ${language} under ${heading} in ${guide}`);
  return code;
}

/** Turns a folder into a strict TypeScript project with our packages installed. */
export function makeStrictProject(folder: string, files: readonly string[]): void {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const compilerOptions = {
    ...{
      strict: true,
      skipLibCheck: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
    },
    ...{ target: 'es2022', module: 'nodenext', allowImportingTsExtensions: true, types: ['node'] },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
}

/** The path of a program in an installed package. */
export function programOf(name: string, path: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path);
}

/** @param variables environment variables in addition to those of this process */
export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const env = { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...variables };
  return new Promise((done) => {
    execFile(command, args, { cwd, env }, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      done({ status, output: stdout + stderr });
    });
  });
}

export function compile(folder: string): Promise<Ran> {
  return run(process.execPath, [programOf('typescript', 'bin/tsc'), '-p', folder], folder);
}
