import assert from 'node:assert/strict';
import { LecternError } from '#client/client.ts';

/** The error that a promise of the client is rejected with. */
export async function failure(promise: Promise<unknown>): Promise<LecternError> {
  const error = await promise.then(
    () => assert.fail('it did not fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LecternError, String(error));
  return error;
}
