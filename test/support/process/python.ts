import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const found = new Map<string, string | undefined>();

/** The path of a Python with these modules. Tries /usr/bin/python3 too, which is not always the first on PATH. */
export function pythonWith(modules: string): string | undefined {
  if (!found.has(modules)) {
    const has = (path: string): boolean => spawnSync(path, ['-c', `import ${modules}`]).status === 0;
    found.set(modules, ['python3', '/usr/bin/python3'].find(has));
  }
  return found.get(modules);
}

/** Why tests that use Python modules are skipped; false if they run. @param modules separated by commas */
export function withoutPython(modules: string): string | false {
  if (pythonWith(modules) !== undefined) return false;
  const packages = modules.split(', ').map((name) => `python3-${name}`);
  const why = `a reader in Python is not installed: \`apt-get install ${packages.join(' ')}\``;
  process.stderr.write(`\n*** ${why} ***\n\n`);
  return why;
}

/** Runs a Python script and parses the JSON that it prints. @param args path of the script, or `-c` and its text */
export function answerOf(modules: string, args: readonly string[], input: Buffer | string): unknown {
  const { status, stdout, stderr } = spawnSync(pythonWith(modules) ?? 'python3', args, {
    input,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    maxBuffer: 256 * 1024 * 1024,
    timeout: 120_000,
  });
  assert.equal(status, 0, stderr.toString());
  const answer: unknown = JSON.parse(stdout.toString());
  return answer;
}

/** Like `answerOf`, but takes the text of the script and sends `question` as JSON on standard input. */
export function askPython(modules: string, script: string, question: unknown): unknown {
  return answerOf(modules, ['-c', script], JSON.stringify(question));
}
