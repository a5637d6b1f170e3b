import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ClaimHolders } from '#harvest/sync/claim-holder.ts';
import { codeOf } from '#catalogue/error-code.ts';

/**
 * Identifies processes of this machine by id and start time, because ids are reused. Containers
 * have their own ids, so a process is only looked up within its own container. Needs /proc, that
 * is, Linux; elsewhere every process is assumed to be running, and a claim must expire.
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

/** Identifies this machine, or container, until the next boot. */
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
    // Another user's process cannot be signalled, but exists.
    if (codeOf(error) === 'ESRCH') return true;
  }
  const stat = processStat(pid);
  return stat !== undefined && (stat.start !== start || stat.state === 'Z' || stat.state === 'X');
}

/** From /proc/PID/stat (proc(5)): its state, and its start in clock ticks since boot. */
function processStat(pid: number): { readonly state: string; readonly start: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The name of the program is in parentheses, and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
