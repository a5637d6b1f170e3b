import { readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { describeExpired, describeKept } from './caching-front.ts';
import { installed, skipWithout, startDaemon } from './daemon.ts';
import { useFront, type StartFront } from './front.ts';
import { describeFront } from './front-answers.ts';
import { describeIds } from './front-ids.ts';
import { lecterns } from './machines.ts';
import { replaced } from './replaced.ts';

/** lectern.conf with other ports and another cache folder, in a typical main configuration. */
function nginxKeeping(time: string): StartFront {
  return async (folder, port, [first, second]) => {
    const text = replaced(await readFile('deploy/nginx/lectern.conf', 'utf8'), [
      ['/var/cache/lectern-nginx', join(folder, 'cache')],
      ['server 127.0.0.1:8080 ', `server 127.0.0.1:${String(first)} `],
      ['server 127.0.0.1:8081 ', `server 127.0.0.1:${String(second)} `],
      ['listen 80;', `listen 127.0.0.1:${String(port)};`],
      ['listen [::]:80;', ''],
      ['proxy_cache_valid 200 60s;', `proxy_cache_valid 200 ${time};`],
    ]);
    await writeFile(join(folder, 'lectern.conf'), text);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const main = `
    ${userInfo().uid === 0 ? 'user nobody nogroup;' : ''}
    daemon off;
    worker_processes 2;
    pid ${join(folder, 'pid')};
    error_log stderr error;
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')}
      include ${join(folder, 'lectern.conf')};
    }`;
    await writeFile(join(folder, 'nginx.conf'), main);
    return startDaemon(installed('nginx') ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], port);
  };
}

const served = lecterns(1);
const skip = skipWithout('nginx');

describe('nginx', { skip }, () => {
  const front = useFront(served, nginxKeeping('60s'));
  describeFront(front);
  describeIds(front);
  describeKept(front);
});

describe('nginx that caches for one second', { skip }, () => {
  describeExpired(useFront(served, nginxKeeping('1s')));
});
