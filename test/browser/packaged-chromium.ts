import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ChromiumProgram } from './chromium.ts';

const PACKAGE = '@sparticuz/chromium';

/** `executablePath` unpacks the package into the temporary folder of its process, and returns the path. */
const INFLATE = `const { default: chromium } = await import('${PACKAGE}'); await chromium.executablePath();`;

/**
 * The compressed Chromium of a package, with the libraries and the font that it needs: it uses only the C library of
 * the machine. It is unpacked once into `.cache/`, which may be deleted at any time.
 */
export async function packagedChromium(): Promise<ChromiumProgram> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`it is for Linux on x64, and this is ${process.platform} on ${process.arch}`);
  const folder = resolve('.cache', 'chromium', packageVersion());
  if (!existsSync(folder)) await inflateInto(folder);
  return {
    path: join(folder, 'chromium'),
    variables: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/** Unpacks into a temporary folder, and renames it when complete: two test files may do this at once. */
async function inflateInto(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const part = await mkdtemp(`${folder}.`);
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', INFLATE], {
      // The package unpacks its libraries only if it takes the machine for Amazon Linux.
      env: { ...process.env, TMPDIR: part, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x', NODE_V8_COVERAGE: '' },
      timeout: 120_000,
    });
    await writeFile(join(part, 'fonts.conf'), fontSettings(folder));
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Uses the fonts of the machine, and that of the package if there are none. */
function fontSettings(folder: string): string {
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(folder, 'fonts')];
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    ...folders.map((path) => `  <dir>${path}</dir>`),
    `  <cachedir>${join(folder, 'font-cache')}</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n');
}

function packageVersion(): string {
  const main = createRequire(import.meta.url).resolve(PACKAGE);
  const said: unknown = JSON.parse(readFileSync(resolve(dirname(main), '../../package.json'), 'utf8'));
  if (typeof said !== 'object' || said === null || !('version' in said)) throw new Error(`${PACKAGE} has no version`);
  return String(said.version);
}
