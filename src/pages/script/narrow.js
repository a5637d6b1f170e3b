/** Narrows a long list to the entries that contain what is typed, whatever its case and accents. */

for (const section of document.querySelectorAll('[data-narrow]')) {
  const field = section.querySelector('.field');
  const input = field.querySelector('input');
  const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const entries = [...section.querySelector('ul').children].map((item) => ({
    item,
    name: plain(item.querySelector('bdi').textContent),
  }));
  field.hidden = false;
  input.addEventListener('input', () => {
    const typed = plain(input.value.trim());
    for (const { item, name } of entries) item.hidden = !name.includes(typed);
  });
}
