import { beforeAll, describe, expect, test } from 'vitest';
import type { Audience, AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import { call } from '../../support/audiences.ts';
import { newPageId } from '../../support/pages.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

let pagePath = '';
beforeAll(async () => {
  pagePath = `/v0/pages/${await newPageId()}`;
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
