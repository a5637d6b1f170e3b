/** A reporter for `node --test`: a line of JSON for each test that was skipped, with its reason where one was given. */
export default async function* skipped(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' || data.skip === undefined) continue;
    const reason = typeof data.skip === 'string' ? data.skip : '';
    yield `${JSON.stringify({ name: data.name, file: data.file, reason })}\n`;
  }
}
