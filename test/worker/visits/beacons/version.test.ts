import { env } from 'cloudflare:workers';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import type { Visit } from '../../../../src/visits/beacons/schemas.ts';
import { act, newAudience } from '../../support/audiences.ts';
import { session } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { audienceIn, publish } from '../../support/versions.ts';
import { merge, newId, prepareVisits, visitOf } from '../../support/visits.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareVisits();

let of: Audience;
/** The live version of the audience, the one before, and an open draft. */
let live = '';
let before = '';
let draft = '';
/** The live version of another audience of the page. */
let other: Pick<Visit, 'audienceId' | 'versionId'>;

beforeAll(async () => {
  of = await audienceIn('published');
  before = of.latestVersion.versionId;
  live = (await publish(of, await ok(act(of, 'versions')))).versionId;
  draft = (await ok(act(of, 'versions'))).versionId;
  const beside = await newAudience();
  await publish(beside, beside.latestVersion);
  await env.DB.prepare('update audiences set page_id = ? where audience_id = ?')
    .bind(of.pageId, beside.audienceId)
    .run();
  other = { audienceId: beside.audienceId, versionId: beside.latestVersion.versionId };
});

type Beacon = Pick<Visit, 'audienceId' | 'versionId'>;
const its = (versionId?: string | null): Beacon => ({ audienceId: of.audienceId, versionId });
/** What the session of these beacons has, whether they come one by one or together. */
async function merged(beacons: Beacon[]): Promise<string | null> {
  const found: (string | null)[] = [];
  for (const together of [false, true]) {
    const id = newId();
    const visits = beacons.map((fields) =>
      visitOf(id, { pageId: of.pageId, audienceId: undefined, ...fields }),
    );
    if (together) await merge(...visits);
    else for (const visit of visits) await merge(visit);
    await writesNothing(() => merge(...visits.toReversed()));
    const { audienceId, versionId } = await session(id, of);
    expect(audienceId).toBe(beacons.find((beacon) => beacon.audienceId)?.audienceId ?? null);
    found.push(versionId);
  }
  expect(found[1]).toBe(found[0]);
  return found[0] ?? null;
}
/** The same in each order of the beacons. */
async function inAnyOrder(...beacons: Beacon[]): Promise<string | null> {
  const [forth, back] = [await merged(beacons), await merged(beacons.toReversed())];
  expect(back).toBe(forth);
  return forth;
}

describe('the version of a session', () => {
  test('is what a beacon reports that has the audience, too', async () => {
    expect(await merged([its(live)])).toBe(live);
    expect(await inAnyOrder(its(), its(live))).toBe(live);
    expect(await inAnyOrder({}, its(live))).toBe(live);
    expect(await inAnyOrder({ versionId: live }, its())).toBeNull();
    expect(await inAnyOrder({ versionId: live }, its(live), its(null))).toBe(live);
  });

  test('stays the first', async () => {
    expect(await merged([its(before), its(live)])).toBe(before);
    expect(await merged([its(live), its(before), its()])).toBe(live);
    expect(await merged([{}, its(before), its(live)])).toBe(before);
    expect(await merged([{}, its(), its(live), its(before)])).toBe(live);
    expect(await merged([{}, its(), other, its(live)])).toBe(live);
    expect(await merged([{}, its(), other])).toBeNull();
    expect(await merged([{}, other, its(live)])).toBe(other.versionId);
  });

  test('was live, or was an arm of a test: it is frozen, and a draft or cancelled', async () => {
    expect(await merged([its(before)])).toBe(before);
    expect(await merged([its(draft)])).toBeNull();
    const freeze = (frozen: string | null, status: string) =>
      env.DB.prepare('update audience_versions set frozen = ?, status = ? where version_id = ?')
        .bind(frozen, status, draft)
        .run();
    for (const status of ['draft', 'cancelled']) {
      await freeze('{}', status);
      expect(await merged([its(draft)])).toBe(draft);
    }
    await freeze('{}', 'queued');
    expect(await merged([its(draft)])).toBeNull();
    await freeze(null, 'draft');
  });

  test('is one of its audience, which is of its page', async () => {
    expect(await merged([its(other.versionId)])).toBeNull();
    expect(await merged([its('version_none')])).toBeNull();
    expect(await merged([{ ...other }])).toBe(other.versionId);
    // Beacons of two audiences, which nobody sends: the version is of the one that the session has.
    expect(await merged([its(), other])).toBeNull();
    expect(await merged([{}, its(), { audienceId: of.audienceId, versionId: other.versionId }])).toBeNull();
    const elsewhere = await audienceIn('published');
    const { audienceId, latestVersion } = elsewhere;
    const id = newId();
    await merge(visitOf(id, { pageId: of.pageId, audienceId, versionId: latestVersion.versionId }));
    expect(await session(id, of)).toMatchObject({ audienceId: null, versionId: null });
  });

  test('was shown within the retention of sessions', async () => {
    const { obsolete } = (await env.DB.prepare(
      'select obsolete_at as obsolete from audience_versions where version_id = ?',
    )
      .bind(before)
      .first<{ obsolete: number }>()) as { obsolete: number };
    const removedBefore = (at: number) =>
      env.DB.prepare("update counters set value = ? where name = 'sessions_removed_before'").bind(at).run();
    const received = { receivedAt: obsolete + 3 * 86_400_000 };
    const versionAt = async (removed: number, versionId: string) => {
      await removedBefore(removed);
      const id = newId();
      const visit = visitOf(id, { pageId: of.pageId, ...its(versionId) });
      await merge({ workspace: 'main', ...received, visit });
      return (await session(id, of)).versionId;
    };
    try {
      expect(await versionAt(obsolete - 1, before)).toBe(before);
      expect(await versionAt(obsolete, before)).toBeNull();
      expect(await versionAt(obsolete, live)).toBe(live);
    } finally {
      await removedBefore(0);
    }
  });
});

test('the test, the unit and a click on the action are for the test alone: a session does not have them', async () => {
  const id = newId();
  await merge(visitOf(id, { experimentId: 'experiment_x', unit: 'abcdefghi-_', hasActionClick: true }));
  expect(JSON.stringify(await session(id))).not.toMatch(/experiment|abcdefghi|ctionClick/);
});
