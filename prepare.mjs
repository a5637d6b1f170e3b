/**
 * Builds dist/, also when npm has installed the packages. Without the compiler, which `npm ci --omit=dev` leaves out, Node
 * itself takes the types out: the same program, not checked.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';

/** As `rewriteRelativeImportExtensions` of tsconfig.json has it. */
const RELATIVE_IMPORT = /(\b(?:from|import)\s*\(?\s*'\.{1,2}\/[^']*)\.ts'/g;

/** @param {typeof nodeModule.stripTypeScriptTypes} strip */
function buildWithoutCompiler(strip) {
  // What is left of another build has files that this one may not.
  rmSync('dist', { recursive: true, force: true });
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  for (const name of names) {
    const code = strip(readFileSync(join('src', name), 'utf8')).replace(RELATIVE_IMPORT, "$1.js'");
    const file = join('dist', name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  console.log(`Built dist/ from ${String(names.length)} files, unchecked: the compiler is a development dependency.`);
}

/** What is no code: styles, scripts for browsers, words of the sample. They go where they were, beside the modules that read them. */
function copyAssets() {
  cpSync('src', 'dist', { recursive: true, filter: (path) => !path.endsWith('.ts') });
}

const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
if (existsSync(compiler)) {
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.json'], { stdio: 'inherit' });
  copyAssets();
  process.exitCode = status ?? 1;
} else if (typeof nodeModule.stripTypeScriptTypes === 'function') {
  buildWithoutCompiler(nodeModule.stripTypeScriptTypes);
  copyAssets();
} else {
  console.error(`Node.js 22.18 or newer is required; this is ${process.versions.node}.`);
  process.exitCode = 1;
}
