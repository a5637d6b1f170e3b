import assert from 'node:assert/strict';
import { describe as group, it } from 'node:test';
import { describe, readAddress } from '#store/address.ts';
import type { PostgresAddress } from '#store/address.ts';
import { folderOf, openStore } from '#store/open.ts';

const NOTHING = { user: undefined, password: undefined, database: undefined, parameters: {} };

function read(text: string): unknown {
  const given = readAddress(text);
  return given.ok ? given.address : given;
}

function postgres(fields: Partial<PostgresAddress>): PostgresAddress {
  const hosts = [{ name: undefined, port: undefined }];
  return { engine: 'postgres', hosts, ...NOTHING, session: 'any', connectMilliseconds: 2000, ...fields };
}

group('a database address', () => {
  it('can be the path of a SQLite file', () => {
    assert.deepEqual(read('sqlite:/srv/talks of today.db'), { engine: 'sqlite', path: '/srv/talks of today.db' });
    assert.equal(folderOf('sqlite:/srv/talks.db'), '/srv');
    assert.equal(folderOf('postgres://db/talks'), undefined);
  });

  it('can name several PostgreSQL hosts, target_session_attrs and connect_timeout', () => {
    assert.deepEqual(
      read(
        'postgres://ada:p%40ss%2F@db1:5432,db2:5433,[::1]:5434/talks?target_session_attrs=standby&connect_timeout=7',
      ),
      postgres({
        hosts: [
          { name: 'db1', port: 5432 },
          { name: 'db2', port: 5433 },
          { name: '::1', port: 5434 },
        ],
        user: 'ada',
        password: 'p@ss/',
        database: 'talks',
        session: 'standby',
        connectMilliseconds: 7000,
      }),
    );
  });

  it('can leave everything to the environment and the system', () => {
    assert.deepEqual(read('postgresql://'), postgres({}));
    assert.deepEqual(read('postgres:///talks'), postgres({ database: 'talks' }));
  });

  it('can give hosts, a socket folder, user, password and database as parameters', () => {
    const parameters = 'host=/run/postgresql,db2&port=5433&user=ada&password=p%20w&dbname=a%2Fb&sslmode=verify-full';
    const hosts = ['/run/postgresql', 'db2'].map((name) => ({ name, port: 5433 }));
    const rest = { user: 'ada', password: 'p w', database: 'a/b', parameters: { sslmode: 'verify-full' } };
    assert.deepEqual(read(`postgres:///?${parameters}`), postgres({ hosts, ...rest }));
  });

  it('can contain an unencoded colon or @ in its password', () => {
    const hosts = [{ name: 'db', port: undefined }];
    assert.deepEqual(read('postgres://ada:a:b@c@db/'), postgres({ hosts, user: 'ada', password: 'a:b@c' }));
  });

  it('is rejected with a reason that does not contain its password', () => {
    const reasons = {
      'mysql://ada:secret@db/talks': 'This is not the address of a database.',
      'talks.db': 'This is not the address of a database.',
      'sqlite:': 'The path is missing.',
      'sqlite::memory:': 'A database in memory cannot be shared by the processes that import and serve.',
      'sqlite:a\0b': 'The address contains a NUL character.',
      'postgres:db/talks': 'This is not a valid PostgreSQL address.',
      'postgres://ada:sec/ret@db/talks': 'A port is not a number.',
      'postgres://ada:secret@db:0/talks': 'A port is not a number.',
      'postgres://ada:secret@db:five/talks': 'A port is not a number.',
      'postgres://ada:secret@[::1/talks': 'A host is not valid.',
      'postgres://ada:%secret@db/talks': 'It has an invalid percent-encoding.',
      'postgres://ada:secret@db/talks?schema=x': 'It has a parameter "schema", which Lectern does not know.',
      'postgres://ada:secret@db/talks?target_session_attrs=best': 'Its target_session_attrs is not valid.',
      'postgres://ada:secret@db/talks?connect_timeout=0': 'Its connect_timeout is out of range.',
      'postgres:///talks?host=a,b,c&port=1,2': 'It has 3 hosts but 2 ports.',
    };
    for (const [text, what] of Object.entries(reasons)) {
      const given = readAddress(text);
      assert.deepEqual(given.ok ? given : given.what, what, text);
      assert.ok(given.ok || given.hint.length > 10);
      assert.doesNotMatch(JSON.stringify(given), /secret|sec\/ret/);
    }
  });

  it('is described without its password', () => {
    const described = (text: string): string => {
      const given = readAddress(text);
      return given.ok ? describe(given.address) : given.what;
    };
    assert.equal(described('sqlite:/srv/talks.db'), '/srv/talks.db');
    assert.equal(
      described('postgresql://ada:secret@db1:5432,[::1]:5433/talks?sslmode=verify-full'),
      'postgres://ada@db1:5432,[::1]:5433/talks',
    );
  });

  it('is rejected when the store is opened if its scheme is unknown', async () => {
    await assert.rejects(openStore('mysql://ada:secret@db', { mode: 'read' }), {
      name: 'StoreUnavailable',
      message: /^This is not the address of a database\. Write sqlite:/,
    });
  });
});
