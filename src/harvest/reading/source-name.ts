import { basename } from 'node:path';

/** What a source is called that nobody has named: an address without its scheme and query, a file's name without its suffixes. */
export function sourceNameOf(input: { readonly name: string; readonly address?: string }): string {
  const address = input.address ?? '';
  if (address !== '') {
    const { host, pathname } = new URL(address);
    return `${host}${pathname.replace(/\/+$/, '')}`;
  }
  const file = basename(input.name).replace(/\.gz$/i, '');
  return file.replace(/(?<=.)\.[a-z0-9]{1,8}$/i, '');
}
