/** Escape and a press beside it close what is open; focus returns to what opened it. */
export function closeMenus(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>('details[data-closes][open]');
  document.addEventListener('click', ({ target }) => {
    for (const menu of open()) if (!menu.contains(target as Node)) menu.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
}
