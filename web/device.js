// Runs in every document before its first paint, and before its own title is read: of several
// titles the first one counts.
{
  const root = document.documentElement;
  let neutral = false;
  const closed = [];
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    neutral = localStorage.getItem('neutral') === 'on';
    // Back after «Schnell weg»: nothing of the portal is shown again.
    if (sessionStorage.getItem('left') !== null) {
      if (performance.getEntriesByType('navigation')[0]?.type === 'back_forward') {
        root.style.display = 'none';
        neutral = true;
        location.replace('/notizen.html');
      } else sessionStorage.removeItem('left');
    }
    // Notices closed in this tab.
    for (const id of (sessionStorage.getItem('closed-notices') ?? '').split(' '))
      if (/^\d+$/.test(id)) closed.push(id);
  } catch {}
  const add = (name, properties) =>
    document.head.append(Object.assign(document.createElement(name), properties));
  if (closed.length > 0)
    add('style', {
      textContent: `${closed.map((id) => `[data-notice="${id}"]`)}{display:none}`,
    });
  document.addEventListener('click', ({ target }) => {
    const notice = target.closest('[data-notice] > button')?.parentElement;
    if (!notice) return;
    notice.remove();
    closed.push(notice.dataset.notice);
    try {
      sessionStorage.setItem('closed-notices', closed.join(' '));
    } catch {}
  });
  add('link', {
    rel: 'icon',
    type: 'image/svg+xml',
    href: neutral ? '/notizen.svg' : '/favicon.svg',
  });
  if (neutral) {
    add('title', { textContent: 'Notizen' });
    add('link', { rel: 'manifest', href: '/notizen.webmanifest' });
    add('link', { rel: 'apple-touch-icon', href: '/notizen-180.png' });
  }
}
