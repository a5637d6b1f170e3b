import { parseArgs } from 'node:util';
import type { Bench } from './benchmark.ts';
import { BENCHMARKS } from './benchmarks.ts';

interface Options extends Pick<Bench, 'sizes' | 'rounds' | 'profile' | 'against'> {
  readonly names: readonly string[];
  readonly help: boolean;
}

export const HELP = `npm run bench -- [name…] [--talks 10000,100000] [--rounds 24] [--profile] [--against FOLDER]

Runs the named benchmarks, or all of them:
${BENCHMARKS.map(({ name, question }) => `  ${name.padEnd(9)} ${question}`).join('\n')}

  --talks    numbers of talks in the generated catalogues, separated by commas (10000,100000)
  --rounds   number of rounds; each measures every side once (24)
  --profile  also print the most expensive functions
  --against  folder of another checkout, already built, to compare with
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
