import { expect } from 'vitest';
import { consoleTest, isReady, openConsole, service } from './open.ts';

interface Figures {
  total: { totalSessions: number; conversionCount: number };
}

async function figures(query: string): Promise<Figures> {
  const response = await fetch(`${service.address}/v0/analytics/pages?timezone=Europe/Berlin&${query}`, {
    headers: { 'x-api-key': service.key },
  });
  return (await response.json()) as Figures;
}

const october = '#/?from=2026-10-01&to=2026-10-31&zone=Europe/Berlin';

consoleTest('shows the numbers of the API for the range of the address', async () => {
  const { total } = await figures('startDate=2026-09-30T22:00:00Z&endDate=2026-10-31T23:00:00Z');
  const page = await openConsole(october);
  await isReady(page, 'Overview');
  const [visits, conversions] = await page.locator('.stat .figure').allTextContents();
  expect(visits).toBe(total.totalSessions.toLocaleString('en-GB'));
  expect(conversions).toBe(total.conversionCount.toLocaleString('en-GB'));
});

consoleTest('the table of the chart has the visits of all pages for each day', async () => {
  const { total } = await figures('startDate=2026-09-30T22:00:00Z&endDate=2026-10-31T23:00:00Z');
  const page = await openConsole(october);
  await isReady(page, 'Overview');
  await page.keyboard.press('t');
  const cellsNow = () => page.locator('.figures tbody tr td:nth-child(2)').allTextContents();
  await expect.poll(cellsNow).toHaveLength(31);
  const cells = await cellsNow();
  expect(cells.reduce((sum, cell) => sum + Number(cell.replaceAll(',', '')), 0)).toBe(total.totalSessions);
});

consoleTest('a key changes the range, and back restores it', async () => {
  const page = await openConsole('#/');
  await isReady(page, 'Overview');
  await page.keyboard.press('w');
  await page.waitForURL(/range=7d/);
  await isReady(page, 'Overview');
  expect(await page.getByRole('link', { name: '7 d', exact: true }).getAttribute('aria-current')).toBe(
    'true',
  );
  await page.goBack();
  await page.waitForURL(/#\/$/);
});

consoleTest('a row leads to its page and keeps the range', async () => {
  const page = await openConsole('#/?range=90d');
  await isReady(page, 'Overview');
  await page.locator('.table .row-link').first().click();
  await page.waitForURL(/#\/pages\/page_\w+\?range=90d$/);
});

consoleTest('the days of a range are chosen in a dialog', async () => {
  const page = await openConsole('#/');
  await isReady(page, 'Overview');
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Range' });
  await dialog.getByLabel('First day').fill('2026-03-01');
  await dialog.getByLabel('Last day').fill('2026-03-09');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: '2026-03-01 – 2026-03-09' }).waitFor();
  expect(page.url()).toContain('from=2026-03-01&to=2026-03-09');
});
