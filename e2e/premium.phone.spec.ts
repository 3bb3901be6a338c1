import { chooseRegion, DESCRIPTION, goOn, PLACED, placeAd } from './editor.ts';
import { advertiser, api, DEEP_ONLY, expect, phonePhoto, test } from './support.ts';
import { CONVERTED, rateFirst } from './uploads.ts';

test(
  'a premium ad with pictures, regions, extras and every contact is placed on a phone [EDI-09, EDI-16, EDI-57, MED-05, PRI-14, PRI-18, PRI-19]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 150 });
    await page.goto('/home');
    await page.getByRole('link', { name: 'Neues Inserat' }).filter({ visible: true }).first().tap();
    await page.getByRole('radio', { name: '1 Woche Premium' }).check();
    await page
      .getByRole('group', { name: 'Kategorien' })
      .getByRole('button', { name: 'Massage', exact: true })
      .tap();
    await goOn(page, 'Wo');
    for (const name of ['Zürich', 'Zug', 'Luzern']) await chooseRegion(page, name);
    await goOn(page, 'Text');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lena');
    await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Ruhige Stunden am See');
    const description = page.getByRole('textbox', { name: 'Beschreibung' });
    await description.tap();
    await page.getByRole('button', { name: 'Fett' }).tap();
    await page.keyboard.insertText(DESCRIPTION);
    await goOn(page, 'Bilder');
    await page
      .getByLabel('Bilder auswählen')
      .setInputFiles([await phonePhoto(page), await phonePhoto(page)]);
    await rateFirst(page);
    await expect(page.getByRole('img', { name: 'Bild 2', exact: true })).toBeVisible(CONVERTED);
    await goOn(page, 'Kontakt');
    await page.getByRole('textbox', { name: 'Telefon' }).fill('079 555 01 42');
    await page.getByRole('switch', { name: 'WhatsApp erlaubt' }).check();
    await page.getByRole('textbox', { name: 'WhatsApp' }).fill('079 555 01 43');
    await page.getByRole('textbox', { name: 'Webseite' }).fill('https://beispiel.ch');
    await goOn(page, 'Extras und Start');
    const daily = page.getByRole('group', { name: 'Push täglich', exact: true });
    await daily.getByRole('button', { name: 'Tägliche Zeit wählen' }).tap();
    await daily.getByRole('button', { name: 'Tägliche Zeit hinzufügen' }).tap();
    for (const name of ['TopAd', 'Farbe'])
      await page.getByRole('switch', { name, exact: true }).check();
    await placeAd(page);
    await expect(page).toHaveURL(PLACED);
    const { state } = (await api(page, 'state')) as unknown as {
      state: { credits: number; Inserats: Record<string, unknown>[] };
    };
    expect(state.credits).toBe(5);
    expect(state.Inserats[0]).toMatchObject({
      inserat_status: 'aktiv',
      inserat_typ: '1_week',
      push_times: ['12:00'],
      top_ad_enabled: true,
      color_enabled: true,
      telefon: '+41795550142',
    });
  },
);
