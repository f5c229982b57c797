import { env } from 'cloudflare:workers';
import lifecycleDocument from '../../../../docs/developers/lifecycle.md?raw';
import {
  type ClientAction,
  clientActions,
  transitions,
  type VersionAction,
  type VersionStatus,
  versionStatuses,
} from '../../../../src/content/audiences/lifecycle.ts';
import { patch, read as readAudience } from '../../support/audiences.ts';
import { queue } from '../../support/calls.ts';
import { ok } from '../../support/replies.ts';
import { actOn, audienceIn, publish, readVersion } from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

/** The status that each action leads to, by the current status. */
const decided = Object.fromEntries(
  Object.entries(transitions).map(([action, { from, to }]) => [
    action,
    Object.fromEntries(from.map((status) => [status, to])),
  ]),
) as Record<VersionAction, Partial<Record<VersionStatus, VersionStatus>>>;

describe('the lifecycle of a version, in docs/developers/lifecycle.md', () => {
  test('has exactly the transitions of the table', () => {
    const rows = lifecycleDocument.split('\n').filter((line) => /^\| `\w+` \| (client|worker) /.test(line));
    expect(rows).toEqual(
      Object.entries(transitions).map(
        ([action, { from, to, by, when }]) =>
          `| \`${action}\` | ${by} | ${from.map((status) => `\`${status}\``).join(', ')} | \`${to}\` | ${when} |`,
      ),
    );
  });

  test('draws exactly the arrows of the table', () => {
    const arrows = lifecycleDocument.split('\n').filter((line) => /^ {2}\w+ --> \w+: /.test(line));
    expect(arrows).toEqual(
      Object.entries(transitions).flatMap(([action, { from, to }]) =>
        from.map((status) => `  ${status} --> ${to}: ${action}`),
      ),
    );
  });
});

/** An audience whose latest version has this status, and the message of the version. */
async function versionIn(status: VersionStatus, archived = false) {
  const of = await audienceIn(status);
  const { latestVersion: version, audienceId } = of;
  const { versionId } = version;
  const none = { kind: 'publish' as const, workspace: 'main', versionId, transitionId: 'write_none' };
  const job = queue.sent.findLast((sent) => sent.versionId === versionId) ?? none;
  if (archived) {
    // Set directly, because archiving cancels versions in flight and would change the status under test.
    await env.DB.prepare('update audiences set archived_at = 1 where audience_id = ?').bind(audienceId).run();
  }
  return { of, version, job, read: () => readVersion(of, version) };
}

const pairs = <A extends VersionAction>(actions: readonly A[]) =>
  versionStatuses.flatMap((status) => actions.map((action) => [status, action] as const));

describe.each([false, true])('in an audience that is archived: %s', (archived) => {
  test.each(pairs(clientActions))(
    'a version that is %s answers %s according to the table of transitions',
    async (status, action) => {
      const { of, version, read } = await versionIn(status, archived);
      const to = archived && action === 'publish' ? undefined : decided[action][status];
      const may = (now: VersionStatus): ClientAction[] =>
        clientActions.filter((name) => decided[name][now] && !(archived && name === 'publish'));
      expect((await read()).allowedActions).toEqual(may(status));

      const sent = queue.sent.length;
      const act = () => actOn(of, version, action);
      const reply = await (to ? act() : writesNothing(act));
      if (to) {
        expect([reply.status, reply.body.status], reply.text).toEqual([200, to]);
        expect(reply.body).toEqual(await read());
        expect(reply.body.allowedActions).toEqual(may(to));
        expect(queue.sent.length - sent).toBe(action === 'publish' ? 1 : 0);
        return;
      }
      expect([reply.status, reply.body.code], reply.text).toEqual([409, 'invalid_transition']);
      expect(reply.body).toMatchObject({
        currentStatus: status,
        allowedActions: may(status),
        field: 'status',
      });
    },
  );
});

describe('the worker acts according to the table', () => {
  test.each(versionStatuses)('with the message of a version that is %s', async (status) => {
    const { job, read } = await versionIn(status);
    const before = await read();
    const after = { queued: 'published', processing: 'published' }[status as 'queued'] ?? status;
    expect(await queue.deliver(job)).toBe('ack');
    const delivered = await read();
    expect(delivered.status).toBe(after);
    if (after === status) expect(delivered).toEqual(before);
    else expect(delivered.queueDurationMs).toBeGreaterThanOrEqual(0);
    expect(await queue.deliver(job)).toBe('ack');
    expect(await read()).toEqual(delivered);
  });

  test.each(versionStatuses)('with a version that is %s and fails for good', async (status) => {
    const { job, read } = await versionIn(status);
    const before = await read();
    await queue.fail(job);
    const to = decided.fail[status];
    if (!to) return expect(await read()).toEqual(before);
    expect(await read()).toMatchObject({
      status: to,
      cancelReason: expect.stringMatching(/^Publishing failed/),
      allowedActions: ['publish'],
    });
  });

  test.each(versionStatuses)('with a version that is %s, when another is published', async (status) => {
    const { of, read } = await versionIn(status);
    const before = await read();
    const { latestVersion } = await ok(patch(of, { supplementaryContext: `after ${status}` }));
    const isSame = latestVersion.versionId === before.versionId;
    if (isSame) return expect(status).toBe('draft');
    await publish(of, latestVersion);
    const after = await read();
    expect(after.status).toBe(decided.supersede[status] ?? status);
    if (status !== 'published') return expect(after).toEqual(before);
    const live = (await readAudience(of)).publishedVersion;
    expect(after).toMatchObject({ obsoleteAt: live?.publishedAt, archivedAt: live?.publishedAt });
  });
});

test.each([
  ['published', 'both open the next draft'],
  ['archived', 'both open the next draft'],
  ['pending', 'POST …/ready'],
  ['queued', 'on its way'],
] as const)('a publish of a version that is %s says what to do', async (status, what) => {
  const of = await audienceIn(status);
  const { status: code, text } = await actOn(of, of.latestVersion, 'publish');
  expect([code, JSON.parse(text).detail]).toEqual([409, expect.stringContaining(what)]);
});
