import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'node:test';
import { describeExpired, describeKept } from './caching-front.ts';
import { skipWithout } from './daemon.ts';
import { useFront, type StartFront } from './front.ts';
import { describeFront } from './front-answers.ts';
import { lecterns } from './machines.ts';
import { replaced } from './replaced.ts';
import { startVarnish } from './start-varnish.ts';

/**
 * lectern.vcl with other ports, run as the service's drop-in runs it.
 * @param stale how long a stale response is served while a fresh one is fetched
 */
function varnishServingStale(stale: string): StartFront {
  return async (folder, port, [first, second]) => {
    const file = join(folder, 'lectern.vcl');
    const text = replaced(await readFile('deploy/varnish/lectern.vcl', 'utf8'), [
      ['.port = "8080"', `.port = "${String(first)}"`],
      ['.port = "8081"', `.port = "${String(second)}"`],
      ['set req.grace = 600s;', `set req.grace = ${stale};`],
    ]);
    await writeFile(file, text);
    return startVarnish({ folder: join(folder, 'varnish'), file, port });
  };
}

const served = lecterns(1);
const skip = skipWithout('varnishd', 'cc');

describe('Varnish', { skip }, () => {
  const front = useFront(served, varnishServingStale('600s'), 'gzip');
  describeFront(front);
  describeKept(front);
  describeExpired(front);
});

describe('Varnish that serves stale responses for one second', { skip }, () => {
  describeExpired(useFront(served, varnishServingStale('1s'), 'gzip'));
});
