import { codeOf } from '#catalogue/error-code.ts';
import { StoreUnavailable } from '#store/store.ts';
import { CopyUnusable } from './copy-file.ts';

/** Whether an error is of the copy's file or folder, rather than of the store, whose errors are explained. */
export function isOfCopy(error: unknown): boolean {
  return error instanceof CopyUnusable || (codeOf(error) !== undefined && !(error instanceof StoreUnavailable));
}

/** Whether the copy cannot be written now, but need not be damaged. */
export function isFull(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return /^(ENOSPC|EROFS|EDQUOT|SQLITE_(FULL|BUSY|READONLY|CANTOPEN|IOERR_WRITE|IOERR_SHMSIZE))/.test(code);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
