/**
 * The menu that follows a list is closed like any menu, by Escape or by pressing elsewhere. My talks loads it later, so that
 * the whole document listens.
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
