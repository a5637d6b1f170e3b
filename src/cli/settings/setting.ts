import type { ReadValue } from './setting-values.ts';

/** Something an operator can set: by a flag, else by an environment variable, else left at its default. */
export interface Setting<T> {
  /** As Commander takes it: `--port <number>`. */
  readonly flag: string;
  readonly variable: string;
  /** A variable that hosting platforms set; used if neither the flag nor `variable` is set, and its value is meant for us. */
  readonly platform?: { readonly variable: string; readonly isMeant: (text: string) => boolean };
  readonly default: T;
  /** The default, for people. */
  readonly defaultText: string;
  /** One sentence. */
  readonly description: string;
  readonly group: SettingGroup;
  readonly read: ReadValue<T>;
}

export const SETTING_GROUPS = [
  'Store',
  'Network',
  'Published addresses',
  'Answers',
  'Pages',
  'Sources',
  'Running',
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

type Row<T> = Omit<Setting<T>, 'defaultText'> & Partial<Pick<Setting<T>, 'defaultText'>>;

/** Defaults that are text or a number need no `defaultText`; of any other it is “none” unless given. */
export function setting<T>(row: Row<T>): Setting<T> {
  return { defaultText: ['string', 'number'].includes(typeof row.default) ? String(row.default) : 'none', ...row };
}
