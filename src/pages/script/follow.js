/**
 * The Follow menu closes with Escape or a click elsewhere. Listens on the document, because My talks loads the menu
 * later.
 */

const openMenus = () => document.querySelectorAll('details.follow[open]');

document.addEventListener('click', ({ target }) => {
  for (const menu of openMenus()) if (!menu.contains(target)) menu.open = false;
});

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  for (const menu of openMenus()) {
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector('summary').focus();
  }
});
