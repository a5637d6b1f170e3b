import type { Settings } from '../settings/settings.ts';

type Addresses = Pick<Settings, 'host' | 'baseUrl' | 'placesUrl' | 'mapsUrl'>;

/** Likely mistakes in the public addresses. */
export function addressWarnings(
  { host, baseUrl, placesUrl, mapsUrl }: Addresses,
  /** The address that links begin with. */
  published: string,
): readonly string[] {
  const examples = Object.entries({ '--base-url': baseUrl, '--places-url': placesUrl, '--maps-url': mapsUrl })
    .filter(([, address]) => address !== null && isExample(address))
    .map(([flag, address]) => `${flag} is still the example ${String(address)}; set it to your own`);
  if (baseUrl !== null || isLoopback(host)) return examples;
  const advice = 'set --base-url or LECTERN_BASE_URL to the address that readers use';
  return [`every link begins with ${published}: ${advice}`, ...examples];
}

/** The optional settings that are not set, and their effects; undefined if all are. */
export function unsetAddresses({ placesUrl, mapsUrl }: Addresses): string | undefined {
  const unset = [
    ...(placesUrl === null ? ['--places-url (links to places lead to their records here)'] : []),
    ...(mapsUrl === null ? ['--maps-url (maps link to OpenStreetMap)'] : []),
  ];
  return unset.length === 0 ? undefined : `not set: ${unset.join(', ')}`;
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(host);
}

/** Names reserved for documentation (RFC 2606). */
function isExample(address: string): boolean {
  return /(?:^|\.)(?:example|example\.(?:com|net|org))$/.test(new URL(address, 'https://here').hostname);
}
