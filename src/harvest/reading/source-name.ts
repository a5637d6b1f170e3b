import { basename } from 'node:path';

/** Default name of a source: its address without scheme and query, or its file name without suffixes. */
export function sourceNameOf(input: { readonly name: string; readonly address?: string }): string {
  const address = input.address ?? '';
  if (address !== '') {
    const { host, pathname } = new URL(address);
    return `${host}${pathname.replace(/\/+$/, '')}`;
  }
  const file = basename(input.name).replace(/\.gz$/i, '');
  return file.replace(/(?<=.)\.[a-z0-9]{1,8}$/i, '');
}

/** What the operator accepts for one reading of a source, which is otherwise not applied; in the order of flags. */
const ACCEPTABLE = ['format', 'loss'] as const;
export type Acceptance = (typeof ACCEPTABLE)[number];

/** The command that applies a reading of a source that was not applied. */
export function acceptCommand(source: string, accepted: readonly Acceptance[]): string {
  const flags = ACCEPTABLE.filter((one) => accepted.includes(one)).map((one) => ` --accept-${one}`);
  return `lectern sync ${asArgument(source)}${flags.join('')}`;
}

/** The name of a source, quoted for a shell. */
export function asArgument(name: string): string {
  return /^[\w./:@][\w./:@-]*$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
