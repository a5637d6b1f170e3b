/** Runs `npm test` on the versions of Node given as arguments, which come from the npm package `node`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<'test', string> };
for (const version of process.argv.slice(2)) {
  process.stdout.write(`Node ${version}\n`);
  execFileSync('npx', ['--yes', `--package=node@${version}`, '-c', scripts.test], { stdio: 'inherit' });
}
