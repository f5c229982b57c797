import type { Problem } from '../../../../src/http/problem-schema.ts';
import { inTurn } from '../../../turns.ts';
import { send } from '../../support/client.ts';
import { ids, makeIds, pathWith } from '../../support/route-ids.ts';
import { keys, keyWithout, prepareRoutes } from '../../support/route-keys.ts';
import { answerOf, expectRefusals, type Sent, sendTo } from '../../support/route-requests.ts';
import { bodyRoutes, largestBody, scopesOf } from '../../support/routes.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareRoutes();

/** Bodies with this number of nested levels. */
const arrays = (levels: number) => `{"unknown":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

const objects = (levels: number) => `{"unknown":${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}}`;

describe.each(inTurn(bodyRoutes, 12))('$name with an invalid body', (route) => {
  const good = Object.entries(route.operation.example ?? {});
  // An operation without fields still needs one here, to be cut, duplicated and so on.
  const example = JSON.stringify(Object.fromEntries(good.length > 0 ? good : [['filler', 1]]));
  const bytes = (text: string) => new TextEncoder().encode(text);
  const [[field = '', value] = []] = Object.entries(JSON.parse(example));
  const member = `${JSON.stringify(field)}:${JSON.stringify(value)}`;
  const raw = (texts: Record<string, BodyInit>): Record<string, Sent> =>
    Object.fromEntries(Object.entries(texts).map(([name, rawBody]) => [name, { rawBody }]));
  const texts = (...list: string[]) => raw(Object.fromEntries(list.map((text) => [text.slice(0, 60), text])));

  test('answers 415 to another or a missing content type', async () => {
    const types = [
      'text/plain',
      'text/json',
      'application/jsonx',
      'application/x-www-form-urlencoded',
      'json',
      '*/*',
    ];
    types.push(
      'multipart/form-data; boundary=x',
      'application/+json',
      'text/problem+json',
      'text/plain; application/json',
      '',
    );
    const cases: Record<string, Sent> = { none: { rawBody: bytes(example), contentType: null } };
    for (const contentType of types) cases[contentType] = { rawBody: bytes(example), contentType };
    await expectRefusals(route, cases, '415 unsupported_media_type');
  });

  test('reads the body with any spelling of application/json', async () => {
    const types = ['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'];
    types.push('application/json ; charset=utf-8', 'application/json;');
    types.push('application/problem+json', 'application/vnd.api+json; charset=utf-8');
    for (const contentType of types) {
      const reply = await sendTo(route, { rawBody: '{"unknown":1}', contentType });
      expect(reply.body.errors ?? answerOf(reply), contentType).toContainEqual(
        expect.objectContaining({ path: 'unknown' }),
      );
    }
  });

  test('answers 400 invalid_json to what is not JSON', async () => {
    const truncated = [1, 5, 0.5 * example.length, example.length - 1].map((end) => example.slice(0, end));
    const malformed = [
      '{',
      '[',
      '"',
      '{"a":',
      '{"a":1,}',
      "{'a':1}",
      '{a:1}',
      '{"a":01}',
      '{"a":NaN}',
      'undefined',
      ' ',
    ];
    malformed.push(
      '{}{}',
      `${example}x`,
      '{"a":"\n"}',
      '{"a":"\\x"}',
      '\u0000',
      '<xml/>',
      'a=1',
      '['.repeat(Math.min(500_000, largestBody(route))),
    );
    await expectRefusals(route, texts(...truncated, ...malformed), '400 invalid_json');
  });

  test('answers 400 invalid_json to what is not UTF-8', async () => {
    const cases = {
      'a byte that never occurs': new Uint8Array([...bytes('{"a":"'), 0xff, ...bytes('"}')]),
      'a cut sequence': new Uint8Array([...bytes('{"a":"'), 0xc3, ...bytes('"}')]),
      'an overlong slash': new Uint8Array([...bytes('{"a":"'), 0xc0, 0xaf, ...bytes('"}')]),
      'an encoded surrogate': new Uint8Array([...bytes('{"a":"'), 0xed, 0xa0, 0x80, ...bytes('"}')]),
      'UTF-16': new Uint8Array([0xff, 0xfe, ...[...bytes('{}')].flatMap((byte) => [byte, 0])]),
      'a zip file': new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0xff, 0x00]),
    };
    await expectRefusals(route, raw(cases), '400 invalid_json');
  });

  test('answers 400 validation_failed to JSON that is not an object', async () => {
    const cases = texts('[]', 'null', '"x"', '1', 'true', `[${example}]`, '"{}"', '[[]]');
    for (const { errors } of await expectRefusals(route, cases, '400 validation_failed')) {
      expect(errors).toEqual([{ in: 'body', path: '', code: 'invalid_type', message: expect.any(String) }]);
    }
  });

  test('answers 413 to 1 MiB (a visit or a sign-in: 32 KiB) and one byte, however it is sent, and accepts one byte less', async () => {
    const padded = (size: number) => bytes(`{"unknown":1${' '.repeat(size - 13)}}`);
    const [full, tooMuch] = [padded(largestBody(route)), padded(largestBody(route) + 1)];
    const streamed = () => new Blob([tooMuch]).stream();
    await expectRefusals(
      route,
      { 'with a length': { rawBody: tooMuch }, streamed: { rawBody: streamed() } },
      '413 payload_too_large',
    );
    await expectRefusals(route, { 'exactly as much': { rawBody: full } }, '400 validation_failed');
  });

  test('lists 100 violations at most, and says how many more there are', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `"f${index}":1`);
    const [unknown, twice] = [`{${names}}`, `{${names},${names}}`];
    for (const [rawBody, least] of [
      [unknown, 1000],
      [twice, 2000],
    ] as const) {
      const [problem] = await expectRefusals(route, { all: { rawBody } }, '400 validation_failed');
      const { errors = [], omittedErrors = 0, detail } = problem ?? {};
      expect(errors).toHaveLength(100);
      expect(errors.length + Number(omittedErrors)).toBeGreaterThanOrEqual(least);
      expect(detail).toBe(
        `The request breaks ${100 + Number(omittedErrors)} rules; 100 of them are in errors.`,
      );
    }
  });

  test('is not read for a key without the scope, nor when it is not JSON', async () => {
    const pulls: string[] = [];
    const unread = (name: string) =>
      new ReadableStream({ pull: () => void pulls.push(name) }, { highWaterMark: 0 });
    const [small, large] = [{ 'content-length': '10' }, { 'content-length': String(largestBody(route) + 1) }];
    const sent = (name: string, more: Sent) =>
      sendTo(route, { ...more, rawBody: unread(name), bindings: {}, headers: { ...small, ...more.headers } });
    if (scopesOf(route).length > 0)
      expect(answerOf(await sent('scope', { key: keyWithout(route) }))).toBe('403 insufficient_scope');
    expect(answerOf(await sent('type', { contentType: 'text/plain' }))).toBe('415 unsupported_media_type');
    expect(answerOf(await sent('size', { headers: large }))).toBe('413 payload_too_large');
    expect(pulls).toEqual([]);
  });

  test('reports a duplicate field', async () => {
    const cases = texts(`{${member},${member}}`, `{${member},${member},"unknown":1}`);
    for (const { errors } of await expectRefusals(route, cases, '400 validation_failed')) {
      expect(errors).toContainEqual(
        expect.objectContaining({ in: 'body', path: field, code: 'duplicate_field' }),
      );
    }
  });

  test('reports every unknown field', async () => {
    const unknown = 'unknown slug personLogId accountLogId apiKeyId createdAt updatedAt deletedAt'.split(' ');
    unknown.push(
      'createdPerson',
      'key',
      'hash',
      'id',
      'Name',
      'name ',
      '',
      'constructor',
      'toString',
      '__proto__',
      'a.b',
    );
    const members = unknown.map((name) => `${JSON.stringify(name)}:{"a":1}`);
    const start = good.length > 0 ? `${example.slice(0, -1)},` : '{';
    const cases = texts(`${start}${members.join()}}`, ...members.map((text) => `{${text}}`));
    const [{ errors } = {}] = await expectRefusals(route, cases, '400 validation_failed');
    expect(errors?.map(({ in: part, path, code }) => `${part} ${path} ${code}`).sort()).toEqual(
      unknown.map((name) => `body ${name} unknown_field`).sort(),
    );
  });

  test('refuses 101 levels of nesting', async () => {
    const cases = raw({ arrays: arrays(101), objects: objects(101) });
    for (const { errors } of await expectRefusals(route, cases, '400 validation_failed')) {
      expect(errors).toContainEqual(expect.objectContaining({ in: 'body', path: '', code: 'too_deep' }));
    }
    const { body } = await sendTo(route, { rawBody: objects(100) });
    expect(body.errors?.map(({ code }) => code)).not.toContain('too_deep');
  });

  test('treats an empty body as an empty object, with or without a content type', async () => {
    const isOfOne = route.path.includes('{');
    const [first, second, third] = isOfOne
      ? await Promise.all([makeIds(), makeIds(), makeIds()])
      : [ids, ids, ids];
    const empty = await sendTo(route, { path: pathWith(route.path, first), rawBody: '{}' });
    const key = keys.get(route.name) ?? '';
    const none = await send<Problem>(route.method, pathWith(route.path, second), undefined, { key });
    const typed = await sendTo(route, { path: pathWith(route.path, third), rawBody: '' });
    for (const { status, body } of [none, typed])
      expect([status, body.errors]).toEqual([empty.status, empty.body.errors]);
  });
});

describe.each(bodyRoutes.filter(({ path }) => path.startsWith('/v0/person_logs')))('$name', (route) => {
  const duplicates = '"a":1,'.repeat(1500);

  test.each([
    ['arrays as deep as 1 MiB allows', arrays(524_000)],
    ['objects as deep as 1 MiB allows', objects(170_000)],
    ['50,000 unknown fields', `{${Array.from({ length: 50_000 }, (_, index) => `"f${index}":1`).join()}}`],
    ['an unknown field of 1,000,000 characters', `{"${'x'.repeat(1_000_000)}":1}`],
    ['a duplicate of 20,000 characters', `{"${'x'.repeat(20_000)}":1,"${'x'.repeat(20_000)}":1}`],
    ['duplicates under a long name', `{"${'x'.repeat(9000)}":{${duplicates}"a":1}}`],
    ['duplicates under a deep name', `${'{"abcdefgh":'.repeat(1000)}{${duplicates}"a":1}${'}'.repeat(1000)}`],
    ['100,000 bad writes', `{"writes":[${'1,'.repeat(99_999)}1]}`],
  ])('limits the size of its answer to %s', async (_what, rawBody) => {
    const reply = await writesNothing(() => sendTo(route, { rawBody }));
    expect(answerOf(reply)).toBe('400 validation_failed');
    expect(reply.text.length).toBeLessThan(64 * 1024);
  });
});

test.each(bodyRoutes.filter(({ name }) => name === 'POST /v0/visits'))(
  '$name refuses a content type of 60,000 characters at once',
  async (route) => {
    const start = Date.now();
    for (const begin of ['application/json', 'application/json; charset=utf-8', 'application/a+json;'])
      for (const filler of [' ', '+json', '; ']) {
        const contentType = `${begin}${filler.repeat(60_000 / filler.length)}x`;
        const reply = await sendTo(route, { rawBody: '{}', contentType });
        expect(answerOf(reply)).toBe('415 unsupported_media_type');
      }
    expect(Date.now() - start).toBeLessThan(2000);
  },
);
