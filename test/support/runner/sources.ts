import { resolve } from 'node:path';

/**
 * Variables of the environment for a process that runs `src/`, besides those given: Node keeps what it has compiled, which is
 * most of what a short process does, and does not ask of every folder whether it is a link. Node 22 warns that it strips types.
 */
export function runsSources({ NODE_OPTIONS = '' }: Partial<Record<string, string>> = {}): Partial<
  Record<string, string>
> {
  const fast = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'), NODE_PRESERVE_SYMLINKS: '1' };
  if (!process.versions.node.startsWith('22.')) return fast;
  return { ...fast, NODE_OPTIONS: `${NODE_OPTIONS} --disable-warning=ExperimentalWarning` };
}
