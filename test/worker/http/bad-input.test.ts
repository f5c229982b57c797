import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Account, AccountList } from '../../../src/accounts/schemas.ts';
import { name as nameSchema } from '../../../src/http/schemas.ts';
import type { PersonLogBatchResult, PersonLogCreated } from '../../../src/person-logs/schemas.ts';
import { Person, type PersonList } from '../../../src/persons/schemas.ts';
import { type Problem, type Reply, send, tableSizes } from '../support/client.ts';
import { writesNothing } from '../support/writes-nothing.ts';

const astral = '\u{1f4a9}';
const tooLong = ['too_long'];
const malformed = ['invalid_format'];

/** A value for the message of a failure: short, and without lone surrogates. */
const labelOf = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 80).toWellFormed();

/** `in path code` of every violation, sorted. A value may violate two rules with the same code. */
const violationsOf = ({ body }: Reply<Problem>) =>
  [...new Set(body.errors?.map(({ in: part, path, code }) => `${part} ${path} ${code}`))].sort();

/** Valid values of a field, and invalid ones with their codes. */
interface Rule {
  good: unknown[];
  bad: [value: unknown, codes: string[]][];
}

const notText: Rule['bad'] = [1, true, ['a'], {}].map((value) => [value, ['invalid_type']]);
const notNull: Rule['bad'] = [[null, ['invalid_type']]];
/** Control characters and lone surrogates; JSON.stringify sends the latter as escapes such as `\ud800`. */
const unprintable: Rule['bad'] = [
  '\u0000',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u0085',
  '\ud800',
  '\udfff',
  '\udca9\ud83d',
].map((character) => [`a${character}b`, malformed]);

const text = (max: number): Rule => ({
  good: [
    'a',
    'x'.repeat(max),
    astral.repeat(max),
    'e\u0301',
    '<script>alert(1)</script>',
    "'; drop table persons; --",
    '%s%n',
  ],
  bad: [
    ['', ['too_short']],
    ['x'.repeat(max + 1), tooLong],
    [astral.repeat(max + 1), tooLong],
    ['x'.repeat(500_000), tooLong],
    ...unprintable,
    ...notText,
  ],
});

/** An existing id. Any text is valid as an id; ids-in-bodies.test.ts checks unknown ones. */
const anId: Rule = { good: [], bad: [['', ['too_short']], ...notText] };

const kebab: Rule = {
  good: ['a', '0', 'a-b', '1-2-3', 'website-form', 'x'.repeat(100), `${'x-'.repeat(49)}xx`],
  bad: [
    ['', ['too_short', 'invalid_format']],
    ['x'.repeat(101), tooLong],
    [`${'x-'.repeat(50)}x`, tooLong],
    ['x'.repeat(255), tooLong],
    ['x'.repeat(256), tooLong],
    ...[
      '-a',
      'a-',
      '-',
      'a--b',
      'A',
      'aB',
      'a_b',
      'a b',
      ' a',
      'a ',
      'a\n',
      'a.b',
      'a/b',
      'caf\u00e9',
      '\u0430',
      '\uff41',
      '\u0661',
      astral,
      'a\u0000',
      '\ud800',
    ].map((value): [string, string[]] => [value, malformed]),
    ...notText,
    ...notNull,
  ],
};

const name: Rule = {
  good: [
    ...text(255).good,
    ' Anna ',
    'x'.repeat(100),
    'x'.repeat(101),
    '\u738b\u4f1f',
    '0',
    'null',
    '__proto__',
    '\u202eevil',
  ],
  bad: [
    ...text(255).bad,
    ...notNull,
    [' ', ['invalid_value']],
    ['\u00a0\u3000', ['invalid_value']],
    ['\t', ['invalid_format', 'invalid_value']],
  ],
};

const email: Rule = {
  good: [
    'a@b',
    ' Anna@ACME.example\n',
    'a+b@c.d',
    "o'neil@x.example",
    'zo\u00eb@b\u00fccher.example',
    '"quoted"@x.example',
    `${'x'.repeat(240)}@x.example`,
    `${'x'.repeat(310)}@x.example`,
    `${astral.repeat(310)}@x.example`,
  ],
  bad: [
    ...[
      '',
      'a',
      '@',
      'a@',
      '@b',
      'a@b@c',
      'a b@c',
      'a@b c',
      'a\n@b',
      'a@b\t.c',
      '\ud800@b',
      'a@b\udfff',
      'a\u0000@b',
      'a@b\u0000',
      'a\u0007@b',
      ' ',
    ].map((value): [string, string[]] => [value, malformed]),
    [`${'x'.repeat(311)}@x.example`, tooLong],
    [`${astral.repeat(311)}@x.example`, tooLong],
    ...notText,
  ],
};

const phoneNumber: Rule = {
  good: ['+12', '+19', '+999', '+123456789012345'],
  bad: [
    ...[
      '',
      '+',
      '+1',
      '+1234567890123456',
      '+0',
      '+0123456',
      '12345',
      '0049151',
      '+1 234',
      '+1-234',
      '+(1)234',
      ' +123',
      '+123 ',
      '+123\n',
      '++123',
      '+12a',
      '+1\u0662',
      '\uff0b123',
      '+12\u0000',
      'tel:+123',
      '+1e9',
    ].map((value): [string, string[]] => [value, malformed]),
    [123, ['invalid_type']],
    ...notText,
  ],
};

const linkedinProfileUrl: Rule = {
  good: [
    'anna',
    'in/anna',
    'https://de.linkedin.com/in/Anna/?x=1',
    'zo\u00eb',
    '\u738b\u4f1f',
    'https://example.com/anna',
    `https://www.linkedin.com/in/${'x'.repeat(2020)}`,
  ],
  bad: [
    ['', ['too_short']],
    [`linkedin.com/in/${'x'.repeat(2033)}`, tooLong],
    ...[
      ' ',
      'a b',
      'javascript:alert(1)',
      'data:text/html,x',
      'mailto:anna@acme.example',
      'anna@acme.example',
      'https://',
      '.',
      '..',
      '/..',
      'a..',
      'a.1..',
      'https://%2e%2e/anna',
    ].map((value): [string, string[]] => [value, ['invalid_value']]),
    ...['linkedin.com/in/a\u0000b', 'linkedin.com/in/\ud800', 'linkedin.com/in/a\u007f'].map(
      (value): [string, string[]] => [value, malformed],
    ),
    ...notText,
  ],
};

const domain: Rule = {
  good: [
    'a',
    'acme.example',
    'https://www.ACME.example:8443/x?y#z',
    ' acme.example ',
    'b\u00fccher.example',
    'x'.repeat(253),
  ],
  bad: [
    ['', ['too_short']],
    ['x'.repeat(254), tooLong],
    ...[' ', 'a b', 'https://', '/', '?', '.', 'anna@acme.example', 'a\u0000b', '\ud800', 'a\u0007'].map(
      (value): [string, string[]] => [value, malformed],
    ),
    ...notText,
  ],
};

const payload: Rule = {
  good: [{}, { a: 1 }, { payload: {} }, { constructor: 1, toString: null, hasOwnProperty: [] }],
  bad: [
    ...[null, [], [{}], '', 'x', '{}', 0, 1, true, false].map((value): [unknown, string[]] => [
      value,
      ['invalid_type'],
    ]),
  ],
};

const nullable = (rule: Rule): Rule => ({ ...rule, good: [...rule.good, null] });
const required = (rule: Rule): Rule => ({ ...rule, bad: [...rule.bad, [undefined, ['required']]] });
const optional = (rule: Rule): Rule => ({ ...rule, good: [...rule.good, undefined] });
const noNull = (rule: Rule): Rule => ({ ...rule, bad: [...rule.bad, ...notNull] });

/** An operation with a body: how to send it, where its fields are, and their rules. */
interface Target {
  operation: string;
  send: (body: object) => Promise<Reply<Problem>>;
  /** A valid body. */
  base: object;
  /** The prefix of a field's name in the path of a violation. */
  prefix?: string;
  rules: Record<string, Rule>;
  /** Undoes the effect of an accepted body, so that the next body may have the same values. */
  undo?: (reply: Reply<Problem>) => Promise<void>;
}

const erase = async (personId: unknown) => {
  expect((await send('DELETE', `/v0/persons/${personId}`)).status).toBe(200);
};

const log = { source: 'form', payload: { a: 1 } };
const logRules = {
  source: required(kebab),
  type: optional(kebab),
  payload: required(payload),
  idempotencyKey: optional(noNull(text(255))),
};
const personLogRules = {
  ...logRules,
  email: optional(noNull(email)),
  phoneNumber: optional(noNull(phoneNumber)),
  linkedinProfileUrl: optional(noNull(linkedinProfileUrl)),
  name: optional(name),
  // A well-formed but unknown id is a 404, which the tests of person-logs check.
  personId: optional(noNull(anId)),
};

let personId = '';
let accountId = '';
let apiKeyId = '';

beforeAll(async () => {
  personId = (await send<Person>('POST', '/v0/persons', { name: 'Patched' })).body.personId;
  accountId = (await send<Account>('POST', '/v0/account_logs', { ...log, domain: 'patched.example' })).body
    .accountId;
  const key = await send<{ apiKeyId: string }>('POST', '/v0/api_keys', { name: 'Rotated', scopes: ['read'] });
  apiKeyId = key.body.apiKeyId;
});

const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

const targets: Target[] = [
  {
    operation: 'POST /v0/person_logs',
    send: (body) => send('POST', '/v0/person_logs', body),
    base: log,
    rules: personLogRules,
    undo: ({ body }) => erase(body.personId),
  },
  {
    operation: 'POST /v0/person_logs/batch',
    send: (body) => send('POST', '/v0/person_logs/batch', { writes: [log, body] }),
    base: log,
    prefix: 'writes.1.',
    rules: personLogRules,
    undo: async ({ body }) => {
      const { results } = body as unknown as PersonLogBatchResult;
      expect(results.map(({ status }) => status)).toEqual([201, 201]);
      for (const { personLog, replayed } of results) if (!replayed) await erase(personLog?.personId);
    },
  },
  {
    operation: 'POST /v0/persons',
    send: (body) => send('POST', '/v0/persons', body),
    base: { name: 'Anna' },
    rules: {
      name: required(name),
      email: optional(noNull(email)),
      domain: optional(noNull(domain)),
      phoneNumber: optional(noNull(phoneNumber)),
      linkedinProfileUrl: optional(noNull(linkedinProfileUrl)),
    },
    undo: async ({ body }) => {
      expect(Person.parse(body)).toEqual(body);
      await erase(body.personId);
    },
  },
  {
    operation: 'PATCH /v0/persons/{person_id}',
    send: (body) => send('PATCH', `/v0/persons/${personId}`, body),
    base: {},
    rules: {
      name: optional(name),
      email: optional(nullable(email)),
      domain: optional(nullable(domain)),
      phoneNumber: optional(nullable(phoneNumber)),
      linkedinProfileUrl: optional(nullable(linkedinProfileUrl)),
    },
    undo: async ({ body }) => {
      expect(Person.parse(body)).toEqual(body);
      const blank = {
        name: 'Patched',
        email: null,
        domain: null,
        phoneNumber: null,
        linkedinProfileUrl: null,
      };
      expect((await send('PATCH', `/v0/persons/${personId}`, blank)).status).toBe(200);
    },
  },
  {
    operation: 'PATCH /v0/accounts/{account_id}',
    send: (body) => send('PATCH', `/v0/accounts/${accountId}`, body),
    base: {},
    rules: { name: optional(name) },
    undo: async ({ body }) => {
      expect(Account.parse(body)).toEqual(body);
    },
  },
  {
    operation: 'POST /v0/account_logs by domain',
    send: (body) => send('POST', '/v0/account_logs', body),
    base: { ...log, domain: 'bad-input.example' },
    rules: { ...logRules, domain: { good: domain.good, bad: noNull(domain).bad } },
  },
  {
    operation: 'POST /v0/account_logs by accountId',
    send: (body) => send('POST', '/v0/account_logs', { accountId, ...body }),
    base: log,
    rules: { accountId: noNull(anId) },
  },
  {
    operation: 'POST /v0/api_keys',
    send: (body) => send('POST', '/v0/api_keys', body),
    base: { name: 'Key', scopes: ['read'] },
    rules: {
      name: required(noNull(text(100))),
      scopes: required({
        good: [['read'], ['write'], ['admin'], ['collect'], ['read', 'write', 'admin', 'log', 'collect']],
        bad: [
          [[], ['too_short']],
          [['read', 'read'], ['invalid_value']],
          [['read', 'write', 'admin', 'log', 'collect', 'read'], tooLong],
          ...[null, 'read', { read: true }, 1].map((value): [unknown, string[]] => [value, ['invalid_type']]),
        ],
      }),
      expiresAt: optional({
        good: [
          inOneHour(),
          '2999-12-31T23:59:59Z',
          '2999-12-31T23:59:59.123456789+05:30',
          '2996-02-29T00:00:00-00:00',
        ],
        bad: [
          ...[
            '',
            'never',
            '2999-12-31',
            '2999-12-31T23:59:59',
            '2999-02-29T00:00:00Z',
            '2999-13-01T00:00:00Z',
            '2999-12-31T24:00:00Z',
            '2999-12-31 23:59:59Z',
            '+012999-12-31T23:59:59Z',
            '32503680000',
            '2999-12-31T23:59:59Z\n',
            '2999-12-31T23:59:59+24:00',
          ].map((value): [string, string[]] => [value, malformed]),
          ['2020-01-01T00:00:00Z', ['invalid_value']],
          [new Date(Date.now() - 1000).toISOString(), ['invalid_value']],
          [32503680000, ['invalid_type']],
          ...notNull,
        ],
      }),
    },
  },
  {
    operation: 'POST /v0/api_keys/{api_key_id}/rotate',
    send: (body) => send('POST', `/v0/api_keys/${apiKeyId}/rotate`, body),
    base: {},
    rules: {
      overlapSeconds: optional({
        good: [2_592_000, 1, 86_400],
        bad: [
          [-1, ['too_small']],
          [2_592_001, ['too_large']],
          ...[1.5, '1', null, true, [1], {}].map((value): [unknown, string[]] => [value, ['invalid_type']]),
        ],
      }),
    },
  },
];

describe.each(targets)('$operation', ({ send: sendBody, base, prefix = '', rules, undo }) => {
  test.each(Object.entries(rules))('accepts every valid %s', async (field, { good }) => {
    const taken: unknown[] = [];
    for (const value of good) {
      const reply = await sendBody({ ...base, [field]: value });
      taken.push([labelOf(value), reply.status < 300, violationsOf(reply)]);
      if (reply.status < 300) await undo?.(reply);
    }
    expect(taken).toEqual(good.map((value) => [labelOf(value), true, []]));
  });

  test.each(Object.entries(rules))('refuses every invalid %s', async (field, { bad }) => {
    const refused = await writesNothing(async () => {
      const answers: unknown[] = [];
      for (const [value] of bad) {
        const reply = await sendBody({ ...base, [field]: value });
        answers.push([labelOf(value), reply.status, violationsOf(reply)]);
      }
      return answers;
    });
    const expected = bad.map(([value, codes]) => [
      labelOf(value),
      400,
      codes.map((code) => `body ${prefix}${field} ${code}`).sort(),
    ]);
    expect(refused).toEqual(expected);
  });
});

describe('scopes of a key', () => {
  test.each([
    [['root'], ['body scopes.0 not_allowed']],
    [
      ['read', 'READ', 1, null],
      ['body scopes.1 not_allowed', 'body scopes.2 not_allowed', 'body scopes.3 not_allowed'],
    ],
    [[['read']], ['body scopes.0 not_allowed']],
    [['__proto__'], ['body scopes.0 not_allowed']],
  ])('%j are not allowed', async (scopes, violations) => {
    const reply = await writesNothing(() => send<Problem>('POST', '/v0/api_keys', { name: 'Key', scopes }));
    expect(violationsOf(reply)).toEqual(violations);
  });
});

describe('all violations are listed at once', () => {
  const badLog = {
    source: 'A',
    type: 'a--b',
    email: 'x',
    phoneNumber: '+0',
    linkedinProfileUrl: 'javascript:alert(1)',
    idempotencyKey: '',
    name: '\u0000'.repeat(256),
    personId: 7,
    slug: 'x',
    createdAt: 'now',
  };
  const badLogViolations = [
    'createdAt unknown_field',
    'email invalid_format',
    'idempotencyKey too_short',
    'linkedinProfileUrl invalid_value',
    'name invalid_format',
    'name too_long',
    'payload required',
    'personId invalid_type',
    'phoneNumber invalid_format',
    'slug unknown_field',
    'source invalid_format',
    'type invalid_format',
  ];

  test.each<[string, string, string, string[]]>([
    ['POST', '/v0/person_logs', JSON.stringify(badLog), badLogViolations],
    [
      'POST',
      '/v0/person_logs/batch',
      JSON.stringify({ writes: [badLog, log, null, { ...log, email: '' }], dryRun: true }),
      [
        'dryRun unknown_field',
        ...badLogViolations.map((violation) => `writes.0.${violation}`),
        'writes.2 invalid_type',
        'writes.3.email invalid_format',
      ],
    ],
    [
      'POST',
      '/v0/persons',
      JSON.stringify({
        email: '@',
        domain: '',
        phoneNumber: '1',
        linkedinProfileUrl: '',
        slug: 'x',
        personId: 'y',
      }),
      [
        'domain too_short',
        'email invalid_format',
        'linkedinProfileUrl too_short',
        'name required',
        'personId unknown_field',
        'phoneNumber invalid_format',
        'slug unknown_field',
      ],
    ],
    [
      'PATCH',
      '/v0/persons/any',
      JSON.stringify({ name: null, email: 1, domain: 'a b', phoneNumber: '+1', updatedAt: null }),
      [
        'domain invalid_format',
        'email invalid_type',
        'name invalid_type',
        'phoneNumber invalid_format',
        'updatedAt unknown_field',
      ],
    ],
    [
      'PATCH',
      '/v0/accounts/any',
      JSON.stringify({ name: '', domain: 'x' }),
      ['domain unknown_field', 'name too_short'],
    ],
    [
      'POST',
      '/v0/account_logs',
      JSON.stringify({ source: 'A', payload: [], type: '', idempotencyKey: 'x'.repeat(256), personId: 'x' }),
      [
        ' required',
        'idempotencyKey too_long',
        'payload invalid_type',
        'personId unknown_field',
        'source invalid_format',
        'type invalid_format',
        'type too_short',
      ],
    ],
    [
      'POST',
      '/v0/api_keys',
      JSON.stringify({ name: '', scopes: [], expiresAt: 'never', key: 'x' }),
      ['expiresAt invalid_format', 'key unknown_field', 'name too_short', 'scopes too_short'],
    ],
    [
      'POST',
      '/v0/person_logs',
      `{"source":"A","source":"B","payload":{"a":{"b":1,"b":2},"c":${'['.repeat(99)}${']'.repeat(99)}},"email":""}`,
      [
        ' too_deep',
        'email invalid_format',
        'payload.a.b duplicate_field',
        'source duplicate_field',
        'source invalid_format',
      ],
    ],
  ])('of %s %s in %s', async (method, path, rawBody, violations) => {
    const reply = await writesNothing(() => send<Problem>(method, path, undefined, { rawBody }));
    expect(reply.status).toBe(400);
    expect(violationsOf(reply)).toEqual(violations.map((violation) => `body ${violation}`).sort());
    for (const { message } of reply.body.errors ?? []) expect(message).toMatch(/^.{10,200}$/);
  });
});

describe('POST /v0/account_logs', () => {
  test.each([
    ['neither accountId nor domain', {}],
    ['both', { accountId: 'account_01kafz8q6tf7n9t3cwh2k5v4xe', domain: 'acme.example' }],
  ])('refuses %s', async (_what, named) => {
    const reply = await writesNothing(() => send<Problem>('POST', '/v0/account_logs', { ...log, ...named }));
    expect(violationsOf(reply)).toEqual(['body  required']);
  });
});

describe('POST /v0/person_logs/batch', () => {
  const writes = (count: number) => ({ writes: Array.from({ length: count }, () => log) });

  test.each<[string, unknown, string[]]>([
    ['no writes', {}, ['body writes required']],
    ['an empty list', { writes: [] }, ['body writes too_short']],
    ['101 writes', writes(101), ['body writes too_long']],
    ['null', { writes: null }, ['body writes invalid_type']],
    ['an object', { writes: { 0: log } }, ['body writes invalid_type']],
    [
      'a list of no objects',
      { writes: [1, [], 'x'] },
      ['body writes.0 invalid_type', 'body writes.1 invalid_type', 'body writes.2 invalid_type'],
    ],
    [
      'fields of a single write',
      log,
      ['body payload unknown_field', 'body source unknown_field', 'body writes required'],
    ],
  ])('refuses %s', async (_what, body, violations) => {
    const reply = await writesNothing(() => send<Problem>('POST', '/v0/person_logs/batch', body));
    expect(reply.status).toBe(400);
    expect(violationsOf(reply)).toEqual(violations);
  });

  test('accepts 1 and 100 writes', async () => {
    for (const count of [1, 100]) {
      const { status, body } = await send<PersonLogBatchResult>(
        'POST',
        '/v0/person_logs/batch',
        writes(count),
      );
      expect([status, body.results.length]).toEqual([200, count]);
    }
  });
});

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
    [
      'one byte more in a batch of one',
      '/v0/person_logs/batch',
      batch(sized(limit + 1)),
      ['writes.0.payload too_long'],
    ],
    [
      'one byte more in the middle of a batch',
      '/v0/person_logs/batch',
      batch('{}', sized(limit + 1), '{}'),
      ['writes.1.payload too_long'],
    ],
    [
      'one byte more behind a write without payload',
      '/v0/person_logs/batch',
      `{"writes":[{"source":"a"},${single(sized(limit + 1))}]}`,
      ['writes.0.payload required', 'writes.1.payload too_long'],
    ],
    ['100 levels', '/v0/person_logs', single(nested(100)), [' too_deep']],
    ['100 levels for an account', '/v0/account_logs', ofAccount(nested(100)), [' too_deep']],
    ['98 levels in a batch', '/v0/person_logs/batch', batch('{}', nested(98)), [' too_deep']],
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

describe('a name that the service makes is valid in a request', () => {
  test.each([
    ['a local part of 310 characters', { email: `${'x'.repeat(310)}@x.example` }],
    ['a local part of 255 emoji', { email: `${astral.repeat(255)}@x.example` }],
    ['a NUL in a handle', { linkedinProfileUrl: 'linkedin.com/in/%00anna' }],
    ['a line feed in a handle', { linkedinProfileUrl: 'linkedin.com/in/anna%0Aberg' }],
    ['a blank handle', { linkedinProfileUrl: 'linkedin.com/in/%20' }],
    ['a handle that is no UTF-8', { linkedinProfileUrl: 'linkedin.com/in/%ED%A0%80' }],
    ['a handle of 2,000 characters', { linkedinProfileUrl: `linkedin.com/in/${'x'.repeat(2000)}` }],
    ['a handle cut in the middle of a character', { linkedinProfileUrl: '\u{10400}'.repeat(150) }],
    ['a URL that grows when normalised', { linkedinProfileUrl: `linkedin.com/in/${'x'.repeat(2032)}` }],
    ['a handle of 2,048 characters', { linkedinProfileUrl: 'x'.repeat(2048) }],
    ['a handle of 2,048 characters that are encoded', { linkedinProfileUrl: '\u738b'.repeat(2048) }],
    ['a phone number', { phoneNumber: '+4915112345678' }],
    ['nothing', {}],
  ])('from %s', async (_what, identifiers) => {
    const created = await send<PersonLogCreated>('POST', '/v0/person_logs', { ...log, ...identifiers });
    if (created.status === 400) {
      // A refusal is also correct, if it names the field.
      expect(violationsOf(created as unknown as Reply<Problem>)[0]).toContain(Object.keys(identifiers)[0]);
      return;
    }
    expect(created.status).toBe(201);
    const read = await send<Person>('GET', `/v0/persons/${created.body.personId}`);
    expect(nameSchema.safeParse(read.body.name)).toMatchObject({ success: true });
    expect(read.body.name).not.toContain('\ufffd');
    expect(Person.parse(read.body)).toEqual(read.body);
  });
});

test('an account from any email is valid in the list', async () => {
  const email = `a@${'x'.repeat(300)}.example`;
  await send('POST', '/v0/persons', { name: 'Long Domain', email });
  const accounts = await send('GET', '/v0/accounts?limit=100');
  expect(AccountList.parse(accounts.body)).toEqual(accounts.body);
});

describe('queries of a list', () => {
  test.each([
    ['/v0/accounts?includeEmptyOnly=yes', 'includeEmptyOnly not_allowed'],
    ['/v0/accounts?includeEmptyOnly=TRUE', 'includeEmptyOnly not_allowed'],
    ['/v0/accounts?includeEmptyOnly=2', 'includeEmptyOnly not_allowed'],
    ['/v0/persons/{id}/logs?source=A', 'source invalid_format'],
    ['/v0/persons/{id}/logs?type=a--b', 'type invalid_format'],
    [`/v0/persons/{id}/logs?type=${'x'.repeat(101)}`, 'type too_long'],
    ['/v0/persons/{id}/logs?type=%00', 'type invalid_format'],
    ['/v0/accounts?includeEmptyOnly=true&includeEmptyOnly=true', 'includeEmptyOnly invalid_type'],
    ['/v0/accounts?includeEmptyOnly=&includeEmptyOnly=', 'includeEmptyOnly invalid_type'],
    ['/v0/accounts?limit=0', 'limit too_small'],
    ['/v0/accounts?limit=-9', 'limit too_small'],
    ['/v0/accounts?limit=101', 'limit too_large'],
    [`/v0/accounts?limit=${'9'.repeat(1000)}`, 'limit too_large'],
    ['/v0/accounts?limit=1.5', 'limit invalid_format'],
    ['/v0/persons/search?query=a&query=b', 'query invalid_type'],
    [`/v0/persons/search?query=${'x'.repeat(501)}`, 'query too_long'],
    [`/v0/persons/search?query=${'x'.repeat(10_000)}`, 'query too_long'],
    [`/v0/persons/search?query=${'%20'.repeat(10_000)}`, 'query too_long'],
    [`/v0/persons/search?query=${encodeURIComponent(astral.repeat(501))}`, 'query too_long'],
  ])('%s is refused with %s', async (path, violation) => {
    const reply = await writesNothing(() => send<Problem>('GET', path.replace('{id}', personId)));
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
    expect(violationsOf(reply)).toContain(`query ${violation}`);
  });
});

describe('a search treats any text as data', () => {
  const find = async (query: string) => {
    const reply = await send<PersonList>(
      'GET',
      `/v0/persons/search?limit=100&query=${encodeURIComponent(query)}`,
    );
    return {
      status: reply.status,
      names: reply.body.items?.map((person) => person.name),
      total: reply.body.totalCount,
    };
  };
  /** A name that each of these texts would find if it were syntax. As text, none of them finds it. */
  const bait = 'anna berg';
  const hostile = [
    '"',
    '""',
    '"""',
    "'",
    '*',
    'anna*',
    'ann*',
    'NEAR(a b)',
    'NEAR(anna berg, 5)',
    'a OR b',
    'anna OR xyz',
    'anna AND berg',
    'anna NOT xyz',
    'NOT xyz',
    'a:b',
    'text:anna',
    'text : anna',
    'rowid:1',
    '{a b}:',
    '{text} : anna',
    '-text:anna',
    '^a',
    '^anna',
    '-a',
    '+a',
    'anna + berg',
    'AND',
    'OR',
    'NOT',
    'NEAR',
    '(',
    ')',
    '(anna)',
    '"anna"',
    '"anna" OR "berg"',
    'anna" OR "berg',
    'anna" "berg',
    '%',
    '_',
    '%%%',
    '___',
    'a%',
    'ann_',
    '%anna%',
    'ann?',
    '[a]nna',
    '\\',
    'anna\\',
    "' or 1=1 --",
    '; drop table persons',
    '?1',
    ':name',
    '$1',
    '@p',
    '--',
    '/*',
    'anna--',
    '<b>anna</b>',
    '#{anna}',
    '\u{1f4a9}\u{1f4a9}',
  ];
  const ids: string[] = [];

  beforeAll(async () => {
    for (const name of [bait, ...hostile]) {
      ids.push((await send<Person>('POST', '/v0/persons', { name })).body.personId);
    }
  });
  afterAll(async () => {
    for (const id of ids) await erase(id);
  });

  test.each(hostile)('%j', async (query) => {
    const { status, names, total } = await find(query);
    expect(status).toBe(200);
    expect(names).toContain(query);
    expect(names).not.toContain(bait);
    expect(total).toBe(names.length);
  });

  test.each(['', ' ', '   ', '\t\n', '\u00a0\u3000', '\u0000', '\u0002\u0002', '\u0308'])(
    'without a word in it finds everyone: %j',
    async (query) => {
      const everyone = await find('');
      expect(everyone.names).toContain(bait);
      expect(everyone.total).toBe((await tableSizes()).persons);
      expect(await find(query)).toEqual(everyone);
    },
  );

  test.each([
    ['a NUL between words', 'anna\u0000berg', 'anna berg'],
    ['a NUL before a word', '\u0000anna', 'anna'],
    ['the mark of a word start', '\u0002\u0002ann', 'ann'],
    ['the mark where no word starts', '\u0002\u0002nna', 'nna'],
    ['upper case and accents', '\u00c1NN\u00c1 B\u00cbRG', 'anna berg'],
    ['decomposed accents', 'a\u0301nna\u0301', 'anna'],
    ['full-width letters', '\uff21\uff4e\uff4e\uff41', 'anna'],
    ['words twice and in another order', 'berg anna BERG anna', 'anna berg'],
  ])('%s changes nothing', async (_what, query, plain) => {
    const found = await find(query);
    expect(found.names).toContain(bait);
    expect(found).toEqual(await find(plain));
  });

  test.each([
    ['a lone surrogate as the URL carries it', '\ufffd', []],
    ['300 characters of two bytes', '\u00e9'.repeat(300), []],
    ['300 characters of three bytes', '\u738b'.repeat(300), []],
    ['300 characters of four bytes', astral.repeat(300), []],
    ['500 characters of four bytes', astral.repeat(500), []],
    ['500 quotes', '"'.repeat(500), []],
    ['500 stars', '*'.repeat(500), []],
    ['500 per cent signs', '%'.repeat(500), []],
    ['500 open brackets', '('.repeat(500), []],
    [
      '250 different words',
      Array.from({ length: 250 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(' '),
      [],
    ],
    [
      '166 long words',
      Array.from({ length: 125 }, (_, i) => `x${i + 100}`.slice(0, 4))
        .join(' ')
        .slice(0, 500),
      [],
    ],
    ['250 times the same word', 'a '.repeat(250), expect.arrayContaining([bait])],
    ['500 combining marks', '\u0301'.repeat(500), expect.arrayContaining([bait])],
    ['letters that grow when folded', '\ufdfa'.repeat(500), []],
  ])('%s', async (_what, query, names) => {
    const found = await find(query);
    expect(found).toEqual({ status: 200, names, total: expect.any(Number) });
  });

  test.each(['%', '%zz', '%ff', '%c3', '%ed%a0%80', '%00', '+', '&', '=', '%26', '%23', '#x'])(
    'raw %s in the query string is no 5xx',
    async (raw) => {
      expect((await send('GET', `/v0/persons/search?query=${raw}`)).status).toBe(200);
    },
  );

  test('any 500 hostile characters', async () => {
    const unit = fc.constantFrom(
      '"',
      "'",
      '*',
      '(',
      ')',
      '{',
      '}',
      ':',
      '^',
      '-',
      '+',
      '%',
      '_',
      '\\',
      ' ',
      ',',
      ';',
      '\u0000',
      '\u0002',
      'a',
      'NEAR',
      ' OR ',
      ' AND ',
      ' NOT ',
      astral,
      '\u0301',
      '\u00df',
      '\u738b',
    );
    const query = fc
      .array(unit, { maxLength: 200 })
      .map((parts) => parts.join('').slice(0, 500).toWellFormed());
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        expect((await find(text)).status).toBe(200);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a list that is too long', () => {
  test.each([
    ['/v0/person_logs/batch', 'writes', 101],
    ['/v0/person_logs/batch', 'writes', 500_000],
    ['/v0/pages/page_none/audience_sessions/import', 'sessions', 500_000],
  ])('is one violation, and its bad items are none: POST %s with %s, %i', async (path, name, length) => {
    const { status, body } = await send<Problem>('POST', path, { [name]: Array(length).fill(0) });
    expect(status).toBe(400);
    expect(body).not.toHaveProperty('omittedErrors');
    expect(body.errors).toEqual([
      { in: 'body', path: name, code: 'too_long', message: expect.stringContaining('must have at most') },
    ]);
  });
});
