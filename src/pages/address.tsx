/** A web address as it is safely linked to; undefined for text that is none, lest it become a `javascript:` link. */
export function webAddressOf(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

/** A web address as a link when it is one, else as it is. */
export function WebAddress({ address, label }: { readonly address: string; readonly label?: string }) {
  const href = webAddressOf(address);
  if (href === undefined) return <bdi>{address}</bdi>;
  return <a href={href}>{label ?? <bdi>{address}</bdi>}</a>;
}

export function EmailAddress({ address }: { readonly address: string }) {
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/.test(address)) return <bdi>{address}</bdi>;
  return <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>{address}</a>;
}
