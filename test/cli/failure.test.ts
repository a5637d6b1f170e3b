import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { explain } from '#cli/failure.ts';
import { OldAddressesUnusable } from '#server/unusable.ts';
import { StoreUnavailable } from '#store/store.ts';
import { startLectern } from '../support/process/command.ts';

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('the explanation of an error', () => {
  it('is the message of a store error', () => {
    assert.equal(explain(new StoreUnavailable('The database x.db is empty.')), 'The database x.db is empty.');
  });

  it('is the message of an error in a file of old addresses', () => {
    const message = 'old.csv, line 3: "a" is not a path.';
    assert.equal(explain(new OldAddressesUnusable(message)), message);
  });

  it('names the file that cannot be opened', async () => {
    assert.equal(explain(await failureOf(() => open('/no/such/file'))), '/no/such/file does not exist.');
    assert.equal(explain(await failureOf(() => open('/', 'w'))), '/ is a folder, not a file.');
  });

  it('names the host and port that cannot be used, or says that the disk is full', () => {
    const error = (fields: object): Error => Object.assign(new Error('x'), fields);
    assert.equal(
      explain(error({ code: 'EACCES', address: '127.0.0.1', port: 80 })),
      'Port 80 on 127.0.0.1 cannot be used: permission denied. Change the permissions, or choose another.',
    );
    assert.equal(
      explain(error({ code: 'EADDRNOTAVAIL', address: '192.0.2.1' })),
      '192.0.2.1 is not an address of this machine. Choose another with --host.',
    );
    assert.equal(
      explain(error({ code: 'ENOTFOUND', hostname: 'nowhere.invalid' })),
      'nowhere.invalid cannot be found by name. Choose another with --host.',
    );
    assert.equal(explain(error({ code: 'ENOSPC' })), 'A file cannot be written: the disk is full.');
  });

  it('says that a pipe has lost its reader, or has none', () => {
    const error = (fields: object): Error => Object.assign(new Error('x'), fields);
    assert.equal(explain(error({ code: 'EPIPE' })), 'A file was closed by its reader before everything was written.');
    assert.equal(explain(error({ code: 'ENXIO', path: 'talks' })), 'talks is a socket, or a pipe without a reader.');
  });

  it('is undefined for a bug, such as a TypeError or an unknown error code', () => {
    assert.deepEqual(
      [new TypeError('x'), Object.assign(new Error('x'), { code: 'ERR_X' }), 'x', undefined].map(explain),
      Array(4).fill(undefined),
    );
  });
});

describe('a bug in Lectern', () => {
  it('ends the process with status 70, its stack, and a request to report it', async () => {
    const fault = 'data:text/javascript,process.on(%22SIGUSR2%22,()=>{throw%20new%20TypeError(%22a%20fault%22)})';
    const running = startLectern(['check', '-'], { variables: { NODE_OPTIONS: `--import ${fault}` } });
    await running.reading('\n'.repeat(1_000_000));
    running.process.kill('SIGUSR2');
    const { status, stderr } = await running.finished;
    assert.equal(status, 70);
    assert.match(
      stderr,
      /^lectern: this is a bug in Lectern\. Please report it with these lines:\nTypeError: a fault\n {4}at /,
    );
  });
});
