/**
 * All the script of this site. Browsers tell by themselves that a telephone link was pressed
 * (`ping`), but not all of them do; this tells it, and takes the attribute away so that it is told
 * once. Without it the link is a plain one.
 */
const told = new WeakMap<Element, string>();

document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element && target.closest('a[href^="tel:"], a[href^="sms:"]');
  if (!link) return;
  const address = told.get(link) ?? link.getAttribute('ping');
  if (!address || !navigator.sendBeacon(address)) return;
  told.set(link, address);
  link.removeAttribute('ping');
});
