import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { LARGE } from '#server/http/answer.ts';
import { decoded, lastingHeaders, mediaTypeOf, textOf, type HttpAnswer } from './http-answer.ts';
import { DocumentedPaths, membersOf, pathOf } from './documented-paths.ts';
import { isMembers, valueAt } from '../json-value.ts';
import { pngSize } from '../render/png.ts';
import { closedSchemas, sparseSchemas, withSparseRefs } from './published-schemas.ts';
import { elementOf } from '../sources/xml-element.ts';

interface Asked {
  readonly method: string;
  /** The request target. */
  readonly target: string;
}

/**
 * Checks that apply to every response: it matches the OpenAPI document, without undocumented members in objects, and
 * follows some general rules.
 */
export class Contract {
  readonly #paths: DocumentedPaths;
  readonly #secrets: readonly string[];
  readonly #ajv: Ajv2020;
  readonly #validators: Map<string, ValidateFunction>;

  /**
   * @param document the service's OpenAPI document
   * @param secrets texts that no error response may contain, such as local paths
   */
  constructor(document: unknown, secrets: readonly string[]) {
    ({ paths: this.#paths, ajv: this.#ajv, validators: this.#validators } = compiled(document));
    this.#secrets = secrets;
  }

  /** Throws an AssertionError that names the request and explains what is wrong with the response. */
  check(asked: Asked, answer: HttpAnswer): void {
    try {
      this.#checkHeaders(asked, answer);
      if (answer.status === 301 || answer.status === 303) {
        assert.match(answer.headers.location ?? '', /^\/(?![/\\])/);
        assert.equal(answer.body.length, 0, 'the body is not empty');
      }
      if (answer.status === 301) {
        // The response is documented under the new address.
        assert.match(answer.headers['cache-control'] ?? '', /^public, max-age=/);
        return;
      }
      const responses = this.#responses(asked);
      const described = responses[String(answer.status)];
      assert.ok(described !== undefined, `the status ${String(answer.status)} is not documented for this path`);
      this.#checkBody(asked, answer, described);
      this.#checkLeaks(answer);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const start = decoded(answer).toString().slice(0, 600);
      const asText = `${asked.method} ${asked.target.slice(0, 300)} → ${String(answer.status)}`;
      throw new assert.AssertionError({
        message: `${asText}: ${error.message}\n${JSON.stringify(lastingHeaders(answer), null, 1)}\n${start}`,
      });
    }
  }

  /**
   * Like `check`, for bytes that are not a valid request: the response is an error, or one to what the server
   * understood.
   */
  checkAnyhow(answer: HttpAnswer): void {
    if (answer.status >= 400) this.check({ method: 'GET', target: '' }, answer);
    else assert.ok([200, 204, 304].includes(answer.status), String(answer.status));
  }

  #responses(asked: Asked): Readonly<Record<string, unknown>> {
    const route = this.#paths.find(asked.target);
    const reading = asked.method === 'GET' || asked.method === 'HEAD';
    const documented = this.#paths.responses(route ?? '/talks/id/{id}');
    if (route !== undefined && reading) return documented;
    // Unknown paths are not documented. They respond with the errors of a page.
    const hasMoved = this.#paths.hasMoved(asked.target);
    const elsewhere = [...(route === undefined ? ['404'] : []), ...(reading && hasMoved ? ['406'] : [])];
    const codes = ['400', '405', '408', '429', '431', '503', ...elsewhere];
    const isServed = route !== undefined || asked.target === '*' || hasMoved;
    const options = asked.method === 'OPTIONS' && isServed ? { '204': {} } : {};
    return { ...Object.fromEntries(codes.map((code) => [code, documented[code]])), ...options };
  }

  #checkHeaders(asked: Asked, answer: HttpAnswer): void {
    const { headers, status } = answer;
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    const empty = asked.method === 'HEAD' || status === 304 || status === 204;
    if (empty) assert.equal(answer.body.length, 0, 'the body is not empty');
    else if (headers['transfer-encoding'] === 'chunked')
      // Without a content coding, only what is too large to be assembled before its length is known.
      assert.ok(headers['content-encoding'] !== undefined || answer.body.length > LARGE / 4, 'chunked');
    else assert.equal(headers['content-length'], String(answer.body.length), 'Content-Length');
    if (status === 204) return;
    assert.ok(headers['cache-control'] !== undefined, 'no Cache-Control');
    if (status === 304) return;
    assert.ok(headers['content-security-policy'] !== undefined, 'no Content-Security-Policy');
    if (status >= 400) {
      assert.equal(headers['cache-control'], 'no-store');
      assert.match(headers['x-request-id'] ?? '', /^[A-Za-z0-9+/=_.:@~-]+$/);
      assert.equal(headers.etag, undefined);
    }
    if (status === 405) assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
    if (status === 503 || status === 429) assert.match(headers['retry-after'] ?? '', /^[1-9][0-9]*$/);
  }

  #checkBody(asked: Asked, answer: HttpAnswer, described: unknown): void {
    if (answer.status === 204 || answer.status === 304) return;
    const mediaType = mediaTypeOf(answer);
    assert.ok(
      this.#isDocumented(asked, answer, described),
      `the media type ${mediaType} is not documented for this response`,
    );
    if (asked.method === 'HEAD') return;
    if (mediaType.endsWith('json')) this.#checkJson(asked, answer, described);
    else if (mediaType.endsWith('xml')) {
      const root = elementOf(decoded(answer));
      assert.ok(rootsOf(mediaType, pathOf(asked.target) ?? '').includes(root.name), `the root element is ${root.name}`);
    } else if (mediaType === 'image/png') pngSize(answer.body);
    else textOf(answer);
  }

  #isDocumented(asked: Asked, answer: HttpAnswer, described: unknown): boolean {
    const mediaType = mediaTypeOf(answer);
    const path = this.#paths.find(asked.target) ?? '';
    if (mediaType in membersOf(valueAt(described, 'content'))) return true;
    // The document leaves pages out. Their errors are HTML, or a problem in JSON or XML.
    const isOfPages = !this.#paths.isDescribed(path);
    return isOfPages && answer.status >= 400 && [PROBLEM, PROBLEM_XML, 'text/html'].includes(mediaType);
  }

  #checkJson(asked: Asked, answer: HttpAnswer, described: unknown): void {
    const value: unknown = JSON.parse(textOf(answer));
    const mediaType = mediaTypeOf(answer);
    if (mediaType === PROBLEM) assert.equal(valueAt(value, 'status'), answer.status);
    const schema =
      mediaType === PROBLEM ? { $ref: `${SCHEMAS}Problem` } : this.#askedSchema(asked, mediaType, described);
    const validate = this.#validator(schema);
    assert.ok(
      validate(value),
      `does not match the schema ${JSON.stringify(schema)}: ${this.#ajv.errorsText(validate.errors)}`,
    );
  }

  /** The schema of a response; with the parameter `fields`, its sparse variant. */
  #askedSchema(asked: Asked, mediaType: string, described: unknown): unknown {
    const schema = valueAt(described, 'content', mediaType, 'schema');
    return /[?&]fields=/.test(asked.target) ? withSparseRefs(schema) : schema;
  }

  #validator(schema: unknown): ValidateFunction {
    const key = JSON.stringify(schema);
    let validator = this.#validators.get(key);
    if (validator === undefined) {
      const absolute: unknown = JSON.parse(key.replaceAll('"#/', '"openapi#/'));
      assert.ok(isMembers(absolute), 'the response has no schema');
      this.#validators.set(key, (validator = this.#ajv.compile(absolute)));
    }
    return validator;
  }

  #checkLeaks(answer: HttpAnswer): void {
    if (answer.status < 400) return;
    const text = textOf(answer) + JSON.stringify(answer.headers);
    for (const secret of [...LEAKS, ...this.#secrets])
      assert.ok(!text.includes(secret), `the response leaks internals: ${secret}`);
  }
}

interface Compiled {
  readonly paths: DocumentedPaths;
  readonly ajv: Ajv2020;
  readonly validators: Map<string, ValidateFunction>;
}

/** By the document. Most servers of a process publish the same one, and compiling its schemas is slow. */
const documents = new Map<unknown, Compiled>();

function compiled(document: unknown): Compiled {
  const known = documents.get(document);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const closed = closedSchemas(membersOf(valueAt(document, 'components', 'schemas')));
  const schemas = { ...closed, ...sparseSchemas(closed) };
  const components = { ...membersOf(valueAt(document, 'components')), schemas };
  ajv.addSchema({ ...membersOf(document), $id: 'openapi', components });
  const made = { paths: new DocumentedPaths(document), ajv, validators: new Map<string, ValidateFunction>() };
  documents.set(document, made);
  return made;
}

const SCHEMAS = '#/components/schemas/';
const PROBLEM = 'application/problem+json';
const PROBLEM_XML = 'application/problem+xml';

const ROOTS: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'application/problem+xml': 'problem',
  'application/atom+xml': 'feed',
  'application/rss+xml': 'rss',
  'application/vnd.c3voc.schedule+xml': 'schedule',
};

/** By path for media types that several formats share. */
function rootsOf(mediaType: string, path: string): readonly string[] {
  const own = ROOTS[mediaType];
  if (own !== undefined) return [own];
  if (path.startsWith('/oembed')) return ['oembed'];
  return path.startsWith('/sitemap') ? ['urlset', 'sitemapindex'] : ['root'];
}

/** Signs of leaked stack traces, SQL and paths. Tests do not send any of these. */
const LEAKS = [
  '\n    at ',
  '\\n    at ',
  'node_modules',
  'node:internal',
  'SQLITE',
  'SqliteError',
  'SELECT ',
  '/dist/',
];
