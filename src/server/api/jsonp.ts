import type { Answer, Body } from '../http/answer.ts';
import { badRequest } from '../http/errors.ts';
import type { Target } from '../http/application.ts';

const ASKED = /(^|&)format=jsonp(?=&|$)/g;
/** Belong to the page, not to the query; jQuery adds `_` to bypass caches. */
const OF_THE_PAGE = /^(?:callback|_)(?:=|$)/;
const CALLBACK = /^callback=(.*)$/;

/** The name of a function, or of one within an object: nothing else may be made to run. */
const FUNCTION = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;
const MAX_LENGTH = 128;
/** The callback of OxTalks if none is given. */
const DEFAULT = 'callback';

/** Whether JSON is requested as a script that calls a function of the page (JSONP). */
export function isJsonp({ query }: Target): boolean {
  return query.includes('format=jsonp') && query.search(ASKED) >= 0;
}

/**
 * A JSON response as a script that calls a function with it.
 *
 * @param answerOf answers a request for JSON
 *
 * @throws HttpError 400 if the name of the function is malformed
 */
export async function jsonpAnswer(
  target: Target,
  answerOf: (target: Target) => Answer | Promise<Answer>,
): Promise<Answer> {
  const callback = callbackOf(target.query);
  const query = target.query
    .replaceAll(ASKED, '$1format=json')
    .split('&')
    .filter((pair) => !OF_THE_PAGE.test(pair))
    .join('&');
  const answer = await answerOf({ ...target, query });
  // The comment keeps the caller from choosing the first bytes, which could turn the response into
  // another type of file.
  const [before, after] = [Buffer.from(`/**/${callback}(`), Buffer.from(');')];
  return {
    ...answer,
    contentType: 'application/javascript; charset=utf-8',
    body: between(before, answer.body, after),
    // jQuery generates a new function name for every request.
    tag: undefined,
    keep: 'never',
  };
}

function callbackOf(query: string): string {
  const [name = DEFAULT, other] = new Set(
    query
      .split('&')
      .flatMap((pair) => CALLBACK.exec(pair)?.slice(1) ?? [])
      .filter((text) => text !== ''),
  );
  const hint = 'Give the name of one function, such as showTalks or talks.show.';
  const problem = { code: 'bad-callback', where: 'callback', hint };
  if (other !== undefined) throw badRequest([{ ...problem, what: 'It is given with different values.' }]);
  if (name.length > MAX_LENGTH || !FUNCTION.test(name))
    throw badRequest([{ ...problem, what: `${JSON.stringify(name.slice(0, 40))} is not the name of a function.` }]);
  return name;
}

function between(before: Buffer, body: Body, after: Buffer): Body {
  if (Buffer.isBuffer(body)) return Buffer.concat([before, body, after]);
  const around = before.length + after.length;
  return {
    length: body.length === undefined ? undefined : body.length + around,
    size: body.size + around,
    whole() {
      const { body: bytes, release } = body.whole();
      const whole = Buffer.concat([before, bytes, after]);
      release();
      return { body: whole, release: () => undefined };
    },
    *chunks(chunk) {
      yield before;
      yield* body.chunks(chunk);
      yield after;
    },
  };
}
