import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDataDir, type ServerProcess, startProcess } from '../server/src/testing/process.ts';
import { advertiser, api, test as base, expect } from './support.ts';

interface Product {
  url: string;
  die(): Promise<unknown>;
  comeBack(): Promise<void>;
}

/** A product of its own, which can die and come back at the same address with what it had. */
const test = base.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from it
  product: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'samtrot-restart-'));
    let server: ServerProcess = await startProcess({ dataDir });
    const { port } = server;
    await use({
      url: `http://localhost:${port}`,
      die: () => server.kill('SIGKILL'),
      comeBack: async () => {
        server = await startProcess({ dataDir, env: { PORT: String(port) } });
      },
    });
    await server[Symbol.asyncDispose]();
    await removeDataDir(dataDir);
  },
  baseURL: async ({ product }, use) => use(product.url),
});

test('the server restarts while somebody types: nothing typed meanwhile is lost, the head says so, and it is kept when it is back [EDI-28]', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000);
  const title = page.getByRole('textbox', { name: 'Titel', exact: true });
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const kept = page.getByText(/^Gesichert \d\d:\d\d/);
  const failing = page.getByRole('alert').filter({ hasText: 'Nicht gesichert, wird wieder versucht' });
  await advertiser(page);
  await page.goto('/rabota');
  await title.pressSequentially('Stille Stunden');
  await expect(kept).toBeVisible();
  await expect(page).toHaveURL(/\/rabota\/\d+$/);

  await product.die();
  await page.keyboard.type(' am See');
  await expect(failing).toBeVisible();
  await expect(kept).toHaveCount(0);
  await name.pressSequentially('Lena');
  await page.getByRole('group', { name: 'Regionen' }).getByRole('button', { name: 'Zürich' }).click();
  await page.getByRole('link', { name: 'Samtrot, Home' }).filter({ visible: true }).first().click();
  const leaving = page.getByRole('dialog', { name: 'Ungespeicherte Änderungen verwerfen?' });
  await expect(leaving).toContainText('Deine letzten Änderungen konnten nicht gesichert werden.');
  await leaving.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await expect(failing).toBeVisible();

  await product.comeBack();
  await expect(kept).toBeVisible({ timeout: 45_000 });
  await expect(failing).toHaveCount(0);
  expect([await title.inputValue(), await name.inputValue()]).toEqual(['Stille Stunden am See', 'Lena']);
  const { inserat } = await api(page, `getInserat&inserat_id=${new URL(page.url()).pathname.split('/').at(-1)}`);
  expect(inserat).toMatchObject({ titel: 'Stille Stunden am See', name: 'Lena', cantons: ['ZH'] });
  await page.reload();
  await expect(title).toHaveValue('Stille Stunden am See');
  await expect(kept).toBeVisible();
});
