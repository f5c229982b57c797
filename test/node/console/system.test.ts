import { expect } from 'vitest';
import { consoleTest, expectErrors, openReady } from './open.ts';
import { violations } from './tab.ts';

const givenUp = {
  givenUpId: 'givenup_01kafz8q6tf7n9t3cwh2k5v4xe',
  kind: 'visit',
  receivedAt: '2026-11-24T09:30:00.000Z',
  givenUpAt: '2026-11-26T10:00:00.000Z',
  attempts: 100,
  failedWith: 'SQLITE_CONSTRAINT',
  pageId: null,
  audienceId: null,
  versionId: null,
  sentAt: null as string | null,
};

consoleTest('the system says that everything runs, or what does not; what failed is sent again', async () => {
  const page = await openReady('#/settings?part=system', 'Settings');
  await page.getByRole('heading', { name: 'Last errors' }).waitFor();
  expect(await violations(page)).toEqual([]);

  await page.route('**/v0/system', async (route) => {
    const answer = await route.fetch();
    const stalled = givenUp.sentAt === null ? [{ job: 'given_up', since: givenUp.givenUpAt }] : [];
    const rowsWritten = { sampledEvery: 1000, perDay: null, days: [{ date: '2026-11-26', rows: 18_400 }] };
    const json = { ...(await answer.json()), stalled, rowsWritten, givenUp: { items: [givenUp], lost: 0 } };
    await route.fulfill({ json });
  });
  await page.route('**/v0/system/given_up/*/send', async (route) => {
    givenUp.sentAt = new Date().toISOString();
    await route.fulfill({ json: givenUp });
  });
  await page.reload();
  await page.getByText('Visits or versions that could not be processed have been').waitFor();
  await page.getByRole('heading', { name: /\d things? needs? attention/ }).waitFor();
  // Before a whole day is known, the figure is that of today.
  await page.locator('.stat', { hasText: 'Rows written today' }).getByText('18,400').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('cell', { name: /^Sent/ }).waitFor();
});

consoleTest('the system that does not answer says so, and is asked again', async () => {
  expectErrors(/500/);
  const page = await openReady('#/settings', 'Settings');
  await page.route('**/v0/system', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'internal_error', status: 500, title: 'x', requestId: 'abc' },
    }),
  );
  await page.getByRole('link', { name: 'System' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});
