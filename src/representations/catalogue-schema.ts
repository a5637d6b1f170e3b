import schema from './catalogue.schema.json' with { type: 'json' };

/** A line of a catalogue file (docs/reference/catalogue-file.md) as JSON Schema 2020-12: what `lectern import` refuses of a line by itself. */
export const CATALOGUE_SCHEMA: Readonly<Record<string, unknown>> = schema;
