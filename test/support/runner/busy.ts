/** Runs `npm test` alongside eight busy loops, to find tests that depend on timing. */
import { spawn, spawnSync } from 'node:child_process';

// Each loop exits with this process, which holds the other end of its standard input.
const LOOP =
  "process.stdin.resume().on('close', () => process.exit()); (function turn() { for (let n = 0; n < 1e8; n += 1); setImmediate(turn); })()";
const loops = Array.from({ length: 8 }, () =>
  spawn(process.execPath, ['-e', LOOP], { stdio: ['pipe', 'ignore', 'inherit'] }),
);
const { status } = spawnSync('npm', ['test'], { stdio: 'inherit' });
for (const loop of loops) loop.kill();
process.exitCode = status ?? 1;
