/**
 * Autocompletion of names below a search field (ARIA's combobox pattern). One request at a time: text typed meanwhile
 * is requested after its response.
 */

for (const form of document.querySelectorAll('form[data-suggest]')) {
  const { suggest, labels, adds } = form.dataset;
  const field = form.elements.namedItem(adds ?? 'q');
  const [label, status, upcoming, ...kinds] = labels.split('|');
  const KINDS = ['person', 'series', 'department', 'venue', 'topic', 'collection'];
  /** Parameter that a chosen name adds to the form, if choosing does not open its page. */
  const PARAMETERS = { person: 'speaker', department: 'organising_department' };
  const SHORTEST = 2;
  const list = document.createElement('ul');
  const said = document.createElement('span');
  let shown = '';
  let asking;
  let chosen = -1;

  list.id = field.id + '-names';
  list.className = 'suggestions';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', label);
  said.className = 'unseen';
  said.setAttribute('role', 'status');
  field.after(list, said);

  const typed = () => field.value.trim();
  const choose = (index) => {
    list.children[chosen]?.setAttribute('aria-selected', 'false');
    chosen = index;
    const option = list.children[index];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
  };
  const close = () => {
    asking?.abort();
    asking = undefined;
    shown = '';
    choose(-1);
    list.hidden = true;
    list.replaceChildren();
    said.textContent = '';
    field.setAttribute('aria-expanded', 'false');
  };
  const add = ({ kind, id }) => {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = PARAMETERS[kind] ?? kind;
    input.value = id;
    form.append(input);
    field.value = '';
    form.requestSubmit();
  };
  const follow = (option) => {
    if (adds) return add(option.dataset);
    const address = new URL(option.dataset.page, location.href);
    const language = form.elements.namedItem('lang')?.value;
    if (language) address.searchParams.set('lang', language);
    close();
    location.assign(address);
  };
  const optionOf = (found, index) => {
    const { name, kind, affiliation, _links } = found;
    const option = document.createElement('li');
    const what = document.createElement('span');
    const title = document.createElement('bdi');
    option.id = list.id + '-' + index;
    Object.assign(option.dataset, { page: _links.talks_page.href, kind, id: found.id });
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    title.textContent = affiliation ? name + ' (' + affiliation + ')' : name;
    what.className = 'quiet';
    what.textContent = kinds[KINDS.indexOf(kind)];
    if (found.upcoming) what.textContent += ', ' + upcoming.replace('{count}', found.upcoming);
    option.append(title, ' ', what);
    return option;
  };
  const show = (names) => {
    // Enter must lead to the name that the reader has chosen, even if newer suggestions arrive in between.
    const { kind, id } = list.children[chosen]?.dataset ?? {};
    list.replaceChildren(...names.map(optionOf));
    choose(names.findIndex((name) => name.kind === kind && name.id === id));
    list.hidden = names.length === 0;
    field.setAttribute('aria-expanded', String(names.length > 0));
    said.textContent = names.length > 0 ? status.replace('{count}', names.length) : '';
  };
  const ask = async () => {
    const text = typed();
    if (text.length < SHORTEST) return close();
    if (asking || text === shown) return;
    const own = (asking = new AbortController());
    let names = [];
    try {
      const answer = await fetch(suggest + (suggest.includes('?') ? '&q=' : '?q=') + encodeURIComponent(text), {
        signal: own.signal,
      });
      if (answer.ok) names = (await answer.json())._embedded.suggestions;
    } catch {
      // Without a response, the form still works.
    }
    if (own !== asking) return;
    shown = text;
    show(names);
    asking = undefined;
    if (typed() !== text) ask();
  };

  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);
  field.setAttribute('aria-expanded', 'false');
  field.addEventListener('input', ask);
  field.addEventListener('blur', close);
  form.addEventListener('submit', close);
  field.addEventListener('keydown', (event) => {
    const { length } = list.children;
    if (event.isComposing) return;
    if (event.key === 'ArrowDown' && length === 0) return void ask();
    if (length === 0) return;
    if (event.key === 'ArrowDown') choose(chosen === length - 1 ? -1 : chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen === -1 ? length - 1 : chosen - 1);
    else if (event.key === 'Enter' && chosen >= 0) follow(list.children[chosen]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  // Keep the focus in the field when a name is pressed.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = event.target.closest('[role="option"]');
    if (option) follow(option);
  });
}
