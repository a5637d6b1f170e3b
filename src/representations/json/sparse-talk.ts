import { EMBEDDED_FIELDS, type TalkField } from '#search/query/talk-fields.ts';

interface TalkMembers {
  readonly _links: { readonly self: unknown };
  readonly _embedded: object;
}

/** The requested members of a talk, in its order; always with the link to itself. */
export function sparseTalk(talk: TalkMembers, fields: readonly TalkField[]): object {
  const asked: ReadonlySet<string> = new Set(fields);
  const isAsked = ([name]: readonly [string, unknown]): boolean => asked.has(name);
  const { _links, _embedded, ...members } = talk;
  const embedded = Object.entries(_embedded).filter(isAsked);
  return {
    _links: asked.has('_links') ? _links : { self: _links.self },
    ...Object.fromEntries(Object.entries(members).filter(isAsked)),
    ...(EMBEDDED_FIELDS.some((name) => asked.has(name)) ? { _embedded: Object.fromEntries(embedded) } : {}),
  };
}
