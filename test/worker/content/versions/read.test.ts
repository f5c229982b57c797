import { env } from 'cloudflare:workers';
import { allowedActions, versionStatuses } from '../../../../src/content/audiences/lifecycle.ts';
import type { AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import type { VersionContent } from '../../../../src/content/versions/schemas.ts';
import { act, newAudience, patch, pathOf, read } from '../../support/audiences.ts';
import { call } from '../../support/calls.ts';
import { ok, walk } from '../../support/replies.ts';
import { actOn, audienceIn, readVersion, versionPath, versionsOf } from '../../support/versions.ts';

describe('the list of versions', () => {
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

  test('are listed once each, page by page, while drafts are opened', async () => {
    const of = await newAudience();
    const open = async () => {
      await ok(actOn(of, (await read(of)).latestVersion, 'cancel'));
      await ok(act(of, 'versions'));
    };
    for (let n = 0; n < 6; n++) await open();
    for (const limit of [1, 3, 100]) {
      const { totalCount } = await versionsOf(of);
      const versions = await walk<AudienceVersion>(`${pathOf(of)}/versions`, limit, open);
      const numbers = versions.map(({ versionNumber }) => versionNumber);
      expect(numbers).toEqual(Array.from({ length: totalCount }, (_, n) => totalCount - n));
    }
  });
});

test.each(versionStatuses)(
  'the content of a version that is %s is what visitors see of it',
  async (status) => {
    const of = await audienceIn(status);
    const { latestVersion: version } = of;
    const read = () => call<VersionContent>('GET', `${versionPath(of, version)}/content`);
    const before = (await read()).body;
    expect(before.content).toMatchObject({ title: 'Pricing', supplementaryContext: 'first' });
    await patch(of, { metadataOverride: { title: 'For you' } });
    const { status: code, body } = await read();
    expect(code).toBe(200);
    if (['published', 'archived'].includes(status)) expect(body).toEqual({ ...before, source: 'snapshot' });
    else if (status === 'queued' || status === 'processing')
      expect(body).toEqual({ ...before, source: 'frozen' });
    else expect(body).toMatchObject({ source: 'current', content: { metadata: { title: 'For you' } } });
  },
);
