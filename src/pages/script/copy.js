/** Buttons that copy a field's value or lines of text. Listens on the document, for lists that are loaded later. */

for (const button of document.querySelectorAll('button[data-copy]')) button.hidden = false;

document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-copy]');
  if (!button) return;
  const place = button.parentElement;
  const text = place.querySelector('input, pre');
  try {
    await navigator.clipboard.writeText(text.value ?? text.textContent);
    place.querySelector('[role=status]').textContent = button.dataset.copied;
  } catch {
    // Denied, or not https: the reader can copy the selected text.
    if (text.select) text.select();
    else getSelection().selectAllChildren(text);
  }
});
