import { parseArgs } from 'node:util';
import type { Bench } from './benchmark.ts';
import { BENCHMARKS } from './benchmarks.ts';

interface Options extends Pick<Bench, 'sizes' | 'rounds' | 'profile' | 'against'> {
  readonly names: readonly string[];
  readonly help: boolean;
}

export const HELP = `npm run bench -- [name…] [--talks 10000,100000] [--rounds 24] [--profile] [--against FOLDER]

Benchmarks, all of them if none is named:
${BENCHMARKS.map(({ name, question }) => `  ${name.padEnd(9)} ${question}`).join('\n')}

  --talks    sizes of the catalogues that are generated, with commas between (10000,100000)
  --rounds   rounds that each side is measured in (24)
  --profile  also print the functions that take most time
  --against  the folder of another checkout, built, to compare this one with
`;

/** @throws Error if the arguments are invalid, with the reason */
export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      talks: { type: 'string', default: '10000,100000' },
      rounds: { type: 'string', default: '24' },
      profile: { type: 'boolean', default: false },
      against: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const names = BENCHMARKS.map(({ name }) => name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`unknown benchmark ${unknown}; choose from ${names.join(', ')}`);
  return {
    names: positionals.length > 0 ? positionals : names,
    sizes: values.talks.split(',').map((text) => wholeNumber(text, '--talks')),
    rounds: wholeNumber(values.rounds, '--rounds'),
    profile: values.profile,
    against: values.against,
    help: values.help,
  };
}

function wholeNumber(text: string, option: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${option}: ${text} is not a whole number above 0`);
  return number;
}
