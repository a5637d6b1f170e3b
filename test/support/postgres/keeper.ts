import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Resources that would outlive a crashed test process. */
type Kept =
  | { readonly kind: 'process'; readonly what: number }
  | { readonly kind: 'mount' | 'folder'; readonly what: string };

let keeper: ChildProcess | undefined;

/** Ends or removes this when our process ends, however it ends. */
export function keep({ kind, what }: Kept): void {
  tell({ keep: kind, what });
}

/** Call when this has been ended or removed. */
export function forget({ kind, what }: Kept): void {
  if (keeper !== undefined) tell({ forget: kind, what });
}

function tell(message: object): void {
  keeper ??= started();
  keeper.stdin?.write(`${JSON.stringify(message)}\n`);
}

/** Runs in a session of its own, out of reach of the terminal's signals, and does not keep our process running. */
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
