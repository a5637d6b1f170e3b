/** Which processes are whose, and how to end them. Plain JavaScript: the keeper runs it without a loader. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** How long a server may take to end by itself. */
const PATIENCE = 5_000;

/**
 * A process and all below it, itself first. PostgreSQL's backends lead sessions of their own, so that no group holds them all.
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
 * One that has ended and that nobody has taken note of yet does not run.
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
 * Sends a signal to each that is still there.
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
 * Ends a process and all below it: PostgreSQL takes SIGQUIT as a word to go at once and leave no shared memory behind.
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
 * Of a process that is there no more: no state, and no parent.
 * @param {number | string} pid
 */
function statusOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything; then come the state and the parent (proc(5)).
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return { state: '', parent: 0 };
  }
}
