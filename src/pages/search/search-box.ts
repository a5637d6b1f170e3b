import { html, NOTHING, type Html } from '../frame/html.ts';
import { formAttributes } from './form-attributes.ts';
import type { View } from '../frame/view.ts';

/** A search box with one field; the search page has the others. */
export function searchBox(view: View): Html {
  const { messages, language, languageInAddress } = view;
  const { search } = messages;
  return html`<form ${formAttributes(view)}>
    <div class="search-words">
      <p class="field field-words">
        <label for="search-q">${search.words}</label
        ><input
          type="search"
          id="search-q"
          name="q"
          placeholder="${search.title}"
          autocomplete="off"
          aria-describedby="search-q-hint"
        /><span class="hint" id="search-q-hint">${search.wordsHint}</span>
      </p>
      <button type="submit" class="primary">${search.submit}</button>
    </div>
    ${languageInAddress ? html`<input type="hidden" name="lang" value="${language}" />` : NOTHING}
  </form>`;
}
