/**
 * Loaded before each test file: ends its process as soon as nothing is left to wait for. Node's own clearing up after that
 * (version 20) does not always come to an end: once in ten runs of `test/failure/disk.test.ts` it went round for ever.
 */
import { isMainThread } from 'node:worker_threads';

// By then the tests' own listeners for the end are there, so that this one is the last.
if (isMainThread) process.once('beforeExit', () => process.on('exit', () => process.exit()));
