import { resolve } from 'node:path';

/**
 * Environment variables for a process that runs `src/`, besides those given. Node caches compiled code, since compiling
 * is most of the work of a short process, and does not resolve symbolic links. Node 22 would warn that it strips types.
 */
export function runsSources({ NODE_OPTIONS = '' }: Partial<Record<string, string>> = {}): Readonly<
  Record<string, string>
> {
  const fast = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'), NODE_PRESERVE_SYMLINKS: '1' };
  if (!process.versions.node.startsWith('22.')) return fast;
  return { ...fast, NODE_OPTIONS: `${NODE_OPTIONS} --disable-warning=ExperimentalWarning` };
}
