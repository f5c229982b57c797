import type { PersonLogCreated } from '../../../src/people/person-logs/schemas.ts';
import type { Person } from '../../../src/people/persons/schemas.ts';
import type { Recorder } from './recorder.ts';

const logs = '/v0/person_logs';
const entry = { source: 'website-form', type: 'form-submitted', payload: { plan: 'pro' } };
const key = 'Schlüssel 🔑 1';

/** JSON that a parser would change. It must be returned as it was sent. */
const oddPayload = String.raw`{ "big": 12345678901234567890.10, "huge": 1E400, "tiny": -0.0e-9, "__proto__": {"a": [1, 1.0,  true, null]},
  "b":"é\u00e9\ud83d\ude00\u0000\ud800", "a" : "order", "":{}, "payload": "{}", "slash":"\/" }`;

async function writing({ say, get, post, ask }: Recorder) {
  say('Writing: who it is for');
  const minimal = await post<PersonLogCreated>(logs, { source: 'a', payload: {} });
  await get(`/v0/persons/${minimal.body.personId}`);
  const anna = await post<PersonLogCreated>(logs, { ...entry, email: 'Anna@Initech.Example' });
  const { personId } = anna.body;
  await post(logs, { ...entry, email: 'anna@initech.example', phoneNumber: '+49301', name: 'Not taken' });
  await post(logs, { ...entry, phoneNumber: '+49301', linkedinProfileUrl: 'in/Anna-Initech' });
  await get(`/v0/persons/${personId}`);
  await post(logs, { ...entry, phoneNumber: '+49302', name: 'By phone' });
  await post(logs, { ...entry, linkedinProfileUrl: 'https://www.linkedin.com/in/J%C3%BCrgen' });
  await post(logs, { ...entry, email: 'other@initech.example', phoneNumber: '+49301' });
  await post(logs, { ...entry, personId, email: 'second@initech.example', type: 'x' });
  await post(logs, {
    ...entry,
    personId: 'person_01jqzzzzzzzzzzzzzzzzzzzzzz',
    email: 'anna@initech.example',
  });
  await post(logs, { ...entry, name: 'A name alone' });

  say('Writing: payloads');
  const odd = await ask<PersonLogCreated>('POST', logs, {
    rawBody: `{"source":"odd","personId":"${personId}","payload":${oddPayload}}`,
  });
  await get(`/v0/persons/${personId}/logs/${odd.body.personLogId}`);
  const nest = (levels: number) =>
    `{"source":"odd","payload":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
  await ask('POST', logs, { rawBody: nest(99) });
  await ask('POST', logs, { rawBody: nest(100) });
  await post(logs, { source: 'large', payload: { text: 'ä'.repeat(131_000) } });
  await post(logs, { source: 'large', payload: { text: 'ä'.repeat(131_072) } });
  await ask('POST', logs, { rawBody: '{"source":"odd","payload":{"a":1,"a":2,"b":{"c":0,"c":0}}}' });

  say('Writing: idempotency');
  const keyed = { ...entry, email: 'idem@initech.example', idempotencyKey: key };
  await post(logs, keyed);
  await post(logs, keyed);
  await ask('POST', logs, {
    rawBody: `{"payload":{"plan":"pro"},"idempotencyKey":"${key}","email":"IDEM@initech.example","type":"form-submitted","source":"website-form"}`,
  });
  await post(logs, { ...keyed, payload: { plan: 'free' }, name: 'New' });
  await post(logs, { ...keyed, email: undefined, personId });
  await ask('POST', logs, { rawBody: '{"source":"n","payload":{"n":1.0},"idempotencyKey":"n"}' });
  await ask('POST', logs, {
    rawBody: '{"source":"n","type":"webhook","payload":{ "n": 1 },"idempotencyKey":"n"}',
  });
  await post(logs, { ...entry, personId: 'nobody', idempotencyKey: 'not spent' });
  await post(logs, { ...entry, idempotencyKey: 'not spent', email: 'spent@initech.example' });

  say('Writing: when it happened');
  const past = { ...entry, email: 'past@initech.example', idempotencyKey: 'past' };
  const earlier = await post<PersonLogCreated>(logs, { ...past, occurredAt: '2020-02-29T12:00:00.5+01:00' });
  await get(`/v0/persons/${earlier.body.personId}/logs`);
  await get('/v0/accounts?domain=initech.example');
  await post(logs, { ...past, occurredAt: '2020-02-29T11:00:00.500Z' });
  await post(logs, { ...past, occurredAt: '2020-02-29T12:00:00Z' });
  await post(logs, past);
  await post(logs, { ...past, occurredAt: '2999-01-01T00:00:00Z' });
  await post(logs, { ...past, occurredAt: '1969-12-31T23:59:59Z' });
  await post(logs, { ...past, occurredAt: null });

  say('Writing: what breaks rules');
  await post(logs);
  await post(logs, { source: 'Not-Kebab', type: 'a--b', payload: [], personId: '', idempotencyKey: '' });
  await post(logs, {
    source: 's'.repeat(101),
    type: '',
    payload: null,
    name: ' ',
    email: 'x',
    phoneNumber: '1',
    createdAt: 1,
  });
  await post(logs, { source: 'a', payload: {}, idempotencyKey: 'i'.repeat(256), linkedinProfileUrl: 'a b' });
  await post(logs, { source: 1, payload: {} }, { headers: { 'if-match': 'x' } });
  return personId;
}

async function batches({ say, post, ask }: Recorder, personId: string) {
  say('Batches');
  const batch = `${logs}/batch`;
  const writes = [
    { ...entry, email: 'batch@initech.example', idempotencyKey: 'b1' },
    { ...entry, email: 'batch@initech.example', phoneNumber: '+49309' },
    { ...entry, email: 'batch@initech.example', idempotencyKey: 'b1' },
    { ...entry, phoneNumber: '+49309', payload: { other: 1 }, idempotencyKey: 'b1' },
    { ...entry, personId: 'nobody' },
    { ...entry, personId, idempotencyKey: key },
    { source: 'a', payload: {} },
  ];
  await post(batch, { writes });
  await post(batch, { writes: writes.slice(0, 1) });
  await ask('POST', batch, {
    rawBody: `{"writes":[{"source":"odd","payload":{"n":1e999}, "personId":"${personId}"}]}`,
  });
  await post(batch, { writes: [] });
  await post(batch, { writes: Array.from({ length: 101 }, () => ({ source: 'a', payload: {} })) });
  await post(batch, { writes: [{ ...entry }, { source: 'B', payload: 1, x: 1 }, 7], more: true });
  await post(batch);
  await post(batch, { writes }, { key: null });
}

async function reading({ say, get, pages }: Recorder, personId: string) {
  const path = `/v0/persons/${personId}/logs`;
  say('Reading');
  await get(path);
  await pages(`${path}?limit=2`, ['person_log', personId, null, null]);
  await pages(`${path}?limit=1&source=website-form`, ['person_log', personId, 'website-form', null]);
  await get(`${path}?type=form-submitted&limit=2`, {
    scope: ['person_log', personId, null, 'form-submitted'],
  });
  await get(`${path}?source=website-form&type=x`);
  await get(`${path}?source=none`);
  await get(`${path}?source=&type=&limit=1`, { scope: ['person_log', personId, null, null] });
  await get(`${path}?source=Bad Kebab&type=-&limit=x`, { headers: { 'if-none-match': 'x' } });
  await get(`${path}?cursor=MS4wLng`);
  await get('/v0/persons/nobody/logs');
  await get(`${path}/person_log_01jqzzzzzzzzzzzzzzzzzzzzzz`);
  await get(`/v0/persons/nobody/logs/nothing`);
}

/** Logs of persons: single writes, batches, payloads that a parser would change, and reads. */
export async function personLogs(recorder: Recorder) {
  const personId = await writing(recorder);
  await batches(recorder, personId);
  await reading(recorder, personId);
  recorder.say('What logs have made');
  await recorder.get<Person>('/v0/persons/search?query=initech');
}
