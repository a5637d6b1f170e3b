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

/** The name of a source, quoted for a shell. */
export function asArgument(name: string): string {
  return /^[\w./:@][\w./:@-]*$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
