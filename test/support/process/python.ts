import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const found = new Map<string, string | undefined>();

/** A Python that has these modules. The system's own is not always first on PATH. */
export function pythonWith(modules: string): string | undefined {
  if (!found.has(modules)) {
    const has = (path: string): boolean => spawnSync(path, ['-c', `import ${modules}`]).status === 0;
    found.set(modules, ['python3', '/usr/bin/python3'].find(has));
  }
  return found.get(modules);
}

/** Why tests against readers in Python are skipped; false if they run. @param modules separated by commas */
export function withoutPython(modules: string): string | false {
  if (pythonWith(modules) !== undefined) return false;
  const packages = modules.split(', ').map((name) => `python3-${name}`);
  const why = `a reader in Python is not installed: \`apt-get install ${packages.join(' ')}\``;
  process.stderr.write(`\n*** ${why} ***\n\n`);
  return why;
}

/** Runs a script, and parses the JSON that it prints. @param args the script's path, or `-c` and the script */
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

/** The same with a value as JSON input. */
export function askPython(modules: string, script: string, question: unknown): unknown {
  return answerOf(modules, ['-c', script], JSON.stringify(question));
}
