import type { Audience, AudienceVersion } from '../../../src/content/audiences/schemas.ts';
import type { Page } from '../../../src/content/pages/schemas.ts';
import type { Recorder } from './recorder.ts';

const minute = 60_000;

async function publishing(recorder: Recorder, audience: string, first: string, other: string) {
  const { say, get, post, patch, publish, wait, cron } = recorder;
  const version = `${audience}/versions/${first}`;
  say('Publishing');
  const read = await get(version);
  const tag = read.headers.get('etag') ?? '';
  await get(version, { headers: { 'if-none-match': tag } });
  await post(`${version}/publish`, { operationKey: '' });
  await post(
    `${version}/publish`,
    { operationKey: 'k'.repeat(129), more: 1 },
    { headers: { 'if-match': 'x' } },
  );
  await post(`${version}/publish`, {}, { headers: { 'if-match': '"0.0.0"' } });
  await post(`${version}/publish`, { operationKey: 'op 1' }, { headers: { 'if-match': tag } });
  await post(`${version}/publish`, { operationKey: 'op 1' });
  await post(`${version}/publish`, { operationKey: 'op 2' });
  await post(`${version}/publish`);
  await post(`${other}/publish`, { operationKey: 'op 1' });
  await publish();
  await get(version);
  await get(`${version}/content`);
  await get(audience);
  await post(`${version}/publish`, { operationKey: 'op 1' });
  await post(`${version}/cancel`);

  say('The next version');
  const next = await post<AudienceVersion>(`${audience}/versions`);
  await post(`${audience}/versions`, {}, { headers: { 'if-match': '"0.0.0"' } });
  await post(`${audience}/versions`, { x: 1 });
  await patch(audience, { supplementaryContext: 'Second' });
  const second = `${audience}/versions/${next.body.versionId}`;
  await get(`${second}/content`);
  await post(`${second}/publish`);
  await get(`${second}/content`);
  await get(`${audience}/versions/nothing/content`);
  await get(audience);
  wait(2 * minute);
  recorder.jobs.sent.splice(0);
  say('(the message is lost)');
  await cron();
  await publish();
  await get(second);
  await get(version);
  await patch(audience, { supplementaryContext: 'Third' });
}

async function later(recorder: Recorder, audience: string) {
  const { say, get, post, publish, wait, cron } = recorder;
  say('Publishing at a later time');
  const { body } = await post<AudienceVersion>(`${audience}/versions`);
  const version = `${audience}/versions/${body.versionId}`;
  await post(`${version}/publish`, { publishAt: 'tomorrow' });
  await post(`${version}/publish`, { publishAt: '1999-01-01T00:00:00Z' });
  await post(`${version}/publish`, { publishAt: new Date(recorder.now + 10 * minute).toISOString() });
  await post(`${version}/publish`, {});
  wait(11 * minute);
  await cron();
  await publish();
  await get(version);
}

async function cancelling(
  { say, get, post, publish, failToPublish }: Recorder,
  audience: string,
  pending: string,
) {
  say('Cancelling');
  const { latestVersion } = (await get<Audience>(audience)).body;
  const draft = `${audience}/versions/${latestVersion.versionId}`;
  await post(`${draft}/ready`);
  await post(`${draft}/cancel`, {}, { headers: { 'if-match': '"0.0.0"' } });
  await post(`${draft}/cancel`, {});
  await post(`${draft}/cancel`);
  await post(`${draft}/publish`);
  await post(`${draft}/cancel`);
  await publish();
  await get(draft);
  await post(`${draft}/publish`);
  await failToPublish();
  await get(draft);
  say('What is prepared elsewhere');
  await post(`${pending}/publish`);
  await post(`${pending}/ready`, {}, { headers: { 'if-match': '"0.0.0"' } });
  await post(`${pending}/ready`);
  await post(`${pending}/ready`, { x: 1 });
  await post(`${pending}/cancel`);
}

async function refused({ say, get, post, pages }: Recorder, audience: string, of: Audience) {
  say('Lists, and what is not there');
  const versions = `${audience}/versions`;
  await get(versions);
  await pages(`${versions}?limit=1`, ['versions', of.pageId, of.audienceId]);
  const publishes = `/v0/pages/${of.pageId}/publishes`;
  await get(publishes);
  await pages(`${publishes}?limit=1`, ['publishes', of.pageId, null, null]);
  await get(`${publishes}?limit=a&startDate=x`);
  await get('/v0/pages/nothing/publishes');
  await get(`${versions}?limit=a`);
  await get(`${versions}?cursor=MS4x`);
  await get(`${versions}/version_01jqzzzzzzzzzzzzzzzzzzzzzz`);
  for (const action of ['publish', 'cancel', 'ready']) await post(`${versions}/nothing/${action}`);
  await get(`/v0/pages/${of.pageId}/audiences/nothing/versions`);
  await post(`/v0/pages/nothing/audiences/${of.audienceId}/versions`);
  await get(`/v0/pages/nothing/audiences/${of.audienceId}/versions/${of.latestVersion.versionId}`);
}

/** Versions of audiences, in each status. */
export async function versions(recorder: Recorder) {
  const { post, say, publish, get } = recorder;
  const page = await post<Page>('/v0/pages', { title: 'Versions', url: 'https://versions.example/' });
  const audiences = `/v0/pages/${page.body.pageId}/audiences`;
  const { body } = await post<Audience>(audiences, { supplementaryContext: 'First', customName: 'Live' });
  const other = await post<Audience>(audiences, { status: 'pending' });
  const audience = `${audiences}/${body.audienceId}`;
  const pending = `${audiences}/${other.body.audienceId}/versions/${other.body.latestVersion.versionId}`;
  await publishing(recorder, audience, body.latestVersion.versionId, pending);
  await cancelling(recorder, audience, pending);
  await refused(recorder, audience, body);
  await later(recorder, audience);
  say('Archived while it is queued');
  const next = await post<AudienceVersion>(`${audience}/versions`);
  await post(`${audience}/versions/${next.body.versionId}/publish`);
  await post(`${audience}/archive`);
  await publish();
  await get(`${audience}/versions/${next.body.versionId}`);
}
