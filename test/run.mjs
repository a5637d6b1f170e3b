/**
 * Runs every test, or those whose path contains one of the arguments: `npm test -- search`.
 * Node 20 takes no pattern of test files, and a shell's own patterns differ from system to system.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';

const wanted = process.argv.slice(2);
const files = readdirSync('test', { recursive: true })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join('test', name))
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
  .sort();

if (files.length === 0) {
  console.error(`No test file's path contains ${wanted.join(' or ')}.`);
  process.exit(1);
}
register();
const { startShared } = await import('./support/postgres/shared.ts');
const servers = await startShared();
const node = ['--import', 'tsx', '--test', '--test-concurrency=2', '--test-timeout=600000', ...files];
const [status, signal] = await once(spawn(process.execPath, node, { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit');
if (signal !== null) console.error(`The tests were ended by ${signal}.`);
await servers.stop();
process.exit(status ?? 1);
