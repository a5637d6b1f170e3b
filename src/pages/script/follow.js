/**
 * The menu that follows a list: its address is copied, and it is closed like any menu, by Escape or by pressing elsewhere.
 * My talks loads it later, so that the whole document listens.
 */

const openMenus = () => document.querySelectorAll('details.follow[open]');

document.addEventListener('click', async ({ target }) => {
  for (const menu of openMenus()) if (!menu.contains(target)) menu.open = false;
  const button = target.closest?.('[data-copy]');
  if (!button) return;
  const place = button.parentElement;
  const field = place.querySelector('input');
  try {
    await navigator.clipboard.writeText(field.value);
    place.querySelector('[role=status]').textContent = button.dataset.copied;
  } catch {
    // Not allowed, or not over https: the reader can copy what is selected.
    field.select();
  }
});

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  for (const menu of openMenus()) {
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector('summary').focus();
  }
});
