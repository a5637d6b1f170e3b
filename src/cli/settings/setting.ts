import type { ReadValue } from './setting-values.ts';

/** One thing an operator can set: by a flag, else by a variable of the environment, else left at its default. */
export interface Setting<T> {
  /** As Commander takes it: `--port <number>`. */
  readonly flag: string;
  readonly variable: string;
  /** A variable that hosting platforms set; used where neither the flag nor `variable` is, and it has such a value. */
  readonly platform?: { readonly variable: string; readonly isMeant: (text: string) => boolean };
  readonly default: T;
  /** The default as people read it. */
  readonly defaultText: string;
  /** One sentence. */
  readonly description: string;
  readonly group: SettingGroup;
  readonly read: ReadValue<T>;
}

export const SETTING_GROUPS = [
  'Store',
  'Network',
  'Addresses we publish',
  'Answers',
  'Pages',
  'Sources',
  'Running',
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

export function setting<T>(row: Setting<T>): Setting<T> {
  return row;
}
