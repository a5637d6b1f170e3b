import { html, NOTHING, type Html } from '../frame/html.ts';
import { suggesting } from './suggesting.ts';
import type { View } from '../frame/view.ts';

/** A search box with one field; the search page has the others. */
export function searchBox(view: View): Html {
  const { messages, links, language, languageInAddress } = view;
  const { search } = messages;
  const [action = ''] = links.search().split('?', 1);
  return html`<form
    class="search-form"
    role="search"
    aria-label="${search.form}"
    action="${action}"
    method="get"
    ${suggesting(view)}
  >
    <div class="search-words">
      <p class="field field-words">
        <label for="search-q">${search.words}</label
        ><input type="search" id="search-q" name="q" autocomplete="off" aria-describedby="search-q-hint" /><span
          class="hint"
          id="search-q-hint"
          >${search.wordsHint}</span
        >
      </p>
      <button type="submit" class="primary">${search.submit}</button>
    </div>
    ${languageInAddress ? html`<input type="hidden" name="lang" value="${language}" />` : NOTHING}
  </form>`;
}
