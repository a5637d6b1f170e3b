import { spawnSync } from 'node:child_process';

/** A package that may not be installed; null where it is not. */
export async function optionalPackage(name: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const loaded: unknown = await import(name);
    return typeof loaded === 'object' && loaded !== null ? { ...loaded } : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** Whether there is a Python that has this module. */
export function pythonHas(module: string): boolean {
  return spawnSync('python3', ['-c', `import ${module}`]).status === 0;
}

/** What a Python script answers to a value: both are JSON, on its standard input and output. */
export function askPython(script: string, question: unknown): unknown {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', script], {
    input: JSON.stringify(question),
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`python3 ended with ${String(status)}: ${stderr.toString()}`);
  return JSON.parse(stdout.toString());
}
