import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type VersionStatus, versionStatuses } from '../../../src/audiences/lifecycle.ts';
import type { Audience, AudienceVersion } from '../../../src/audiences/schemas.ts';
import { ogTypes, robotsRules, twitterCards } from '../../../src/pages/metadata.ts';
import type { Page } from '../../../src/pages/schemas.ts';
import { type Problem, type Reply, send } from '../support/client.ts';
import { HeldQueue } from '../support/held-queue.ts';
import { writesNothing as changesNothing } from '../support/writes-nothing.ts';

const astral = '\u{1f4a9}';
const queue = new HeldQueue();
const call = <T = Problem>(method: string, path: string, body?: unknown, rawBody?: string) =>
  send<T>(method, path, body, { bindings: queue.bindings(), ...(rawBody === undefined ? {} : { rawBody }) });

/** A value for the message of a failure: short, and without lone surrogates. */
const labelOf = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 80).toWellFormed();

/** `path code` of every violation, sorted. A value may violate two rules with the same code. */
const violationsOf = ({ body }: Reply<Problem>) =>
  [...new Set(body.errors?.map(({ in: part, path, code }) => `${part} ${path} ${code}`))].sort();

/** Checks that the work changes no row, and sends nothing to the queue. */
const writesNothing = <T>(work: () => Promise<T>) => changesNothing(work, queue);

/** A value that must be refused, and its codes; `.0 code` is a code of its first item. */
type Bad = [value: unknown, codes: string[]];
/** Valid and invalid values of a field. */
interface Rule {
  good: unknown[];
  bad: Bad[];
}
const each = (values: unknown[], ...codes: string[]): Bad[] => values.map((value) => [value, codes]);

const notText = each([0, 1, true, false, ['a'], [], {}], 'invalid_type');
const controls = ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f'];
const surrogates = ['\ud800', '\udfff', '\udca9\ud83d'];
const breaks = ['\n', '\r', '\t'];
const unprintable = (characters: string[]) =>
  each(
    characters.map((character) => `a${character}b`),
    'invalid_format',
  );
const nasty = [
  '<script>',
  "'; drop table pages; --",
  '"\\',
  '%s%n',
  '__proto__',
  'null',
  '\u202e',
  'e\u0301',
];

const line = (max: number): Rule => ({
  good: ['a', '', null, 'x'.repeat(max), astral.repeat(max), ...nasty],
  bad: [
    ...each(['x'.repeat(max + 1), astral.repeat(max + 1), 'x'.repeat(20_000)], 'too_long'),
    ...unprintable([...controls, ...surrogates, ...breaks]),
    ...notText,
  ],
});
const lines = (max: number): Rule => ({
  good: [...line(max).good, 'a\nb\r\n\tc', '\n'],
  bad: [
    ...each(['x'.repeat(max + 1), astral.repeat(max + 1), '\n'.repeat(max + 1)], 'too_long'),
    ...unprintable([...controls, ...surrogates]),
    ...notText,
  ],
});

const notBlank = (rule: Rule): Rule => ({
  good: rule.good,
  bad: [
    ...rule.bad,
    ...each([' ', '\u00a0\u3000'], 'invalid_value'),
    ['\t', ['invalid_format', 'invalid_value']],
  ],
});
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
/** The rule of a field that cannot be cleared. zod reports an empty list as too short as well, which is ignored. */
const solid = ({ good, bad }: Rule): Rule => ({
  good: good.filter((value) => value !== '' && value !== null),
  bad: [...bad.filter(([value]) => !isEmptyList(value)), ['', ['too_short']], [null, ['invalid_type']]],
});
const required = ({ good, bad }: Rule): Rule => ({ good, bad: [...bad, [undefined, ['required']]] });

const longUrl = (length: number) => `https://x.example/${'x'.repeat(length - 18)}`;
const noUrls = [
  'x',
  '/a',
  './a',
  '//host/a',
  '//x.example',
  '?x',
  '#x',
  ' ',
  'www.acme.example',
  'x.example/a',
  'https:/x.example',
  'https:x.example',
  'https:',
  'https://',
  'https:///x',
  'https://?x',
  'https://#x',
  'http:// x',
  ' https://x.example',
  'https//x.example',
  'https://x:99999/',
  'https://x:y/',
  'https://[::1',
  'https://user@x.example/',
  'https://user:password@x.example/',
  'https://:password@x.example/',
  'https://%zz/',
  'https://a b.example/',
  'https://a<b.example/',
  '::https://x.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'javascript://x.example/%0aalert(1)',
  'data:text/html,x',
  'data:',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://x.example/',
  'about:blank',
  'blob:https://x.example/y',
  'view-source:https://x.example/',
  'intent://x',
  'sms:+1',
  'null',
  'https',
];
const webUrl: Rule = {
  good: [
    '',
    null,
    'https://x.example',
    'HTTP://X.example:8080/a?b#c',
    'https://bücher.example/ü',
    'http://[::1]/',
    'https://x.example/a b',
    longUrl(2048),
  ],
  bad: [
    ...each([...noUrls, 'mailto:a@b.example', 'tel:+1'], 'invalid_value'),
    ...each([longUrl(2049), `https://x.example/${astral.repeat(2031)}`], 'too_long'),
    ...each(
      [...controls, ...surrogates, ...breaks].map((character) => `https://x.example/a${character}b`),
      'invalid_format',
    ),
    ...each(['\u0000https://x.example', 'https\n://x.example'], 'invalid_format', 'invalid_value'),
    ...notText,
  ],
};
const actionUrl: Rule = {
  good: [...webUrl.good, 'mailto:a@b.example', 'MAILTO:a@b.example?subject=x y', 'tel:+15551234', 'TEL:123'],
  bad: [
    ...webUrl.bad.filter(([value]) => value !== 'mailto:a@b.example' && value !== 'tel:+1'),
    ...each(
      ['mailto:', 'mailto: ', 'mailto:?subject=x', 'mailto:/x', 'mailto:#x', 'tel:', 'tel: 1', 'tel:?1'],
      'invalid_value',
    ),
    ...each(
      ['java\nscript:alert(1)', 'java\tscript:alert(1)', '\u0001javascript:alert(1)'],
      'invalid_format',
      'invalid_value',
    ),
  ],
};

const list = { bad: each(['a', 0, 1, true, {}, { 0: 'a', length: 1 }], 'invalid_type') };
const keywords: Rule = {
  good: [null, [], ['a'], ['a', 'a'], Array(50).fill('x'), ['x'.repeat(50), astral.repeat(50)]],
  bad: [
    ...list.bad,
    [Array(51).fill('x'), ['too_long']],
    [[''], ['.0 too_short']],
    [['a', 'x'.repeat(51)], ['.1 too_long']],
    [
      ['a', astral.repeat(51), 'b', ''],
      ['.1 too_long', '.3 too_short'],
    ],
    ...each([['a\u0000'], ['\ud800'], ['a\nb']], '.0 invalid_format'),
    ...each([[null], [1], [['a']], [{}], [true]], '.0 invalid_type'),
  ],
};
const robots: Rule = {
  good: [null, [], [...robotsRules], ...robotsRules.map((rule) => [rule])],
  bad: [
    ...list.bad,
    [[...robotsRules, 'index'], ['too_long']],
    ...each(
      [['INDEX'], [' index'], ['index, follow'], ['x'], [''], [null], [1], [['index']]],
      '.0 not_allowed',
    ),
    [
      ['index', 'x', 'follow', 'constructor'],
      ['.1 not_allowed', '.3 not_allowed'],
    ],
  ],
};
const oneOf = (values: readonly string[]): Rule => ({
  good: [null, ...values],
  bad: each(
    [`${values[0]} `, values[0]?.toUpperCase(), 'x', '\u0000', '__proto__', 0, 1, true, [], [values[0]], {}],
    'not_allowed',
  ),
});

const metadata: Record<string, Rule> = {
  title: line(300),
  description: line(1000),
  keywords,
  author: line(300),
  robots,
  canonicalUrl: webUrl,
  ogTitle: line(300),
  ogDescription: line(1000),
  ogType: oneOf(ogTypes),
  ogImageAlt: line(300),
  ogSiteName: line(300),
  ogUrl: webUrl,
  twitterCard: oneOf(twitterCards),
  twitterTitle: line(300),
  twitterDescription: line(1000),
  twitterImageAlt: line(300),
  twitterSite: line(300),
  twitterCreator: line(300),
  themeColor: line(300),
};
const notMetadata = each(['', 'x', 0, 1, true, false, [], [{}]], 'invalid_type');
const settable: Record<string, Rule> = {
  customName: notBlank(line(255)),
  actionFormIdOverride: line(255),
  actionFormInstructionsOverride: lines(5000),
  actionUrlOverride: actionUrl,
  supplementaryContext: lines(10_000),
  metadataOverride: { good: [null, {}], bad: notMetadata },
};
const initial: VersionStatus[] = ['draft', 'pending'];

let serial = 0;
const newUrl = () => `https://bad-input.example/${++serial}`;
const newPage = async () => {
  const reply = await call<Page>('POST', '/v0/pages', { title: 'Page', url: newUrl() });
  return reply.body.pageId;
};

let pagePath = '';
let audiencePath = '';
let publishPath = '';
let pendingPath = '';
let personId = '';

beforeAll(async () => {
  pagePath = `/v0/pages/${await newPage()}`;
  const audience = await call<Audience>('POST', `${pagePath}/audiences`, {});
  const { audienceId, latestVersion } = audience.body;
  audiencePath = `${pagePath}/audiences/${audienceId}`;
  publishPath = `${audiencePath}/versions/${latestVersion.versionId}`;
  const pending = (await call<Audience>('POST', `${pagePath}/audiences`, { status: 'pending' })).body;
  pendingPath = `${pagePath}/audiences/${pending.audienceId}/versions/${pending.latestVersion.versionId}`;
  personId = (await call<{ personId: string }>('POST', '/v0/persons', { name: 'Somebody' })).body.personId;
});

/** An operation with a body: how to send it, a valid body, and the rules of its fields. */
interface Target {
  operation: string;
  method: 'POST' | 'PATCH';
  path: () => string;
  base?: () => object;
  rules: Record<string, Rule>;
  /** The field that contains the metadata. */
  holder?: 'metadata' | 'metadataOverride';
  /** Fields of answers only, and fields of other operations. */
  unknown: string[];
  /** Whether the answer contains the values that were sent. */
  echoes?: boolean;
  undo?: () => Promise<unknown>;
}

const audienceOnly = [
  'audienceId',
  'pageId',
  'personRouteKey',
  'computedName',
  'effectiveName',
  'isNewPageAgent',
  'archivedAt',
  'createdAt',
  'latestVersion',
  'publishedVersion',
  'effectiveMetadata',
  'metadata',
  'name',
  'title',
  'url',
];
const pageOnly = 'pageId audiencesCount createdAt updatedAt metadataOverride status archivedAt'.split(' ');
const page = { title: solid(notBlank(line(255))), url: solid({ ...webUrl, bad: [...webUrl.bad] }) };

const targets: Target[] = [
  {
    operation: 'POST /v0/pages',
    method: 'POST',
    path: () => '/v0/pages',
    base: () => ({ title: 'Page', url: newUrl() }),
    rules: {
      title: required(page.title),
      // A second page with the same URL is a conflict, which pages.test.ts checks.
      url: required({ ...page.url, good: [] }),
      metadata: { good: [{}, undefined], bad: [...notMetadata, [null, ['invalid_type']]] },
    },
    holder: 'metadata',
    unknown: pageOnly,
  },
  {
    operation: 'PATCH /v0/pages/{page_id}',
    method: 'PATCH',
    path: () => pagePath,
    rules: { ...page, metadata: { good: [{}, null, undefined], bad: notMetadata } },
    holder: 'metadata',
    unknown: pageOnly,
  },
  {
    operation: 'POST /v0/pages/{page_id}/audiences',
    method: 'POST',
    path: () => `${pagePath}/audiences`,
    rules: {
      ...settable,
      personId: {
        good: [null, undefined],
        bad: [['', ['too_short']], ...notText.filter(([value]) => !isEmptyList(value))],
      },
      status: {
        good: [...initial, undefined],
        bad: each(
          [...versionStatuses.filter((status) => !initial.includes(status)), '', 'Draft', null, 1, [], {}],
          'not_allowed',
        ),
      },
    },
    holder: 'metadataOverride',
    unknown: audienceOnly,
    echoes: true,
  },
  {
    operation: 'PATCH /v0/pages/{page_id}/audiences/{audience_id}',
    method: 'PATCH',
    path: () => audiencePath,
    rules: settable,
    holder: 'metadataOverride',
    unknown: [...audienceOnly, 'personId', 'status'],
    echoes: true,
  },
  {
    operation: 'POST …/versions/{version_id}/publish',
    method: 'POST',
    path: () => `${publishPath}/publish`,
    rules: { operationKey: solid(line(128)) },
    unknown: ['operation_key', 'versionId', 'status', 'force', 'publishAt', 'supplementaryContext'],
    undo: () => call('POST', `${publishPath}/cancel`, {}),
  },
];

/** The violations for an invalid value of a field. */
const violationsFor = (field: string, codes: string[]) =>
  codes.map((code) => `body ${field}${code.startsWith('.') ? '' : ' '}${code}`);

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

describe.each(targets)(
  '$operation',
  ({ method, path, base = () => ({}), rules, holder, unknown, echoes, undo }) => {
    const sendBody = (fields: object) => call(method, path(), { ...base(), ...fields });

    test.each(Object.entries(rules))('accepts every valid %s', async (field, { good }) => {
      const taken: unknown[] = [];
      for (const value of good) {
        const reply = await sendBody({ [field]: value });
        const answer = (reply.body as unknown as Record<string, unknown>)[field];
        const same = !echoes || isEmpty(value) || answer === value;
        taken.push([labelOf(value), reply.status < 300, violationsOf(reply), same]);
        if (reply.status < 300) await undo?.();
      }
      expect(taken).toEqual(good.map((value) => [labelOf(value), true, [], true]));
    });

    test.each(Object.entries(rules))('refuses every invalid %s', async (field, { bad }) => {
      const refused = await writesNothing(async () => {
        const answers: unknown[] = [];
        for (const [value] of bad) {
          const reply = await sendBody({ [field]: value });
          answers.push([labelOf(value), reply.status, reply.body.code, violationsOf(reply)]);
        }
        return answers;
      });
      const expected = bad.map(([value, codes]) => [
        labelOf(value),
        400,
        'validation_failed',
        violationsFor(field, codes).sort(),
      ]);
      expect(refused).toEqual(expected);
    });

    /** Bodies with an invalid value of every field, until all invalid values have been used. */
    const turnsOf = (all: Record<string, Rule>) =>
      Array.from({ length: Math.max(...Object.values(all).map(({ bad }) => bad.length)) }, (_, turn) =>
        Object.entries(all).map(([field, { bad }]) => [field, ...(bad[turn % bad.length] as Bad)] as const),
      );
    const valuesOf = (turn: ReturnType<typeof turnsOf>[number]) =>
      Object.fromEntries(turn.map(([field, value]) => [field, value]));

    test('reports the invalid values of all fields at once', async () => {
      await writesNothing(async () => {
        for (const turn of turnsOf(rules)) {
          const reply = await sendBody({ ...valuesOf(turn), unknown: 1 });
          const expected = turn.flatMap(([field, , codes]) => violationsFor(field, codes));
          expect(violationsOf(reply)).toEqual([...expected, 'body unknown unknown_field'].sort());
        }
      });
    });

    test('refuses every unknown field', async () => {
      await writesNothing(async () => {
        for (const field of [
          ...unknown,
          'id',
          'etag',
          'revision',
          'writeId',
          'deletedAt',
          'constructor',
          '',
        ]) {
          for (const value of [null, 'x']) {
            const reply = await sendBody({ [field]: value });
            expect([reply.status, violationsOf(reply)], field).toEqual([
              400,
              [`body ${field} unknown_field`],
            ]);
          }
        }
      });
    });

    if (holder === undefined) return;

    test('accepts all valid metadata', async () => {
      const longest = Math.max(...Object.values(metadata).map(({ good }) => good.length));
      for (let turn = 0; turn < longest; turn++) {
        const values = Object.fromEntries(
          Object.entries(metadata).map(([field, { good }]) => [field, good[turn % good.length]]),
        );
        const reply = await sendBody({ [holder]: values });
        expect([reply.status < 300, violationsOf(reply)], labelOf(values)).toEqual([true, []]);
        const set = Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
        expect((reply.body as unknown as Record<string, unknown>)[holder]).toMatchObject(set);
      }
    });

    test('refuses all invalid metadata, and reports every field at once', async () => {
      await writesNothing(async () => {
        for (const turn of turnsOf(metadata)) {
          const reply = await sendBody({ [holder]: valuesOf(turn) });
          const expected = turn.flatMap(([field, , codes]) => violationsFor(`${holder}.${field}`, codes));
          expect([reply.status, violationsOf(reply)]).toEqual([400, expected.sort()]);
        }
      });
    });

    test('refuses metadata fields that only answers have, and unknown ones', async () => {
      const answered = ['ogImageUrl', 'ogImageFileId', 'twitterImageUrl', 'twitterImageFileId'];
      const none = [...answered, 'Title', 'ogImage', 'og:title', 'constructor', 'toString', '__proto__', ''];
      await writesNothing(async () => {
        for (const field of none) {
          const start = JSON.stringify(base()).slice(0, -1);
          for (const value of ['""', 'null', '"https://x.example/a.png"', '{"title":"x"}']) {
            const members = `${JSON.stringify(holder)}:{${JSON.stringify(field)}:${value}}`;
            const rawBody = `${start}${start === '{' ? '' : ','}${members}}`;
            const reply = await call(method, path(), undefined, rawBody);
            expect([reply.status, violationsOf(reply)], rawBody).toEqual([
              400,
              [`body ${holder}.${field} unknown_field`],
            ]);
          }
        }
      });
    });
  },
);

describe('PATCH /v0/pages/{page_id}/audiences/{audience_id} with one bad field of metadata', () => {
  test.each(Object.entries(metadata))('refuses %s', async (field, { bad }) => {
    await writesNothing(async () => {
      for (const [value, codes] of bad) {
        const reply = await call('PATCH', audiencePath, {
          metadataOverride: { author: 'A', [field]: value },
        });
        expect([reply.status, violationsOf(reply)], labelOf(value)).toEqual([
          400,
          violationsFor(`metadataOverride.${field}`, codes).sort(),
        ]);
      }
    });
  });
});

describe('an action without a body', () => {
  const actions: [string, () => string][] = [
    ['archive', () => `${audiencePath}/archive`],
    ['restore', () => `${audiencePath}/restore`],
    ['versions', () => `${audiencePath}/versions`],
    ['ready', () => `${pendingPath}/ready`],
    ['cancel', () => `${pendingPath}/cancel`],
  ];

  test.each(actions)('%s refuses every field', async (_action, path) => {
    await writesNothing(async () => {
      for (const field of ['operationKey', 'status', 'reason', 'archivedAt', 'supplementaryContext', '']) {
        const reply = await call('POST', path(), { [field]: null });
        expect([reply.status, violationsOf(reply)]).toEqual([400, [`body ${field} unknown_field`]]);
      }
      for (const body of [[], null, 'x', 1, true, [{}]]) {
        const reply = await call('POST', path(), body);
        expect([reply.status, violationsOf(reply)]).toEqual([400, ['body  invalid_type']]);
      }
    });
  });
});

describe('a url of a page', () => {
  test.each([
    ['when it is percent-encoded', `https://x.example/${'\u738b'.repeat(300)}`],
    ['when its query is', `https://x.example/?${astral.repeat(200)}`],
    ['by its last character', `https://x.example/${'x'.repeat(2025)}\u00fc`],
    ['with spaces', `https://x.example/a${' '.repeat(700)}b`],
  ])('is refused when it grows beyond 2,048 characters %s', async (_how, url) => {
    expect(new URL(url).href.length).toBeGreaterThan(2048);
    await writesNothing(async () => {
      for (const [method, path] of [['POST', '/v0/pages'] as const, ['PATCH', pagePath] as const]) {
        const reply = await call(method, path, { title: 'Long', url });
        expect([reply.status, violationsOf(reply)], method).toEqual([400, ['body url too_long']]);
      }
    });
  });

  test('is accepted with 2,048 characters, counted after percent-encoding', async () => {
    const of = (rest: string) => `https://y.example/${rest}`;
    for (const [sent, answered] of [
      ['x'.repeat(2030), 'x'.repeat(2030)],
      [`${'x'.repeat(2024)}\u00fc`, `${'x'.repeat(2024)}%C3%BC`],
      ['\u738b'.repeat(225), '%E7%8E%8B'.repeat(225)],
    ] as const) {
      const reply = await call<Page>('POST', '/v0/pages', { title: 'Long', url: of(sent) });
      expect([reply.status, reply.body.url]).toEqual([201, of(answered)]);
    }
  });
});

describe('a personId', () => {
  test.each(['x', '\u0000', 'a\nb', '\ud800', astral, 'x'.repeat(255), "' or 1=1 --", '__proto__', ' '])(
    'that is unknown is 404: %j',
    async (id) => {
      const reply = await writesNothing(() => call('POST', `${pagePath}/audiences`, { personId: id }));
      expect([reply.status, reply.body.code]).toEqual([404, 'person_not_found']);
    },
  );

  test('in another case or with a space is a different one', async () => {
    for (const id of [personId.toUpperCase(), `${personId} `, ` ${personId}`, `${personId}\u0000`]) {
      const reply = await writesNothing(() => call('POST', `${pagePath}/audiences`, { personId: id }));
      expect([reply.status, reply.body.code], id).toEqual([404, 'person_not_found']);
    }
  });
});

describe('an operationKey', () => {
  test.each([
    ['128 characters', 'k'.repeat(128)],
    ['128 characters of four bytes', '\u{1f511}'.repeat(128)],
    ['what looks like SQL', "'); delete from operation_keys; --"],
    ['combining characters', 'o\u0308'],
  ])('may be of %s, and the next request recognises it', async (_what, operationKey) => {
    const { body } = await call<Audience>('POST', `${pagePath}/audiences`, {});
    const publish = (of: Audience) =>
      call<AudienceVersion>(
        'POST',
        `${pagePath}/audiences/${of.audienceId}/versions/${of.latestVersion.versionId}/publish`,
        { operationKey },
      );
    const first = await publish(body);
    expect([first.status, first.body.status]).toEqual([200, 'queued']);
    const again = await writesNothing(() => publish(body));
    expect([again.status, again.text]).toEqual([200, first.text]);
    const other = (await call<Audience>('POST', `${pagePath}/audiences`, {})).body;
    const refused = await writesNothing(() => publish(other));
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({
        code: 'operation_key_mismatch',
        field: 'operationKey',
        conflictingId: body.latestVersion.versionId,
      }),
    ]);
  });

  test('is different in another case or composition, or with a space', async () => {
    const keys = ['key', 'KEY', 'key ', ' key', 'k\u00e9y', 'ke\u0301y'];
    for (const operationKey of keys) {
      const { body } = await call<Audience>('POST', `${pagePath}/audiences`, {});
      const path = `${pagePath}/audiences/${body.audienceId}/versions/${body.latestVersion.versionId}/publish`;
      expect((await call('POST', path, { operationKey })).status, operationKey).toBe(200);
    }
  });
});

describe('a bad body', () => {
  test('is reported before a missing resource', async () => {
    for (const path of ['/v0/pages/x', '/v0/pages/x/audiences/y']) {
      const reply = await writesNothing(() => call('PATCH', path, { x: 1 }));
      expect([reply.status, violationsOf(reply)]).toEqual([400, ['body x unknown_field']]);
    }
  });

  test('has all its violations reported, including nested ones', async () => {
    const body = {
      customName: ' ',
      actionFormIdOverride: 1,
      actionFormInstructionsOverride: 'a\u0000b',
      actionUrlOverride: 'javascript:alert(1)',
      supplementaryContext: 'x'.repeat(10_001),
      metadataOverride: {
        title: 'x'.repeat(301),
        keywords: ['', 1],
        robots: ['x'],
        canonicalUrl: '/a',
        ogType: 'x',
        ogImageUrl: 'https://x.example/a.png',
        twitterCard: [],
        author: '\ud800',
      },
      effectiveName: 'X',
      status: 'published',
    };
    const reply = await writesNothing(() => call('PATCH', audiencePath, body));
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
    expect(violationsOf(reply)).toEqual([
      'body actionFormIdOverride invalid_type',
      'body actionFormInstructionsOverride invalid_format',
      'body actionUrlOverride invalid_value',
      'body customName invalid_value',
      'body effectiveName unknown_field',
      'body metadataOverride.author invalid_format',
      'body metadataOverride.canonicalUrl invalid_value',
      'body metadataOverride.keywords.0 too_short',
      'body metadataOverride.keywords.1 invalid_type',
      'body metadataOverride.ogImageUrl unknown_field',
      'body metadataOverride.ogType not_allowed',
      'body metadataOverride.robots.0 not_allowed',
      'body metadataOverride.title too_long',
      'body metadataOverride.twitterCard not_allowed',
      'body status unknown_field',
      'body supplementaryContext too_long',
    ]);
  });

  test('of any JSON is accepted or refused, and never causes a 500', async () => {
    const anyOf = (rules: Record<string, Rule>) =>
      fc.record(
        Object.fromEntries(
          Object.entries(rules).map(([field, { good, bad }]) => [
            field,
            fc.oneof(
              { weight: 4, arbitrary: fc.constantFrom(...good.filter((value) => value !== undefined)) },
              { weight: 1, arbitrary: fc.constantFrom(...bad.map(([value]) => value)) },
              { weight: 1, arbitrary: fc.jsonValue() },
            ),
          ]),
        ),
        { requiredKeys: [] },
      );
    const anyBody = fc.oneof(
      fc.jsonValue(),
      anyOf(settable),
      anyOf(metadata).map((metadataOverride) => ({ metadataOverride })),
    );
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        const before = await call('GET', audiencePath);
        const reply = await call('PATCH', audiencePath, body);
        expect([200, 400]).toContain(reply.status);
        const after = await call('GET', audiencePath);
        if (reply.status === 200) expect(after.body).toEqual(reply.body);
        else {
          expect(reply.body.errors?.length).toBeGreaterThan(0);
          expect(after.text).toBe(before.text);
        }
      }),
      { numRuns: 150 },
    );
  });
});
