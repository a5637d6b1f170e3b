import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { installed, startDaemon, type Daemon } from './daemon.ts';

interface VarnishOptions {
  /** Varnish's working directory. */
  readonly folder: string;
  /** Path of the VCL. */
  readonly file: string;
  readonly port: number;
}

/** Varnish with the parameters of deploy/varnish/varnish.service.conf. */
export async function startVarnish({ folder, file, port }: VarnishOptions): Promise<Daemon> {
  const unit = await readFile('deploy/varnish/varnish.service.conf', 'utf8');
  const parameters = [...unit.matchAll(/ -[ps] \S+/g)].flatMap(([option]) => option.trim().split(' '));
  if (parameters.length === 0) throw new Error('varnish.service.conf sets no parameter');
  const own = ['-F', '-a', `127.0.0.1:${String(port)}`, '-T', 'none', '-f', file, '-n', folder];
  return startDaemon(installed('varnishd') ?? '', [...jail(), ...own, ...parameters], port);
}

/** Varnish drops root privileges, to the user of its package if there is one. */
function jail(): readonly string[] {
  if (userInfo().uid !== 0) return [];
  const user = ['vcache', 'varnish'].find((name) => spawnSync('id', [name]).status === 0);
  return ['-j', user === undefined ? 'none' : `unix,user=${user}`];
}
