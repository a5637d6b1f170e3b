/**
 * Cleans up after a test process, even one that crashed. When the pipe from the test process closes, kills the
 * processes and removes the mounts and folders that it left behind. Each line of the pipe is
 * `{"keep": "process" | "mount" | "folder", "what": …}`, or the same with `forget`.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endTree } from './process-tree.mjs';

const kept = { process: new Set(), mount: new Set(), folder: new Set() };

// Ctrl+C in the terminal is meant for the tests; the pipe closes when they are over.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  const { keep, forget, what } = JSON.parse(line);
  if (keep !== undefined) kept[keep].add(what);
  else kept[forget].delete(what);
}
await Promise.all([...kept.process].map((pid) => endTree(pid)));
for (const path of kept.mount) spawnSync('umount', ['--lazy', path]);
for (const path of kept.folder) rmSync(path, { recursive: true, force: true });
