import type { Audience } from '../../../src/content/audiences/schemas.ts';
import type { Page } from '../../../src/content/pages/schemas.ts';
import type { Person } from '../../../src/people/persons/schemas.ts';
import { fullMetadata } from './pages.ts';
import type { Recorder } from './recorder.ts';

const full = {
  actionFormIdOverride: 'form_1',
  actionFormInstructionsOverride: 'Line\nline\ttab "quoted"',
  actionUrlOverride: 'mailto:zoe@acme.example?subject=ü',
  customName: 'For Zoë 様',
  metadataOverride: fullMetadata,
  supplementaryContext: 'Context\n文脈',
};

async function creating({ say, post }: Recorder, audiences: string) {
  say('Creating');
  const person = await post<Person>('/v0/persons', { name: 'Grace Hopper', email: 'grace@navy.example' });
  const { personId } = person.body;
  const minimal = await post<Audience>(audiences);
  const personal = await post<Audience>(audiences, { personId, ...full });
  await post(audiences, { status: 'pending', personId: null, customName: '', actionUrlOverride: null });
  await post(audiences, { personId });
  await post(audiences, { personId: 'person_01jqzzzzzzzzzzzzzzzzzzzzzz' });
  await post(audiences, {
    status: 'published',
    personId: '',
    customName: ' ',
    actionUrlOverride: 'javascript:alert(1)',
    slug: 'x',
  });
  await post(audiences, {
    actionUrlOverride: 'https://a.example\\@b.example',
    customName: 'n'.repeat(256),
    supplementaryContext: 'c'.repeat(10_001),
    metadataOverride: { ogImageFileId: 'x' },
  });
  await post('/v0/pages/nothing/audiences', {});
  return { minimal: minimal.body, personal: personal.body, personId };
}

async function reading({ say, get, pages }: Recorder, audiences: string, { pageId, audienceId }: Audience) {
  say('Reading');
  const path = `${audiences}/${audienceId}`;
  const tag = (await get(path)).headers.get('etag') ?? '';
  await get(path, { headers: { 'if-none-match': tag } });
  await get(path, { headers: { 'if-none-match': '"1.1.0"' } });
  await get(`${audiences}/audience_01jqzzzzzzzzzzzzzzzzzzzzzz`);
  await get(`/v0/pages/nothing/audiences/${audienceId}`);
  await get(`/v0/audiences/${audienceId}`);
  await get(`/v0/audiences/${audienceId}`, { headers: { 'if-none-match': tag } });
  await get('/v0/audiences/nothing');
  await get(audiences);
  await pages(`${audiences}?limit=1`, ['audiences', pageId]);
  await get(`${audiences}?limit=101`);
  await get(`${audiences}?cursor=x&limit=2`);
  await get('/v0/pages/nothing/audiences');
  return tag;
}

async function updating({ say, get, patch }: Recorder, path: string, tag: string) {
  say('Updating');
  await patch(path, { customName: 'Once' }, { headers: { 'if-match': tag } });
  await patch(path, { customName: 'Twice' }, { headers: { 'if-match': tag } });
  await patch(path, {});
  await patch(path, { metadataOverride: { title: 'Mine', ogType: null, keywords: [] } });
  await get('/v0/audiences?query=twice');
  await get('/v0/audiences?query=');
  await patch(path, { metadataOverride: null, customName: null, actionUrlOverride: '' });
  await patch(path, { supplementaryContext: 'Other context' });
  await patch(path, {
    actionFormIdOverride: 1,
    actionUrlOverride: 'x',
    metadataOverride: { robots: 'all' },
    personId: 'x',
  });
  await patch(path.replace(/audience_.*/, 'nothing'), { customName: 'x' });
  await get(path);
}

async function archiving({ say, get, post }: Recorder, path: string, audiences: string) {
  say('Archiving and restoring');
  await post(`${path}/restore`);
  const { headers, body } = await post<Audience>(`${path}/archive`, {});
  await post(`${path}/archive`, {});
  await post(`${path}/versions/${body.latestVersion.versionId}/publish`, {});
  await get(`${audiences}?limit=1`, { scope: ['audiences', body.pageId] });
  await post(`${path}/restore`, {}, { headers: { 'if-match': '"0.0.0"' } });
  await post(`${path}/restore`, {}, { headers: { 'if-match': headers.get('etag') ?? '' } });
  await post(`${path}/restore`, { force: true });
  await post(`${path}/archive`, [], { headers: { 'if-match': 'x' } });
  await post(`${audiences}/nothing/restore`);
  await post(`${audiences}/nothing/archive`);
}

/** Audiences: creating, reading, updating, archiving and restoring. */
export async function audienceSlice(recorder: Recorder) {
  const { post, get, patch, say } = recorder;
  const page = await post<Page>('/v0/pages', {
    title: 'Audiences',
    url: 'https://audiences.example/',
    metadata: { title: 'Page title', description: 'Of the page' },
  });
  const audiences = `/v0/pages/${page.body.pageId}/audiences`;
  const made = await creating(recorder, audiences);
  const path = `${audiences}/${made.personal.audienceId}`;
  const tag = await reading(recorder, audiences, made.personal);
  await updating(recorder, path, tag);
  await archiving(recorder, path, audiences);
  say('What page and person change');
  await patch(`/v0/persons/${made.personId}`, { name: 'Rear Admiral Hopper' });
  await get(path);
  await patch(`/v0/pages/${page.body.pageId}`, { metadata: { description: null } });
  await get(`${audiences}/${made.minimal.audienceId}`);
}
