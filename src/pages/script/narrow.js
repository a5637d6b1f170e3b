/** Narrows a long list to the entries that contain what is typed, whatever its case, accents and apostrophes. */

for (const section of document.querySelectorAll('[data-narrow]')) {
  const field = section.querySelector('.field');
  const input = field.querySelector('input');
  const plain = (text) =>
    text
      .normalize('NFKD')
      .replace(/[\p{M}'’ʼ]/gu, '')
      .toLowerCase();
  /** Umlauts are also written with an e. */
  const spelled = (text) => plain(text.normalize('NFC').replace(/[äöü]/gi, '$&e'));
  const entries = [...section.querySelector('ul').children].map((item) => {
    const name = item.querySelector('bdi').textContent;
    return { item, names: `${plain(name)}\n${spelled(name)}` };
  });
  field.hidden = false;
  input.addEventListener('input', () => {
    const typed = plain(input.value.trim());
    for (const { item, names } of entries) item.hidden = !names.includes(typed);
  });
}
