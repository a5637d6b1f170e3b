import { globSync, readFileSync } from 'node:fs';
import { shapeOf } from './shape.ts';

// Runs as `npm run check:shape`.

const paths = ['package.json', ...globSync('src/**/*.{ts,css,js}'), ...globSync('test/**/*.{ts,js,mjs}')];
const number = new Intl.NumberFormat('en-GB');
for (const { what, count, limit } of shapeOf(new Map(paths.map((path) => [path, readFileSync(path, 'utf8')])))) {
  const isPassed = count > limit;
  if (isPassed) process.exitCode = 1;
  const numbers = `${number.format(count).padStart(7)} of at most ${number.format(limit).padStart(7)}`;
  process.stdout.write(`${numbers}  ${what}${isPassed ? ': too many' : ''}\n`);
}
