/** Hands on the address of an ad, without the list it was found in and without a name. */
export function shareAds(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) {
    const status = button.parentElement?.querySelector('.shared');
    button.hidden = false;
    button.addEventListener('click', async () => {
      const url = new URL(button.dataset.share ?? '', location.origin).href;
      const say = (words: string) => {
        if (status) status.textContent = words;
      };
      say('');
      try {
        if (typeof navigator.share === 'function') await navigator.share({ url });
        else {
          await navigator.clipboard.writeText(url);
          say('Adresse kopiert');
        }
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'AbortError'))
          say('Das geht in diesem Browser nicht');
      }
    });
  }
}
