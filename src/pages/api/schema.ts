import { type JsonObject, listOf, membersOf } from '#catalogue/json-object.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { textIn } from './api-document.ts';

/** The name of a schema's part of the reference. */
export function schemaPart(name: string): string {
  return `schema-${name}`;
}

/** Maps the name of a part of the reference to its address. */
export type PartAddress = (part: string) => string;

interface SchemaProps {
  readonly schema: JsonObject;
  readonly address: PartAddress;
}

/** The type of a schema in a few words: `array of Talk`, `string or null`, `"a" or "b"`. */
export function schemaType(schema: JsonObject, address: PartAddress): Html {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return html`<a href="${address(schemaPart(name))}">${name}</a>`;
  }
  const choices = listOf(schema.anyOf).map(membersOf);
  if (choices.length > 0) return either(choices, (choice) => schemaType(choice, address));
  const values = listOf(schema.enum);
  if (values.length > 0) return either(values, (value) => html`<code>${JSON.stringify(value)}</code>`);
  if (schema.type === 'array') return html`array of ${schemaType(membersOf(schema.items), address)}`;
  return html`${textIn(schema.type) || 'any'}`;
}

function either<T>(parts: readonly T[], shown: (part: T) => Html): Html {
  return html`${parts.map((part, at) => html`<span>${at > 0 ? ' or ' : ''}${shown(part)}</span>`)}`;
}

const LIMITS: Readonly<Record<string, string>> = {
  format: 'format',
  pattern: 'matches',
  minimum: 'at least',
  maximum: 'at most',
  maxLength: 'longest',
  default: 'default',
};

/** The format, limits, default and examples of a schema. */
export function schemaLimits(whole: JsonObject): Html {
  const schema = 'items' in whole ? { ...membersOf(whole.items), ...whole } : whole;
  const limits = [
    ...Object.entries(LIMITS)
      .filter(([keyword]) => keyword in schema)
      .map(([keyword, words]) => ({ words, value: schema[keyword] })),
    ...listOf(schema.examples).map((value) => ({ words: 'e.g.', value })),
  ];
  if (limits.length === 0) return NOTHING;
  return html`<p class="quiet">
    ${limits.map(
      ({ words, value }, at) => html`<span>${at > 0 ? '; ' : ''}${words} <code>${jsonText(value)}</code></span>`,
    )}
  </p>`;
}

interface Row {
  /** The path of the member from the table's object: `_links.self.href`. */
  readonly path: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

const DEEPEST = 6;

/** Every member of an object, including those of nested objects, down to named schemas. */
function rows(schema: JsonObject, prefix: string, depth: number): Row[] {
  const required = listOf(schema.required);
  return Object.entries(membersOf(schema.properties)).flatMap(([name, value]) => {
    const member = membersOf(value);
    const path = `${prefix}${name}`;
    const inner = depth < DEEPEST ? [...rows(member, `${path}.`, depth + 1), ...entries(member, path, depth)] : [];
    return [{ path, schema: member, required: required.includes(name) }, ...inner];
  });
}

function entries(schema: JsonObject, path: string, depth: number): Row[] {
  return [
    ...rows(membersOf(schema.items), `${path}[].`, depth + 1),
    ...listOf(schema.anyOf).flatMap((choice) => rows(membersOf(choice), `${path}.`, depth + 1)),
  ];
}

/** The members of an object schema as a table; for any other schema, its type. */
export function schemaTable({ schema, caption, address }: SchemaProps & { readonly caption: string }): Html {
  const members = rows(schema, '', 0);
  if (members.length === 0) {
    return html`<p>${schemaType(schema, address)}</p>
      ${schemaLimits(schema)}`;
  }
  return referenceTable(
    caption,
    ['Field', 'Type', 'Meaning'],
    members.map(({ path, schema: member, required }) => [
      html`<code>${path}</code>${required ? NOTHING : html`<p class="quiet">may be absent</p>`}`,
      schemaType(member, address),
      html`${explanation(textIn(member.description))}${schemaLimits(member)}`,
    ]),
  );
}

/** A table of the reference. @param rows one cell per heading */
export function referenceTable(caption: string, headings: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="wide">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A value as JSON, or a string as it is. */
export function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Renders our own documentation: paragraphs separated by blank lines, and code between backticks. */
export function explanation(text: string): Html {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return html`${paragraphs.map((paragraph) => html`<p>${phrase(paragraph)}</p>`)}`;
}

/** Renders part of a paragraph, with code between backticks. */
export function phrase(text: string): Html {
  return html`${text.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))}`;
}
