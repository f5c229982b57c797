import { env } from 'cloudflare:workers';
import type { VersionStatus } from '../../../../src/content/audiences/lifecycle.ts';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import { act, audienceOf, get, newAudience, patch, pathOf, read } from '../../support/audiences.ts';
import { call, queue, type Refusal, withALostAnswer } from '../../support/calls.ts';
import { type Reply, send } from '../../support/client.ts';
import { newUrl } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { etagOf, ok, outcome } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import { actOn, audienceIn, publish, versionPath, versionsOf } from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('the entity tag of an audience and of its versions', () => {
  afterEach(() => vi.useRealTimers());
  const fresh = (path: string, tags: string) =>
    call('GET', path, undefined, { headers: { 'if-none-match': tags } });
  const pathsOf = (of: Audience) => [pathOf(of), versionPath(of, of.latestVersion)];

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
    ['the failure of the version', () => queue.fail(queue.sent.at(-1)), 'queued'],
    ['cancel', (of) => ok(actOn(of, of.latestVersion, 'cancel')), 'queued'],
    ['the next draft', (of) => ok(act(of, 'versions')), 'published'],
    ['a text that opens the next draft', (of) => ok(patch(of, { supplementaryContext: 'X' })), 'published'],
    ['its successor', async (of) => publish(of, await ok(act(of, 'versions'))), 'published'],
    ['the title of its page', (of) => changePage(of, { title: 'Prices' })],
    ['the url of its page', (of) => changePage(of, { url: newUrl() })],
    ['the metadata of its page', (of) => changePage(of, { metadata: { author: 'A' } })],
    ['the name of its person', (of) => rename(of, 'Renamed')],
    ['the erasure of its person', (of) => ok(send('DELETE', `/v0/persons/${of.personId}`))],
  ];
  const setStatus = (of: Audience, status: VersionStatus) =>
    env.DB.prepare('update audience_versions set status = ? where version_id = ?')
      .bind(status, of.latestVersion.versionId)
      .run();

  test.each(changes)('changes with %s', async (_what, change, status = 'draft') => {
    const { personId } = await newPerson({ name: 'Grace Hopper' });
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
    const { personId } = await newPerson({ name: 'Grace Hopper' });
    const of = await newAudience({ personId });
    setClock(Date.now() + 60_000);
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
    const { personId } = await newPerson({ name: 'Grace Hopper' });
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
    const { personId } = await newPerson({ name: 'Grace Hopper' });
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
        const refused = await write(of, { 'if-match': `"x",${old}, W/${current}` });
        expect([...outcome(refused), refused.body.currentETag]).toEqual([
          412,
          'precondition_failed',
          current,
        ]);
      });
      const through = await write(of, { 'if-match': current });
      expect(through.status, through.text).toBe(200);
      expect(etagOf(through)).toBe(etagOf(await get(of)));
    },
  );

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

  test('counts a write without If-Match once when its answer is lost', async () => {
    const [of, twin] = [await newAudience(), await newAudience()];
    await ok(withALostAnswer(() => patch(of, { customName: 'X' })));
    await ok(patch(twin, { customName: 'X' }));
    expect(etagOf(await get(of))).toBe(etagOf(await get(twin)));
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
