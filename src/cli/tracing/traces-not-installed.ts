/** The packages that send traces are not installed; the message says what to do. */
export class TracesNotInstalled extends Error {
  override readonly name = 'TracesNotInstalled';

  constructor() {
    super(
      'Traces cannot be sent, because the optional OpenTelemetry packages are not installed. Reinstall Lectern with Node.js 22.18 or newer and without --omit=optional, or leave out --traces.',
    );
  }
}
