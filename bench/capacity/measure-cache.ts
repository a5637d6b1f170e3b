import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { importedCatalogue, say } from '../harness/catalogue.ts';
import type { Load } from '../harness/load.ts';
import { freePort } from '../harness/measured-process.ts';
import { waitUntilReady } from '../harness/readiness.ts';
import { GZIP, zipfRequests } from './kinds.ts';
import type { CacheFigures } from './measurements.ts';
import { Served } from './served.ts';

/** Requests a second, which are nothing to either; seconds, so that what was asked first is stale for a third of them. */
const RATE = 200;
const SECONDS = 90;

/**
 * What an HTTP cache in front makes of questions that follow Zipf's law, from the first one on: nginx as it is, told
 * only to keep what it may. Undefined where there is no nginx.
 */
export async function measureCache(talks: number, load: Load): Promise<CacheFigures | undefined> {
  if (spawnSync('nginx', ['-v']).error !== undefined) {
    say('there is no nginx here: a cache in front is not measured');
    return undefined;
  }
  const { database, cacheFolder } = await importedCatalogue(talks);
  const server = await Served.start({ database: `sqlite:${database}`, cacheFolder, workers: 1 });
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, server.port));
  mkdirSync(join(folder, 'cache'));
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'errors')], { stdio: 'ignore' });
  try {
    await waitUntilReady(port);
    const log = join(folder, 'asked');
    writeFileSync(log, '');
    const plan = await load.plan(
      zipfRequests().map(({ target }) => target),
      GZIP,
    );
    say(`a cache in front, for ${String(SECONDS)} seconds`);
    const { milliseconds, failed } = await load.steadily(port, plan, RATE, delay(SECONDS * 1000));
    if (failed > 0) throw new Error(`${String(failed)} answers were not 200`);
    await load.forget(port);
    await delay(1500);
    return counted(readFileSync(log, 'latin1'), milliseconds.length);
  } finally {
    const ended = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
    await server.stop();
  }
}

function counted(log: string, requests: number): CacheFigures {
  const lines = log.trimEnd().split('\n');
  const share = (...states: string[]): number => lines.filter((line) => states.includes(line)).length / lines.length;
  return {
    requestsPerSecond: RATE,
    seconds: requests / RATE,
    fresh: share('HIT'),
    stale: share('STALE', 'UPDATING'),
    // Whoever meets a stale answer first makes nginx ask; those who come while it does are told that it is updating.
    asked: share('MISS', 'EXPIRED', 'REVALIDATED', 'STALE'),
    waited: share('MISS', 'EXPIRED', 'REVALIDATED'),
  };
}

function configuration(folder: string, port: number, lectern: number): string {
  const temporary = ['client_body', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 1;
    pid ${folder}/pid;
    events { worker_connections 1024; }
    http {
      ${temporary.join(' ')}
      log_format cached $upstream_cache_status;
      access_log ${folder}/asked cached;
      proxy_temp_path ${folder}/proxy;
      proxy_cache_path ${folder}/cache keys_zone=lectern:20m max_size=1g inactive=1d;
      keepalive_requests 10000000;
      upstream lectern { server 127.0.0.1:${String(lectern)}; keepalive 8; }
      server {
        listen 127.0.0.1:${String(port)};
        location / {
          proxy_pass http://lectern;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_cache lectern;
          proxy_cache_lock on;
          proxy_cache_revalidate on;
          proxy_cache_use_stale updating error timeout;
          proxy_cache_background_update on;
        }
      }
    }`;
}
