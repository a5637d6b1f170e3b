/** Finds the descendants of a process and ends them. In JavaScript, so that the keeper can run it without a loader. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds that a server has to shut down before it is killed. */
const PATIENCE = 5_000;

/**
 * A process followed by all its descendants. A process group would not do: each PostgreSQL backend starts its own
 * session.
 * @param {number} pid
 * @returns {number[]}
 */
export function treeOf(pid) {
  const parents = parentsOfAll();
  const tree = [pid];
  for (const one of tree) for (const [child, parent] of parents) if (parent === one) tree.push(child);
  return tree;
}

/**
 * Whether a process is running. A zombie is not.
 * @param {number} pid
 * @returns {boolean}
 */
export function isRunning(pid) {
  if (process.platform === 'linux') return !['', 'Z', 'X'].includes(statusOf(pid).state);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Sends a signal to each process that still exists.
 * @param {readonly number[]} pids
 * @param {NodeJS.Signals} signal
 */
export function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

/**
 * Ends a process and its descendants. On SIGQUIT, PostgreSQL exits at once and frees its shared memory.
 * @param {number} pid
 * @returns {Promise<void>}
 */
export async function endTree(pid) {
  const tree = treeOf(pid);
  signalAll([pid], 'SIGQUIT');
  signalAll(tree, 'SIGCONT');
  const end = performance.now() + PATIENCE;
  while (tree.some(isRunning) && performance.now() < end) await setTimeout(20);
  signalAll(tree, 'SIGKILL');
}

/** @returns {readonly (readonly [number, number])[]} every process with its parent */
function parentsOfAll() {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    return stdout
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => line.trim().split(/\s+/).map(Number));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), statusOf(name).parent]);
}

/**
 * State and parent of a process; '' and 0 if it no longer exists.
 * @param {number | string} pid
 */
function statusOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may contain anything. The state and the parent follow it: see proc(5).
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return { state: '', parent: 0 };
  }
}
