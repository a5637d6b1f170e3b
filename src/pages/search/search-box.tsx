import type { View } from '../frame/view.ts';

/** A field for words; all else is asked on the page that it leads to. */
export function SearchBox({ view }: { readonly view: View }) {
  const { messages, links, language, languageInAddress } = view;
  const { search } = messages;
  const [action] = links.search().split('?', 1);
  return (
    <form class="search-form" role="search" aria-label={search.form} action={action} method="get">
      <div class="search-words">
        <p class="field field-words">
          <label for="search-q">{search.words}</label>
          <input type="search" id="search-q" name="q" autocomplete="off" aria-describedby="search-q-hint" />
          <span class="hint" id="search-q-hint">
            {search.wordsHint}
          </span>
        </p>
        <button type="submit" class="primary">
          {search.submit}
        </button>
      </div>
      {languageInAddress && <input type="hidden" name="lang" value={language} />}
    </form>
  );
}
