import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'node:test';
import { describeExpired, describeKept } from './caching-front.js';
import { skipWithout } from './daemon.js';
import { describeFront, useFront, type StartFront } from './front.js';
import { replaced } from './replaced.js';
import { startVarnish } from './start-varnish.js';

/** lectern.vcl with other ports, run as the service's drop-in runs it. */
const start: StartFront = async (folder, port, [first, second]) => {
  const file = join(folder, 'lectern.vcl');
  const text = replaced(await readFile('deploy/varnish/lectern.vcl', 'utf8'), [
    ['.port = "8080"', `.port = "${String(first)}"`],
    ['.port = "8081"', `.port = "${String(second)}"`],
  ]);
  await writeFile(file, text);
  return startVarnish({ folder: join(folder, 'varnish'), file, port });
};

describe('Varnish', { skip: skipWithout('varnishd', 'cc') }, () => {
  const front = useFront(start, 'gzip');
  describeFront(front);
  describeKept(front);
  describeExpired(front);
});
