import type { Page } from '@playwright/test';
import { anyCategory, DESCRIPTION } from './editor.ts';
import { api, phonePhoto } from './support.ts';

interface Placed {
  ID: number;
  inserat_status: string;
  [field: string]: unknown;
}

/**
 * Places an ad of the current account by API calls; `fields` are those of saveInserat. Returns its
 * number.
 */
export async function listedAd(
  page: Page,
  titel: string,
  fields: object = {},
  picture = false,
): Promise<number> {
  const inserat_id = Number((await api(page, 'createInserat', {})).inserat_id);
  if (picture) {
    const { mimeType, buffer } = await phonePhoto(page);
    const base64ImageString = `data:${mimeType};base64,${buffer.toString('base64')}`;
    await api(page, 'saveInseratImage', { inserat_id, base64ImageString });
  }
  await api(page, 'saveInserat', {
    inserat_id,
    post_status: 'publish',
    inserat_typ: '1_day',
    name: 'Lena',
    titel,
    beschreibung: `<p>${DESCRIPTION}</p>`,
    story_title: 'Heute am See',
    telefon: '+41795550142',
    adresse_anzeigen: false,
    cantons: ['ZH'],
    offerings: [],
    categories: [await anyCategory(page)],
    ...fields,
  });
  return inserat_id;
}

/** The ads and the balance as the server has them now. */
export async function account(page: Page): Promise<{ credits: number; ads: Placed[] }> {
  const { state } = await api(page, 'state');
  const { credits, Inserats } = state as { credits: number; Inserats: Placed[] };
  return { credits, ads: Inserats };
}

/** The calendar day so many days from now, YYYY-MM-DD. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
