import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { allowedActions, type VersionStatus, versionStatuses } from '../../../src/audiences/lifecycle.ts';
import type { Audience, AudienceVersion } from '../../../src/audiences/schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import type { Page } from '../../../src/pages/schemas.ts';
import type { Person } from '../../../src/persons/schemas.ts';
import { contents, type Problem, type Reply, type RequestOptions, send } from '../support/client.ts';
import { faultyDatabase } from '../support/faults.ts';
import { HeldQueue } from '../support/held-queue.ts';

const acme = { workspace: 'acme' } as const;
await send('GET', '/v0/pages'); // From here on the keys are known, so every request is one trip.
await send('GET', '/v0/pages', undefined, acme);

type Check = (value: unknown) => boolean;
interface Shape {
  [field: string]: Check | Shape;
}

/** Names of the fields that are missing, unexpected or of the wrong type. */
function wrongFields(value: unknown, shape: Shape, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const names = new Set([...Object.keys(shape), ...Object.keys(value)]);
  return [...names].flatMap((name) => {
    const check = shape[name];
    const field = (value as Record<string, unknown>)[name];
    if (!check || !(name in value)) return [at + name];
    if (typeof check === 'object') return wrongFields(field, check, `${at}${name}.`);
    return check(field) ? [] : [at + name];
  });
}

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isTime: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
const isWhole: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 1;
const isStatus: Check = (value) => (versionStatuses as readonly unknown[]).includes(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const shaped =
  (shape: Shape): Check =>
  (value) =>
    wrongFields(value, shape).length === 0;
const fields = (names: string, check: Check): Shape =>
  Object.fromEntries(names.split(' ').map((name) => [name, check]));

// A copy of the tables of docs/interface.md. cancelReason and allowedActions are additions.
const versionShape: Shape = {
  ...fields('versionId audienceId', isText),
  versionNumber: isWhole,
  status: isStatus,
  isNewPageAgent: isFlag,
  createdAt: isTime,
  ...fields('supplementaryContext cancelReason', orNull(isText)),
  ...fields('becameDraftAt queuedAt publishedAt cancelledAt obsoleteAt archivedAt', orNull(isTime)),
  queueDurationMs: orNull((value) => typeof value === 'number' && value >= 0),
  allowedActions: isTexts,
};
const metadataShape: Shape = {
  ...fields('title description author canonicalUrl ogTitle ogDescription ogType ogImageUrl', isText),
  ...fields('ogImageFileId ogImageAlt ogSiteName ogUrl twitterCard twitterTitle', isText),
  ...fields('twitterDescription twitterImageUrl twitterImageFileId twitterImageAlt', isText),
  ...fields('twitterSite twitterCreator themeColor', isText),
  ...fields('keywords robots', isTexts),
};
const audienceShape: Shape = {
  ...fields('audienceId pageId computedName effectiveName', isText),
  ...fields('personId personRouteKey customName actionFormIdOverride', orNull(isText)),
  ...fields('actionFormInstructionsOverride actionUrlOverride supplementaryContext', orNull(isText)),
  isNewPageAgent: isFlag,
  status: isStatus,
  archivedAt: orNull(isTime),
  createdAt: isTime,
  latestVersion: versionShape,
  publishedVersion: orNull(shaped(versionShape)),
  effectiveMetadata: metadataShape,
  metadataOverride: metadataShape,
};
const listShape: Shape = {
  items: Array.isArray,
  hasMore: isFlag,
  nextCursor: orNull(isText),
  totalCount: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};

function wrongIn(body: object): string[] {
  if ('items' in body && Array.isArray(body.items))
    return [...wrongFields(body, listShape), ...body.items.flatMap((item: object) => wrongIn(item))];
  if ('latestVersion' in body) return wrongFields(body, audienceShape);
  return 'versionId' in body ? wrongFields(body, versionShape) : [];
}

const queue = new HeldQueue();

/** The fields of a refusal, in addition to those of a successful answer. */
type Refusal = Pick<Problem, 'errors'> & { code?: string; currentETag?: string };

/** The database for `call`: the real one, or one that loses an answer. */
let database = env.DB;
const losingAnAnswer = () =>
  faultyDatabase({ message: 'D1_ERROR: Network connection lost.', moment: 'after' });
async function withALostAnswer<T>(work: () => Promise<T>): Promise<T> {
  database = losingAnAnswer();
  try {
    return await work();
  } finally {
    database = env.DB;
  }
}

/**
 * Sends a request, and holds its messages to the queue. Checks that it costs one trip and that its answer matches the
 * interface.
 */
async function call<T = Audience>(
  method: string,
  path: string,
  body?: unknown,
  options?: RequestOptions,
): Promise<Reply<T & Refusal>> {
  const isReal = database === env.DB;
  const reply = await send<T & Refusal>(method, path, body, {
    bindings: queue.bindings(database),
    ...options,
  });
  const what = `${method} ${path}: ${reply.text}`;
  expect(reply.cost.trips, what).toBeLessThanOrEqual(isReal ? 1 : 2);
  const type = { 304: null, 200: 'application/json', 201: 'application/json' }[reply.status];
  expect(reply.headers.get('content-type'), what).toBe(
    type === undefined ? 'application/problem+json' : type,
  );
  if (type) expect(wrongIn(reply.body), what).toEqual([]);
  return reply;
}

const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? 'none';
const outcome = ({ status, body }: { status: number; body: Refusal }) => [status, body.code];
/** The body of an answer that must be successful. */
async function ok<T>(work: Promise<Reply<T>>): Promise<T> {
  const { status, body, text } = await work;
  expect(status, text).toBeLessThan(300);
  return body;
}

/** Checks that the work changes no row of any table, and sends nothing to the queue. */
async function writesNothing<T>(work: () => Promise<T>): Promise<T> {
  const [rows, sent] = [await contents(), queue.sent.length];
  const result = await work();
  expect(await contents()).toEqual(rows);
  expect(queue.sent.length).toBe(sent);
  return result;
}

let serial = 0;
const newPage = async (options?: RequestOptions) => {
  const page = { title: 'Pricing', url: `https://audiences.example/${++serial}` };
  return (await ok(send<Page>('POST', '/v0/pages', page, options))).pageId;
};
const newPerson = (name = 'Grace Hopper', options?: RequestOptions) =>
  ok(send<Person>('POST', '/v0/persons', { name }, options));
const post = (pageId: string, body: object = {}, options?: RequestOptions) =>
  call('POST', `/v0/pages/${pageId}/audiences`, body, options);
const audienceOf = (pageId: string, body?: object) => ok(post(pageId, body));
const newAudience = async (body?: object): Promise<Audience> => audienceOf(await newPage(), body);

type Of = Pick<Audience, 'pageId' | 'audienceId'>;
const pathOf = ({ pageId, audienceId }: Of) => `/v0/pages/${pageId}/audiences/${audienceId}`;
const versionPath = (of: Of, { versionId }: { versionId: string }) => `${pathOf(of)}/versions/${versionId}`;
const get = (of: Of, headers: Record<string, string> = {}) => call('GET', pathOf(of), undefined, { headers });
const read = (of: Of): Promise<Audience> => ok(get(of));
const patch = (of: Of, body: object, headers: Record<string, string> = {}) =>
  call('PATCH', pathOf(of), body, { headers });
const act = (of: Of, action: 'archive' | 'restore' | 'versions', headers: Record<string, string> = {}) =>
  call<Audience & AudienceVersion>('POST', `${pathOf(of)}/${action}`, {}, { headers });
type VersionAction = 'ready' | 'publish' | 'cancel';
const actOn = (
  of: Of,
  version: { versionId: string },
  action: VersionAction,
  headers: Record<string, string> = {},
) => call<AudienceVersion>('POST', `${versionPath(of, version)}/${action}`, {}, { headers });
const versionsOf = (of: Of, query = 'limit=100') =>
  ok(call<List<AudienceVersion>>('GET', `${pathOf(of)}/versions?${query}`));
const readVersion = (of: Of, version: { versionId: string }) =>
  ok(call<AudienceVersion>('GET', versionPath(of, version)));

/** Publishes the version and delivers its message. */
async function publish(of: Of, version: { versionId: string }): Promise<AudienceVersion> {
  const queued = await ok(actOn(of, version, 'publish'));
  expect(queued.status).toBe('queued');
  expect(await queue.deliver(queue.sent.at(-1))).toBe('ack');
  return readVersion(of, version);
}

/** An audience whose latest version has this status. */
async function audienceIn(status: VersionStatus, body: object = {}): Promise<Audience> {
  const first = status === 'pending' ? { status } : {};
  const of = await newAudience({ supplementaryContext: 'first', ...body, ...first });
  const { latestVersion } = of;
  if (status === 'queued' || status === 'processing') await ok(actOn(of, latestVersion, 'publish'));
  if (status === 'processing') {
    await env.DB.prepare(
      `update audience_versions set status = 'processing', processing_at = queued_at + 5 where version_id = ?`,
    )
      .bind(latestVersion.versionId)
      .run();
  }
  if (status === 'published') await publish(of, latestVersion);
  if (status === 'cancelled') await ok(actOn(of, latestVersion, 'cancel'));
  if (status === 'archived') {
    // The first version is published after the second, and archives it.
    await ok(actOn(of, latestVersion, 'cancel'));
    await publish(of, await ok(act(of, 'versions')));
    await publish(of, latestVersion);
  }
  const now = await read(of);
  expect(now.status).toBe(status);
  return now;
}

describe('the contract', () => {
  test('of a new audience: every field and its value', async () => {
    const pageId = await newPage();
    const reply = await post(pageId);
    const { audienceId, createdAt, effectiveMetadata, metadataOverride, latestVersion } = reply.body;
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        audienceId: expect.stringMatching(/^audience_[0-7][0-9a-z]{25}$/),
        pageId,
        personId: null,
        personRouteKey: null,
        computedName: 'Audience 1',
        customName: null,
        effectiveName: 'Audience 1',
        isNewPageAgent: true,
        status: 'draft',
        supplementaryContext: null,
        actionFormIdOverride: null,
        actionFormInstructionsOverride: null,
        actionUrlOverride: null,
        archivedAt: null,
        createdAt,
        publishedVersion: null,
        effectiveMetadata,
        metadataOverride,
        latestVersion: {
          versionId: expect.stringMatching(/^version_[0-7][0-9a-z]{25}$/),
          audienceId,
          versionNumber: 1,
          status: 'draft',
          isNewPageAgent: true,
          supplementaryContext: null,
          createdAt,
          becameDraftAt: createdAt,
          queuedAt: null,
          queueDurationMs: null,
          publishedAt: null,
          cancelledAt: null,
          obsoleteAt: null,
          archivedAt: null,
          cancelReason: null,
          allowedActions: ['publish', 'cancel'],
        },
      },
    ]);
    expect(await read(reply.body)).toEqual(reply.body);
    expect(await readVersion(reply.body, latestVersion)).toEqual(latestVersion);
  });

  test.each([['bare'], ['full']])('is kept by every operation: a %s audience', async (kind) => {
    const { personId } = await newPerson();
    const full = {
      personId,
      customName: 'C',
      actionFormIdOverride: 'form_1',
      actionFormInstructionsOverride: 'a\nb',
      actionUrlOverride: 'tel:+123',
      supplementaryContext: 's',
      metadataOverride: { title: 'T', keywords: ['k'], robots: ['index'], ogType: 'article' },
    };
    // `call` compares each answer with the tables.
    const of = await newAudience({ status: 'pending', ...(kind === 'full' ? full : {}) });
    const { latestVersion: first } = of;
    expect(of.status).toBe('pending');
    expect((await ok(actOn(of, first, 'ready'))).status).toBe('draft');
    expect((await publish(of, first)).status).toBe('published');
    expect((await ok(patch(of, { supplementaryContext: 'next' }))).status).toBe('draft');
    const second = await ok(act(of, 'versions'));
    expect((await ok(actOn(of, second, 'cancel'))).status).toBe('cancelled');
    expect((await publish(of, second)).status).toBe('published');
    expect((await ok(act(of, 'archive'))).status).toBe('archived');
    expect((await ok(act(of, 'restore'))).status).toBe('published');
    const list = await ok(call<List<Audience>>('GET', `/v0/pages/${of.pageId}/audiences`));
    expect(list).toEqual({ items: [await read(of)], hasMore: false, nextCursor: null, totalCount: 1 });
    expect((await versionsOf(of)).items).toEqual([
      await readVersion(of, second),
      await readVersion(of, first),
    ]);
  });

  test.each(versionStatuses)('is kept by an audience that is %s, live and archived', async (status) => {
    const of = await audienceIn(status);
    expect((await read(of)).latestVersion).toMatchObject({ status, cancelReason: null });
    expect((await ok(act(of, 'archive'))).status).toBe('archived');
  });

  test('has the times of a version in the order of its statuses', async () => {
    const of = await audienceIn('published');
    const version = await readVersion(of, of.latestVersion);
    const { createdAt, becameDraftAt, queuedAt, publishedAt, cancelledAt, obsoleteAt, archivedAt } = version;
    const times = [createdAt, becameDraftAt, queuedAt, publishedAt];
    expect(times).toEqual([...times].sort());
    expect([cancelledAt, obsoleteAt, archivedAt]).toEqual([null, null, null]);
    expect(version.queueDurationMs).toEqual(expect.any(Number));
    await publish(of, await ok(act(of, 'versions')));
    const gone = await readVersion(of, version);
    const live = (await read(of)).publishedVersion;
    expect(gone).toEqual({
      ...version,
      status: 'archived',
      allowedActions: [],
      obsoleteAt: live?.publishedAt,
      archivedAt: live?.publishedAt,
    });
  });
});

describe('queueDurationMs', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ['as late', 0, 0],
    ['2.5 s later', 2500, 2500],
    ['before it was sent, by the clock of another machine', -2500, 0],
  ])('of a message that arrives %s', async (_when, later, expected) => {
    const of = await newAudience();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const { queuedAt } = await ok(actOn(of, of.latestVersion, 'publish'));
    expect(queuedAt).toBe(new Date(start).toISOString());
    vi.setSystemTime(start + later);
    await queue.deliver(queue.sent.at(-1));
    const reply = await send<AudienceVersion>('GET', versionPath(of, of.latestVersion));
    expect(reply.body).toMatchObject({ status: 'published', queueDurationMs: expected });
  });
});

describe('the real queue', () => {
  test('publishes a version by itself', async () => {
    const of = await newAudience();
    const version = versionPath(of, of.latestVersion);
    const queued = await ok(send<AudienceVersion>('POST', `${version}/publish`, { operationKey: 'real' }));
    expect(queued).toMatchObject({ status: 'queued', allowedActions: ['cancel'] });
    const status = async () => (await ok(call<AudienceVersion>('GET', version))).status;
    await expect.poll(status).toBe('published');
    const { latestVersion, publishedVersion } = await read(of);
    expect(publishedVersion).toEqual(latestVersion);
    expect(publishedVersion).toMatchObject({
      queuedAt: queued.queuedAt,
      queueDurationMs: expect.any(Number),
      allowedActions: [],
    });
    // A retry of the request returns the version in its current state.
    const again = await call<AudienceVersion>('POST', `${version}/publish`, { operationKey: 'real' });
    expect([again.status, again.body]).toEqual([200, publishedVersion]);
  });
});

describe('the name of an audience', () => {
  test('counts per page', async () => {
    const [one, other] = [await newPage(), await newPage()];
    const names: string[] = [];
    for (const pageId of [one, one, other, one]) names.push((await audienceOf(pageId)).computedName);
    expect(names).toEqual(['Audience 1', 'Audience 2', 'Audience 1', 'Audience 3']);
  });

  test('counts audiences for a person and archived ones too, but not refused ones', async () => {
    const pageId = await newPage();
    const { personId } = await newPerson();
    await audienceOf(pageId, { personId });
    expect((await post(pageId, { personId })).status).toBe(409);
    expect((await post(pageId, { personId: 'person_x' })).status).toBe(404);
    await ok(act(await audienceOf(pageId), 'archive'));
    expect((await audienceOf(pageId)).computedName).toBe('Audience 3');
  });

  test('is different for each of 30 that are created at once', async () => {
    const pageId = await newPage();
    const made = await Promise.all(Array.from({ length: 30 }, () => audienceOf(pageId)));
    const numbers = made.map(({ computedName }) => Number(computedName.slice('Audience '.length)));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  });

  test('is the customName, or that of its person after "" or null clears the customName', async () => {
    const { personId, slug, name } = await newPerson('Ada Lovelace');
    const of = await newAudience({ personId });
    const named = {
      personId,
      personRouteKey: slug,
      computedName: name,
      customName: null,
      effectiveName: name,
    };
    expect(of).toMatchObject(named);
    for (const empty of ['', null]) {
      const custom = await ok(patch(of, { customName: 'Countess' }));
      expect(custom).toMatchObject({ ...named, customName: 'Countess', effectiveName: 'Countess' });
      expect(await read(of)).toEqual(custom);
      expect(await ok(patch(of, { customName: empty }))).toEqual(of);
      expect(await read(of)).toEqual(of);
    }
    expect(await newAudience({ personId, customName: 'Other' })).toMatchObject({
      ...named,
      customName: 'Other',
      effectiveName: 'Other',
    });
  });

  test('without a person is the customName, or else its number', async () => {
    const of = await newAudience({ customName: 'Board' });
    const named = { personId: null, personRouteKey: null, computedName: 'Audience 1' };
    expect(of).toMatchObject({ ...named, customName: 'Board', effectiveName: 'Board' });
    for (const empty of ['', null]) {
      await ok(patch(of, { customName: 'Board' }));
      const cleared = await ok(patch(of, { customName: empty }));
      expect(cleared).toMatchObject({ ...named, customName: null, effectiveName: 'Audience 1' });
    }
  });

  test('changes at once and everywhere when its person is renamed', async () => {
    const { personId, slug } = await newPerson('Old Name');
    const of = [await newAudience({ personId }), await newAudience({ personId, customName: 'Custom' })];
    await ok(send('PATCH', `/v0/persons/${personId}`, { name: 'New Name' }));
    for (const before of of) {
      const expected = {
        ...before,
        computedName: 'New Name',
        personRouteKey: slug,
        effectiveName: before.customName ?? 'New Name',
      };
      expect(await read(before)).toEqual(expected);
      const list = await ok(call<List<Audience>>('GET', `/v0/pages/${before.pageId}/audiences`));
      expect(list.items).toEqual([expected]);
    }
  });

  test('is its number after its person is erased: an audience without a person', async () => {
    const { personId } = await newPerson('Erased Soul');
    const pageId = await newPage();
    await audienceOf(pageId);
    const of = await audienceOf(pageId, { personId, supplementaryContext: 'stays' });
    await publish(of, of.latestVersion);
    const before = await read(of);
    await ok(send('DELETE', `/v0/persons/${personId}`));
    const expected = {
      ...before,
      personId: null,
      personRouteKey: null,
      computedName: 'Audience 2',
      effectiveName: 'Audience 2',
    };
    expect(await read(of)).toEqual(expected);
    const list = await ok(call<List<Audience>>('GET', `/v0/pages/${pageId}/audiences`));
    expect([list.items[0], list.totalCount]).toEqual([expected, 2]);
    expect(outcome(await post(pageId, { personId }))).toEqual([404, 'person_not_found']);
    expect(JSON.stringify(await contents())).not.toMatch(/Erased Soul|erased-soul/);
  });
});

describe('a page has one audience for a person', () => {
  test('a second audience is 409 and writes nothing, even when the first is archived', async () => {
    const pageId = await newPage();
    const { personId } = await newPerson();
    const of = await audienceOf(pageId, { personId });
    const refused = () => writesNothing(() => post(pageId, { personId, customName: 'Second' }));
    const conflict = {
      code: 'audience_conflict',
      status: 409,
      field: 'personId',
      conflictingId: of.audienceId,
    };
    expect((await refused()).body).toMatchObject(conflict);
    await ok(act(of, 'archive'));
    expect((await refused()).body).toMatchObject(conflict);
    expect((await audienceOf(await newPage(), { personId })).personId).toBe(personId);
    expect((await audienceOf(pageId, { personId: null })).personId).toBeNull();
  });

  test('of 50 at once one is created; the answers of the others name it', async () => {
    const pageId = await newPage();
    const { personId } = await newPerson();
    const replies = await Promise.all(Array.from({ length: 50 }, () => post(pageId, { personId })));
    const created = replies.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const conflictingId = created[0]?.body.audienceId;
    for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
      expect([status, body]).toEqual([
        409,
        expect.objectContaining({ code: 'audience_conflict', field: 'personId', conflictingId }),
      ]);
    }
    const list = await ok(call<List<Audience>>('GET', `/v0/pages/${pageId}/audiences`));
    expect(list).toMatchObject({ items: [created[0]?.body], totalCount: 1 });
    expect((await versionsOf(list.items[0] as Audience)).totalCount).toBe(1);
  });

  test('is created once, and does not conflict with itself, when the answer is lost', async () => {
    const pageId = await newPage();
    const { personId } = await newPerson();
    const created = await withALostAnswer(() => post(pageId, { personId, supplementaryContext: 'x' }));
    expect([created.status, created.cost.trips], created.text).toEqual([201, 2]);
    const list = await ok(call<List<Audience>>('GET', `/v0/pages/${pageId}/audiences`));
    expect(list).toMatchObject({ items: [created.body], totalCount: 1 });
    expect((await versionsOf(created.body)).items).toEqual([created.body.latestVersion]);
    expect((await audienceOf(pageId)).computedName).toBe('Audience 2');
  });

  test('an unknown page is reported before an unknown person', async () => {
    const unknown = { personId: 'person_x' };
    const answers = [
      await writesNothing(() => post('page_x', unknown)),
      await writesNothing(async () => post('page_x')),
    ];
    expect(answers.map(outcome)).toEqual([
      [404, 'page_not_found'],
      [404, 'page_not_found'],
    ]);
    const pageId = await newPage();
    expect(outcome(await writesNothing(() => post(pageId, unknown)))).toEqual([404, 'person_not_found']);
  });
});

describe('a settable field', () => {
  const settable = {
    customName: 'Board',
    actionFormIdOverride: 'form_1',
    actionFormInstructionsOverride: 'Ask for\n\tthe budget.\r\n',
    actionUrlOverride: 'https://acme.example/book?x=1#y',
    supplementaryContext: 'Asked for prices.\nTwice.',
  };

  test.each(Object.entries(settable))(
    '%s is set, kept when others change, and cleared by "" and null',
    async (field, value) => {
      const others = Object.fromEntries(Object.entries(settable).filter(([name]) => name !== field));
      const of = await newAudience();
      expect((await ok(patch(of, { [field]: value })))[field as 'customName']).toBe(value);
      expect(await ok(patch(of, others))).toMatchObject(settable);
      for (const empty of ['', null]) {
        const cleared = await ok(patch(of, { [field]: empty }));
        expect(cleared).toMatchObject({ ...others, [field]: null });
        expect(await read(of)).toEqual(cleared);
        await ok(patch(of, { [field]: value }));
      }
      expect(await read(of)).toMatchObject(settable);
    },
  );

  test('is set by the creation too, and stays empty with "", null or no value', async () => {
    expect(await newAudience(settable)).toMatchObject(settable);
    const nulls = Object.fromEntries(Object.keys(settable).map((field) => [field, null]));
    const empty = Object.fromEntries(Object.keys(settable).map((field) => [field, '']));
    for (const body of [{}, nulls, empty]) expect(await newAudience(body)).toMatchObject(nulls);
  });

  test('is returned as it was sent, whatever it contains', async () => {
    const of = await newAudience();
    for (const text of [
      '\u{1f4a9}',
      ' ',
      '"\\',
      "'); drop table audiences; --",
      '{"$":1}',
      'null',
      '\u2028',
    ]) {
      const values = {
        actionFormIdOverride: text,
        actionFormInstructionsOverride: text,
        supplementaryContext: text,
      };
      expect(await ok(patch(of, values))).toMatchObject(values);
      expect((await publishedContext(of)).supplementaryContext).toBe(text);
    }
  });

  async function publishedContext(of: Of) {
    const { latestVersion } = await read(of);
    await publish(of, latestVersion);
    return readVersion(of, latestVersion);
  }

  test('may be missing: a PATCH without fields writes nothing and keeps the ETag', async () => {
    const of = await newAudience(settable);
    const before = await get(of);
    for (const options of [{ rawBody: '{}' }, {}, { rawBody: '' }]) {
      const reply = await writesNothing(() => call('PATCH', pathOf(of), undefined, options));
      expect([reply.status, reply.body, etagOf(reply), reply.cost.written]).toEqual([
        200,
        before.body,
        etagOf(before),
        0,
      ]);
    }
  });

  test('may be set in an archived audience, which stays archived', async () => {
    const of = await ok(act(await newAudience(), 'archive'));
    const { latestVersion, ...changed } = await ok(patch(of, settable));
    expect(changed).toMatchObject({ ...settable, status: 'archived', archivedAt: of.archivedAt });
    expect(latestVersion).toMatchObject({ versionNumber: 1, status: 'draft', allowedActions: ['cancel'] });
  });
});

const closed = versionStatuses.filter((status) => status !== 'draft');

describe('supplementaryContext', () => {
  test('changes the same draft each time', async () => {
    const of = await newAudience({ supplementaryContext: 'first' });
    const { latestVersion: version } = of;
    for (const text of ['second', 'second', null, null, 'third']) {
      const { supplementaryContext, latestVersion } = await ok(patch(of, { supplementaryContext: text }));
      expect([supplementaryContext, latestVersion]).toEqual([
        text,
        { ...version, supplementaryContext: text },
      ]);
    }
    expect(await versionsOf(of)).toMatchObject({ items: [{ supplementaryContext: 'third' }], totalCount: 1 });
  });

  test.each(closed)('opens the next draft when the latest version is %s, and only one', async (status) => {
    const of = await audienceIn(status);
    const before = await versionsOf(of);
    const [latest] = before.items;
    expect(latest).toEqual(of.latestVersion);
    const opened = await ok(patch(of, { supplementaryContext: 'next', customName: 'N' }));
    const { versionId, createdAt } = opened.latestVersion;
    const isNewPageAgent = of.publishedVersion === null;
    expect(opened).toEqual({
      ...of,
      customName: 'N',
      effectiveName: 'N',
      status: 'draft',
      isNewPageAgent,
      supplementaryContext: 'next',
      latestVersion: {
        versionId,
        audienceId: of.audienceId,
        versionNumber: before.totalCount + 1,
        status: 'draft',
        isNewPageAgent,
        supplementaryContext: 'next',
        createdAt,
        becameDraftAt: createdAt,
        queuedAt: null,
        queueDurationMs: null,
        publishedAt: null,
        cancelledAt: null,
        obsoleteAt: null,
        archivedAt: null,
        cancelReason: null,
        allowedActions: ['publish', 'cancel'],
      },
    });
    expect(before.items.map((item) => item.versionId)).not.toContain(versionId);
    const edited = await ok(patch(of, { supplementaryContext: 'last' }));
    const draft = { ...opened.latestVersion, supplementaryContext: 'last' };
    expect(edited.latestVersion).toEqual(draft);
    expect(await versionsOf(of)).toEqual({
      ...before,
      items: [draft, ...before.items],
      totalCount: before.totalCount + 1,
    });
  });

  test.each(closed)('opens no draft for the same text or another field when it is %s', async (status) => {
    const others = [
      { customName: 'X' },
      { actionUrlOverride: 'tel:+1' },
      { metadataOverride: { title: 'T' } },
    ];
    for (const text of ['first', null]) {
      const of = await audienceIn(status, { supplementaryContext: text });
      const before = await versionsOf(of);
      for (const fields of [{ supplementaryContext: text }, ...others, { metadataOverride: null }, {}]) {
        const { latestVersion } = await ok(patch(of, fields));
        expect(latestVersion).toEqual(of.latestVersion);
      }
      expect(await versionsOf(of)).toEqual(before);
    }
  });

  test.each(['', null])('opens a draft without context when %j clears it', async (empty) => {
    const of = await audienceIn('published');
    const { latestVersion, publishedVersion } = await ok(patch(of, { supplementaryContext: empty }));
    expect(latestVersion).toMatchObject({ versionNumber: 2, supplementaryContext: null, status: 'draft' });
    expect(publishedVersion).toEqual(of.publishedVersion);
    expect((await ok(patch(of, { supplementaryContext: empty }))).latestVersion).toEqual(latestVersion);
  });

  test.each(['published', 'queued'] as const)(
    'opens one draft after %s for 20 texts at once',
    async (status) => {
      const of = await audienceIn(status);
      const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
      const replies = await Promise.all(texts.map((text) => patch(of, { supplementaryContext: text })));
      for (const [n, { status, body }] of replies.entries()) {
        expect([status, body.supplementaryContext, body.latestVersion.versionNumber]).toEqual([
          200,
          texts[n],
          2,
        ]);
      }
      expect((await versionsOf(of)).totalCount).toBe(2);
    },
  );

  test('of a version in the queue does not change by an edit', async () => {
    const of = await audienceIn('queued');
    await ok(patch(of, { supplementaryContext: 'edited' }));
    await queue.deliver(queue.sent.at(-1));
    expect(await read(of)).toMatchObject({
      latestVersion: { versionNumber: 2, status: 'draft', supplementaryContext: 'edited' },
      publishedVersion: { versionNumber: 1, supplementaryContext: 'first' },
    });
  });
});

describe('versions of an audience', () => {
  test('publishedVersion is null before the first publish, and then stays until its successor is live', async () => {
    const of = await newAudience({ supplementaryContext: 'one' });
    const live = async () => (await read(of)).publishedVersion?.versionNumber ?? null;
    const seen = [await live()];
    await ok(actOn(of, of.latestVersion, 'publish'));
    seen.push(await live());
    await queue.deliver(queue.sent.at(-1));
    seen.push(await live());
    const { latestVersion: second } = await ok(patch(of, { supplementaryContext: 'two' }));
    seen.push(await live());
    await ok(actOn(of, second, 'publish'));
    seen.push(await live());
    await ok(actOn(of, second, 'cancel'));
    await queue.deliver(queue.sent.at(-1));
    seen.push(await live());
    await publish(of, second);
    seen.push(await live());
    expect(seen).toEqual([null, null, 1, 1, 1, 1, 2]);
  });

  test('isNewPageAgent is true if the audience had no published version when a version was opened', async () => {
    const of = await newAudience();
    const flags = async () => {
      const { isNewPageAgent } = await read(of);
      const { items } = await versionsOf(of);
      return [isNewPageAgent, ...items.map((item) => item.isNewPageAgent)];
    };
    await ok(actOn(of, of.latestVersion, 'cancel'));
    const second = await ok(act(of, 'versions'));
    expect(await flags()).toEqual([true, true, true]);
    await publish(of, second);
    expect(await flags()).toEqual([true, true, true]);
    await ok(act(of, 'versions'));
    expect(await flags()).toEqual([false, false, true, true]);
    await ok(act(of, 'archive'));
    await ok(act(of, 'restore'));
    expect(await flags()).toEqual([false, false, true, true]);
  });

  test.each(closed)('POST opens a copy of the latest one when it is %s', async (status) => {
    const of = await audienceIn(status);
    const before = await versionsOf(of);
    const reply = await act(of, 'versions');
    const { versionId, createdAt } = reply.body;
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        versionId,
        audienceId: of.audienceId,
        versionNumber: before.totalCount + 1,
        status: 'draft',
        isNewPageAgent: of.publishedVersion === null,
        supplementaryContext: 'first',
        createdAt,
        becameDraftAt: createdAt,
        queuedAt: null,
        queueDurationMs: null,
        publishedAt: null,
        cancelledAt: null,
        obsoleteAt: null,
        archivedAt: null,
        cancelReason: null,
        allowedActions: ['publish', 'cancel'],
      },
    ]);
    expect(await versionsOf(of)).toEqual({
      ...before,
      items: [reply.body, ...before.items],
      totalCount: before.totalCount + 1,
    });
    expect((await read(of)).latestVersion).toEqual(reply.body);
  });

  test('POST returns an open draft, and changes nothing', async () => {
    const of = await newAudience({ supplementaryContext: 'first' });
    const before = await get(of);
    for (const body of [{}, undefined]) {
      const reply = await call<AudienceVersion>('POST', `${pathOf(of)}/versions`, body);
      expect([reply.status, reply.body, etagOf(reply)]).toEqual([200, of.latestVersion, etagOf(before)]);
    }
    expect((await get(of)).body).toEqual(before.body);
    expect((await versionsOf(of)).totalCount).toBe(1);
  });

  test('of 20 POSTs at once one opens a draft, and all return it', async () => {
    const of = await audienceIn('published');
    const replies = await Promise.all(Array.from({ length: 20 }, () => act(of, 'versions')));
    const ids = new Set(replies.map(({ body }) => body.versionId));
    expect([ids.size, (await versionsOf(of)).totalCount]).toEqual([1, 2]);
  });

  test('are listed newest first, with what is allowed for each status', async () => {
    const of = await newAudience();
    for (let n = 1; n < versionStatuses.length; n++) {
      await ok(actOn(of, (await read(of)).latestVersion, 'cancel'));
      await ok(act(of, 'versions'));
    }
    for (const [n, status] of versionStatuses.entries()) {
      await env.DB.prepare(
        'update audience_versions set status = ? where audience_id = ? and version_number = ?',
      )
        .bind(status, of.audienceId, n + 1)
        .run();
    }
    const listed = async () =>
      (await versionsOf(of)).items.map((item) => [item.versionNumber, item.status, item.allowedActions]);
    const expected = (archived: boolean) =>
      versionStatuses.map((status, n) => [n + 1, status, allowedActions(status, archived)]).reverse();
    expect(await listed()).toEqual(expected(false));
    const one = await Promise.all((await versionsOf(of)).items.map((item) => readVersion(of, item)));
    expect(one).toEqual((await versionsOf(of)).items);
    await env.DB.prepare('update audiences set archived_at = 1 where audience_id = ?')
      .bind(of.audienceId)
      .run();
    expect(await listed()).toEqual(expected(true));
  });

  test('are listed once each, page by page, while drafts are opened, with exact totals', async () => {
    const of = await newAudience();
    const open = async () => {
      await ok(actOn(of, (await read(of)).latestVersion, 'cancel'));
      await ok(act(of, 'versions'));
    };
    for (let n = 0; n < 6; n++) await open();
    for (const limit of [1, 3, 100]) {
      const { totalCount } = await versionsOf(of);
      const numbers: number[] = [];
      const totals: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const list: List<AudienceVersion> = await versionsOf(
          of,
          `limit=${limit}${cursor && `&cursor=${cursor}`}`,
        );
        expect(list.hasMore).toBe(list.nextCursor !== null);
        expect(list.items.length).toBeLessThanOrEqual(limit);
        numbers.push(...list.items.map(({ versionNumber }) => versionNumber));
        totals.push(list.totalCount);
        cursor = list.nextCursor;
        await open();
      }
      expect(numbers).toEqual(Array.from({ length: totalCount }, (_, n) => totalCount - n));
      expect(totals).toEqual(totals.map((_, n) => totalCount + n));
    }
  });

  test('are listed only by a cursor of their own list', async () => {
    const pageId = await newPage();
    const [of, other] = [await audienceOf(pageId), await audienceOf(pageId)];
    for (const each of [of, other]) {
      await ok(actOn(each, each.latestVersion, 'cancel'));
      await ok(act(each, 'versions'));
    }
    const { nextCursor } = await versionsOf(of, 'limit=1');
    const ofAudiences = await ok(call<List<Audience>>('GET', `/v0/pages/${pageId}/audiences?limit=1`));
    for (const cursor of [nextCursor, ofAudiences.nextCursor, 'x']) {
      const reply = await call('GET', `${pathOf(other)}/versions?cursor=${cursor}`);
      expect(outcome(reply)).toEqual([400, 'invalid_cursor']);
    }
  });
});

describe('GET /v0/pages/{page_id}/audiences', () => {
  const list = (pageId: string, query = '') =>
    ok(call<List<Audience>>('GET', `/v0/pages/${pageId}/audiences?${query}`));

  test('lists 100 by default, newest first, with an exact total', async () => {
    const [pageId, other] = [await newPage(), await newPage()];
    await audienceOf(other);
    for (let n = 0; n < 10; n++) await Promise.all(Array.from({ length: 10 }, () => audienceOf(pageId)));
    const last = await audienceOf(pageId, { customName: 'Last' });
    const { items, totalCount, hasMore } = await list(pageId);
    expect([items.length, totalCount, hasMore, items[0]]).toEqual([100, 101, true, last]);
    const ids = items.map(({ audienceId }) => audienceId);
    expect(ids).toEqual([...ids].sort().reverse());
    expect((await list(pageId, 'limit=2')).items).toEqual(items.slice(0, 2));
    expect(await list(other)).toMatchObject({ totalCount: 1, hasMore: false, nextCursor: null });
  });

  test('is empty for a new page', async () => {
    const empty = { items: [], hasMore: false, nextCursor: null, totalCount: 0 };
    expect(await list(await newPage())).toEqual(empty);
  });

  test.each([1, 3])('shows every audience once while others are created, %i a page', async (limit) => {
    const pageId = await newPage();
    const made: string[] = [];
    for (let n = 0; n < 7; n++) {
      const of = await audienceOf(pageId);
      if (n % 2) await ok(act(of, 'archive'));
      made.unshift(of.audienceId);
    }
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: List<Audience> = await list(pageId, `limit=${limit}${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ audienceId }) => audienceId));
      cursor = page.nextCursor;
      await audienceOf(pageId);
    }
    expect(seen).toEqual(made);
  });

  test('refuses the cursor of another page', async () => {
    const [pageId, other] = [await newPage(), await newPage()];
    for (const each of [pageId, pageId, other, other]) await audienceOf(each);
    const { nextCursor } = await list(pageId, 'limit=1');
    const reply = await call('GET', `/v0/pages/${other}/audiences?cursor=${nextCursor}`);
    expect(outcome(reply)).toEqual([400, 'invalid_cursor']);
  });
});

describe('archive and restore', () => {
  test('archive once, with one time, and restore once', async () => {
    const of = await audienceIn('published');
    const archived = await act(of, 'archive');
    const { archivedAt } = archived.body;
    expect(archivedAt).not.toBeNull();
    expect(archived.body).toEqual({ ...of, status: 'archived', archivedAt });
    for (const body of [{}, undefined]) {
      const again = await writesNothing(() => call('POST', `${pathOf(of)}/archive`, body));
      expect([again.status, again.body, etagOf(again)]).toEqual([200, archived.body, etagOf(archived)]);
    }
    expect((await get(of)).body).toEqual(archived.body);
    const restored = await act(of, 'restore');
    expect([restored.status, restored.body]).toEqual([200, of]);
    for (const body of [{}, undefined]) {
      const again = await writesNothing(() => call('POST', `${pathOf(of)}/restore`, body));
      expect([again.status, again.body, etagOf(again)]).toEqual([200, of, etagOf(restored)]);
    }
  });

  test('of an audience that was never archived change nothing', async () => {
    const before = await get(await newAudience());
    const reply = await writesNothing(() => act(before.body, 'restore'));
    expect([reply.status, reply.body, etagOf(reply)]).toEqual([200, before.body, etagOf(before)]);
  });

  test('20 at once archive with one time', async () => {
    const of = await audienceIn('queued');
    const replies = await Promise.all(Array.from({ length: 20 }, () => act(of, 'archive')));
    expect(new Set(replies.map((reply) => `${etagOf(reply)} ${reply.text}`)).size).toBe(1);
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  test.each(versionStatuses)('cancel versions in flight, and no others: %s', async (status) => {
    const of = await audienceIn(status);
    const message = queue.sent.at(-1);
    const before = await versionsOf(of);
    const archived = await ok(act(of, 'archive'));
    const { archivedAt } = archived;
    const inFlight = status === 'queued' || status === 'processing';
    const { latestVersion: was } = of;
    const cancelled = {
      status: 'cancelled',
      cancelledAt: archivedAt,
      cancelReason: expect.stringMatching(/\w/),
    };
    expect(archived).toMatchObject({ status: 'archived', publishedVersion: liveOf(of) });
    expect(archived.latestVersion).toEqual({
      ...was,
      ...(inFlight ? cancelled : {}),
      allowedActions: allowedActions(inFlight ? 'cancelled' : status, true),
    });
    expect((await versionsOf(of)).totalCount).toBe(before.totalCount);
    // The message that was sent before arrives too late.
    if (inFlight) expect(await writesNothing(() => queue.deliver(message))).toBe('ack');
    const restored = await ok(act(of, 'restore'));
    const allowed = allowedActions(inFlight ? 'cancelled' : status, false);
    expect(restored).toEqual({
      ...of,
      status: inFlight ? 'cancelled' : status,
      latestVersion: { ...archived.latestVersion, allowedActions: allowed },
    });
    if (!inFlight) return;
    expect(restored.latestVersion.cancelReason).toMatch(/archived/);
    expect(await publish(of, was)).toMatchObject({
      status: 'published',
      cancelledAt: null,
      cancelReason: null,
    });
  });

  /** The live version as an archived audience shows it. */
  const liveOf = ({ publishedVersion }: Audience) =>
    publishedVersion && { ...publishedVersion, allowedActions: [] };

  test('cancel all versions in flight, not only the latest', async () => {
    const of = await audienceIn('queued');
    const { latestVersion: second } = await ok(patch(of, { supplementaryContext: 'second' }));
    await ok(actOn(of, second, 'publish'));
    await ok(patch(of, { supplementaryContext: 'third' }));
    await ok(act(of, 'archive'));
    const { items } = await versionsOf(of);
    expect(items.map((item) => [item.status, item.cancelReason === null])).toEqual([
      ['draft', true],
      ['cancelled', false],
      ['cancelled', false],
    ]);
  });

  test('leave other audiences of the page and their versions alone', async () => {
    const of = await audienceIn('queued');
    const other = await audienceOf(of.pageId);
    await ok(actOn(other, other.latestVersion, 'publish'));
    const before = await read(other);
    await ok(act(of, 'archive'));
    expect(await read(other)).toEqual(before);
  });

  test('keep it in the list, and in the total', async () => {
    const pageId = await newPage();
    const [of, other] = [await audienceOf(pageId), await audienceOf(pageId)];
    const archived = await ok(act(of, 'archive'));
    const list = await ok(call<List<Audience>>('GET', `/v0/pages/${pageId}/audiences`));
    expect(list).toMatchObject({ items: [other, archived], totalCount: 2 });
  });

  test.each(['draft', 'cancelled'] as const)(
    'refuse to publish its %s version until it is restored',
    async (status) => {
      const of = await audienceIn(status);
      await ok(act(of, 'archive'));
      const refused = await writesNothing(() => actOn(of, of.latestVersion, 'publish'));
      expect(outcome(refused)).toEqual([409, 'invalid_transition']);
      expect(refused.body).toMatchObject({
        currentStatus: status,
        allowedActions: status === 'draft' ? ['cancel'] : [],
        field: 'status',
        conflictingId: of.latestVersion.versionId,
      });
      await ok(act(of, 'restore'));
      expect((await publish(of, of.latestVersion)).status).toBe('published');
    },
  );

  test('still allow ready, cancel and the next draft in an archived audience', async () => {
    const of = await audienceIn('pending');
    await ok(act(of, 'archive'));
    expect(await ok(actOn(of, of.latestVersion, 'ready'))).toMatchObject({ allowedActions: ['cancel'] });
    expect(await ok(actOn(of, of.latestVersion, 'cancel'))).toMatchObject({ allowedActions: [] });
    expect(await ok(act(of, 'versions'))).toMatchObject({ versionNumber: 2, allowedActions: ['cancel'] });
    expect((await read(of)).status).toBe('archived');
  });

  test('a version that a client cancels has no cancelReason', async () => {
    const of = await audienceIn('queued');
    expect(await ok(actOn(of, of.latestVersion, 'cancel'))).toMatchObject({
      status: 'cancelled',
      cancelReason: null,
    });
  });
});

describe('the entity tag of an audience and of its versions', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const fresh = (path: string, tags: string) =>
    call('GET', path, undefined, { headers: { 'if-none-match': tags } });
  const pathsOf = (of: Audience) => [pathOf(of), versionPath(of, of.latestVersion)];

  test.each<[string, (tag: string) => string]>([
    ['itself', (tag) => tag],
    ['itself as a weak one', (tag) => `W/${tag}`],
    ['a list with it', (tag) => `"x", W/"y" ,${tag},"z"`],
    ['a star', () => '*'],
  ])('answers 304 to %s in If-None-Match', async (_what, header) => {
    for (const path of pathsOf(await newAudience())) {
      const etag = etagOf(await call('GET', path));
      expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
      const reply = await fresh(path, header(etag));
      expect([reply.status, reply.text, etagOf(reply)], path).toEqual([304, '', etag]);
      const head = await send('HEAD', path, undefined, { headers: { 'if-none-match': header(etag) } });
      expect([head.status, head.text, etagOf(head)], path).toEqual([304, '', etag]);
    }
  });

  test('answers 200 to others', async () => {
    for (const path of pathsOf(await newAudience())) {
      const { body, ...reply } = await call('GET', path);
      const bare = etagOf(reply).slice(1, -1);
      for (const header of ['"x"', '""', 'W/"x"', `"${bare}x"`, `"x${bare}"`, '"x", "y"']) {
        const again = await fresh(path, header);
        expect([again.status, again.body, etagOf(again)], header).toEqual([200, body, etagOf(reply)]);
      }
    }
  });

  const rename = (of: Audience, name: string) => ok(send('PATCH', `/v0/persons/${of.personId}`, { name }));
  const changePage = (of: Audience, fields: object) => ok(send('PATCH', `/v0/pages/${of.pageId}`, fields));
  type Change = [what: string, change: (of: Audience) => Promise<unknown>, status?: VersionStatus];
  const changes: Change[] = [
    ['its customName', (of) => ok(patch(of, { customName: 'X' }))],
    ['its actionUrlOverride', (of) => ok(patch(of, { actionUrlOverride: 'tel:+1' }))],
    ['its metadata', (of) => ok(patch(of, { metadataOverride: { title: 'T' } }))],
    ['its draft', (of) => ok(patch(of, { supplementaryContext: 'X' }))],
    ['its archiving', (of) => ok(act(of, 'archive'))],
    ['its restoring', async (of) => [await ok(act(of, 'archive')), await ok(act(of, 'restore'))]],
    ['ready', (of) => ok(actOn(of, of.latestVersion, 'ready')), 'pending'],
    ['publish', (of) => ok(actOn(of, of.latestVersion, 'publish'))],
    ['the start of the worker', (of) => setStatus(of, 'processing'), 'queued'],
    ['the end of the worker', () => queue.deliver(queue.sent.at(-1)), 'queued'],
    ['the failure of the worker', () => queue.deliver(queue.sent.at(-1), { dead: true }), 'queued'],
    ['cancel', (of) => ok(actOn(of, of.latestVersion, 'cancel')), 'queued'],
    ['the next draft', (of) => ok(act(of, 'versions')), 'published'],
    ['a text that opens the next draft', (of) => ok(patch(of, { supplementaryContext: 'X' })), 'published'],
    ['its successor', async (of) => publish(of, await ok(act(of, 'versions'))), 'published'],
    ['the title of its page', (of) => changePage(of, { title: 'Prices' })],
    ['the url of its page', (of) => changePage(of, { url: `https://audiences.example/${++serial}` })],
    ['the metadata of its page', (of) => changePage(of, { metadata: { author: 'A' } })],
    ['the name of its person', (of) => rename(of, 'Renamed')],
    ['the erasure of its person', (of) => ok(send('DELETE', `/v0/persons/${of.personId}`))],
  ];
  const setStatus = (of: Audience, status: VersionStatus) =>
    env.DB.prepare('update audience_versions set status = ? where version_id = ?')
      .bind(status, of.latestVersion.versionId)
      .run();

  test.each(changes)('changes with %s', async (_what, change, status = 'draft') => {
    const { personId } = await newPerson();
    const of = await audienceIn(status, { personId });
    const [audience = '', version = ''] = pathsOf(of);
    const before = etagOf(await call('GET', audience));
    expect((await fresh(version, before)).status).toBe(304);
    await change(of);
    for (const path of [audience, version]) {
      const after = await fresh(path, before);
      expect([after.status, etagOf(after) === before], path).toEqual([200, false]);
      expect((await fresh(path, etagOf(after))).status, path).toBe(304);
    }
  });

  test('changes with each of two names that its person gets within a millisecond', async () => {
    const { personId } = await newPerson();
    const of = await newAudience({ personId });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await rename(of, 'First Name');
    const first = await get(of);
    await rename(of, 'Second Name');
    const second = await get(of, { 'if-none-match': etagOf(first) });
    expect([first.body.computedName, second.status, second.body?.computedName]).toEqual([
      'First Name',
      200,
      'Second Name',
    ]);
  });

  test('never has an earlier value again', async () => {
    const { personId } = await newPerson();
    const of = await newAudience({ personId });
    const seen = [etagOf(await get(of))];
    const steps = [
      () => patch(of, { customName: 'X' }),
      () => patch(of, { customName: null }),
      () => act(of, 'archive'),
      () => act(of, 'restore'),
      () => rename(of, 'Other'),
      () => rename(of, 'Grace Hopper'),
      () => changePage(of, { title: 'Prices' }),
      () => changePage(of, { title: 'Pricing' }),
      () => actOn(of, of.latestVersion, 'cancel'),
      () => publish(of, of.latestVersion),
      () => send('DELETE', `/v0/persons/${personId}`),
    ];
    for (const step of steps) {
      await step();
      seen.push(etagOf(await get(of)));
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('does not change when the audience shows nothing new', async () => {
    const { personId } = await newPerson();
    const of = await newAudience({ personId });
    const before = etagOf(await get(of));
    const other = await audienceOf(of.pageId);
    await ok(patch(other, { customName: 'X', supplementaryContext: 'Y' }));
    await ok(actOn(other, other.latestVersion, 'cancel'));
    await ok(send('PATCH', `/v0/persons/${(await newPerson()).personId}`, { name: 'Other' }));
    await ok(act(of, 'restore'));
    await ok(patch(of, {}));
    await actOn(of, of.latestVersion, 'ready');
    for (const path of pathsOf(of)) expect((await fresh(path, before)).status, path).toBe(304);
  });

  type Headers = Record<string, string>;
  type Write = [
    what: string,
    write: (of: Audience, headers: Headers) => Promise<Reply<Refusal>>,
    status?: VersionStatus,
  ];
  const writes: Write[] = [
    ['PATCH', (of, headers) => patch(of, { customName: 'X' }, headers)],
    ['PATCH of the draft', (of, headers) => patch(of, { supplementaryContext: 'X' }, headers)],
    [
      'PATCH to the next draft',
      (of, headers) => patch(of, { supplementaryContext: 'X' }, headers),
      'published',
    ],
    ['PATCH of metadata', (of, headers) => patch(of, { metadataOverride: null }, headers)],
    ['PATCH of nothing', (of, headers) => patch(of, {}, headers)],
    ['archive', (of, headers) => act(of, 'archive', headers), 'queued'],
    ['restore', (of, headers) => act(of, 'restore', headers)],
    ['the next draft', (of, headers) => act(of, 'versions', headers), 'published'],
    ['the open draft', (of, headers) => act(of, 'versions', headers)],
    ['ready', (of, headers) => actOn(of, of.latestVersion, 'ready', headers), 'pending'],
    ['publish', (of, headers) => actOn(of, of.latestVersion, 'publish', headers)],
    ['cancel', (of, headers) => actOn(of, of.latestVersion, 'cancel', headers), 'processing'],
  ];

  test.each(writes)(
    'lets %s through in If-Match only when it is current',
    async (_what, write, status = 'draft') => {
      const of = await audienceIn(status);
      const old = etagOf(await get(of));
      await ok(patch(of, { actionFormIdOverride: 'later' }));
      const current = etagOf(await get(of));
      await writesNothing(async () => {
        for (const header of [old, '"x"', '""', `W/${current}`, `"x",${old}, W/${current}`]) {
          const refused = await write(of, { 'if-match': header });
          expect(outcome(refused), header).toEqual([412, 'precondition_failed']);
          expect(refused.body.currentETag).toBe(current);
        }
      });
      const through = await write(of, { 'if-match': `W/"y" , ${'"x",'.repeat(18)}${current}` });
      expect(through.status, through.text).toBe(200);
      expect(etagOf(through)).toBe(etagOf(await get(of)));
    },
  );

  test.each(writes)('may be * for %s', async (_what, write, status = 'draft') => {
    const of = await audienceIn(status);
    const through = await write(of, { 'if-match': '*' });
    expect(through.status, through.text).toBe(200);
  });

  test.each(writes)(
    'still matches for %s when the first answer was lost after the commit',
    async (_what, write, status = 'draft') => {
      const [of, twin] = [await audienceIn(status), await audienceIn(status)];
      const headers = { 'if-match': etagOf(await get(of)) };
      const sent = queue.sent.length;
      const reply = await withALostAnswer(() => write(of, headers));
      const sentOnce = queue.sent.length - sent;
      expect([reply.status, reply.cost.trips], reply.text).toEqual([200, 2]);
      await write(twin, {});
      expect(sentOnce).toBe(queue.sent.length - sent - sentOnce);
      const { body, headers: now } = await get(of);
      expect(reply.headers.get('etag')).toBe(now.get('etag'));
      expect(reply.body).toEqual('latestVersion' in reply.body ? body : body.latestVersion);
      const seen = async (audience: Audience) => {
        const { items, totalCount } = await versionsOf(audience);
        const { status, archivedAt, customName } = await read(audience);
        const texts = items.map((item) => [item.status, item.supplementaryContext]);
        return [status, archivedAt === null, customName, totalCount, texts];
      };
      expect(await seen(of)).toEqual(await seen(twin));
    },
  );

  test.each(writes)('is refused by %s when malformed', async (_what, write, status = 'draft') => {
    const of = await audienceIn(status);
    await writesNothing(async () => {
      for (const header of ['x', '"x', 'x"', '"x" "y"', 'w/"x"', '*,"x"', '', `${'"x",'.repeat(20)}"x"`]) {
        const reply = await write(of, { 'if-match': header });
        expect(outcome(reply), header).toEqual([400, 'validation_failed']);
        expect(reply.body.errors).toEqual([
          { in: 'header', path: 'if-match', code: 'invalid_format', message: expect.any(String) },
        ]);
      }
    });
  });

  test('is refused by a read when malformed', async () => {
    for (const path of pathsOf(await newAudience())) {
      for (const header of ['x', '"x', '"x" "y"', 'w/"x"', '*,"x"', `${'"x",'.repeat(20)}"x"`]) {
        const reply = await fresh(path, header);
        expect([...outcome(reply), reply.body.errors?.[0]?.path], header).toEqual([
          400,
          'validation_failed',
          'if-none-match',
        ]);
      }
    }
  });

  test('of the audience and of a version are the same: the tag of one is valid for a write of the other', async () => {
    const of = await newAudience();
    const ofVersion = await call('GET', versionPath(of, of.latestVersion));
    const changed = await patch(of, { customName: 'X' }, { 'if-match': etagOf(ofVersion) });
    expect(changed.status).toBe(200);
    const headers = { 'if-match': etagOf(changed) };
    expect((await actOn(of, of.latestVersion, 'publish', headers)).status).toBe(200);
    expect((await actOn(of, of.latestVersion, 'cancel', headers)).status).toBe(412);
  });

  test('an illegal action is 412 with an old tag and 409 with the current one', async () => {
    const of = await audienceIn('published');
    const current = etagOf(await get(of));
    const answers: unknown[] = [];
    for (const header of ['"x"', current])
      answers.push(outcome(await actOn(of, of.latestVersion, 'publish', { 'if-match': header })));
    expect(answers).toEqual([
      [412, 'precondition_failed'],
      [409, 'invalid_transition'],
    ]);
  });

  test('a missing resource is 404 with any If-Match', async () => {
    const of = { pageId: await newPage(), audienceId: 'audience_x' };
    for (const header of ['*', '"x"']) {
      expect(outcome(await patch(of, {}, { 'if-match': header }))).toEqual([404, 'audience_not_found']);
    }
  });

  test('lets one of 20 concurrent PATCHes pass', async () => {
    const of = await newAudience();
    const headers = { 'if-match': etagOf(await get(of)) };
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        patch(of, { customName: `N ${n}`, supplementaryContext: `${n}` }, headers),
      ),
    );
    const through = replies.filter(({ status }) => status === 200);
    expect(through).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(19);
    expect(await read(of)).toEqual(through[0]?.body);
  });

  test('lets one of 20 concurrent writes of all kinds pass', async () => {
    for (const status of ['draft', 'published'] as const) {
      const of = await audienceIn(status);
      const headers = { 'if-match': etagOf(await get(of)) };
      const version = of.latestVersion;
      const kinds: (() => Promise<Reply<Refusal>>)[] =
        status === 'draft'
          ? [() => actOn(of, version, 'publish', headers), () => actOn(of, version, 'cancel', headers)]
          : [() => act(of, 'versions', headers), () => patch(of, { supplementaryContext: 'X' }, headers)];
      kinds.push(
        () => act(of, 'archive', headers),
        () => patch(of, { customName: 'X' }, headers),
      );
      const replies = await Promise.all(
        Array.from({ length: 5 }, () => kinds.map((write) => write())).flat(),
      );
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(19).fill(412)]);
    }
  });
});

describe('a resource of another page, audience or workspace', () => {
  type Path = Of & { versionId: string };
  const operations: [string, (path: Path, options?: RequestOptions) => Promise<Reply<Refusal>>, boolean][] = [
    ['GET', (path, options) => call('GET', pathOf(path), undefined, options), false],
    [
      'PATCH',
      (path, options) => call('PATCH', pathOf(path), { customName: 'X', supplementaryContext: 'X' }, options),
      false,
    ],
    ['PATCH {}', (path, options) => call('PATCH', pathOf(path), {}, options), false],
    ['archive', (path, options) => call('POST', `${pathOf(path)}/archive`, {}, options), false],
    ['restore', (path, options) => call('POST', `${pathOf(path)}/restore`, {}, options), false],
    ['versions', (path, options) => call('GET', `${pathOf(path)}/versions`, undefined, options), false],
    ['page links', (path, options) => call('GET', `${pathOf(path)}/page_links`, undefined, options), false],
    ['open', (path, options) => call('POST', `${pathOf(path)}/versions`, {}, options), false],
    ['version', (path, options) => call('GET', versionPath(path, path), undefined, options), true],
    ['ready', (path, options) => call('POST', `${versionPath(path, path)}/ready`, {}, options), true],
    ['publish', (path, options) => call('POST', `${versionPath(path, path)}/publish`, {}, options), true],
    [
      'publish with a key',
      (path, options) =>
        call('POST', `${versionPath(path, path)}/publish`, { operationKey: 'isolation' }, options),
      true,
    ],
    ['cancel', (path, options) => call('POST', `${versionPath(path, path)}/cancel`, {}, options), true],
  ];

  test.each(operations)('%s answers 404 and writes nothing', async (operation, run, ofVersion) => {
    const status = { status: operation === 'ready' ? 'pending' : 'draft' };
    const own = await newAudience(status);
    const sibling = await audienceOf(own.pageId, status);
    const other = await newAudience(status);
    const foreignPage = await newPage(acme);
    const foreign = await ok(send<Audience>('POST', `/v0/pages/${foreignPage}/audiences`, status, acme));
    const path = (page: Of, audience: Of, { latestVersion }: Audience): Path => ({
      pageId: page.pageId,
      audienceId: audience.audienceId,
      versionId: latestVersion.versionId,
    });
    const unknown = { pageId: 'page_x', audienceId: 'audience_x' };
    const cases: [Path, string][] = [
      [path(other, own, own), 'audience_not_found'],
      [path(own, other, other), 'audience_not_found'],
      [path(own, foreign, foreign), 'audience_not_found'],
      [path(own, unknown, own), 'audience_not_found'],
      [path(unknown, own, own), 'page_not_found'],
      [path(foreign, own, own), 'page_not_found'],
      [path(foreign, foreign, foreign), 'page_not_found'],
      [{ ...path(own, own, own), pageId: own.pageId.toUpperCase() }, 'page_not_found'],
    ];
    if (ofVersion) {
      cases.push(
        [path(own, own, sibling), 'version_not_found'],
        [path(own, own, other), 'version_not_found'],
        [path(own, own, foreign), 'version_not_found'],
        [{ ...path(own, own, own), versionId: 'version_x' }, 'version_not_found'],
        [{ ...path(own, own, own), versionId: own.audienceId }, 'version_not_found'],
      );
    }
    await writesNothing(async () => {
      for (const [at, code] of cases) expect(outcome(await run(at)), JSON.stringify(at)).toEqual([404, code]);
      const elsewhere = { ...acme, bindings: undefined } as unknown as RequestOptions;
      expect(outcome(await run(path(own, own, own), elsewhere))).toEqual([404, 'page_not_found']);
    });
    const read = await send<Audience>('GET', pathOf(foreign), undefined, acme);
    expect(read.body).toEqual(foreign);
  });

  test('is read by its id alone as below its page', async () => {
    const { personId } = await newPerson('By its id');
    const own = await newAudience({ personId, customName: 'By its id' });
    const path = `/v0/audiences/${own.audienceId}`;
    for (const change of ['', 'archive', 'restore']) {
      if (change) await ok(call('POST', `${pathOf(own)}/${change}`, {}));
      const [nested, alone] = await Promise.all([call('GET', pathOf(own)), call('GET', path)]);
      expect([alone.status, alone.text]).toEqual([200, nested.text]);
      expect(alone.headers.get('etag')).toBe(nested.headers.get('etag'));
    }
    const tag = (await call('GET', path)).headers.get('etag') ?? '';
    expect((await call('GET', path, undefined, { headers: { 'if-none-match': tag } })).status).toBe(304);
    // The tag is valid for a write below the page.
    const written = await call('PATCH', pathOf(own), { customName: 'B' }, { headers: { 'if-match': tag } });
    expect(written.status).toBe(200);
  });

  test('is not found by its id alone', async () => {
    const foreign = await ok(send<Audience>('POST', `/v0/pages/${await newPage(acme)}/audiences`, {}, acme));
    const { audienceId, pageId, latestVersion } = await newAudience();
    for (const id of [
      'audience_x',
      foreign.audienceId,
      audienceId.toUpperCase(),
      pageId,
      latestVersion.versionId,
    ])
      expect(outcome(await call('GET', `/v0/audiences/${id}`)), id).toEqual([404, 'audience_not_found']);
  });

  test('a person of another workspace does not exist', async () => {
    const { personId } = await newPerson('Foreign', acme);
    const pageId = await newPage();
    const reply = await writesNothing(() => post(pageId, { personId }));
    expect(outcome(reply)).toEqual([404, 'person_not_found']);
  });

  test('a list or a creation of an unknown page is 404', async () => {
    for (const pageId of ['page_x', await newPage(acme)]) {
      const path = `/v0/pages/${pageId}/audiences`;
      expect(outcome(await call('GET', path))).toEqual([404, 'page_not_found']);
      expect(outcome(await writesNothing(() => call('POST', path, {})))).toEqual([404, 'page_not_found']);
    }
  });
});

test('the largest possible page of a list is returned', async () => {
  const wide = (n: number) => '\u{1f4a9}'.repeat(n);
  const url = `https://x.example/${wide(2030)}`;
  const lines = 'title author ogTitle ogImageAlt ogSiteName twitterTitle twitterImageAlt twitterSite';
  const metadataOverride = {
    ...Object.fromEntries(`${lines} twitterCreator themeColor`.split(' ').map((field) => [field, wide(300)])),
    ...Object.fromEntries(
      ['description', 'ogDescription', 'twitterDescription'].map((field) => [field, wide(1000)]),
    ),
    canonicalUrl: url,
    ogUrl: url,
    keywords: Array(50).fill(wide(50)),
  };
  const pageId = await newPage(acme);
  const body = {
    customName: wide(255),
    actionFormIdOverride: wide(255),
    actionUrlOverride: url,
    metadataOverride,
    actionFormInstructionsOverride: wide(5000),
    supplementaryContext: wide(10_000),
  };
  const of = await ok(send<Audience>('POST', `/v0/pages/${pageId}/audiences`, body, acme));
  // Each has a live version and a draft, both of the maximum size.
  const insert = (sql: string) => env.DB_ACME.prepare(sql).bind(of.audienceId).run();
  await insert(`UPDATE audience_versions SET status = 'published' WHERE audience_id = ?`);
  await ok(send('POST', `${pathOf(of)}/versions`, {}, acme));
  const copies = `(WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 198) SELECT i FROM n)`;
  const copyOf = `substr(audience_id, 1, 32) || i`;
  await insert(`INSERT INTO audience_versions (audience_id, version_number, version_id, status, is_new_page_agent,
      created_at, transition_id, supplementary_context)
    SELECT ${copyOf}, version_number, version_id || i, status, 0, 0, '', supplementary_context
    FROM audience_versions, ${copies} WHERE audience_id = ?`);
  await insert(`INSERT INTO audiences SELECT page_id, ${copyOf}, i, NULL, custom_name, action_form_id_override,
      action_form_instructions_override, action_url_override, metadata_override, revision, '', 0, NULL
    FROM audiences, ${copies} WHERE audience_id = ?`);
  const list = await send<List<Audience>>('GET', `/v0/pages/${pageId}/audiences`, undefined, acme);
  expect([list.status, list.body.items.length, list.body.totalCount]).toEqual([200, 100, 100]);
  for (const { customName, publishedVersion, effectiveMetadata } of list.body.items) {
    expect([customName, publishedVersion?.supplementaryContext]).toEqual([wide(255), wide(10_000)]);
    expect(effectiveMetadata.canonicalUrl).toBe(url);
  }
  expect(list.cost.read).toBeLessThanOrEqual(610);
});
