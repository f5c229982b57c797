import { expect } from 'vitest';
import { call, type Server } from './processes.ts';

const day = 86_400_000;
const at = (time: number) => new Date(time).toISOString();
const time = `startDate=${at(Date.now() - 364 * day)}&endDate=${at(Date.now() - 60_000)}`;
const breakdowns = ['referrer', 'country', 'device', 'browser', 'utmSource', 'utmCampaign'];

interface Listed {
  items?: Record<string, unknown>[];
  nextCursor?: string | null;
}

/** What a workspace answers, by address: lists and their next pages, records, numbers and searches. */
export async function answersOf(server: Server): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const ask = async (address: string) => {
    const { status, text, body } = await call<Listed>(server, 'GET', address);
    expect([address, status, text.slice(0, 300)]).toEqual([address, 200, expect.anything()]);
    answers[address] = text;
    return body;
  };
  /** Reads three pages of a list. Returns the first. */
  const list = async (address: string) => {
    const first = await ask(address);
    for (let page = 1, { nextCursor } = first; page < 3 && nextCursor; page++)
      ({ nextCursor } = await ask(`${address}&cursor=${encodeURIComponent(nextCursor)}`));
    return first;
  };
  const idIn = ({ items }: Listed, name: string) => items?.[0]?.[name];

  const page = `/v0/pages/${idIn(await list('/v0/pages?limit=100'), 'pageId')}`;
  for (const topic of (await list('/v0/topics?limit=100')).items ?? [])
    await list(`/v0/topics/${topic.topicId}/entries?limit=100`);
  await list('/v0/persons/search?query=&limit=100');
  for (const query of ['zoe', '0049', 'example', 'p7.']) await list(`/v0/persons/search?query=${query}`);
  const person = idIn(await list('/v0/persons/search?query=&sort=latestVisitAt&limit=100'), 'personId');
  for (const part of ['', '/audiences?limit=9', '/page_links?limit=9', '/export'])
    await ask(`/v0/persons/${person}${part}`);
  for (const part of ['timeline', 'logs', 'audience_sessions'])
    await list(`/v0/persons/${person}/${part}?limit=20`);
  const account = idIn(await list('/v0/accounts?limit=100'), 'accountId');
  await list('/v0/accounts?query=north&limit=100');
  await ask(`/v0/accounts/${account}`);
  for (const part of ['timeline', 'logs', 'audience_sessions'])
    await list(`/v0/accounts/${account}/${part}?limit=20`);
  for (const query of ['', 'query=zoe&']) await list(`/v0/page_links/search?${query}limit=100`);
  for (const name of ['views', 'annotations', 'websites', 'tenant_domains', 'experiments', 'sources'])
    await list(`/v0/${name}?limit=100`);

  const audience = `${page}/audiences/${idIn(await list(`${page}/audiences?limit=100`), 'audienceId')}`;
  for (const part of ['', '/versions?limit=100', '/page_links?limit=100']) await ask(`${audience}${part}`);
  await list(`${page}/audiences?query=retail`);
  for (const part of ['publishes', 'campaigns']) await list(`${page}/${part}?limit=100`);

  await list(`/v0/audience_sessions?limit=100&${time}`);
  await list(`${page}/audience_sessions?limit=100&${time}`);
  for (const of of ['/v0', page]) {
    await ask(`${of}/analytics/audiences?${time}`);
    for (const interval of ['day', 'month'])
      await ask(`${of}/analytics/timeseries?${time}&interval=${interval}`);
    for (const by of breakdowns) await ask(`${of}/analytics/breakdown?${time}&by=${by}`);
  }
  await ask(`/v0/analytics/pages?${time}`);
  await ask(`/v0/analytics/left_out?${time}`);
  await list(`/v0/analytics/accounts?${time}&records=true&details=true`);
  await list(`/v0/analytics/persons?${time}&records=true`);
  return answers;
}
