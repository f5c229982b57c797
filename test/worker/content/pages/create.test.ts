import type { Page } from '../../../../src/content/pages/schemas.ts';
import { send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { list, newPage, newUrl, pathOf, post, read } from '../../support/pages.ts';
import { once } from '../../support/replies.ts';

const acme = { workspace: 'acme' } as const;

describe('a page that is created', () => {
  test('counts its audiences, archived ones too', async () => {
    const of = await newPage();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const reply = await once<{ audienceId: string }>('POST', `${pathOf(of)}/audiences`, {});
      ids.push(reply.body.audienceId);
    }
    await once('POST', `${pathOf(of)}/audiences/${ids[0]}/archive`, {});
    expect((await read(of)).body).toEqual({ ...of, audiencesCount: 3, foundFields: [] });
    expect((await list('limit=1')).items[0]?.audiencesCount).toBe(3);
  });

  test('has a url that is free in another workspace', async () => {
    const there = await post({ url: (await newPage()).url }, acme);
    expect(there.status).toBe(201);
    expect((await list('', acme)).items).toEqual([there.body]);
  });
});

describe('a creation whose answer is lost after the commit', () => {
  const lost = () => ({
    bindings: { DB: faultyDatabase({ moment: 'after' }) },
  });

  test('makes one page, which does not conflict with itself', async () => {
    const before = (await list('limit=1')).totalCount;
    const reply = await send<Page>('POST', '/v0/pages', { title: 'Once', url: newUrl() }, lost());
    expect([reply.status, reply.cost.trips], reply.text).toEqual([201, 2]);
    expect(await list('limit=1')).toMatchObject({ items: [reply.body], totalCount: before + 1 });
  });
});
