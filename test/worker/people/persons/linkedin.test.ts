import { env } from 'cloudflare:workers';
import type { Page } from '../../../../src/content/pages/schemas.ts';
import type { Person, PersonList } from '../../../../src/people/persons/schemas.ts';
import type { SessionImported } from '../../../../src/visits/sessions/import-schemas.ts';
import type { AudienceSession } from '../../../../src/visits/sessions/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { log, personOf, post } from '../../support/persons.ts';

const linkedin = 'https://www.linkedin.com';
let serial = 0;
/** A unique handle. */
const unique = () => `Li-${(serial++).toString(36).padStart(4, '0')}`;

const ofUrl = async (linkedinProfileUrl: string) => (await log({ linkedinProfileUrl })).body;

describe('one person', () => {
  test('keeps the spelling that was sent first, and is found with each', async () => {
    const handle = unique();
    const { personId } = await ofUrl(`http://de.linkedin.com/in/${handle}/en?trk=x`);
    for (const spelling of [handle.toUpperCase(), `in/${handle.toLowerCase()}`, `${linkedin}/in/${handle}/`])
      expect(await ofUrl(spelling)).toMatchObject({ personId, createdPerson: false });
    expect((await personOf(personId)).linkedinProfileUrl).toBe(`${linkedin}/in/${handle}`);
  });

  test('written before comparison keys were stored is found', async () => {
    const handle = unique().toLowerCase();
    const { personId } = (await post({ linkedinProfileUrl: handle })).body;
    const row = await env.DB.prepare('select linkedin_key from persons where person_id = ?')
      .bind(personId)
      .first();
    expect(row).toEqual({ linkedin_key: null });
    expect((await ofUrl(handle.toUpperCase())).personId).toBe(personId);
  });

  test('conflicts with another spelling of the profile', async () => {
    const handle = unique();
    const { personId } = (await post({ linkedinProfileUrl: handle })).body;
    const other = (await post({})).body;
    const taken = { linkedinProfileUrl: `uk.linkedin.com/in/${handle.toUpperCase()}` };
    for (const refused of [
      await post<Problem>(taken),
      await send<Problem>('PATCH', `/v0/persons/${other.personId}`, taken),
    ])
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({ field: 'linkedinProfileUrl', conflictingId: personId }),
      ]);
  });

  test('may change the spelling of the profile, clear it, and another person may then have it', async () => {
    const handle = unique();
    const { personId } = (await post({ linkedinProfileUrl: handle })).body;
    const path = `/v0/persons/${personId}`;
    const lower = `${linkedin}/in/${handle.toLowerCase()}`;
    for (const spelling of [lower, `${linkedin}/in/${handle}`]) {
      const { status, body } = await send<Person>('PATCH', path, { linkedinProfileUrl: spelling });
      expect([status, body.linkedinProfileUrl]).toEqual([200, spelling]);
      expect((await ofUrl(handle)).personId).toBe(personId);
    }
    await send('PATCH', path, { linkedinProfileUrl: null });
    expect((await ofUrl(lower)).createdPerson).toBe(true);
  });

  test('whose empty field is filled keeps the spelling, and is found by it', async () => {
    const [handle, email] = [unique(), `${unique()}@fill.example`];
    const { personId } = (await post({ email })).body;
    await log({ email, linkedinProfileUrl: handle });
    expect((await personOf(personId)).linkedinProfileUrl).toBe(`${linkedin}/in/${handle}`);
    expect((await ofUrl(handle.toLowerCase())).personId).toBe(personId);
    const filled = await log({ email: `${unique()}@fill.example`, linkedinProfileUrl: handle.toUpperCase() });
    expect(filled.body).toMatchObject({ personId, createdPerson: false });
  });

  test('is found by a search for any spelling of its profile', async () => {
    const mine = unique();
    const profiles = [`Émile-${mine}`, `ACoA_${mine}`, `王-${mine}`];
    for (const handle of profiles) {
      const { personId } = (await post({ linkedinProfileUrl: `${linkedin}/in/${handle}` })).body;
      for (const spelling of [handle, handle.toLowerCase(), handle.toUpperCase(), encodeURI(handle)]) {
        const query = encodeURIComponent(`http://de.linkedin.com/in/${spelling}/?trk=x`);
        const found = await send<PersonList>('GET', `/v0/persons/search?query=${query}`);
        expect(found.body.items.map((item) => item.personId)).toEqual([personId]);
      }
    }
  });
});

test('an imported session is linked to the profile in any spelling, and cleared with it', async () => {
  const handle = unique();
  const { personId } = (await post({ linkedinProfileUrl: handle })).body;
  const url = `https://linkedin.example/${handle}`;
  const { pageId } = (await send<Page>('POST', '/v0/pages', { title: 'Import', url })).body;
  const sessions = `/v0/pages/${pageId}/audience_sessions`;
  const session = {
    analyticsSessionId: crypto.randomUUID(),
    sessionStartedAt: '2026-03-04T10:00:00.000Z',
    sessionEndedAt: '2026-03-04T10:02:00.000Z',
    formSubmissionIdentifier: `m.linkedin.com/in/${handle.toUpperCase()}?trk=x`,
    formSubmissionIdentifierType: 'linkedin',
  };
  const imported = await send<SessionImported>('POST', `${sessions}/import`, { sessions: [session] });
  expect(imported.body.importedCount).toBe(1);
  const read = async () =>
    (await send<AudienceSession>('GET', `${sessions}/${session.analyticsSessionId}`)).body;
  expect(await read()).toMatchObject({
    personId,
    formSubmissionIdentifier: `${linkedin}/in/${handle.toLowerCase()}`,
  });
  await send('DELETE', `/v0/persons/${personId}`);
  expect(await read()).toMatchObject({ personId: null, formSubmissionIdentifier: null });
});
