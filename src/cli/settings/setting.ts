import type { ReadValue } from './setting-values.ts';

/**
 * Something an operator can set: by a flag, an environment variable or the configuration file, in
 * this order; otherwise it has its default.
 */
export interface Setting<T> {
  /** In Commander's syntax: `--port <number>`. */
  readonly flag: string;
  readonly variable: string;
  /**
   * A variable set by hosting platforms; used if nothing else sets it and its value is meant for
   * us.
   */
  readonly platform?: { readonly variable: string; readonly isMeant: (text: string) => boolean };
  readonly default: T;
  /** The default, for people. */
  readonly defaultText: string;
  /** One sentence. */
  readonly description: string;
  readonly group: SettingGroup;
  readonly read: ReadValue<T>;
  /**
   * The value is the path of a file or folder; in a configuration file, relative paths start at
   * that file.
   */
  readonly isPath?: boolean;
  /** A value as it may be printed. */
  readonly withoutSecret?: (text: string) => string;
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
type SettingGroup = (typeof SETTING_GROUPS)[number];

type Row<T> = Omit<Setting<T>, 'defaultText'> & Partial<Pick<Setting<T>, 'defaultText'>>;

/** Name of a setting in the configuration file: `LECTERN_BASE_URL` → `base_url`. */
export function configKey(variable: string): string {
  return variable.replace('LECTERN_', '').toLowerCase();
}

/** Whether it takes several values, separated by commas in a flag or variable. */
export function isList({ default: value }: Setting<unknown>): boolean {
  return Array.isArray(value) || value instanceof Set;
}

/** A default that is text or a number needs no `defaultText`; any other is “none” without one. */
export function setting<T>(row: Row<T>): Setting<T> {
  return { defaultText: ['string', 'number'].includes(typeof row.default) ? String(row.default) : 'none', ...row };
}
