import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#store/open.ts';
import { storeContract } from './contract.ts';

storeContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  return {
    open: () => openStore(`sqlite:${join(folder, 'catalogue.db')}`, { mode: 'write' }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});
