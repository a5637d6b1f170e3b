import type { Flags, Switch, ValueOption } from '../settings/option.ts';
import type { SettingName, Settings } from '../settings/settings.ts';

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
