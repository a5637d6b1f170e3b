import { digestAnswer } from '../digest/digest-answer.ts';
import type { Route } from './route.ts';

/** The e-mail digest. */
export const DIGEST_ROUTES: readonly Route[] = [
  {
    path: '/digest',
    name: 'digest',
    summary: 'Talks of the coming days, for e-mail',
    description:
      'It takes the parameters of a search; without `from` it begins today. `days` is how many (7), `format` is `html` ' +
      '(only what mail programs support), `txt`, or `eml` (a whole message with both), `lang` the language.',
    gives: 'The digest',
    tag: 'pages',
    kind: 'data',
    ofCatalogue: true,
    mediaTypes: ['text/html', 'text/plain', 'message/rfc822'],
    schema: { type: 'string' },
    answer: digestAnswer,
  },
];
