import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ClaimHolders } from '#harvest/sync/claim-holder.ts';

/**
 * Processes of this machine, each by its number and its start time, so that another one with the same number is not taken for
 * it. Containers have numbers of their own, so a process is only looked for from within the same one. Needs the /proc of
 * Linux; elsewhere every process may be running, and a claim has to run out.
 */
export function runningProcesses(): ClaimHolders {
  const machine = thisMachine();
  if (machine === undefined) return { own: '', isGone: () => false };
  const prefix = `${machine} `;
  return {
    own: `${prefix}${String(process.pid)} ${processStat(process.pid)?.start ?? ''}`,
    isGone: (holder) => {
      if (!holder.startsWith(prefix)) return false;
      const [pid = '', start = ''] = holder.slice(prefix.length).split(' ');
      return /^[1-9]\d*$/.test(pid) && start !== '' && hasEnded(Number(pid), start);
    },
  };
}

/** Until its next boot. */
function thisMachine(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

function hasEnded(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be signalled, but it is there.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return true;
  }
  const stat = processStat(pid);
  return stat !== undefined && (stat.start !== start || stat.state === 'Z' || stat.state === 'X');
}

/** From /proc/PID/stat (proc(5)): its state, and its start in clock ticks since boot. */
function processStat(pid: number): { readonly state: string; readonly start: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
