/**
 * Builds dist/, on `npm run build` and after `npm ci`. Types are not checked: `npm run check:lint` does that. Without the
 * TypeScript compiler (`npm ci --omit=dev`), Node strips the types: the same program, with comments, but without the type
 * declarations of `lectern/client`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join, relative } from 'node:path';

/** As `rewriteRelativeImportExtensions` of tsconfig.json has it. */
const RELATIVE_IMPORT = /(\b(?:from|import)\s*\(?\s*'\.{1,2}\/[^']*)\.ts'/g;

/** @param {typeof nodeModule.stripTypeScriptTypes} strip */
function buildWithoutCompiler(strip) {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  for (const name of names) {
    const code = strip(readFileSync(join('src', name), 'utf8')).replace(RELATIVE_IMPORT, "$1.js'");
    const file = join('dist', name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  console.log(`Built dist/ from ${String(names.length)} files, without the compiler: it is a development dependency.`);
}

/**
 * Writes the modules, and next to those of `lectern/client` the types of what they export, with their comments. Leaves
 * what is up to date: like make, the compiler takes a file that is older than the last build for unchanged.
 */
function buildWithCompiler() {
  const args = [compiler, '--build', 'tsconfig.build.json', 'tsconfig.client.json'];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  // Otherwise the next build would skip what failed.
  if (status !== 0) for (const file of BUILD_NOTES) rmSync(file, { force: true });
  for (const name of readdirSync('dist/client').filter((name) => name.endsWith('.d.ts'))) {
    const file = join('dist', 'client', name);
    // The compiler does not rewrite these, and not every tool resolves ./lectern.ts to lectern.d.ts.
    writeFileSync(file, readFileSync(file, 'utf8').replace(RELATIVE_IMPORT, "$1.js'"));
  }
  return status ?? 1;
}

/**
 * Formats what the compiler wrote, with a tab for each of its four spaces: the package is a hundredth smaller. Skipped
 * where there is no formatter for the machine.
 */
async function formatModules() {
  const formatter = await import('oxfmt').catch(() => undefined);
  if (formatter === undefined) return;
  const { singleQuote, printWidth } = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8'));
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  for (const name of names.filter((each) => !each.endsWith('.d.ts'))) {
    const file = join('dist', name.replace(/\.ts$/, '.js'));
    const code = readFileSync(file, 'utf8');
    const formatted = await formatter.format(file, code, { singleQuote, printWidth, useTabs: true });
    if (formatted.errors.length === 0 && formatted.code !== code) writeFileSync(file, formatted.code);
  }
}

/**
 * Copies everything but TypeScript: styles, browser scripts and the words of the sample, next to the modules that read
 * them. JSON is copied without white space: the package is a hundredth smaller.
 */
function copyAssets() {
  cpSync('src', 'dist', { recursive: true, filter: (path) => !/\.(?:ts|json)$/.test(path) });
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  for (const name of names) {
    const file = join('dist', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(join('src', name), 'utf8'))));
  }
}

/** Where the compiler notes what it has built: a file for each tsconfig. */
const BUILD_NOTES = [join('dist', '.tsbuildinfo'), join('dist', 'client', '.tsbuildinfo')];

/** Files in dist/ that have no source file in src/. */
const CLIENT_FILES = { package: join('dist', 'client', 'package.json'), licence: join('dist', 'client', 'LICENSE') };
const WRITTEN_HERE = new Set([...BUILD_NOTES, join('dist', 'package.json'), ...Object.values(CLIENT_FILES)]);

/** Removes what earlier builds left in dist/ of files that have since been renamed or removed: it would be packed. */
function removeStaleFiles() {
  for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
    const built = join(entry.parentPath, entry.name);
    if (!entry.isFile() || WRITTEN_HERE.has(built)) continue;
    const asset = join('src', relative('dist', built));
    if (!existsSync(asset) && !existsSync(asset.replace(/(?:\.d\.ts|\.js)$/, '.ts'))) rmSync(built);
  }
}

/** Makes `#room/file.ts` mean the built module in dist/. For src/ and the tests it is the source, by the project's package.json. */
function writePackageFile() {
  const { type, imports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const built = Object.entries(imports).map(([name, path]) => [
    name,
    path.replace('./src/', './').replace(/\.ts$/, '.js'),
  ]);
  const file = { private: true, type, imports: Object.fromEntries(built) };
  writeFileSync('dist/package.json', `${JSON.stringify(file, null, 2)}\n`);
}

/** Makes dist/client/, with its types, a package of its own, for programs that need no server: `npm pack ./dist/client`. */
function writeClientPackage() {
  const { version, license, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
  const file = {
    name: 'lectern-client',
    version,
    description: 'Reads talks from a Lectern: a typed client for its API, without dependencies',
    keywords: ['talks', 'seminars', 'lectern', 'hal'],
    license,
    repository,
    type: 'module',
    engines: { node: '>=22' },
    sideEffects: false,
    exports: { '.': { types: './client.d.ts', default: './client.js' }, './package.json': './package.json' },
    files: ['*.js', '*.d.ts'],
  };
  writeFileSync(CLIENT_FILES.package, `${JSON.stringify(file, null, 2)}\n`);
  cpSync('LICENSE', CLIENT_FILES.licence);
}

const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
if (existsSync(compiler)) {
  process.exitCode = buildWithCompiler();
  if (process.exitCode === 0) await formatModules();
  copyAssets();
  removeStaleFiles();
  writePackageFile();
  writeClientPackage();
} else if (typeof nodeModule.stripTypeScriptTypes === 'function') {
  buildWithoutCompiler(nodeModule.stripTypeScriptTypes);
  copyAssets();
  removeStaleFiles();
  writePackageFile();
} else {
  console.error(`Node.js 22.18 or newer is required; this is ${process.versions.node}.`);
  process.exitCode = 1;
}
