import { formatsOf } from './api/resource-answer.ts';
import { isJsonp, jsonpAnswer } from './api/jsonp.ts';
import { framedErrorAnswer } from './embed/embedded-talks-answer.ts';
import { DATA_POLICY, uncachedAnswer } from './http/answer.ts';
import type { Answer, WholeAnswer } from './http/answer.ts';
import type { Application, PostHandler, Target } from './http/application.ts';
import { notFound } from './http/errors.ts';
import type { HttpError } from './http/errors.ts';
import { httpError } from './http-error.ts';
import type { ResponseCache } from './http/response-cache.ts';
import { languageKey, movedAnswer } from './pages/page-response.ts';
import { errorPageAnswer } from './pages/talk-page.ts';
import { EMBEDDED_TALKS } from './routes/embed-routes.ts';
import type { OldAddresses } from './routes/old-addresses.ts';
import { METRICS_PATH } from './ops/metrics-server.ts';
import { findRoute } from './routes/routes.ts';
import type { Service } from './service.ts';

/** Optional paths that an operator can turn on. */
interface OptionalRoutes {
  /** Redirects that are tried before the routes; they cannot hide a route. */
  readonly oldAddresses: OldAddresses | null;
  /** Answers assistants. */
  readonly assistants: PostHandler | undefined;
}

/** Tells collectors that still use the old path of the metrics where they are now. */
const METRICS_ELSEWHERE =
  'Metrics are on a separate port, set with --metrics: http://127.0.0.1:9464/metrics by default';

/** Route name under which redirects of old addresses are counted and logged. */
const OLD_ADDRESSES = '(old address)';

/** The routes over a service, for HTTP. */
export function applicationOf(
  service: Service,
  responses: ResponseCache,
  { oldAddresses, assistants }: OptionalRoutes,
): Application {
  const { clock, instance, negotiation, publication } = service;
  const { replica } = instance;
  return {
    responses,
    replica,
    now: clock.now,
    baseUrl: publication.baseUrl,
    languageKey,
    find: (path) => {
      if (assistants !== undefined && path.replace(/\/$/, '') === assistants.route) return assistants;
      if (path === METRICS_PATH) return notFound(METRICS_ELSEWHERE);
      const to = oldAddresses?.find(path);
      if (to !== undefined) return { route: OLD_ADDRESSES, ofCatalogue: false, answer: () => movedAnswer(to) };
      const found = findRoute(path);
      if (found === undefined) return notFound('Nothing is served at this path');
      const { route, id, suffix } = found;
      const suffixes = route.subject === undefined ? [] : negotiation.suffixes(route.subject);
      if (suffix !== '' && !suffixes.includes(suffix))
        return notFound(`Nothing is served with this suffix; there is ${suffixes.join(', ')}`);
      const answer = (target: Target): Answer | Promise<Answer> => route.answer(service, target, id, suffix);
      const mayBeScript = service.jsonp && route.kind === 'resource';
      return {
        route: route.path,
        ofCatalogue: route.ofCatalogue,
        answer: (target) => (mayBeScript && isJsonp(target) ? jsonpAnswer(target, answer) : answer(target)),
      };
    },
    httpError: (error, url) => httpError(replica, error, url),
    errorAnswer: (target, error) => errorAnswer(service, target, error),
  };
}

/** A page for people who asked for one, a problem document for everyone else. */
function errorAnswer(
  service: Pick<Service, 'publication' | 'brand' | 'clock' | 'negotiation'>,
  target: Target,
  error: HttpError,
): WholeAnswer {
  const route = findRoute(target.path)?.route;
  const isOfPages = route === undefined ? !target.path.startsWith('/api') : route.tag === 'pages';
  if (isOfPages && target.accept?.includes('text/html') === true) {
    const isFramed = route?.name === EMBEDDED_TALKS;
    const page = (isFramed ? framedErrorAnswer : errorPageAnswer)(service, target, error);
    return { ...page, headers: [...page.headers, ...error.headers] };
  }
  const choice = service.negotiation.problem({
    accept: target.accept,
    formats: formatsOf(target.query),
    suffix: findRoute(target.path)?.suffix ?? '',
  });
  const body = choice.representation.problem(error.document(service.publication.baseUrl));
  return uncachedAnswer(error.status, choice.contentType, body, [...DATA_POLICY, ...error.headers]);
}
