import { join, resolve } from 'node:path';
import { describe } from 'node:test';
import { installed, skipWithout, startDaemon } from './daemon.ts';
import { useFront, type StartFront } from './front.ts';
import { describeFront } from './front-answers.ts';
import { describeIds } from './front-ids.ts';
import { lecterns } from './machines.ts';

/** Runs the Caddyfile unchanged, with values for its variables. */
const startCaddy: StartFront = (folder, port, [first, second]) =>
  startDaemon(
    installed('caddy') ?? '',
    ['run', '--adapter', 'caddyfile', '--config', resolve('deploy/caddy/Caddyfile')],
    port,
    {
      LECTERN_SITE: `http://:${String(port)}`,
      LECTERN_UPSTREAMS: `127.0.0.1:${String(first)} 127.0.0.1:${String(second)}`,
      CADDY_ADMIN: `unix/${join(folder, 'admin.sock')}`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  );

describe('Caddy', { skip: skipWithout('caddy') }, () => {
  // Two Lecterns, to show that their responses are equal.
  const front = useFront(lecterns(2), startCaddy);
  describeFront(front);
  describeIds(front);
});
