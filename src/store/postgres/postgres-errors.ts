import { codeOf } from '#catalogue/error-code.ts';
import { DamageFound } from '../damage.ts';
import { damaged, noneYet } from '../refusals.ts';
import { StoreUnavailable } from '../store.ts';

/** The server did not answer in time. */
export class TimedOut extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('no answer in time');
  }
}

/** The connection was lost, and not because of the current query. */
export class CutOff extends Error {
  readonly code = 'ECONNRESET';

  constructor() {
    super('the connection was closed');
  }
}

const WAIT = 'Check that it is running and not overloaded, then try again.';

/**
 * Messages for error codes, by prefix; the first match counts. Codes of five characters are SQLSTATE
 * (postgresql.org/docs/current/errcodes-appendix.html), others are the system's.
 */
const MEANINGS: readonly (readonly [code: string, meaning: string])[] = [
  ['ECONNREFUSED', 'cannot be reached: connection refused. Start PostgreSQL, or correct host and port.'],
  ['ENOTFOUND', 'cannot be reached: host not found. Check the name, or DNS.'],
  ['EAI_AGAIN', 'cannot be reached: DNS does not respond. Check DNS, or use an IP address.'],
  ['ENOENT', 'cannot be reached: socket or file not found. Start PostgreSQL, or correct the path.'],
  ['EACCES', 'cannot be reached: permission denied for its socket or a file. Change the permissions.'],
  ['ETIMEDOUT', `did not answer in time. ${WAIT}`],
  ['EHOSTUNREACH', 'cannot be reached: no route to the host. Check the network, or correct the address.'],
  ['ENETUNREACH', 'cannot be reached: network unreachable. Check the network, or correct the address.'],
  ['ECONNRESET', `closed the connection. ${WAIT}`],
  ['EPIPE', `closed the connection. ${WAIT}`],
  ['ERR_STREAM', `closed the connection. ${WAIT}`],
  [
    'ERR_TLS',
    'cannot be trusted: its certificate is for another host. Correct the host or the certificate, or see sslmode.',
  ],
  ['CERT_', 'cannot be trusted: its certificate has expired or is not valid yet. Renew it.'],
  [
    'DEPTH_ZERO',
    'cannot be trusted: its certificate is signed by an unknown authority. Set that authority with sslrootcert.',
  ],
  [
    'SELF_SIGNED',
    'cannot be trusted: its certificate is signed by an unknown authority. Set that authority with sslrootcert.',
  ],
  [
    'UNABLE_TO',
    'cannot be trusted: its certificate is signed by an unknown authority. Set that authority with sslrootcert.',
  ],
  ['28P01', 'rejects the password. Correct it in the address, in PGPASSWORD or in the password file.'],
  ['28000', 'rejects this user or host. Correct the user in the address, or the server’s pg_hba.conf.'],
  ['3D000', 'has no such database. Create it with createdb, or correct its name in the address.'],
  ['53300', 'has no connections left. Allow more (max_connections), use a pooler, or run fewer processes.'],
  ['53100', 'cannot write: its disk is full. Free up space, then try again.'],
  ['53200', 'is out of memory. Give it more, then try again.'],
  ['53', `is out of resources. ${WAIT}`],
  ['57P03', 'is starting up or recovering. Wait, then try again.'],
  ['57P', `was shut down, or closed the connection. ${WAIT}`],
  ['57014', `cancelled the query, by a timeout or by hand. ${WAIT}`],
  ['25006', 'is read-only here. An import needs the primary: add it to the address.'],
  ['42501', 'denies permission to this user. Grant it what it needs on the schema lectern and its tables.'],
  ['40', 'was changed by its primary while it was read. Try again.'],
  ['25P0', 'ended the transaction because of a timeout. Allow more time, then try again.'],
  ['55000', 'does not accept connections at the moment. Wait for the maintenance to end, or allow connections again.'],
  ['55P03', 'is locked by another session. Wait for it to finish, or end it.'],
  ['58', 'cannot read or write its files: disk error. Check its log.'],
  ['XX', 'is damaged, or reports an internal error. Check its log.'],
  ['08', `closed the connection. ${WAIT}`],
  ['3F000', 'is not a catalogue that this version of Lectern can use.'],
  ['42', 'is not a catalogue that this version of Lectern can use.'],
];

const OTHERWISE = 'cannot be used. Check the log of the server.';

/** Messages for errors of the driver without a code, by their text. */
const WORDS: readonly (readonly [words: RegExp, meaning: string])[] = [
  [/^Connection terminated|^timeout expired|is not queryable$/, `closed the connection. ${WAIT}`],
  [/^SASL|password/, 'needs a password. Set it in the address, in PGPASSWORD or in the password file.'],
  [/SSL/, 'does not support TLS as requested. Check its certificate, or correct sslmode in the address.'],
];

/** Turns an error of PostgreSQL into a message for the operator, without SQL; returns errors of ours as they are. */
export function asStoreError(error: unknown, where: string): unknown {
  if (error instanceof DamageFound) return damaged(where, error.what);
  if (error instanceof StoreUnavailable || !isTrouble(error)) return error;
  const code = codeOf(error);
  if (code === '42P01' || code === '3F000') return noneYet(where);
  if (pageDamage(error) !== undefined)
    return damaged(where, `PostgreSQL cannot read part of it (${code}); its log says which.`);
  return new StoreUnavailable(`The catalogue at ${where} ${meaningOf(error)}`);
}

/** The code of an error at a page that cannot be read: data_corrupted or index_corrupted. */
export function pageDamage(error: unknown): string | undefined {
  const code = codeOf(error);
  return code === 'XX001' || code === 'XX002' ? code : undefined;
}

/** The message for an error, to follow the name of the server. */
export function meaningOf(error: unknown): string {
  const code = codeOf(error);
  if (code === undefined) return wordsOf(error) ?? OTHERWISE;
  const meaning = MEANINGS.find(([beginning]) => code.startsWith(beginning))?.[1] ?? OTHERWISE;
  return `${meaning} (${code})`;
}

/** Whether the connection or the server is lost, so that another one may work. */
export function isCut(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return wordsOf(error) !== undefined;
  return isSqlState(code) ? /^(08|57P|58|XX|53300)/.test(code) : isTrouble(error);
}

/** Whether the error is a server's answer, so that there is a server. */
export function isAnswer(error: unknown): boolean {
  return isSqlState(codeOf(error) ?? '');
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && !MEANINGS.some(([known]) => known === code && /^E[A-Z]/.test(code));
}

/** Whether an error came from the server, the driver or the system, and not from a bug of ours. */
function isTrouble(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  return codeOf(error) !== undefined || wordsOf(error) !== undefined;
}

function wordsOf(error: unknown): string | undefined {
  return error instanceof Error ? WORDS.find(([words]) => words.test(error.message))?.[1] : undefined;
}
