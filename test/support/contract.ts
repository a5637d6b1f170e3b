import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { decoded, lastingHeaders, mediaTypeOf, textOf, type HttpAnswer } from './http-answer.ts';
import { isMembers, valueAt } from './json-value.ts';
import { pngSize } from './png.ts';
import { elementOf } from './xml-element.ts';

export interface Asked {
  readonly method: string;
  /** The request target. */
  readonly target: string;
}

/** What every answer of the service must be, whatever was asked: what its own OpenAPI document says, and what no document says. */
export class Contract {
  readonly #document: unknown;
  readonly #secrets: readonly string[];
  readonly #routes: readonly { readonly path: string; readonly pattern: RegExp }[];
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();

  /**
   * @param document the service's OpenAPI document
   * @param secrets what must stand in no answer: paths of this machine
   */
  constructor(document: unknown, secrets: readonly string[]) {
    this.#document = document;
    this.#secrets = secrets;
    this.#ajv.addSchema({ $id: 'openapi', ...(isMembers(document) ? document : {}) });
    // A path with a suffix is one without, if what stands before the suffix may hold anything.
    const paths = Object.keys(membersOf(valueAt(document, 'paths')));
    const bySuffix = paths.toSorted((a, b) => Number(b.includes('{format}')) - Number(a.includes('{format}')));
    this.#routes = bySuffix.map((path) => ({
      path,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[a-z]+\}/g, '[^/]+')}/?$`),
    }));
  }

  /** Throws an AssertionError that names what was asked and what is wrong with the answer. */
  check(asked: Asked, answer: HttpAnswer): void {
    try {
      this.#checkHeaders(asked, answer);
      if (answer.status === 301) {
        // What moved is described where it is now.
        assert.match(answer.headers.location ?? '', /^\/(?![/\\])/);
        assert.match(answer.headers['cache-control'] ?? '', /^public, max-age=/);
        return;
      }
      const responses = this.#responses(asked);
      const described = responses[String(answer.status)];
      assert.ok(described !== undefined, `the status ${String(answer.status)} is not documented here`);
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

  /** As `check`, for an answer to what was no request: it can only be a problem, or what the server took the bytes for. */
  checkAnyhow(answer: HttpAnswer): void {
    if (answer.status >= 400) this.check({ method: 'GET', target: '' }, answer);
    else assert.ok([200, 204, 304].includes(answer.status), String(answer.status));
  }

  /** The documented path that a target is on. */
  routeOf(target: string): string | undefined {
    const path = pathOf(target);
    return path === undefined ? undefined : this.#routes.find(({ pattern }) => pattern.test(path))?.path;
  }

  #responses(asked: Asked): Readonly<Record<string, unknown>> {
    const route = this.routeOf(asked.target);
    const reading = asked.method === 'GET' || asked.method === 'HEAD';
    const documented = this.#documented(route ?? '/talks/id/{id}');
    if (route !== undefined && reading) return documented;
    // What is served nowhere is in no document; what any request may meet there is what it may meet on a page.
    const codes = ['400', '405', '408', '431', '503', ...(route === undefined ? ['404'] : [])];
    const options = asked.method === 'OPTIONS' && (route !== undefined || asked.target === '*') ? { '204': {} } : {};
    return { ...Object.fromEntries(codes.map((code) => [code, documented[code]])), ...options };
  }

  #documented(route: string): Readonly<Record<string, unknown>> {
    const responses = membersOf(valueAt(this.#document, 'paths', route, 'get', 'responses'));
    return Object.fromEntries(Object.entries(responses).map(([status, one]) => [status, this.#resolved(one)]));
  }

  #resolved(value: unknown): unknown {
    const reference = valueAt(value, '$ref');
    if (typeof reference !== 'string') return value;
    return valueAt(this.#document, ...reference.replace('#/', '').split('/'));
  }

  #checkHeaders(asked: Asked, answer: HttpAnswer): void {
    const { headers, status } = answer;
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    const empty = asked.method === 'HEAD' || status === 304 || status === 204;
    if (empty) assert.equal(answer.body.length, 0, 'there is a body');
    else assert.equal(headers['content-length'], String(answer.body.length), 'Content-Length');
    if (status === 204) return;
    assert.ok(headers['cache-control'] !== undefined, 'no Cache-Control');
    if (status === 304) return;
    assert.ok(headers['content-security-policy'] !== undefined, 'no Content-Security-Policy');
    if (status >= 400) {
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers.etag, undefined);
    }
    if (status === 405) assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
    if (status === 503) assert.match(headers['retry-after'] ?? '', /^[1-9][0-9]*$/);
  }

  #checkBody(asked: Asked, answer: HttpAnswer, described: unknown): void {
    if (answer.status === 204 || answer.status === 304) return;
    const mediaType = mediaTypeOf(answer);
    const content = membersOf(valueAt(described, 'content'));
    assert.ok(mediaType in content, `the media type ${mediaType} is not documented here`);
    if (asked.method === 'HEAD') return;
    if (mediaType.endsWith('json')) this.#checkJson(asked, answer, mediaType);
    else if (mediaType.endsWith('xml')) {
      const root = elementOf(decoded(answer));
      assert.ok(rootsOf(mediaType, asked.target).includes(root.name), `the root element is ${root.name}`);
    } else if (mediaType === 'image/png') pngSize(answer.body);
    else textOf(answer);
  }

  #checkJson(asked: Asked, answer: HttpAnswer, mediaType: string): void {
    const value: unknown = JSON.parse(textOf(answer));
    if (mediaType === PROBLEM) assert.equal(valueAt(value, 'status'), answer.status);
    const pointer =
      answer.status >= 400 && mediaType === PROBLEM
        ? '#/components/schemas/Problem'
        : `${['#/paths', this.routeOf(asked.target) ?? '', 'get/responses', String(answer.status), 'content', mediaType]
            .map((part, at) => (at === 1 || at === 5 ? part.replaceAll('~', '~0').replaceAll('/', '~1') : part))
            .join('/')}/schema`;
    const validate = this.#validator(pointer);
    assert.ok(validate(value), `not as the schema ${pointer} says: ${this.#ajv.errorsText(validate.errors)}`);
  }

  #validator(pointer: string): ValidateFunction {
    let validator = this.#validators.get(pointer);
    if (validator === undefined) {
      const uri = `openapi#${pointer.slice(1).split('/').map(encodeURIComponent).join('/')}`;
      this.#validators.set(pointer, (validator = this.#ajv.compile({ $ref: uri })));
    }
    return validator;
  }

  #checkLeaks(answer: HttpAnswer): void {
    if (answer.status < 400) return;
    const text = textOf(answer) + JSON.stringify(answer.headers);
    for (const secret of [...LEAKS, ...this.#secrets])
      assert.ok(!text.includes(secret), `the answer tells of the machine: ${secret}`);
  }
}

const PROBLEM = 'application/problem+json';

const ROOTS: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'application/problem+xml': 'problem',
  'application/atom+xml': 'feed',
  'application/rss+xml': 'rss',
  'application/vnd.c3voc.schedule+xml': 'schedule',
};

/** A sitemap is XML of no media type of its own. */
function rootsOf(mediaType: string, target: string): readonly string[] {
  const own = ROOTS[mediaType];
  if (own !== undefined) return [own];
  return target.startsWith('/sitemap') ? ['urlset', 'sitemapindex'] : ['root'];
}

/** Of a stack trace, of SQL, of files. What tests send holds none of it. */
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

/** The path of a target as the router sees it; undefined when it is none. */
function pathOf(target: string): string | undefined {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (!path.startsWith('/')) return path === '' && target !== '' ? '/' : undefined;
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMembers(value) ? value : {};
}
