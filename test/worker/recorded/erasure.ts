import type { Audience } from '../../../src/content/audiences/schemas.ts';
import type { PersonLogCreated } from '../../../src/people/person-logs/schemas.ts';
import { mintKey } from '../support/client.ts';
import type { Recorder } from './recorder.ts';
import { firefox, newPlace, visitOf } from './visits.ts';

/** An erasure, and the state after it. */
export async function erasure(recorder: Recorder) {
  const { say, get, post, delete: remove, merge } = recorder;
  const { pageId } = await newPlace(recorder, 'erasure');
  const by = { key: await mintKey(['collect']), headers: { 'user-agent': firefox } };
  const form = (session: string) =>
    post(
      '/v0/visits',
      visitOf(session, pageId, {
        pageTitle: 'Seen',
        utmSource: 's',
        formSubmit: { formSubmissionId: session, email: 'erased@harbor.example' },
      }),
      by,
    );
  say('What there is');
  const log = { source: 'crm', payload: { a: 1 }, email: 'erased@harbor.example', phoneNumber: '+49601' };
  const { personId, personLogId } = (
    await post<PersonLogCreated>('/v0/person_logs', { ...log, idempotencyKey: 'erased' })
  ).body;
  await post('/v0/person_logs', { ...log, source: 'chat' });
  const audience = await post<Audience>(`/v0/pages/${pageId}/audiences`, { personId, customName: 'Mine' });
  await form('session-erased-001');
  await merge();
  const session = `/v0/pages/${pageId}/audience_sessions/session-erased-001`;
  await get(session);
  await get('/v0/accounts?limit=1', { scope: ['accounts', 'false'] });
  await form('session-on-its-way');

  say('Erasing');
  const person = `/v0/persons/${personId}`;
  await remove(person, { headers: { 'if-match': '"99"' } });
  await remove(person, { headers: { 'if-match': 'x' } });
  await remove(person, { headers: { 'if-match': '"1"' } });
  await remove(person);
  await remove('/v0/persons/nobody');

  say('What remains');
  await get(person);
  await get(`${person}/logs`);
  await get(`${person}/logs/${personLogId}`);
  await get('/v0/persons/search?query=harbor.example');
  await get('/v0/accounts?limit=1', { scope: ['accounts', 'false'] });
  await get(`/v0/pages/${pageId}/audiences/${audience.body.audienceId}`);
  await get(session);
  await merge();
  await get(`/v0/pages/${pageId}/audience_sessions`);
  await get('/v0/persons/search?query=erased');
  await post('/v0/person_logs', { ...log, idempotencyKey: 'erased' });
  await post('/v0/person_logs', { ...log, source: 'other', idempotencyKey: 'erased' });
  await post('/v0/person_logs', { ...log, personId });
  await form('session-afterwards');
  await merge();
  await get('/v0/persons/search?query=harbor.example');
  await get(`/v0/pages/${pageId}/audience_sessions`);
}
