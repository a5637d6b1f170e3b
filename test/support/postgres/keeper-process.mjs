/**
 * Runs beside a test process and outlives it by a moment. When the pipe from it closes, however it ended, what it started and
 * did not end is ended, and its folders are removed. A line of the pipe: `{"keep": "process" | "mount" | "folder", "what": …}`
 * or the same with `forget`.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endTree } from './process-tree.mjs';

const kept = { process: new Set(), mount: new Set(), folder: new Set() };

// An interrupt at the terminal is for the tests; the pipe says when they are over.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  const { keep, forget, what } = JSON.parse(line);
  if (keep !== undefined) kept[keep].add(what);
  else kept[forget].delete(what);
}
await Promise.all([...kept.process].map((pid) => endTree(pid)));
for (const path of kept.mount) spawnSync('umount', ['--lazy', path]);
for (const path of kept.folder) rmSync(path, { recursive: true, force: true });
