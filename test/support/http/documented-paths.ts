import { errorsOf } from '#server/openapi/openapi.ts';
import { OTHER_ERRORS } from '#server/openapi/responses.ts';
import { ERRORS } from '#server/http/errors.ts';
import { ROUTES } from '#server/routes/routes.ts';
import { isMembers, valueAt } from '../json-value.ts';

type Members = Readonly<Record<string, unknown>>;

/** The documented responses of each path: from the OpenAPI document for the API, from the route table for pages. */
export class DocumentedPaths {
  readonly #document: unknown;
  readonly #responses: Readonly<Record<string, Members>>;
  /** The paths of the OpenAPI document. */
  readonly #described: ReadonlySet<string>;
  readonly #patterns: readonly { readonly path: string; readonly pattern: RegExp }[];

  constructor(document: unknown) {
    this.#document = document;
    const described = membersOf(valueAt(document, 'paths'));
    this.#described = new Set(Object.keys(described));
    const responses = Object.entries(described).map(([path, item]) => [path, this.#responsesOf(item)] as const);
    this.#responses = Object.fromEntries([...responses, ...pages()]);
    // `/api/series/{id}.ics` comes before `/api/series/{id}`, whose variable would match the suffix too.
    const paths = Object.keys(this.#responses).toSorted((a, b) => Number(hasSuffix(b)) - Number(hasSuffix(a)));
    this.#patterns = paths.map((path) => ({
      path,
      pattern: patternOf(path),
    }));
  }

  /** The documented path that matches a target. */
  find(target: string): string | undefined {
    const path = pathOf(target);
    return path === undefined ? undefined : (this.#match(path, true) ?? this.#match(plainPath(path), false));
  }

  /** Whether a target is an old address that redirects. */
  hasMoved(target: string): boolean {
    const path = pathOf(target);
    return path !== undefined && MOVED.some((pattern) => pattern.test(path));
  }

  #match(path: string, suffixed: boolean): string | undefined {
    return this.#patterns.find((one) => (!suffixed || hasSuffix(one.path)) && one.pattern.test(path))?.path;
  }

  /** Whether the OpenAPI document describes a path. */
  isDescribed(path: string): boolean {
    return this.#described.has(path);
  }

  /** Responses by status, those that the document describes together as any other error too. */
  responses(path: string): Members {
    return this.#responses[path] ?? {};
  }

  #responsesOf(item: unknown): Members {
    const { default: other, ...responses } = membersOf(valueAt(item, 'get', 'responses'));
    return {
      ...Object.fromEntries(OTHER_ERRORS.map((code) => [String(ERRORS[code].status), this.#resolved(other)])),
      ...Object.fromEntries(Object.entries(responses).map(([status, one]) => [status, this.#resolved(one)])),
    };
  }

  #resolved(value: unknown): unknown {
    const reference = valueAt(value, '$ref');
    if (typeof reference !== 'string') return value;
    return valueAt(this.#document, ...reference.replace('#/', '').split('/'));
  }
}

/** Pages, which the OpenAPI document leaves out. */
function pages(): readonly (readonly [string, Members])[] {
  return ROUTES.filter(({ tag, kind }) => tag === 'pages' && kind !== 'moved').map((route) => {
    const mediaTypes = route.kind === 'page' ? ['text/html'] : (route.mediaTypes ?? []);
    const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: route.schema ?? {} }]));
    const errors = [...errorsOf(route), ...OTHER_ERRORS].map((code) => [String(ERRORS[code].status), {}]);
    const redirect = route.redirects === true ? { '303': { content: { 'text/html': {} } } } : {};
    const unchanged = route.isUncached === true ? {} : { '304': {} };
    return [route.path, { '200': { content }, ...unchanged, ...redirect, ...Object.fromEntries(errors) }] as const;
  });
}

const MOVED = ROUTES.filter(({ kind }) => kind === 'moved').map(({ path }) => patternOf(path));

/** Identifiers of the API contain no dots, so a suffix starts at the first dot. */
function patternOf(path: string): RegExp {
  const variable = path.startsWith('/api/') ? '[^/.]+' : '[^/]+';
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[a-z]+\}/g, variable)}/?$`);
}

function hasSuffix(path: string): boolean {
  return path.startsWith('/api/') && path.includes('.');
}

/** Removes `.json`, which is the default format. */
function plainPath(path: string): string {
  return path.replace(/(?<=^\/api\/.*[^/])\.json(?=\/?$)/, '');
}

/** The path of a target, as the router sees it; undefined if it has no path. */
export function pathOf(target: string): string | undefined {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (!path.startsWith('/')) return path === '' && target !== '' ? '/' : undefined;
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}

export function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}
