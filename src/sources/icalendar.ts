import type { ReadOptions, SourceBatch, SourceFile } from './format.js';

export async function* readIcalendar(_file: SourceFile, _options: ReadOptions): AsyncGenerator<SourceBatch> {
  yield { talks: [] };
}
