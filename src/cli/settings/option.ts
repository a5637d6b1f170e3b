import { integer, type ReadValue } from './setting-values.ts';

/** Values by the name of their option or setting, as given on the command line. */
export type Flags = Readonly<Record<string, unknown>>;

/** An option without a value. */
export interface Switch {
  readonly flag: string;
  readonly description: string;
}

/** An option with a value. */
export interface ValueOption<T> extends Switch {
  readonly default: T;
  readonly defaultText: string;
  /** Repeated values are joined, one per line. */
  readonly read: ReadValue<T>;
  readonly repeats?: true;
}

export function isOn({ flag }: Switch, flags: Flags): boolean {
  return flags[optionKey(flag)] === true;
}

export function valueOf<T>(option: ValueOption<T>, flags: Flags): T {
  const text = flags[optionKey(option.flag)];
  if (typeof text !== 'string') return option.default;
  const result = option.read(text, longFlag(option.flag));
  if (result.ok) return result.value;
  throw new Error(`${option.flag} was used before it was checked`);
}

/** `--port <number>` → `--port`. */
export function longFlag(flag: string): string {
  return flag.split(' ', 1)[0] ?? flag;
}

/** The name under which Commander returns the value: `--base-url <address>` → `baseUrl`. */
export function optionKey(flag: string): string {
  return longFlag(flag)
    .slice(2)
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export const DRY_RUN: Switch = {
  flag: '--dry-run',
  description: 'Show what would change, without changing anything.',
};

/** For `import`, `check` and `sync`. */
export const MAX_PROBLEMS: ValueOption<number> = {
  flag: '--max-problems <number>',
  description: 'Maximum number of problems to list; the rest are counted.',
  default: 100,
  defaultText: '100',
  read: integer(1, 1_000_000),
};
