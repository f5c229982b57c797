import { env } from 'cloudflare:workers';
import type { VersionContent } from '../../../../src/content/versions/schemas.ts';
import {
  act,
  audienceOf,
  audiencesOf,
  inList,
  newAudience,
  type Of,
  patch,
  pathOf,
  post,
  read,
} from '../../support/audiences.ts';
import { call } from '../../support/calls.ts';
import { contents, send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, outcome } from '../../support/replies.ts';
import { audienceIn, publish } from '../../support/versions.ts';

describe('the name of an audience', () => {
  test('is the customName, or that of its person after "" or null clears the customName', async () => {
    const { personId, slug, name } = await newPerson({ name: 'Ada Lovelace' });
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
    const { personId, slug } = await newPerson({ name: 'Old Name' });
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
      const list = await audiencesOf(before.pageId);
      expect(list.items).toEqual([inList(expected)]);
    }
  });

  test('is its number after its person is erased', async () => {
    const { personId } = await newPerson({ name: 'Erased Soul' });
    const pageId = await newPageId();
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
    const list = await audiencesOf(pageId);
    expect([list.items[0], list.totalCount]).toEqual([inList(expected), 2]);
    expect(outcome(await post(pageId, { personId }))).toEqual([404, 'person_not_found']);
    expect(JSON.stringify(await contents())).not.toMatch(/Erased Soul|erased-soul/);
  });
});

test('an audience is read by its id alone as below its page', async () => {
  const { personId } = await newPerson({ name: 'By its id' });
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

describe('the content of an audience', () => {
  const contentOf = async (of: Of, { versionId }: { versionId: string }) =>
    (await ok(call<VersionContent>('GET', `${pathOf(of)}/versions/${versionId}/content`))).content;

  test('is nothing live, and its own words next, before it is published', async () => {
    const of = await newAudience({ metadataOverride: { title: 'Own' }, supplementaryContext: 'why' });
    expect(of.liveContent).toBeNull();
    expect(of.nextContent).toEqual(await contentOf(of, of.latestVersion));
    expect(of.nextContent).toMatchObject({ metadata: { title: 'Own' }, supplementaryContext: 'why' });
  });

  test('is what was published, and what is written since', async () => {
    const of = await newAudience({ metadataOverride: { title: 'First' } });
    const live = await publish(of, of.latestVersion);
    const was = await contentOf(of, live);
    const changed = await ok(
      patch(of, { metadataOverride: { title: 'Second' }, actionUrlOverride: 'tel:1' }),
    );
    await ok(send('PATCH', `/v0/pages/${of.pageId}`, { title: 'Renamed' }));
    const { liveContent, nextContent, latestVersion, publishedVersion } = await read(of);
    expect([publishedVersion?.versionId, liveContent]).toEqual([live.versionId, was]);
    expect(latestVersion).toEqual(changed.latestVersion);
    expect(nextContent).toEqual(await contentOf(of, latestVersion));
    expect(nextContent).toMatchObject({
      title: 'Renamed',
      metadata: { title: 'Second' },
      actionUrl: 'tel:1',
    });
  });

  test('is not live while it is archived', async () => {
    const of = await newAudience();
    const { liveContent } = await publish(of, of.latestVersion).then(() => read(of));
    expect(liveContent).not.toBeNull();
    expect((await ok(act(of, 'archive'))).liveContent).toBeNull();
    expect((await ok(act(of, 'restore'))).liveContent).toEqual(liveContent);
  });

  test('is read also while a version waits whose frozen content cannot be read', async () => {
    const of = await audienceIn('queued');
    const spoil = "update audience_versions set frozen = '{' where version_id = ?";
    await env.DB.prepare(spoil).bind(of.latestVersion.versionId).run();
    expect(await read(of)).toEqual(of);
  });
});
