import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../test/support/http/free-port.ts';
import { fieldOf, numberOf } from '../harness/narrow.ts';
import { firstSuccess } from '../harness/readiness.ts';

const DEPLOY = fileURLToPath(new URL('../../deploy/varnish/', import.meta.url));
const run = promisify(execFile);

/** Counters of varnishstat. */
export interface VarnishCounts {
  /** Served from the cache, fresh or stale. */
  readonly hits: number;
  /** The hits that were stale. */
  readonly staleHits: number;
  readonly misses: number;
  /** Passed to Lectern without a cache lookup. */
  readonly passes: number;
  /** Evicted because memory was full. */
  readonly nuked: number;
}

interface RunningVarnish {
  readonly port: number;
  /** The counters once they no longer change. Varnish's threads update them only from time to time. */
  settled(): Promise<VarnishCounts>;
  stop(): Promise<void>;
}

export function varnishIsInstalled(): boolean {
  return spawnSync('varnishd', ['-V']).status === 0 && spawnSync('cc', ['--version']).status === 0;
}

/**
 * Starts Varnish in front of one Lectern, configured as in deploy/varnish/.
 * @param compression how much faster than real time the day runs. Times in the VCL are divided by it
 */
export async function startVarnish(lectern: number, compression: number): Promise<RunningVarnish> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-varnish-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'lectern.vcl');
  writeFileSync(file, vcl(lectern, compression));
  const unit = readFileSync(join(DEPLOY, 'varnish.service.conf'), 'utf8');
  const parameters = [...unit.matchAll(/ -[ps] \S+/g)].flatMap(([option]) => option.trim().split(' '));
  const port = await freePort();
  const name = join(folder, 'varnish');
  const jail =
    userInfo().uid === 0 ? ['-j', spawnSync('id', ['vcache']).status === 0 ? 'unix,user=vcache' : 'none'] : [];
  const own = ['-F', '-a', `127.0.0.1:${String(port)}`, '-T', 'none', '-f', file, '-n', name];
  const child = spawn('varnishd', [...jail, ...own, ...parameters], { stdio: 'ignore' });
  await firstSuccess(port, '/readyz');
  return {
    port,
    settled: async () => {
      let [counted, before] = [await countsIn(name), ''];
      while (JSON.stringify(counted) !== before) {
        before = JSON.stringify(counted);
        await delay(1_000);
        counted = await countsIn(name);
      }
      return counted;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** lectern.vcl with one backend and with its times divided by the compression. */
function vcl(lectern: number, compression: number): string {
  const text = readFileSync(join(DEPLOY, 'lectern.vcl'), 'utf8')
    .replaceAll('.port = "8080"', `.port = "${String(lectern)}"`)
    .replaceAll('.port = "8081"', `.port = "${String(lectern)}"`);
  if (compression === 1) return text;
  const by = compression.toFixed(1);
  const compressed = text.replace('set req.grace = 600s;', `set req.grace = 600s / ${by};`);
  if (compressed === text) throw new Error('lectern.vcl does not set how long a stale response is served');
  // Varnish appends this to the subroutine of the same name above, which keeps the lifetimes set by Lectern's headers.
  return `${compressed}
sub vcl_backend_response {
    set beresp.grace = beresp.grace / ${by};
    set beresp.ttl = beresp.ttl / ${by};
}
`;
}

async function countsIn(name: string): Promise<VarnishCounts> {
  const statistics: unknown = JSON.parse((await run('varnishstat', ['-1', '-j', '-n', name])).stdout);
  const counters = fieldOf(statistics, 'counters');
  const counter = (name: string): number => numberOf(fieldOf(counters, `MAIN.${name}`), 'value');
  return {
    hits: counter('cache_hit'),
    staleHits: counter('cache_hit_grace'),
    misses: counter('cache_miss'),
    passes: counter('s_pass'),
    nuked: counter('n_lru_nuked'),
  };
}
