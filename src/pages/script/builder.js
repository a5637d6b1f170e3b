/** Shows a list for another site, and its code, as it is chosen. Without scripts, a button does. */

const builder = document.querySelector('form.builder');
if (builder !== null) {
  const WAIT = 300;
  let timer;
  let asked = '';
  const button = builder.querySelector('[data-show]');
  button.hidden = true;

  const show = () => {
    // What is typed to find a name is not yet part of the list, and the server would leave out empty fields.
    const given = [...new FormData(builder)].filter(([name, value]) => name !== 'find' && value !== '');
    const fields = new URLSearchParams(given);
    const address = `${builder.getAttribute('action')}?${fields}`;
    if (address === asked) return;
    asked = address;
    const request = new XMLHttpRequest();
    request.open('GET', address);
    // Parsed without running scripts.
    request.responseType = 'document';
    // The button then leads to the page that says what is wrong.
    const fail = () => {
      if (asked !== address) return;
      asked = '';
      button.hidden = false;
    };
    request.onerror = fail;
    request.onload = () => {
      const fresh = request.status === 200 ? request.response?.querySelector('[data-live]') : null;
      if (!fresh) return fail();
      if (asked !== address) return;
      button.hidden = true;
      history.replaceState(null, '', request.responseURL);
      document.querySelector('[data-live]').replaceWith(document.adoptNode(fresh));
      for (const copy of document.querySelectorAll('[data-live] button[data-copy]')) copy.hidden = false;
    };
    request.send();
  };

  builder.addEventListener('input', ({ target }) => {
    if (target.name === 'find') return;
    // Certain days and a period exclude each other.
    if (target.name === 'from' || target.name === 'to') builder.elements.when.value = '';
    if (target.name === 'when') for (const name of ['from', 'to']) builder.elements[name].value = '';
    clearTimeout(timer);
    timer = setTimeout(show, WAIT);
  });
}
