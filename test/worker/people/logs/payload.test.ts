import type { PersonLogBatchResult, PersonLogCreated } from '../../../../src/people/logs/body-schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { faultsOf, violationsOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const astral = '\u{1f4a9}';

/** A value for the message of a failure: short, and without lone surrogates. */
const labelOf = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 80).toWellFormed();

describe('the size and depth of a payload', () => {
  const limit = 256 * 1024;
  /** An object whose JSON text has this number of bytes, made of characters of one, two or four bytes. */
  const sized = (bytes: number, character = 'x') => {
    const room = bytes - '{"a":""}'.length;
    const width = new TextEncoder().encode(character).length;
    return `{"a":"${character.repeat(Math.floor(room / width))}${'x'.repeat(room % width)}"}`;
  };
  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
  const single = (text: string) => `{"source":"form","payload":${text}}`;
  const batch = (...texts: string[]) => `{"writes":[${texts.map(single).join()}]}`;
  const ofAccount = (text: string) => `{"source":"form","domain":"payload.example","payload":${text}}`;
  const wide = ['x', '\u00e9', '\u738b', astral];

  test.each(wide.map((character) => [character, sized(limit, character)]))(
    'exactly 256 KiB of %s are accepted and returned as they were sent',
    async (_character, text) => {
      expect(new TextEncoder().encode(text)).toHaveLength(limit);
      const created = await send<PersonLogCreated>('POST', '/v0/person_logs', undefined, {
        rawBody: single(text),
      });
      expect(created.status).toBe(201);
      const { personId, personLogId } = created.body;
      const read = await send('GET', `/v0/persons/${personId}/logs/${personLogId}`);
      expect(read.text.endsWith(`"payload":${text}}`)).toBe(true);
    },
  );

  test('three times 256 KiB are accepted in a batch, and 256 KiB for an account', async () => {
    const rawBody = batch(sized(limit), sized(limit, astral), sized(limit));
    const { status, body } = await send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', undefined, {
      rawBody,
    });
    expect([status, ...body.results.map((result) => result.status)]).toEqual([200, 201, 201, 201]);
    const account = await send('POST', '/v0/account_logs', undefined, { rawBody: ofAccount(sized(limit)) });
    expect(account.status).toBe(201);
  });

  test.each<[string, string, string, string[]]>([
    ...wide.map((character): [string, string, string, string[]] => [
      `one byte more of ${character}`,
      '/v0/person_logs',
      single(sized(limit + 1, character)),
      ['payload too_long'],
    ]),
    [
      'white space that makes it longer',
      '/v0/person_logs',
      single(`{${' '.repeat(limit)}}`),
      ['payload too_long'],
    ],
    ['one byte more for an account', '/v0/account_logs', ofAccount(sized(limit + 1)), ['payload too_long']],
    ['100 levels', '/v0/person_logs', single(nested(100)), [' too_deep']],
    ['100 levels for an account', '/v0/account_logs', ofAccount(nested(100)), [' too_deep']],
    [
      'duplicate names',
      '/v0/person_logs',
      single('{"a":[{"b":1,"b":1}]}'),
      ['payload.a.0.b duplicate_field'],
    ],
  ])('%s: refused', async (_what, path, rawBody, violations) => {
    const reply = await writesNothing(() => send<Problem>('POST', path, undefined, { rawBody }));
    expect(reply.status).toBe(400);
    expect(violationsOf(reply)).toEqual(violations.map((violation) => `body ${violation}`));
  });

  test.each<[string, string, (string[] | null)[]]>([
    ['one byte more alone', batch(sized(limit + 1)), [['writes.0.payload too_long']]],
    [
      'one byte more in the middle',
      batch('{}', sized(limit + 1), '{}'),
      [null, ['writes.1.payload too_long'], null],
    ],
    [
      'one byte more behind a write without payload',
      `{"writes":[{"source":"a"},${single(sized(limit + 1))}]}`,
      [['writes.0.payload required'], ['writes.1.payload too_long']],
    ],
    ['98 levels', batch('{}', nested(98)), [null, ['writes.1 too_deep']]],
  ])('%s in a batch: refused alone', async (_what, rawBody, violations) => {
    const { body } = await send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', undefined, {
      rawBody,
    });
    expect(faultsOf(body)).toEqual(violations);
  });

  test.each([
    ['99 levels', '/v0/person_logs', single(nested(99))],
    ['99 levels for an account', '/v0/account_logs', ofAccount(nested(99))],
    ['97 levels in a batch', '/v0/person_logs/batch', batch('{}', nested(97))],
  ])('%s: accepted', async (_what, path, rawBody) => {
    expect((await send('POST', path, undefined, { rawBody })).status).toBeLessThan(300);
  });
});

describe('a payload is returned exactly as it was sent', () => {
  const sources = [
    '{}',
    '{ "a" : [ 1 ,\n\t2 ] , "b":{ } }',
    '{"nul":"a\\u0000b","\\u0000":1}',
    '{"lone":"\\ud800","other":"\\uDFFF","\\udc00":"\\ud800\\ud800"}',
    '{"pair":"\\ud83d\\udca9","plain":"\u{1f4a9}"}',
    '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}',
    '{"big":12345678901234567890,"small":1e-400,"huge":1e400,"one":1.0,"zero":-0,"exp":1E+2}',
    '{"b":1,"a":2,"2":3,"1":4}',
    '{"payload":{"payload":{"payload":null}}}',
    '{"list":[{"payload":1},{"payload":[{"payload":2}]}]}',
    '{"text":"}]\\",\\"payload\\":{\\\\","\\"":"\\/\\b\\f\\n\\r\\t"}',
    '{"separators":"\u2028\u2029","bom":"\ufeff","rtl":"\u202e","e":"e\u0301"}',
    '{"sql":"\'; drop table persons; --","html":"</script><script>alert(1)</script>"}',
    `${'{"a":'.repeat(98)}{}${'}'.repeat(98)}`,
  ];

  const readBack = (path: string) => send<{ items: { payload: unknown }[] }>('GET', path);

  test.each(sources.map((source) => [labelOf(source), source]))('%s', async (_label, source) => {
    const rawBody = `{"payload": ${source} ,"source":"form","idempotencyKey":${JSON.stringify(crypto.randomUUID())}}`;
    const first = await send<PersonLogCreated>('POST', '/v0/person_logs', undefined, { rawBody });
    expect(first.status).toBe(201);
    const again = await send('POST', '/v0/person_logs', undefined, { rawBody });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    const { personId, personLogId } = first.body;
    const one = await readBack(`/v0/persons/${personId}/logs/${personLogId}`);
    expect(one.text.endsWith(`"payload":${source}}`)).toBe(true);
    const list = await readBack(`/v0/persons/${personId}/logs`);
    expect(list.text).toContain(`"payload":${source}}]`);
  });

  test('in a batch and for an account', async () => {
    const shallow = sources.slice(0, -1);
    const writes = shallow.map(
      (source) => `{"source":"form","email":"sources@batch.example","payload":${source}}`,
    );
    const rawBody = `{"writes":[${writes.join()}]}`;
    const { body } = await send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', undefined, {
      rawBody,
    });
    const list = await readBack(`/v0/persons/${body.results[0]?.personLog?.personId}/logs`);
    expect(list.body.items).toHaveLength(shallow.length);
    for (const source of shallow) expect(list.text).toContain(`"payload":${source}}`);

    for (const source of sources) {
      const ofAccount = `{"source":"form","domain":"sources.example","payload":${source}}`;
      const created = await send<{ accountId: string; accountLogId: string }>(
        'POST',
        '/v0/account_logs',
        undefined,
        { rawBody: ofAccount },
      );
      const { accountId, accountLogId } = created.body;
      const read = await readBack(`/v0/accounts/${accountId}/logs/${accountLogId}`);
      expect(read.text.endsWith(`"payload":${source}}`)).toBe(true);
    }
  });
});
