import type { Page } from '@playwright/test';
import {
  advertiser,
  api,
  DEEP_ONLY,
  every,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  test,
} from './support.ts';

const SENT = 'Deine Nachricht wurde erfolgreich gesendet. Wir melden uns bald bei dir!';
const FAILED = 'Fehler beim Senden der Nachricht. Bitte versuche es später erneut.';
const QUESTION = 'Guten Tag, wann kommt meine Aufladung an?';

const send = (page: Page) => page.getByRole('button', { name: 'Nachricht senden' });
const message = (page: Page) => page.getByRole('textbox', { name: 'Nachricht' });
const subject = (page: Page) => page.getByLabel('Betreff');
const subjects = (page: Page) =>
  subject(page)
    .locator('option')
    .evaluateAll((options) =>
      options.map((option) => [(option as HTMLOptionElement).value, option.textContent]),
    );
const ticketOn = async (page: Page) => (await page.getByText(/^S-\d+$/).textContent())!;

interface Mail {
  to: string;
  subject: string;
  text: string;
}
const mailsAbout = async (page: Page, ticket: string) =>
  ((await (await page.request.get('/dev/mailbox.json')).json()) as Mail[]).filter(({ text }) =>
    text.includes(ticket),
  );

async function openSupport(page: Page): Promise<string> {
  const { email } = await advertiser(page);
  await page.goto('/dashboard/kontakt');
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
  return email;
}

async function fillContact(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name').fill('Lena Muster');
  await page.getByLabel('E-Mail', { exact: true }).fill(email);
  await subject(page).selectOption('billing');
  await message(page).fill(QUESTION);
}

test('the support page has a subject, a message, how to reach the house, and questions [SUP-01, SUP-02, SUP-03, SUP-10, SUP-12, CON-84, CON-86]', async ({
  page,
}) => {
  await openSupport(page);
  await expect(page).toHaveTitle('Support – Samtrot');
  expect(await subjects(page)).toEqual([
    ['', 'Bitte wählen'],
    ['general', 'Allgemeine Frage'],
    ['technical', 'Technisches Problem'],
    ['billing', 'Zahlung und Guthaben'],
    ['ad', 'Inserat-Verwaltung'],
    ['other', 'Anderes'],
  ]);
  const info = page.getByRole('region', { name: 'So erreichst du uns' });
  await expect(info).toContainText('Montag bis Freitag');
  await expect(info).toContainText('09:00–12:00 und 13:00–17:00');
  await expect(info).toContainText('Innerhalb von 24 Stunden');
  await expect(info.getByRole('link', { name: 'kontakt@samtrot.example' })).toHaveAttribute(
    'href',
    /^mailto:/,
  );
  await expect(info.getByRole('link', { name: /^\+41/ })).toHaveAttribute('href', /^tel:\+41/);
  await expect(page.getByRole('heading', { name: 'Häufige Fragen' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test(
  'an empty form says what is missing, at the fields [SUP-04, SUP-05, ERR-112, ERR-113]',
  DEEP_ONLY,
  async ({ page }) => {
    await openSupport(page);
    await send(page).click();
    await expect(page.getByText('Bitte wähle einen Betreff aus.', { exact: true })).toBeVisible();
    await expect(page.getByText('Bitte gib eine Nachricht ein.')).toBeVisible();
    await expect(subject(page)).toBeFocused();
    await expectAccessible(page);
    await subject(page).selectOption('ad');
    await expect(page.getByText('Bitte wähle einen Betreff aus.', { exact: true })).toBeHidden();
    await message(page).fill('Hallo');
    await message(page).blur();
    await expect(page.getByText('Mindestens 10 Zeichen erforderlich')).toBeVisible();
  },
);

test('a message is really sent; the page shows its number, the house and the sender get mail [SUP-06, SUP-07, SUP-09, CON-79, ERR-111]', async ({
  page,
}) => {
  const email = await openSupport(page);
  await subject(page).selectOption('ad');
  await message(page).fill('Mein Inserat erscheint nicht in der Liste.');
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api?action=support', async (route) => {
    await held;
    await route.continue();
  });
  await send(page).click();
  await expect(page.locator('button[aria-busy]')).toContainText('Wird gesendet …');
  go();
  await expect(page.getByRole('alert')).toContainText(SENT);
  await expectAccessible(page);
  const ticket = await ticketOn(page);
  await expect
    .poll(async () => (await mailsAbout(page, ticket)).map(({ to }) => to).sort())
    .toEqual([email, 'support@samtrot.example'].sort());
  await page.getByRole('button', { name: 'Weitere Nachricht schreiben' }).click();
  await expect(message(page)).toHaveValue('');
});

test(
  'after a failure the text is still there and can be sent again [SUP-08, ERR-110]',
  DEEP_ONLY,
  async ({ page }) => {
    await openSupport(page);
    await subject(page).selectOption('technical');
    await message(page).fill(QUESTION);
    await page.route('**/api?action=support', (route) => route.abort());
    await send(page).click();
    await expect(page.getByRole('alert')).toHaveText(FAILED);
    await expect(message(page)).toHaveValue(QUESTION);
    await page.unroute('**/api?action=support');
    await send(page).click();
    await expect(page.getByRole('alert')).toContainText(SENT);
  },
);

test('a question whose answer was lost is sent once, also after a look elsewhere [EXP-92, SUP-08]', async ({
  page,
}) => {
  await openSupport(page);
  await subject(page).selectOption('technical');
  await message(page).fill(QUESTION);
  const lost = '**/api?action=support';
  await page.route(lost, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page).click();
  await expect(page.getByRole('alert')).toHaveText(FAILED);
  await page.unroute(lost);
  const elsewhere = page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link');
  await elsewhere.filter({ hasText: 'Guthaben' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guthaben' })).toBeVisible();
  await elsewhere.filter({ hasText: 'Support' }).click();
  await expect(message(page)).toHaveValue(QUESTION);
  // Changed, it goes on in the conversation that has begun.
  await message(page).fill(`${QUESTION} Danke.`);
  await send(page).click();
  await expect(page.getByRole('alert')).toContainText(SENT);
  await expect(page.getByRole('link', { name: 'Technisches Problem' })).toHaveCount(1);
});

test(
  'what was typed survives a look at another page, and nothing of it is written to the device [SUP-06]',
  DEEP_ONLY,
  async ({ page }) => {
    await openSupport(page);
    await subject(page).selectOption('other');
    await message(page).fill(QUESTION);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' }).click();
    await expect(page).toHaveURL('/dashboard/impressum');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click();
    await expect(message(page)).toHaveValue(QUESTION);
    await expect(subject(page)).toHaveValue('other');
    const stored = await page.evaluate(() =>
      JSON.stringify({ ...localStorage, ...sessionStorage }),
    );
    expect(stored).not.toContain('Aufladung');
  },
);

test(
  'when the session has ended the message stays, and goes off after a login in another tab [SUP-06]',
  DEEP_ONLY,
  async ({ page, context }) => {
    const email = await openSupport(page);
    await subject(page).selectOption('other');
    await message(page).fill(QUESTION);
    await context.clearCookies();
    await send(page).click();
    await expect(page.getByRole('alert')).toContainText('Deine Sitzung ist abgelaufen.');
    await expect(message(page)).toHaveValue(QUESTION);
    await api(page, 'login', { log: email, pwd: 'Gut-Gewählt-2026' });
    await send(page).click();
    await expect(page.getByRole('alert')).toContainText(SENT);
  },
);

test('the public page has six fields, four subjects, how to reach the house, and questions [PUB-13, SUP-16, SUP-17, SUP-10, SUP-12, CON-86]', async ({
  page,
}) => {
  const answer = await page.goto('/kontakt');
  expect(answer!.status()).toBe(200);
  await expect(page).toHaveTitle(/Kontakt.*Samtrot/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kontakt');
  const form = page.getByRole('form', { name: 'Kontaktformular' });
  for (const name of ['Name', 'E-Mail', 'Telefon freiwillig', 'Nummer freiwillig', 'Nachricht'])
    await expect(form.getByRole('textbox', { name, exact: true })).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Betreff' })).toBeVisible();
  await expect(page.getByText('freiwillig')).toHaveCount(2);
  expect((await subjects(page)).map(([value]) => value)).toEqual([
    '',
    'general',
    'technical',
    'billing',
    'other',
  ]);
  const info = page.getByRole('region', { name: 'So erreichst du uns' });
  await expect(info).toContainText('Innerhalb von 24 Stunden');
  await expect(info.getByText('Montag bis Freitag')).toBeVisible();
  await expect(info.getByText('09:00–12:00 und 13:00–17:00', { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('%');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('the button waits for all fields; each says what is wrong with it [SUP-18, SUP-20, SUP-21, ERR-114]', async ({
  page,
}) => {
  await page.goto('/kontakt');
  await page.waitForLoadState('networkidle');
  await expect(send(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Noch offen: Name, E-Mail, Betreff, Nachricht')).toBeVisible();
  await send(page).click({ force: true });
  await expect(page.getByText('Bitte wähle einen Betreff aus', { exact: true })).toBeVisible();
  await expect(page.getByText('E-Mail-Adresse ist erforderlich.')).toBeVisible();
  await expect(page.getByText('Dieses Feld ist erforderlich')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByLabel('Telefon').fill('12');
  await page.getByLabel('Telefon').blur();
  await expect(page.getByText('Ungültiges Format')).toBeVisible();
  await fillContact(page, newPerson().email);
  await expect(page.getByText('Noch offen: Telefon')).toBeVisible();
  await page.getByLabel('Telefon').fill('079 123 45 67');
  await expect(send(page)).not.toHaveAttribute('aria-disabled', 'true');
});

test(
  'a visitor goes on under the number of her message, in a field of its own',
  DEEP_ONLY,
  async ({ page }) => {
    const { email } = newPerson();
    const write = async (text: string, number: string) => {
      await page.goto('/kontakt');
      await page.waitForLoadState('networkidle');
      await fillContact(page, email);
      await message(page).fill(text);
      await page.getByLabel('Nummer').fill(number);
      await send(page).click();
      await expect(page.getByRole('alert')).toContainText(SENT);
      return ticketOn(page);
    };
    const ticket = await write(QUESTION, '');
    await page.goto('/kontakt');
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Nummer').fill('Rechnung 5');
    await page.getByLabel('Nummer').blur();
    await expect(page.getByText('Ungültiges Format')).toBeVisible();
    await expectAccessible(page);
    expect(await write('Danke, sie ist jetzt da.', ticket)).toBe(ticket);
  },
);

test('a visitor writes; the page shows the number, the house alone gets mail [SUP-22, SUP-23]', async ({
  page,
}) => {
  await page.goto('/kontakt');
  await page.waitForLoadState('networkidle');
  const { email } = newPerson();
  await fillContact(page, email);
  const request = page.waitForRequest('**/api?action=contact');
  await send(page).click();
  expect(typeof (await request).postDataJSON().proof).toBe('string');
  await expect(page.getByRole('alert')).toContainText(SENT);
  const ticket = await ticketOn(page);
  await expect.poll(async () => (await mailsAbout(page, ticket)).length).toBe(1);
  const [mail] = await mailsAbout(page, ticket);
  expect(mail).toMatchObject({
    to: 'support@samtrot.example',
    subject: `${ticket}: Zahlung und Guthaben`,
  });
  expect(mail!.text).toContain(email);
  await expectAccessible(page);
});

test(
  'a message of the public page whose answer was lost is sent again under its key [EXP-92, SUP-22]',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto('/kontakt');
    await page.waitForLoadState('networkidle');
    await fillContact(page, newPerson().email);
    const keys: string[] = [];
    let first = '';
    const contact = '**/api?action=contact';
    await page.route(contact, async (route) => {
      keys.push(route.request().postDataJSON().send_key);
      const answer = await route.fetch();
      const { ticket } = (await answer.json()) as { ticket?: string };
      // The call that asks for a proof comes before.
      if (!ticket || first !== '') return route.fulfill({ response: answer });
      first = ticket;
      return route.abort();
    });
    await send(page).click();
    await expect(page.getByRole('alert')).toHaveText(FAILED);
    await send(page).click();
    await expect(page.getByRole('alert')).toContainText(SENT);
    expect(await ticketOn(page)).toBe(first);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  },
);

test(
  'a failure on the public page says so and keeps every field [SUP-23, SUP-08]',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto('/kontakt');
    await page.waitForLoadState('networkidle');
    await fillContact(page, 'lena@beispiel.ch');
    await page.route('**/api?action=contact', (route) => route.abort());
    await send(page).click();
    await expect(page.getByRole('alert')).toHaveText(FAILED);
    await expect(page.getByLabel('Name')).toHaveValue('Lena Muster');
    await expect(message(page)).toHaveValue(QUESTION);
  },
);

test('what is typed before the script is there stays, and nothing of it gets into the address [SUP-22]', async ({
  page,
}) => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/kontakt', { waitUntil: 'commit' });
  await fillContact(page, 'lena@beispiel.ch');
  await page.getByLabel('Name').press('Enter');
  await send(page).click({ force: true });
  expect(new URL(page.url()).search).toBe('');
  go();
  await expect(send(page)).not.toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByLabel('Name')).toHaveValue('Lena Muster');
  await expect(message(page)).toHaveValue(QUESTION);
  expect(page.url()).toMatch(/\/kontakt$/);
});

test('the questions open by keyboard and name the payments, the states and the times [SUP-11, SUP-13, SUP-14, SUP-15, CON-85]', async ({
  page,
}) => {
  await page.goto('/kontakt');
  const question = page.locator('summary', { hasText: 'Wie kann ich bezahlen?' });
  const answer = page.locator('details', { has: question });
  await expect(answer).not.toHaveAttribute('open');
  await question.focus();
  await page.keyboard.press('Enter');
  await expect(answer).toHaveAttribute('open');
  for (const name of [
    ...['TWINT', 'Visa', 'Mastercard', 'Maestro', 'American Express', 'PostFinance'],
    ...['Apple Pay', 'Samsung Pay', 'Banküberweisung'],
  ])
    await expect(answer).toContainText(name);
  for (const summary of await every(page.locator('summary', { hasText: '?' }))) {
    await summary.evaluate((element) => {
      (element.parentElement as HTMLDetailsElement).open = true;
    });
  }
  const faq = page.getByRole('region', { name: 'Häufige Fragen' });
  for (const text of [
    '3-5 Arbeitstage',
    '30 Tage online',
    'Auto-Reaktivierung',
    'Ausgeblendet:',
    'innerhalb von 24 Stunden',
  ])
    await expect(faq).toContainText(text);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
