import { searchHead, type SearchRun } from '#representations/links.js';
import { parseSearch } from '#search/question.js';
import { documentAnswer, type Answer } from './answer.js';
import { deprecation } from './deprecation.js';
import type { Document } from './library.js';
import type { Service } from './service.js';
import type { Target } from './target.js';
import { wanted } from './wanted.js';

/** interface.md 4.1; the links of an answer stay on the path that was asked. */
export function searchAnswer(path: SearchRun['path']) {
  return (service: Service, target: Target): Answer | Promise<Answer> => {
    const now = service.now();
    const parsed = parseSearch(target.query, service.rules, now);
    const choice = wanted(service, target, parsed.ok ? [] : parsed.problems);
    if (!parsed.ok) throw new Error('a malformed search got past its problems');
    const { question, parameters, deprecatedDate, relative } = parsed.value;
    const answered = (document: Document): Answer =>
      documentAnswer(document, choice.contentType, {
        headers: deprecatedDate ? deprecation(service.publication) : [],
        dayEnds: relative ? service.nextMidnight(now) : undefined,
      });
    const document = service.library.search(question, choice.representation, (total) =>
      choice.representation.search(
        searchHead(service.publication, { path, parameters, page: question.page, count: question.count, total }),
      ),
    );
    return document instanceof Promise ? document.then(answered) : answered(document);
  };
}
