import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { readAddress } from '#store/address.ts';
import { Connection } from '#store/postgres/connection.ts';
import { withPatience } from '../support/postgres/reached-server.ts';
import { NO_POSTGRES, sharedPostgres } from '../support/postgres/shared.ts';

/** Exits when the server has answered the backend whose process id is the argument. */
const ANSWERED = `
  const { default: pg } = await import('pg');
  const client = new pg.Client(process.argv[1]);
  await client.connect();
  const isIdle = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND query = 'SELECT 42' AND wait_event = 'ClientRead'";
  while ((await client.query(isIdle, [process.argv[2]])).rows.length === 0);
  await client.end();`;

it(
  'an answer that arrives in time is read even if the process is busy beyond the time limit',
  { skip: NO_POSTGRES },
  async (t) => {
    const server = await sharedPostgres(18);
    const database = await server.database();
    t.after(() => database.drop());
    const read = readAddress(withPatience(database.address));
    assert.ok(read.ok && read.address.engine === 'postgres');
    const connection = await Connection.open(read.address, 0);
    t.after(() => connection.close());
    const [row] = await connection.query('SELECT pg_backend_pid() AS pid', [], 60_000);

    const answer = connection.query('SELECT 42', [], 1);
    const program = ['--input-type=module', '--eval', ANSWERED, database.address, String(row?.pid)];
    const waited = spawnSync(process.execPath, program, { encoding: 'utf8', timeout: 60_000 });
    assert.equal(waited.status, 0, waited.stderr);
    assert.deepEqual(await answer, [{ '?column?': 42 }]);
  },
);
