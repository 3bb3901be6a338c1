const sent = new WeakMap<Element, string>();

/**
 * Browsers report a pressed telephone link by `ping`, but not all do; this sends the ping itself
 * and removes the attribute so that it is sent once.
 */
export function reportCalls(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest('a[href^="tel:"], a[href^="sms:"]');
    if (!link) return;
    const address = sent.get(link) ?? link.getAttribute('ping');
    if (!address || !navigator.sendBeacon(address)) return;
    sent.set(link, address);
    link.removeAttribute('ping');
  });
}
