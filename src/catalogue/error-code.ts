/** The code of an error of the operating system, Node or a driver, such as `ENOENT`; undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether a disk has no space left, or none that this user may use. */
export function isOutOfSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');
}
