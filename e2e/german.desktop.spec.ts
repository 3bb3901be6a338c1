import { englishWords } from '@samtrot/shared/testing/english.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { advertiser, DEEP_ONLY, expect, test } from './support.ts';
import { textsOf } from './texts.ts';

const PUBLIC = [
  ...['/', '/kontakt', '/datenschutz', '/rechtliches', '/impressum', '/gibt-es-nicht'],
  ...[
    '/auth/login',
    '/auth/register',
    '/auth/forgot',
    '/auth/reset-password?token=x',
    '/auth/confirm?token=x',
    '/auth/login-link?token=x',
  ],
];
const OWN = [
  ...[
    '/home',
    '/guthaben',
    '/inserate',
    '/rabota',
    '/banner',
    '/banner_neu',
    '/clubs',
    '/clubs_neu',
    '/profil',
  ],
  ...[
    '/dashboard/kontakt',
    '/dashboard/datenschutz',
    '/dashboard/rechtliches',
    '/dashboard/impressum',
  ],
];
/**
 * Names that are English wherever they stand: of a label, of payments, and of the person who is
 * logged in.
 */
const NAMES = /Restricted to Adults|(Apple|Samsung) Pay|lena[0-9a-f]{10}/g;

test(
  'every page is marked as German and has no English word [PUB-01]',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(300_000);
    const look = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.locator('html'), path).toHaveAttribute('lang', 'de-CH');
      const texts = (await textsOf(page)).map((text) => text.replace(NAMES, ''));
      expect(texts.length, path).toBeGreaterThan(20);
      const english = nonEmpty(texts).filter((text) => englishWords(text).length > 0);
      expect(english, path).toEqual([]);
    };
    for (const path of PUBLIC) await look(path);
    await advertiser(page, { credits: 50 });
    for (const path of OWN) await look(path);
  },
);
