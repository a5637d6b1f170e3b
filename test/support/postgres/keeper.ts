import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Resources that would outlive a crashed test process. */
type Kept =
  | { readonly kind: 'process'; readonly what: number }
  | { readonly kind: 'mount' | 'folder'; readonly what: string };

let keeper: ChildProcess | undefined;

/** Kills or removes this when our process exits, even if it crashes. */
export function keep({ kind, what }: Kept): void {
  tell({ keep: kind, what });
}

/** Call this after ending or removing the resource. */
export function forget({ kind, what }: Kept): void {
  if (keeper !== undefined) tell({ forget: kind, what });
}

function tell(message: object): void {
  keeper ??= started();
  keeper.stdin?.write(`${JSON.stringify(message)}\n`);
}

/**
 * Starts the keeper in a separate session, where signals from the terminal do not reach it. It does not keep our
 * process running.
 */
function started(): ChildProcess {
  const file = fileURLToPath(new URL('keeper-process.mjs', import.meta.url));
  const { PATH, TMPDIR } = process.env;
  const child = spawn(process.execPath, [file], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...(PATH === undefined ? {} : { PATH }), ...(TMPDIR === undefined ? {} : { TMPDIR }) },
  });
  child.unref();
  const pipe: unknown = child.stdin;
  if (hasUnref(pipe)) pipe.unref();
  return child;
}

function hasUnref(pipe: unknown): pipe is { unref(): void } {
  return typeof pipe === 'object' && pipe !== null && 'unref' in pipe;
}
