/**
 * The chunked body that starts at an offset (RFC 9112, 7.1), and its end; undefined if it is incomplete. Trailers,
 * which Lectern does not send, are not supported.
 */
export function chunkedBody(bytes: Buffer, offset: number): { body: Buffer; end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = offset; ;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const length = parseInt(bytes.toString('latin1', at, line), 16);
    const end = line + 2 + length + 2;
    if (bytes.length < end) return undefined;
    if (length === 0) return { body: Buffer.concat(chunks), end };
    chunks.push(bytes.subarray(line + 2, end - 2));
    at = end;
  }
}
