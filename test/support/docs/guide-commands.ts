import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lectern, type CommandOptions, type Finished } from '../process/command.ts';

/** Runs the `lectern` commands of a guide one after the other in this process, up to the first that fails. */
export async function runCommands(text: string, options: CommandOptions): Promise<Finished> {
  const all = { status: 0 as number | null, stdout: '', stderr: '' };
  const commands = commandsIn(text, options);
  assert.ok(commands.length > 0, 'the guide has no commands');
  for (const words of commands) {
    const { status, stdout, stderr } = await lectern(words, options);
    Object.assign(all, { status, stdout: all.stdout + stdout, stderr: all.stderr + stderr });
    if (status !== 0) break;
  }
  return all;
}

/** The words of each `lectern` command, as a shell splits them. */
function commandsIn(text: string, { folder }: CommandOptions): readonly (readonly string[])[] {
  const print = `lectern() { printf '%s\\0' "$@"; printf '\\0'; }`;
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-ec', `${print}\n${text}`], {
    encoding: 'utf8',
    cwd: folder,
  });
  assert.deepEqual([status, stderr], [0, ''], text);
  return stdout
    .split('\0\0')
    .slice(0, -1)
    .map((command) => command.split('\0'));
}
