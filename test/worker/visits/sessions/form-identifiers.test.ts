import { env } from 'cloudflare:workers';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import { send } from '../../support/client.ts';
import { newPlace, place, preparePlace, read, session } from '../../support/places.ts';
import { violationsOf } from '../../support/replies.ts';
import { importSessions, least } from '../../support/sessions.ts';
import { newId } from '../../support/visits.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

beforeAll(preparePlace);

const post = (sessions: unknown) => importSessions(place.pageId, sessions);

describe('the identifier of a form', () => {
  const ofForm = async (fields: Record<string, unknown>) => {
    const session = least(fields);
    const reply = await post([session]);
    const { formSubmissionIdentifier, formSubmissionIdentifierType } = (
      await read(String(session.analyticsSessionId))
    ).body;
    return { reply, identifier: [formSubmissionIdentifierType, formSubmissionIdentifier] };
  };
  const [email, phone] = [
    { formSubmissionEmail: ' Ann@X.example ' },
    { formSubmissionPhone: '+15550001111' },
  ];

  test.each<[string, Record<string, unknown>, [unknown, unknown]]>([
    ['the email', email, ['email', 'ann@x.example']],
    ['the phone', phone, ['tel', '+15550001111']],
    ['the email before the phone', { ...phone, ...email }, ['email', 'ann@x.example']],
    ['null without either', { formSubmissionId: 'f' }, [null, null]],
  ])('that is missing is %s', async (_what, fields, expected) => {
    const empty = { formSubmissionIdentifier: null, formSubmissionIdentifierType: null };
    expect((await ofForm(fields)).identifier).toEqual(expected);
    expect((await ofForm({ ...fields, ...empty })).identifier).toEqual(expected);
  });

  const of = (type: string, value: string) => ({
    formSubmissionIdentifierType: type,
    formSubmissionIdentifier: value,
  });
  test.each([
    ['email', ' Ann@X.example', 'ann@x.example'],
    ['tel', '+15550001111', '+15550001111'],
    ['linkedin', 'ann', 'https://www.linkedin.com/in/ann'],
    ['linkedin', 'http://de.linkedin.com/in/ann/?x=1', 'https://www.linkedin.com/in/ann'],
  ])('of type %s may be %s', async (type, value, expected) => {
    const fields = { ...of(type, value), formSubmissionEmail: 'other@x.example' };
    expect((await ofForm(fields)).identifier).toEqual([type, expected]);
  });

  test.each([
    ['email', '+15550001111', 'invalid_format'],
    ['tel', 'ann@x.example', 'invalid_format'],
    ['linkedin', 'https://x.example/ann', 'invalid_value'],
  ])('of type %s cannot be %s', async (type, value, code) => {
    const reply = await writesNothing(() => post([least(), least(of(type, value))]));
    expect(reply.status).toBe(400);
    expect(violationsOf(reply)).toEqual([`body sessions.1.formSubmissionIdentifier ${code}`]);
  });
});

test('the identifier of a form without its type, and a type without identifier, are refused', async () => {
  for (const fields of [{ formSubmissionIdentifier: 'x' }, { formSubmissionIdentifierType: 'tel' }]) {
    const path = 'body sessions.0.formSubmissionIdentifierType invalid_value';
    expect(violationsOf(await writesNothing(() => post([least(fields)])))).toEqual([path]);
  }
});

// models/visitors.test.ts has the forms of visits, and imports with an email or a phone.
test('the form of an import has no identifier of an erased person, however it is spelled', async () => {
  const of = await newPlace();
  const tag = newId().slice(0, 8);
  const [email, linkedinProfileUrl] = [`p-${tag}@x.example`, `https://www.linkedin.com/in/${tag}`];
  const importOf = async (formSubmissionIdentifierType: string, formSubmissionIdentifier: string) => {
    const analyticsSessionId = newId();
    const at = { sessionStartedAt: '2025-03-04T10:00:00Z', sessionEndedAt: '2025-03-04T10:00:00Z' };
    const named = { analyticsSessionId, formSubmissionIdentifierType, formSubmissionIdentifier, ...at };
    expect((await importSessions(of.pageId, [named])).status).toBe(200);
    return (await session(analyticsSessionId, of)).personId;
  };
  expect(await importOf('email', email)).toBeNull();
  const { body } = await send<Person>('POST', '/v0/persons', { name: 'P', email, linkedinProfileUrl });
  expect(await importOf('email', ` P-${tag}@X.example`)).toBe(body.personId);
  expect(await importOf('linkedin', `linkedin.com/in/${tag}/`)).toBe(body.personId);
  expect((await send('DELETE', `/v0/persons/${body.personId}`)).status).toBe(200);
  const rows = env.DB.prepare('select * from audience_sessions where page_id = ?').bind(of.pageId);
  const stored = JSON.stringify((await rows.all()).results);
  for (const text of [email, linkedinProfileUrl]) expect(stored).not.toContain(text);
});
