import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import lifecycleDocument from '../../../../docs/developers/lifecycle.md?raw';
import {
  type ClientAction,
  clientActions,
  transitions,
  type VersionAction,
  type VersionStatus,
  versionStatuses,
} from '../../../../src/content/audiences/lifecycle.ts';
import type { Audience, AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import type { Page } from '../../../../src/content/pages/schemas.ts';
import type { VersionContent } from '../../../../src/content/versions/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

// A copy of the table of docs/developers/lifecycle.md: the status that each action leads to, by the current status.
const decided: Record<VersionAction, Partial<Record<VersionStatus, VersionStatus>>> = {
  ready: { pending: 'draft' },
  publish: { draft: 'queued', cancelled: 'queued' },
  cancel: { draft: 'cancelled', pending: 'cancelled', queued: 'cancelled', processing: 'cancelled' },
  process: { queued: 'processing' },
  complete: { processing: 'published' },
  fail: { queued: 'cancelled', processing: 'cancelled' },
  supersede: { published: 'archived' },
};

test('the state table equals the copy in this test', () => {
  const table = Object.entries(transitions).map(([action, { from, to }]) => [
    action,
    Object.fromEntries(from.map((status) => [status, to])),
  ]);
  expect(Object.fromEntries(table)).toEqual(decided);
});

describe('docs/developers/lifecycle.md', () => {
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

let pages = 0;
const queue = new HeldQueue();

/** An audience whose first version has this status, and the path of the version. */
async function versionIn(status: VersionStatus, archived = false) {
  const url = `https://lifecycle.example/${++pages}`;
  const page = await send<Page>('POST', '/v0/pages', { title: 'Lifecycle', url });
  const base = `/v0/pages/${page.body.pageId}/audiences`;
  const first = status === 'pending' ? { status } : {};
  const { body } = await send<Audience>('POST', base, { ...first, supplementaryContext: 'as it was' });
  const audience = `${base}/${body.audienceId}`;
  const { versionId } = body.latestVersion;
  const version = `${audience}/versions/${versionId}`;
  const post = (path: string) => send('POST', path, {}, { bindings: queue.bindings() });
  const publish = async (path: string) => {
    await post(`${path}/publish`);
    return queue.sent.at(-1);
  };
  let job = { kind: 'publish' as const, workspace: 'main', versionId, transitionId: 'write_none' };
  if (['queued', 'processing', 'published', 'archived'].includes(status))
    job = (await publish(version)) ?? job;
  if (status === 'processing') {
    await env.DB.prepare(
      `update audience_versions set status = 'processing', processing_at = queued_at where version_id = ?`,
    )
      .bind(versionId)
      .run();
  }
  if (status === 'published' || status === 'archived') await queue.deliver(job);
  if (status === 'archived') {
    const next = await send<AudienceVersion>('POST', `${audience}/versions`, {});
    await queue.deliver(await publish(`${audience}/versions/${next.body.versionId}`));
  }
  if (status === 'cancelled') await post(`${version}/cancel`);
  if (archived) {
    // Set directly, because archiving cancels versions in flight and would change the status under test.
    await env.DB.prepare('update audiences set archived_at = 1 where audience_id = ?')
      .bind(body.audienceId)
      .run();
  }
  const read = async () => (await send<AudienceVersion>('GET', version)).body;
  expect((await read()).status).toBe(status);
  return { audience, version, job, read, publish };
}

test.each(versionStatuses)(
  'the content of a version that is %s is what visitors see of it',
  async (status) => {
    const { audience, version } = await versionIn(status);
    const read = () => send<VersionContent>('GET', `${version}/content`);
    const before = (await read()).body;
    expect(before.content).toMatchObject({ title: 'Lifecycle', supplementaryContext: 'as it was' });
    await send('PATCH', audience, { metadataOverride: { title: 'For you' } });
    const { status: code, body } = await read();
    expect(code).toBe(200);
    if (['published', 'archived'].includes(status)) expect(body).toEqual({ ...before, source: 'snapshot' });
    else if (status === 'queued' || status === 'processing')
      expect(body).toEqual({ ...before, source: 'frozen' });
    else expect(body).toMatchObject({ source: 'current', content: { metadata: { title: 'For you' } } });
  },
);

const pairs = <A extends VersionAction>(actions: readonly A[]) =>
  versionStatuses.flatMap((status) => actions.map((action) => [status, action] as const));

describe.each([false, true])('in an audience that is archived: %s', (archived) => {
  test.each(pairs(clientActions))(
    'a version that is %s answers %s according to the table',
    async (status, action) => {
      const { version, read } = await versionIn(status, archived);
      const to = archived && action === 'publish' ? undefined : decided[action][status];
      const may = (now: VersionStatus): ClientAction[] =>
        clientActions.filter((name) => decided[name][now] && !(archived && name === 'publish'));
      expect((await read()).allowedActions).toEqual(may(status));

      const sent = queue.sent.length;
      const act = () =>
        send<Omit<Problem, 'status'> & AudienceVersion>(
          'POST',
          `${version}/${action}`,
          {},
          { bindings: queue.bindings() },
        );
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
    const { audience, read, publish } = await versionIn(status);
    const before = await read();
    const next = await send<AudienceVersion>('PATCH', audience, { supplementaryContext: `after ${status}` });
    expect(next.status).toBe(200);
    const { body } = await send<Audience>('GET', audience);
    const isSame = body.latestVersion.versionId === before.versionId;
    if (isSame) return expect(status).toBe('draft');
    await queue.deliver(await publish(`${audience}/versions/${body.latestVersion.versionId}`));
    const after = await read();
    expect(after.status).toBe(decided.supersede[status] ?? status);
    if (status !== 'published') return expect(after).toEqual(before);
    const live = (await send<Audience>('GET', audience)).body.publishedVersion;
    expect(after).toMatchObject({ obsoleteAt: live?.publishedAt, archivedAt: live?.publishedAt });
  });
});
