import type { Output } from '@samtrot/shared/kernel/action.ts';
import type { state } from '@samtrot/shared/overview/contract.ts';
import { partnerSentence, yearsOfExperience } from './features/landing/rules.ts';

/**
 * All that the landing page does in the browser: the partner websites, the years, closing the menu,
 * the way to the account.
 */
type Webseite = Output<typeof state>['state']['webseiten'][number];
type Show = 'loading' | 'failed' | 'empty' | 'filled';

const list = document.getElementById('partner-list')!;
const figures = document.querySelectorAll('[data-partner-figure]');

for (const element of document.querySelectorAll('[data-years]')) {
  element.textContent = String(yearsOfExperience(new Date()));
}
list.querySelector('[data-retry]')!.addEventListener('click', () => void load());
document.addEventListener('click', ({ target }) => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('header details[open]')) {
    if (!menu.contains(target as Node)) menu.open = false;
  }
});
leadToAccount();
void load();

/**
 * Who is logged in on this device is led to her account. Only the note of the device is read
 * (`stored-session.ts`): the page is the same for everybody.
 */
function leadToAccount(): void {
  if (localStorage.getItem('session') === null) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/auth/"]')) {
    if (link.closest('header') && link.pathname === '/auth/register') link.remove();
    else {
      link.href = '/home';
      link.textContent = 'Zu deinem Konto';
    }
  }
}

async function load(): Promise<void> {
  show('loading');
  try {
    const response = await fetch('/api?action=state', { credentials: 'include' });
    const answer = (await response.json()) as {
      success: boolean;
      state?: { webseiten: Webseite[] };
    };
    if (!response.ok || !answer.success || !answer.state) throw new Error('no state');
    fill(answer.state.webseiten.filter(({ status }) => status === 'on'));
  } catch {
    show('failed');
  }
}

function fill(websites: Webseite[]): void {
  list.querySelector('[data-show="filled"]')!.replaceChildren(
    ...websites.map(({ name, url }) => {
      const link = document.createElement('a');
      link.textContent = name;
      if (/^https?:\/\//i.test(url)) link.href = url;
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
      return link;
    }),
  );
  for (const figure of figures) figure.textContent = partnerSentence(websites.length);
  show(websites.length > 0 ? 'filled' : 'empty');
}

function show(state: Show): void {
  list.setAttribute('aria-busy', String(state === 'loading'));
  for (const part of list.querySelectorAll<HTMLElement>('[data-show]'))
    part.hidden = part.dataset.show !== state;
}
