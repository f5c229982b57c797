import { env } from 'cloudflare:workers';
import { assertWhole, found, newAccount, rename } from '../../support/accounts.ts';

describe('an account that is renamed', () => {
  test('is found by its new name, and not by the one before', async () => {
    const account = await newAccount('renamed.example', 'Firstly');
    await rename(account, 'Secondly');
    expect([await found('firstly'), await found('secondly')]).toEqual([[], ['renamed.example']]);
    await assertWhole();
    await rename(account, 'renamed.example');
    expect(await found('secondly')).toEqual([]);
    await assertWhole();
  });

  test('is found by the name that an earlier version of the service gave', async () => {
    const { accountId } = await newAccount('earlier.example', 'Now');
    await env.DB.prepare('update accounts set name = ? where account_id = ?')
      .bind('Éarlier Łtd', accountId)
      .run();
    expect(await found('ltd earl')).toEqual(['earlier.example']);
    await assertWhole();
  });
});
