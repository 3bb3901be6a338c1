import { bannerState, fillTextLink, onButton, topUp600 } from './banner-wizard.ts';
import { fillClub, mainButton } from './clubs.ts';
import { fillAd, openStep, PLACED, placeAd } from './editor.ts';
import {
  api,
  buySmallest,
  CAMERA,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  ONE_SIZE,
  PARTNER_URL,
  PASSWORD,
  phonePhoto,
  SEEN_ELSEWHERE,
  test,
} from './support.ts';
import { CONVERTED, rateFirst } from './uploads.ts';

test(
  'from the landing page to an ad with a photo on a partner website, a banner and a club [PUB-03, PUB-05, AUT-08, AUT-20, AUT-25, AUT-26, AUT-57, HOM-07, HOM-09, HOM-11, GUT-11, GUT-12, GUT-23, EDI-09, EDI-16, MED-07, INS-02]',
  ONE_SIZE,
  async ({ page, isMobile }) => {
    test.slow();
    const person = newPerson();
    const title = `Entspannte Stunden ${person.username}`;

    await test.step('register', async () => {
      await page.goto('/');
      await page
        .getByRole('main')
        .getByRole('link', { name: /Registrieren|Konto|Inserat|starten/i })
        .first()
        .click();
      await expect(page).toHaveURL('/auth/register');
      await page.getByLabel('Benutzername').fill(person.username);
      await page.getByLabel('E-Mail').fill(person.email);
      const password = page.getByRole('textbox', { name: 'Passwort', exact: true });
      await password.fill('kurz');
      const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text });
      await expect(rule('Mindestens 12 Zeichen')).toContainText('offen');
      await expect(rule('Mindestens ein Kleinbuchstabe')).toContainText('erfüllt');
      await expect(page.getByRole('button', { name: 'Registrieren' })).toBeDisabled();
      await password.fill(PASSWORD);
      await expect(rule('Mindestens 12 Zeichen')).toContainText('erfüllt');
      await page.getByRole('textbox', { name: 'Passwort bestätigen' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Registrieren' }).click();
      const dialog = page.getByRole('dialog', { name: 'Dein Konto ist bereit' });
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeVisible();
      await dialog.getByRole('link', { name: 'Zur Anmeldung' }).click();
    });

    await test.step('log in', async () => {
      await expect(page).toHaveURL('/auth/login');
      await expect(page.getByLabel('E-Mail')).toHaveValue(person.email);
      await expect(page.getByRole('textbox', { name: 'Passwort' })).toHaveValue(PASSWORD);
      const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
      expect(stored).not.toContain(PASSWORD);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await expect(page).toHaveURL('/home');
      await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible();
      await expect(page.getByText(`Hallo, ${person.username}!`)).toBeVisible();
    });

    await test.step('buy credits', async () => {
      await page
        .getByRole('link', { name: 'Guthaben aufladen' })
        .filter({ visible: true })
        .first()
        .click();
      await buySmallest(page);
      await page.getByRole('button', { name: 'CHF 50.- bezahlen' }).click();
      await expect(page).toHaveURL(/\/guthaben/);
      await expect(
        page.getByRole('status').filter({ hasText: '50 Credits gutgeschrieben' }),
      ).toBeVisible();
      await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('50 Credits');
    });

    await test.step('place a premium ad with a photo', async () => {
      await page.goto('/rabota');
      await fillAd(page, {
        title,
        package: '1 Woche Premium',
        regions: ['Zürich', 'Bern'],
        categories: ['Massage', 'Begleitung'],
      });
      await openStep(page, 'Bilder');
      await page.getByLabel('Bilder auswählen').setInputFiles(await phonePhoto(page));
      await rateFirst(page);
      await expect(page.getByRole('img', { name: 'Bild 1', exact: true })).toBeVisible(CONVERTED);
      await expect(page.getByRole('status').filter({ hasText: 'Standort' })).toBeVisible();
      await openStep(page, 'Extras und Start');
      await placeAd(page);
      await expect(page).toHaveURL(PLACED);
    });

    await test.step('see it on the partner website', async () => {
      const partner = await page.context().newPage();
      await partner.goto(PARTNER_URL);
      await partner.getByRole('button', { name: 'Ja, ich bin 18 oder älter' }).click();
      await expect(async () => {
        await partner.reload();
        await expect(partner.getByText(title)).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await partner
        .getByRole('article')
        .filter({ hasText: title })
        .getByRole('link', { name: 'Lena', exact: true })
        .click();
      const call = partner.getByRole('link', { name: isMobile ? 'Anrufen' : '079 555 01 42' });
      await expect(call.filter({ visible: true })).toHaveAttribute('href', 'tel:+41795550142');
      const photo = partner.getByRole('img', { name: 'Bild 1 von Lena' });
      await expect(photo).toBeVisible();
      const address = await photo.evaluate(
        (image: HTMLImageElement) => image.currentSrc || image.src,
      );
      const file = await (await page.request.get(address)).body();
      expect(file.length).toBeGreaterThan(1000);
      expect(file.includes('Exif') || file.includes('EXIF') || file.includes(CAMERA)).toBe(false);
      await expectNoSidewaysScroll(partner);
      await expectAccessible(partner, SEEN_ELSEWHERE);
      await partner.close();
    });

    await test.step('find it among the own ads', async () => {
      await page.goto('/home');
      await expect(page.getByRole('heading', { name: 'Nächste Schritte' })).toBeVisible();
      await expect(page.getByText(`Hallo, ${person.username}!`)).toHaveCount(0);
      await page.goto('/inserate');
      await expect(page.getByRole('tab', { name: 'Aktiv' })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await expect(page.getByRole('article', { name: title })).toContainText('Aktiv');
      await page.goto('/guthaben');
      await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('10 Credits');
    });

    await test.step('order a banner', async () => {
      await topUp600(page);
      const { webseiten } = await bannerState(page);
      await page.goto('/banner_neu');
      await fillTextLink(page, [webseiten[0]!.name]);
      await onButton(page, 'Banner bestellen').click();
      const order = page.getByRole('dialog', { name: 'Banner bestellen?' });
      await order.getByRole('button', { name: 'Bestellen', exact: true }).click();
      await expect(page).toHaveURL(/\/banner(\?|$)/);
      expect((await bannerState(page)).credits).toBe(610 - 60);
    });

    await test.step('enter a club', async () => {
      await page.goto('/clubs_neu');
      await fillClub(page);
      await mainButton(page, 'Club eintragen').click();
      await page
        .getByRole('dialog', { name: 'Club eintragen?' })
        .getByRole('button', { name: 'Eintragen' })
        .click();
      await expect(page).toHaveURL('/clubs');
      const { state } = await api(page, 'state');
      const all = state as Record<'Inserats' | 'Banners' | 'Clubs', object[]> & { credits: number };
      expect(all.Inserats).toMatchObject([{ titel: title, inserat_status: 'aktiv' }]);
      expect([all.Banners.length, all.Clubs.length, all.credits]).toEqual([1, 1, 550 - 50]);
    });

    await test.step('nothing personal stays in the browser', async () => {
      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      );
      for (const secret of [person.email, person.username, PASSWORD, title, '555'])
        expect(kept).not.toContain(secret);
    });
  },
);
