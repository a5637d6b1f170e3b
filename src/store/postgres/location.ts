import { describe, describeHost } from '../address.ts';
import type { PostgresAddress, SessionAttributes } from '../address.ts';
import { StoreUnavailable } from '../store.ts';
import { Connection } from './connection.ts';
import { meaningOf } from './trouble.ts';

/** Milliseconds within which a server must say what it is, once connected. */
const ANSWER = 2_000;

/** The current role of a server. */
interface Kind {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

/**
 * Connects to the first acceptable host of the address, in its order, as libpq does
 * (postgresql.org/docs/current/libpq-connect.html, target_session_attrs).
 * @throws StoreUnavailable with a message that says what is wrong with each host
 */
export async function connectTo(
  address: PostgresAddress,
  wanted: SessionAttributes = address.session,
): Promise<Connection> {
  const reasons: string[] = [];
  let secondBest: Connection | undefined;
  for (const [place, host] of address.hosts.entries()) {
    try {
      const connection = await Connection.open(address, place);
      const kind = await kindOf(connection);
      if (fits(kind, wanted)) {
        void secondBest?.close();
        return connection;
      }
      if (wanted === 'prefer-standby' && secondBest === undefined) secondBest = connection;
      else void connection.close();
      reasons.push(`${describeHost(host)} ${misfit(kind, wanted)}`);
    } catch (error) {
      reasons.push(`${describeHost(host)} ${meaningOf(error)}`);
    }
  }
  if (secondBest !== undefined) return secondBest;
  throw new StoreUnavailable(`The catalogue at ${describe(address)} cannot be used: ${reasons.join(' ')}`);
}

async function kindOf(connection: Connection): Promise<Kind> {
  try {
    const text = `
      SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;
    const [kind] = await connection.query<Kind>(text, [], ANSWER);
    return kind ?? { isStandby: false, isReadOnly: false };
  } catch (error) {
    connection.cut();
    throw error;
  }
}

function fits({ isStandby, isReadOnly }: Kind, wanted: SessionAttributes): boolean {
  switch (wanted) {
    case 'any':
      return true;
    case 'read-write':
      return !isReadOnly && !isStandby;
    case 'read-only':
      return isReadOnly || isStandby;
    case 'primary':
      return !isStandby;
    case 'standby':
    case 'prefer-standby':
      return isStandby;
  }
}

function misfit({ isStandby }: Kind, wanted: SessionAttributes): string {
  if (wanted === 'primary' || wanted === 'read-write') {
    return isStandby ? 'is a standby, which does not accept imports. Add the primary to the address.' : 'is read-only.';
  }
  return 'is the primary, but the address requires a standby.';
}
