/** A web address as a link when it is one, else as it is: text must not become a `javascript:` link. */
export function WebAddress({ address, label }: { readonly address: string; readonly label?: string }) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return <bdi>{address}</bdi>;
  return <a href={url.href}>{label ?? <bdi>{address}</bdi>}</a>;
}

export function EmailAddress({ address }: { readonly address: string }) {
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/.test(address)) return <bdi>{address}</bdi>;
  return <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>{address}</a>;
}
