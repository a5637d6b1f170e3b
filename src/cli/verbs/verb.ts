import type { Flags } from '../settings/read-settings.ts';
import type { SettingName, Settings } from '../settings/settings.ts';
import type { ReadValue } from '../settings/setting-values.ts';

/** Something the command line can be told to do. Its file loads what the work needs only when it is run. */
export interface Verb {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** For the verb's own help: one paragraph. */
  readonly details: string;
  readonly examples: readonly string[];
  /** As Commander takes them: `<files...>`, `<from> <to>`; '' for none. */
  readonly argument: string;
  readonly argumentHelp: string;
  readonly settings: readonly SettingName[];
  readonly options: readonly (Switch | ValueOption<unknown>)[];
  /** True: it says itself what is in `warnings`, in its log. */
  readonly logs?: true;
  /** Returns the exit status. */
  readonly run: (call: Call) => Promise<number>;
}

/** How a verb was called. Everything in it has been checked. */
export interface Call {
  readonly files: readonly string[];
  readonly flags: Flags;
  readonly settings: Settings;
  /** What the operator should know about the environment; nothing that stands in the way. */
  readonly warnings: readonly string[];
}

/** An option that is there or not. */
export interface Switch {
  readonly flag: string;
  readonly description: string;
}

/** An option with a value. */
export interface ValueOption<T> extends Switch {
  readonly default: T;
  readonly defaultText: string;
  /** One a line when the option may be given again, and was. */
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

/** The name under which Commander gives the value: `--base-url <address>` → `baseUrl`. */
export function optionKey(flag: string): string {
  return longFlag(flag)
    .slice(2)
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
