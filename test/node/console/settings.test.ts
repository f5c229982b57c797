import { expect } from 'vitest';
import { hold } from './answers.ts';
import { deleteAfterTest, get, newKey, send, service } from './api.ts';
import { consoleTest, expectErrors, go, goTo, isReady, openConsole, openReady } from './open.ts';
import { askPalette, clipboard, submit, violations } from './tab.ts';

interface Key {
  apiKeyId: string;
  name: string;
  scopes: string[];
  revokedAt: string | null;
  expiresAt: string | null;
}
const keyNamed = async (name: string) =>
  (await get<{ items: Key[] }>('api_keys?limit=100')).items.find((key) => key.name === name);

consoleTest('a key for a website: made, shown once, copied with its script, used', async () => {
  const page = await openReady('#/', 'Overview');
  await askPalette(page, 'key for a website');
  await page.getByRole('option', { name: 'Create a key for a website' }).click();
  const form = page.getByRole('dialog', { name: 'Create a key for a website' });
  await submit(form, { Name: 'shop.example' }, 'Create the key');

  const made = page.getByRole('dialog', { name: 'The key “shop.example” was created' });
  await made.getByText('It is shown only once').waitFor();
  expect(await violations(page)).toEqual([]);
  // Neither Escape nor a click beside it loses the key.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 300);
  await made.getByRole('button', { name: 'Copy the key' }).click();
  await expect.poll(() => clipboard(page)).toMatch(/^ff_main_[0-9A-Za-z]{38}$/);
  const key = await clipboard(page);
  await made.getByLabel('Page').selectOption(service.pageId);
  await made.getByRole('button', { name: 'Copy the script' }).click();
  await expect
    .poll(() => clipboard(page))
    .toBe(
      `<script async src="${service.address}/visit.js" data-key="${key}" data-page="${service.pageId}"></script>`,
    );
  expect(page.url()).not.toContain(key);
  await made.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'shop.example' }).waitFor();
  expect(await page.content()).not.toContain(key);
  expect(await keyNamed('shop.example')).toMatchObject({ scopes: ['collect'], expiresAt: null });
});

consoleTest('a key with chosen scopes ends; one is rotated and revoked; a domain is added', async () => {
  expectErrors(/400/);
  const page = await openConsole('#/settings?new=key');
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByLabel('Something else').check();
  await dialog.getByLabel('Name').fill('chosen scopes');
  await dialog.getByLabel('read', { exact: true }).uncheck();
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'must have at least one scope' }).waitFor();
  await dialog.getByLabel('write', { exact: true }).check();
  await dialog.getByLabel('Expires').selectOption({ label: 'In 30 days' });
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  await page.getByRole('dialog', { name: 'The key “chosen scopes” was created' }).waitFor();
  const made = await keyNamed('chosen scopes');
  expect(made?.scopes).toEqual(['write']);
  expect(Date.parse(made?.expiresAt ?? '')).toBeGreaterThan(Date.now() + 29 * 86_400_000);

  await newKey('read', 'collect');
  const name = 'test read collect';
  const old = await keyNamed(name);
  await page.reload();
  await go(page, `#/settings?open=${old?.apiKeyId}`);
  const drawer = page.getByRole('complementary', { name: 'API key' });
  await drawer.getByRole('button', { name: 'Rotate' }).click();
  const rotate = page.getByRole('dialog', { name: `Rotate the key “${name}”` });
  await rotate.getByLabel('The old key works').selectOption({ label: 'For another hour' });
  await rotate.getByRole('button', { name: 'Create the new key' }).click();
  const rotated = page.getByRole('dialog', { name: `The key “${name}” was created` });
  await rotated.getByText('The old key works for another hour').waitFor();
  await rotated.getByRole('button', { name: 'Done' }).click();
  const fresh = await keyNamed(name);
  expect(fresh?.apiKeyId).not.toBe(old?.apiKeyId);

  await page.locator(`a[href*="${fresh?.apiKeyId}"]`).click();
  await page.waitForURL(new RegExp(`open=${fresh?.apiKeyId}`));
  await drawer.getByRole('button', { name: 'Revoke' }).click();
  const revoke = page.getByRole('dialog', { name: `Revoke the key “${name}”?` });
  await revoke.getByText('A revoked key stays revoked').waitFor();
  expect(await violations(page)).toEqual([]);
  await revoke.getByRole('button', { name: 'Revoke the key' }).click();
  await page.getByText(`The key “${name}” was revoked`).waitFor();
  await expect.poll(async () => (await keyNamed(name))?.revokedAt).toBeTruthy();
  await drawer.locator('.badge', { hasText: 'revoked' }).waitFor();
  expect(await drawer.getByRole('button', { name: /Rotate|Revoke/ }).count()).toBe(0);

  await goTo(page, '#/settings?part=domains', 'Settings');
  await page.keyboard.press('n');
  const domain = page.getByRole('dialog', { name: 'New domain' });
  // A name that is none is refused at its field.
  await submit(domain, { Domain: 'not a domain' }, 'Add the domain');
  await domain.getByRole('alert').waitFor();
  expect(await domain.getByLabel('Domain').getAttribute('aria-invalid')).toBe('true');
  await submit(domain, { Domain: 'Offers.Settings.example' }, 'Add the domain');
  await page.getByRole('link', { name: 'offers.settings.example' }).waitFor();
});

consoleTest(
  'nothing is said of what a key may not do before that is known, or when it cannot be',
  async () => {
    expectErrors(/502/);
    const ofKey = /\/v0\/api_keys\/current/;
    const page = await openReady('#/settings?part=system', 'Settings');
    const release = await hold(page, ofKey);
    await page.reload();
    await page.locator('.settings .skeleton').waitFor();
    expect(await page.getByText('Your key may not').count()).toBe(0);
    release();
    await page.getByRole('heading', { name: 'Database' }).waitFor();

    await page.unroute(ofKey);
    await page.route(ofKey, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '' }));
    await page.reload();
    const failed = page.getByRole('alert').filter({ hasText: 'We could not load what your key may do' });
    await failed.getByText('The service answered 502. Nothing was lost.').waitFor();
    expect(await page.getByText('Your key may not').count()).toBe(0);
    await page.unroute(ofKey);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Database' }).waitFor();
  },
);

consoleTest('a key that ends makes keys that end with it, and says how one is made that lasts', async () => {
  const end = new Date(Date.now() + 12 * 3_600_000).toISOString();
  const { key } = await send<{ key: string }>('POST', 'api_keys', {
    name: 'ends soon',
    scopes: ['read', 'admin'],
    expiresAt: end,
  });
  const page = await openConsole('#/settings?new=key', { key });
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByLabel('Webhook').check();
  await dialog.getByLabel('Name').fill('made by one that ends');
  await dialog.getByText('npm run key -- create --name … --scopes log').waitFor();
  const offered = await dialog.getByLabel('Expires').locator('option').allTextContents();
  expect(offered).toEqual([expect.stringContaining('With your key')]);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  const made = page.getByRole('dialog', { name: 'The key “made by one that ends” was created' });
  await made.getByText('It expires on').waitFor();
  await made.getByRole('button', { name: 'Done' }).click();
  expect(await keyNamed('made by one that ends')).toMatchObject({ scopes: ['log'], expiresAt: end });

  const { apiKeyId } = await send('POST', 'api_keys', { name: 'lives longer', scopes: ['read'] });
  await go(page, `#/settings?open=${apiKeyId}`);
  await page.getByRole('button', { name: 'Rotate' }).click();
  const rotate = page.getByRole('dialog', { name: 'Rotate the key “lives longer”' });
  await rotate.getByText(`npm run key -- rotate ${apiKeyId}`).waitFor();
  expect(await rotate.getByRole('button', { name: 'Create the new key' }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
});

interface Settings {
  types: string[];
  retentionDays: number;
}

consoleTest('what an ended key has made says so in its list and its drawer', async () => {
  const scopes = ['read', 'write', 'admin'];
  const maker = await send<{ apiKeyId: string; key: string }>('POST', 'api_keys', {
    name: 'of Zoë',
    scopes,
  });
  const made = <T = Record<string, string>>(route: string, body: object, method = 'POST') =>
    send<T>(method, route, body, maker.key);
  const { webhookId } = await made('webhooks', {
    url: 'https://hooks.zoe.example/in',
    format: 'slack',
    types: ['alert.fired'],
  });
  const condition = { type: 'link_opened' };
  const alert = { name: 'Of Zoë', webhookId: webhookId ?? '', timezone: 'UTC', condition };
  const { alertId } = await made('alerts', alert);
  const { shareLinkId } = await made('share_links', { name: 'Zoë shares', path: '/', lifetime: '12h' });
  const { types, retentionDays } = await get<Settings>('event_settings');
  const settings = { types, retentionDays };
  await made('event_settings', settings, 'PATCH');

  const said = 'Created or last changed by of Zoë, which is no longer valid';
  const screens: [at: string, row: RegExp | undefined, words: string, drawer: string | undefined][] = [
    [`webhooks&open=${webhookId}`, /hooks\.zoe\.example/, 'By a key that is no longer valid', 'Webhook'],
    [`alerts&open=${alertId}`, /Of Zoë/, 'By a key that is no longer valid', 'Alert'],
    ['share-links', /Zoë shares/, '(that key is no longer valid)', undefined],
    ['events', undefined, said, undefined],
  ];
  const page = await openConsole('#/nothing');
  /** On each screen, how often it says that the key has ended: in the row, and in the drawer. */
  const looked = async () => {
    const counts: number[][] = [];
    for (const [at, row, words, drawer] of screens) {
      await go(page, `#/settings?part=${at}`);
      await page.reload();
      await isReady(page, 'Settings');
      if (drawer)
        await page
          .getByRole('complementary', { name: drawer })
          .getByText('Created', { exact: true })
          .waitFor();
      const place = row ? page.getByRole('row').filter({ hasText: row }) : page.getByRole('main');
      if (row) await place.waitFor();
      const ofDrawer = drawer ? page.getByRole('complementary', { name: drawer }).getByText(said) : undefined;
      counts.push([await place.getByText(words).count(), ...(ofDrawer ? [await ofDrawer.count()] : [])]);
    }
    expect(await violations(page)).toEqual([]);
    return counts;
  };
  expect(await looked()).toEqual([[0, 0], [0, 0], [0], [0]]);
  await send('DELETE', `api_keys/${maker.apiKeyId}`);
  expect(await looked()).toEqual([[1, 1], [1, 1], [1], [1]]);

  await send('PATCH', 'event_settings', settings);
  deleteAfterTest(`alerts/${alertId}`, `webhooks/${webhookId}`, `share_links/${shareLinkId}`);
});
