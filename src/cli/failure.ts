import { MailNotInstalled, BrandUnusable, OldAddressesUnusable } from '#server/unusable.ts';
import { McpNotInstalled } from '#server/mcp/sdk.ts';
import { OtelVariablesUnusable, TracesNotInstalled } from './tracing/otel-variables.ts';
import { StoreUnavailable } from '#store/store.ts';
import { codeOf } from '#catalogue/error-code.ts';
import { EXIT_STATUS } from './exit-status.ts';
import type { Output } from './host.ts';

/** Environment failures get one clear line; bugs get their stack. Returns the exit status. */
export function reportFailure(error: unknown, stderr: Output): number {
  const explanation = explain(error);
  if (explanation !== undefined) {
    stderr.write(`lectern: ${explanation}\n`);
    return EXIT_STATUS.failed.status;
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(`lectern: this is a bug in Lectern. Please report it with these lines:\n${trace}\n`);
  return EXIT_STATUS.bug.status;
}

/** Explains an environment error to the operator; undefined for a bug of ours. */
export function explain(error: unknown): string | undefined {
  if (OF_THE_ENVIRONMENT.some((type) => error instanceof type) && error instanceof Error) return error.message;
  const meaning = MEANINGS[codeOf(error) ?? ''];
  return meaning !== undefined && error instanceof Error ? `${placeOf(error)}${meaning}` : undefined;
}

/** Errors whose messages say what to do. */
const OF_THE_ENVIRONMENT = [
  StoreUnavailable,
  BrandUnusable,
  OldAddressesUnusable,
  MailNotInstalled,
  McpNotInstalled,
  TracesNotInstalled,
  OtelVariablesUnusable,
];

const MEANINGS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program. Stop it, or choose another with --port.',
  EADDRNOTAVAIL: 'is not an address of this machine. Choose another with --host.',
  ENOTFOUND: 'cannot be found by name. Choose another with --host.',
  EACCES: 'cannot be used: permission denied. Change the permissions, or choose another.',
  EPERM: 'cannot be used: permission denied. Change the permissions, or choose another.',
  ENOENT: 'does not exist.',
  EISDIR: 'is a folder, not a file.',
  ENOTDIR: 'is not a folder.',
  ENOSPC: 'cannot be written: the disk is full.',
  EROFS: 'cannot be written: the file system is read-only.',
  EPIPE: 'was closed by its reader before everything was written.',
  ENXIO: 'is a socket, or a pipe without a reader.',
  EMFILE: 'cannot be opened: too many files are open.',
};

/** The file or address that the error is about. */
function placeOf(error: Error): string {
  if ('path' in error && typeof error.path === 'string') return `${error.path} `;
  if ('address' in error && typeof error.address === 'string') {
    return 'port' in error && typeof error.port === 'number'
      ? `Port ${String(error.port)} on ${error.address} `
      : `${error.address} `;
  }
  if ('hostname' in error && typeof error.hostname === 'string') return `${error.hostname} `;
  return 'A file ';
}
