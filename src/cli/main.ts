#!/usr/bin/env node
/** What the `lectern` command runs: nothing here or imported here may need a newer Node than the oldest it is to answer. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 18)) {
  // Otherwise Node opens a debugger, to which anyone on this machine can connect.
  process.on('SIGUSR1', () => undefined);
  await import('./command.ts');
} else {
  process.stderr.write(
    `lectern: Node.js 22.18 or newer is required; this is ${process.versions.node} (${process.execPath}).\n`,
  );
  process.exitCode = 1;
}
