/** Buttons that copy what is beside them: a field's value, or lines of text. The whole document listens, for lists that come later. */

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
    // Not allowed, or not over https: the reader can copy what is selected.
    if (text.select) text.select();
    else getSelection().selectAllChildren(text);
  }
});
