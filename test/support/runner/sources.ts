import { resolve } from 'node:path';

/**
 * Variables of the environment for a process that runs `src/`, besides those given: Node keeps what it has compiled, which is
 * most of what a short process does. Node 22 warns that it strips types.
 */
export function runsSources({ NODE_OPTIONS = '' }: Partial<Record<string, string>> = {}): Partial<
  Record<string, string>
> {
  const NODE_COMPILE_CACHE = resolve('node_modules/.cache/node');
  if (!process.versions.node.startsWith('22.')) return { NODE_COMPILE_CACHE };
  return { NODE_COMPILE_CACHE, NODE_OPTIONS: `${NODE_OPTIONS} --disable-warning=ExperimentalWarning` };
}
