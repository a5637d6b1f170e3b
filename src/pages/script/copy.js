/** Buttons that copy the text of an element: shown where the browser lets a script do so. */

for (const button of document.querySelectorAll('button[data-copies]')) {
  const { copies, copied } = button.dataset;
  const text = document.getElementById(copies);
  const said = button.parentElement.querySelector('[role=status]');
  if (navigator.clipboard) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(text.textContent);
        said.textContent = copied;
      } catch {
        getSelection().selectAllChildren(text);
      }
    });
  }
}
