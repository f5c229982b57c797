import { expect } from 'vitest';
import { get, send, service } from './api.ts';
import { consoleTest, isReady, openConsole } from './open.ts';
import { violations } from './tab.ts';

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
      await page.goto(`${service.address}/console/#/settings?part=${at}`);
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
  for (const route of [`alerts/${alertId}`, `webhooks/${webhookId}`, `share_links/${shareLinkId}`])
    await send('DELETE', route);
});
