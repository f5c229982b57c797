import { expect } from 'vitest';
import { deleteAfterTest, get, send, service } from './api.ts';
import { consoleTest, expectErrors, openConsole } from './open.ts';
import { violations } from './tab.ts';

// Each form of a record shows a change of somebody else beside mine, and saves nothing before I choose. How texts are
// merged: test/console/edit.test.ts.

const kinds = [
  {
    what: 'person',
    route: 'persons',
    body: () => ({ name: 'Before', email: 'conflict@person.example' }),
    at: (id = '') => `#/persons?open=${id}`,
    label: 'Name',
    mine: { name: 'Mine' },
    theirs: { name: 'Theirs', phoneNumber: '+12125550177' },
  },
  {
    what: 'topic',
    route: 'topics',
    body: () => ({ title: 'Before' }),
    at: (id = '') => `#/topics?open=${id}`,
    label: 'Title',
    mine: { title: 'Mine' },
    theirs: { title: 'Theirs', purpose: 'Theirs, too' },
  },
  {
    what: 'link',
    route: 'page_links',
    body: () => ({ path: '/before', target: { targetType: 'page', pageId: service.pageId } }),
    at: (id = '') => `#/links?open=${id}`,
    label: 'Path',
    mine: { path: '/mine' },
    theirs: { path: '/theirs' },
  },
  {
    what: 'webhook',
    route: 'webhooks',
    body: () => ({ url: 'https://hooks.conflict.example/before', types: ['page.created'] }),
    at: (id = '') => `#/settings?part=webhooks&open=${id}`,
    label: 'Address',
    mine: { url: 'https://hooks.conflict.example/mine' },
    theirs: { url: 'https://hooks.conflict.example/theirs' },
  },
];

consoleTest.each(kinds)(
  'a change of somebody else to a $what is shown beside mine, and I choose',
  async ({ what, route, body, at, label, mine, theirs }) => {
    expectErrors(/412/);
    const made = await send('POST', route, body());
    const id = Object.values(made).find((value) => /^[a-z_]+_\w{26}$/.test(value));
    const record = `${route}/${id}`;
    deleteAfterTest(record);
    const [written = ''] = Object.values(mine);
    const [saved = ''] = Object.values(theirs);
    const page = await openConsole(at(id));
    const drawer = page.getByRole('complementary');
    const conflict = drawer.getByRole('alert');
    const editAndSave = async () => {
      await drawer.getByRole('button', { name: 'Edit', exact: true }).click();
      await drawer.getByLabel(label, { exact: true }).fill(written);
      await send('PATCH', record, theirs);
      await drawer.getByRole('button', { name: 'Save' }).click();
      await conflict.getByText(`Someone changed this ${what} while you edited it`).waitFor();
    };
    await editAndSave();
    expect(await conflict.getByRole('row').allTextContents()).toEqual([
      'FieldSaved nowYours',
      `${label}${saved}${written}`,
    ]);
    expect(await violations(page)).toEqual([]);
    await conflict.getByRole('button', { name: 'Use the saved values' }).click();
    await expect.poll(() => conflict.count()).toBe(0);
    expect(await get(record)).toMatchObject(theirs);
    await send('PATCH', record, body());

    await page.reload();
    await editAndSave();
    await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
    // What I did not touch is theirs.
    await expect.poll(() => get(record)).toMatchObject({ ...theirs, ...mine });
  },
);
