import type { AccountLogCreated } from '../../../src/people/account-logs/schemas.ts';
import type { Person } from '../../../src/people/persons/schemas.ts';
import type { Recorder } from './recorder.ts';

const logs = '/v0/account_logs';
const entry = { source: 'crm', type: 'deal-won', payload: { amount: 1 } };

async function writing({ say, get, post, ask, pages }: Recorder) {
  say('Account logs: writing');
  const created = await post<AccountLogCreated>(logs, { ...entry, domain: 'HTTPS://www.Umbra.Example/x' });
  const { accountId, accountLogId } = created.body;
  await get(`/v0/accounts/${accountId}/logs/${accountLogId}`);
  await post(logs, { source: 'crm', payload: {}, accountId });
  await post(logs, { ...entry, domain: 'münchen.example', type: 'x' });
  await post(logs, { ...entry, accountId, idempotencyKey: 'one' });
  await post(logs, { ...entry, accountId, idempotencyKey: 'one' });
  await post(logs, { ...entry, domain: 'umbra.example', idempotencyKey: 'one' });
  await post(logs, { ...entry, accountId, payload: {}, source: 'other', idempotencyKey: 'one' });
  const odd = await ask<AccountLogCreated>('POST', logs, {
    rawBody: `{"accountId":"${accountId}","source":"odd","payload":{"n":1e400,  "__proto__":1.50}}`,
  });
  await get(`/v0/accounts/${accountId}/logs/${odd.body.accountLogId}`);
  await post(logs, { ...entry, domain: 'past.example', occurredAt: '2020-01-01T00:00:00Z' });
  await get('/v0/accounts?domain=past.example');
  await post(logs, { ...entry, accountId, occurredAt: '2999-01-01' });
  await post(logs, { ...entry, accountId: 'account_01jqzzzzzzzzzzzzzzzzzzzzzz' });
  await post(logs, { ...entry, accountId, domain: 'umbra.example' });
  await post(logs, entry);
  await post(logs, {
    source: '',
    payload: 0,
    domain: 'a b',
    accountId: '',
    idempotencyKey: 1,
    personId: 'x',
  });
  await post(logs);

  say('Account logs: reading');
  const path = `/v0/accounts/${accountId}/logs`;
  await get(path);
  await pages(`${path}?limit=1`, ['account_log', accountId, null, null]);
  await get(`${path}?source=crm&type=deal-won`);
  await get(`${path}?type=deal-won&limit=1`, { scope: ['account_log', accountId, null, 'deal-won'] });
  await get(`${path}?limit=-1&source=A`);
  await get(`${path}/account_log_01jqzzzzzzzzzzzzzzzzzzzzzz`);
  await get('/v0/accounts/nothing/logs');
  await get('/v0/accounts/nothing/logs/nothing');

  say('Accounts: timelines');
  const timeline = `/v0/accounts/${accountId}/timeline`;
  await get(timeline);
  await pages(`${timeline}?limit=2`, [
    'account_timeline',
    accountId,
    'log,visit,publish',
    null,
    null,
    null,
    null,
  ]);
  await get(`${timeline}?kind=log&kind=visit&source=crm&type=deal-won`);
  await get(`${timeline}?kind=form&source=A&limit=0&cursor=x&startDate=2040-02-30T00:00:00Z`);
  await get(`${timeline}?kind=visit&source=crm`);
  await get('/v0/accounts/nothing/timeline');
  return accountId;
}

/** Accounts and their logs. */
export async function accountSlice(recorder: Recorder) {
  const { say, get, post, patch, pages } = recorder;
  const accountId = await writing(recorder);
  const path = `/v0/accounts/${accountId}`;

  say('Accounts: persons come and go');
  const person = await post<Person>('/v0/persons', { name: 'Leaves', email: 'leaves@umbra.example' });
  await get(path);
  await patch(`/v0/persons/${person.body.personId}`, { domain: 'elsewhere.example' });
  await get(path);
  await post('/v0/persons', { name: 'By domain', domain: 'umbra.example', email: 'x@gmail.com' });

  say('Accounts: reading');
  const { headers } = await get(path);
  await get(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  await get(path, { headers: { 'if-none-match': '"1.0.0"' } });
  await get('/v0/accounts/account_01jqzzzzzzzzzzzzzzzzzzzzzz');
  await get('/v0/accounts?limit=100');
  await pages('/v0/accounts?limit=2', ['accounts', 'false']);
  await pages('/v0/accounts?limit=1&includeEmptyOnly=true', ['accounts', 'true']);
  for (const value of ['1', 'false', '0', '', 'yes', 'TRUE'])
    await get(`/v0/accounts?limit=1&includeEmptyOnly=${value}`, {
      scope: ['accounts', String(value === '1')],
    });
  await get('/v0/accounts?domain=HTTPS://www.Umbra.Example/x');
  await get('/v0/accounts?domain=umbra.example&includeEmptyOnly=true');
  await get('/v0/accounts?domain=nothing.example');
  await get('/v0/accounts?domain=a%20b&cursor=');
  await get('/v0/accounts?domain=');
  await get('/v0/accounts?limit=0&includeEmptyOnly=2&cursor=x');
  await get('/v0/accounts?cursor=x');

  say('Accounts: sorted and searched');
  for (const sort of ['latestActivityAt', 'latestVisitAt', 'linkedPersonsCount'])
    await pages(`/v0/accounts?limit=3&sort=${sort}`, ['accounts', 'false', 'sort', sort]);
  await get('/v0/accounts?includeEmptyOnly=1&limit=2&sort=latestActivityAt', {
    scope: ['accounts', 'true', 'sort', 'latestActivityAt'],
  });
  await get('/v0/accounts?domain=umbra.example&sort=latestVisitAt');
  await get('/v0/accounts?query=M%C3%9CNCH');
  await get('/v0/accounts?query=um');
  await pages('/v0/accounts?limit=3&query=example', ['accounts', 'query', '"example"']);
  await get('/v0/accounts?query=nobody');
  await get('/v0/accounts?query=a&sort=latestVisitAt&domain=umbra.example&includeEmptyOnly=1&limit=0');
  await get('/v0/accounts?sort=name');

  say('Accounts: updating');
  await patch(path, { name: 'Umbra 影 GmbH' }, { headers: { 'if-match': headers.get('etag') ?? '' } });
  await patch(path, { name: 'stale' }, { headers: { 'if-match': headers.get('etag') ?? '' } });
  await patch(path, {});
  await patch(path, { name: 'Umbra' }, { headers: { 'if-match': '*' } });
  await patch(path, { name: '', domain: 'x', linkedPersonsCount: 1 });
  await patch(path, { name: null }, { headers: { 'if-match': '' } });
  await patch('/v0/accounts/nothing', { name: 'x' });
  await get(path);
}
