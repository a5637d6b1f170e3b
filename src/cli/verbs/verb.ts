import type { Result } from '#catalogue/problem.ts';
import type { Host } from '../host.ts';
import type { Flags, Switch, ValueOption } from '../settings/option.ts';
import type { Environment, GivenText } from '../settings/read-settings.ts';
import type { SettingName, Settings } from '../settings/settings.ts';

/** A command of the command line. Its file imports what it needs only when it runs. */
export interface Verb {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** One paragraph, for the help of the verb. */
  readonly details: string;
  readonly examples: readonly string[];
  /** Help texts of its arguments, by name in Commander's syntax: `<from>`, `[files...]`. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly settings: readonly SettingName[];
  readonly options: readonly (Switch | ValueOption<unknown>)[];
  /** Logs `warnings` itself. */
  readonly logs?: true;
  /** Returns the exit status. */
  readonly run: (call: Call) => Promise<number>;
}

/** How a verb was called. Everything in it has been checked. */
export interface Call {
  readonly files: readonly string[];
  readonly flags: Flags;
  readonly settings: Settings;
  /** Warnings about the environment. */
  readonly warnings: readonly string[];
  /** Where a setting comes from; undefined if it has its default. */
  readonly given: (name: SettingName) => GivenText | undefined;
  /**
   * Reads the configuration file again, for child processes started from now on, and returns the new
   * settings. If it has problems, nothing changes.
   */
  readonly reread: () => Promise<Result<Settings>>;
  /** That of this process and, as variables, what the configuration file says: for child processes and placeholders. */
  readonly environment: () => Environment;
  readonly host: Host;
}
