#!/usr/bin/env node
/**
 * The `lectern` command. Neither this file nor anything that it imports statically may need a
 * recent Node: older ones must get the message below.
 */
import { startSmall } from './small-heap.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 18)) {
  // Otherwise SIGUSR1 makes Node open a debugger that anyone on this machine can connect to.
  process.on('SIGUSR1', () => undefined);
  // Before anything else is loaded, which would be loaded twice.
  if (process.argv.includes('serve')) startSmall();
  await import('./command.ts');
} else {
  process.stderr.write(
    `lectern: Node.js 22.18 or newer is required; this is ${process.versions.node} (${process.execPath}).\n`,
  );
  process.exitCode = 1;
}
