import { CATALOGUE_SCHEMA } from '#representations/catalogue-schema.ts';
import { DATA_POLICY, type Answer } from '../http/answer.ts';
import { tagTextOf } from '../documents/tag.ts';

const BODY = Buffer.from(JSON.stringify(CATALOGUE_SCHEMA));

/** The JSON Schema of the catalogue file. */
export function catalogueSchemaAnswer(): Answer {
  return {
    status: 200,
    contentType: 'application/schema+json',
    body: BODY,
    tag: tagTextOf(BODY),
    variant: 'schema',
    headers: DATA_POLICY,
    keep: 'always',
    until: Infinity,
  };
}
