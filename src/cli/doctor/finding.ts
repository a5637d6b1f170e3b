/** The result of one check. */
export interface Finding {
  /** `skipped`: it was not checked. */
  readonly level: 'ok' | 'skipped' | 'warning' | 'problem';
  /** What was checked, in a word or two. */
  readonly about: string;
  /** One line. */
  readonly what: string;
  /** What to do; undefined if there is nothing to do. */
  readonly hint?: string | undefined;
}

export function ok(about: string, what: string): Finding {
  return { level: 'ok', about, what };
}

export function skipped(about: string, what: string): Finding {
  return { level: 'skipped', about, what };
}

export function warning(about: string, what: string, hint: string): Finding {
  return { level: 'warning', about, what, hint };
}

export function problem(about: string, what: string, hint?: string): Finding {
  return { level: 'problem', about, what, hint };
}

export function isFinding(value: unknown): value is Finding {
  if (typeof value !== 'object' || value === null || !('level' in value && 'about' in value && 'what' in value))
    return false;
  return (
    ['ok', 'skipped', 'warning', 'problem'].includes(String(value.level)) &&
    [value.about, value.what].every((text) => typeof text === 'string')
  );
}
