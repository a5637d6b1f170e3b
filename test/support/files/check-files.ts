import { checkExample } from './check-example.ts';
import type { CheckedExample } from './check-example.ts';
import { EXAMPLES, EXPECTED_OF_OTHERS, exampleFiles } from './example-files.ts';
import { faultsOf, filesTable } from './files-table.ts';

// Runs as `npm run check:files [folder…]`. The optional folders hold other people's files.

/** Minimum share of the files with talks that must be accepted. */
const TARGET = 0.95;

const files = [
  ...exampleFiles(EXAMPLES).map((file) => ({ ...file, format: `ours: ${file.format}` })),
  ...process.argv.slice(2).flatMap((folder) => exampleFiles(folder, EXPECTED_OF_OTHERS)),
];
const checked: CheckedExample[] = [];
for (const file of files) checked.push(await checkExample(file));
process.stdout.write(filesTable(checked) + checked.map(faultsOf).join(''));

const accepted = checked.filter(({ result }) => result === 'accepted').length;
const withTalks = checked.filter(({ result }) => result !== 'rightly refused').length;
const percent = ((accepted / withTalks) * 100).toFixed(1);
process.stdout.write(`\n${accepted} of ${withTalks} files with talks accepted at the first try: ${percent} %\n`);
const isAnyWrong = checked.some(({ wronglyDated }) => wronglyDated.length > 0);
if (accepted < TARGET * withTalks || isAnyWrong) process.exitCode = 1;
