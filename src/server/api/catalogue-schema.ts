import { CATALOGUE_SCHEMA } from '#representations/catalogue-schema.ts';
import { fileAnswer } from '../documents/file-answer.ts';
import type { Answer } from '../http/answer.ts';

const BODY = Buffer.from(JSON.stringify(CATALOGUE_SCHEMA));

/** The JSON Schema of the catalogue file. */
export function catalogueSchemaAnswer(): Answer {
  return fileAnswer(BODY, 'application/schema+json', 'schema');
}
