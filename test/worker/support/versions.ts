import { env } from 'cloudflare:workers';
import { contentOf } from '../../../src/content/audiences/content.ts';
import type { VersionStatus } from '../../../src/content/audiences/lifecycle.ts';
import type { Audience, AudienceVersion } from '../../../src/content/audiences/schemas.ts';
import type { Content } from '../../../src/content/pages/content-schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import { dayMs } from '../../../src/lib/durations.ts';
import { newId } from '../../../src/lib/ids.ts';
import { act, newAudience, type Of, patch, pathOf, read } from './audiences.ts';
import { call, queue } from './calls.ts';
import { type RequestOptions, send } from './client.ts';
import { ok } from './replies.ts';

type Version = Pick<AudienceVersion, 'versionId'>;
export const versionPath = (of: Of, { versionId }: Version) => `${pathOf(of)}/versions/${versionId}`;

export const actOn = (
  of: Of,
  version: Version,
  action: 'ready' | 'publish' | 'cancel',
  headers: Record<string, string> = {},
) => call<AudienceVersion>('POST', `${versionPath(of, version)}/${action}`, {}, { headers });
export const versionsOf = (of: Of, query = 'limit=100') =>
  ok(call<List<AudienceVersion>>('GET', `${pathOf(of)}/versions?${query}`));
export const readVersion = (of: Of, version: Version) =>
  ok(call<AudienceVersion>('GET', versionPath(of, version)));

/** Publishes the version and delivers its message. */
export async function publish(of: Of, version: Version): Promise<AudienceVersion> {
  const queued = await ok(actOn(of, version, 'publish'));
  expect(queued.status).toBe('queued');
  expect(await queue.deliver(queue.sent.at(-1))).toBe('ack');
  return readVersion(of, version);
}

/** An audience whose latest version has this status. */
export async function audienceIn(status: VersionStatus, body: object = {}): Promise<Audience> {
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

/** Inserts a version directly into the table, with a snapshot if it is published. */
export async function insertVersion(audienceId: string, versionNumber: number, status: VersionStatus) {
  const versionId = newId('version');
  const content: Content = contentOf({
    page: { title: `Title ${versionNumber}`, url: 'https://frozen.example/', metadata: { author: 'Zoë' } },
    metadataOverride: { title: `For ${audienceId}` },
    actionFormId: 'form_1',
    actionFormInstructions: null,
    actionUrl: 'mailto:zoe@frozen.example',
    supplementaryContext: 'line\nline "quoted"',
  });
  await env.DB.prepare(
    `INSERT INTO audience_versions (audience_id, version_number, version_id, status, is_new_page_agent, created_at, transition_id, snapshot)
     VALUES (?, ?, ?, ?, 0, 0, 'write_x', ?)`,
  )
    .bind(audienceId, versionNumber, versionId, status, JSON.stringify(content))
    .run();
  return { versionId, content };
}

/** An audience, with the paths of it and of its first version. */
export async function newPaths() {
  const of = await newAudience({ supplementaryContext: 'race' });
  return { ...of, audience: pathOf(of), version: versionPath(of, of.latestVersion) };
}

export const readAt = async (version: string) => (await send<AudienceVersion>('GET', version)).body;

/** When tests of `publishAt` begin. */
export const start = Date.parse('2026-11-25T09:00:00Z');
/** A time so long after it. */
export const at = (ahead: number) => new Date(start + ahead).toISOString();
export const monday = at(5 * dayMs);

export const publishAt = (of: Audience, time: unknown, body: object = {}, options: RequestOptions = {}) =>
  call<AudienceVersion>(
    'POST',
    `${versionPath(of, of.latestVersion)}/publish`,
    { publishAt: time, ...body },
    options,
  );

/** Lets the time pass, and runs the cron. Returns what it has sent for the audience. */
export async function sentAt(of: Audience, time: string) {
  vi.setSystemTime(Date.parse(time));
  const before = queue.sent.length;
  await queue.cron();
  const { items } = await versionsOf(of);
  return queue.sent.slice(before).filter((job) => items.some(({ versionId }) => versionId === job.versionId));
}

/** Delivers what the cron sends at a time. Returns how many messages that were. */
export async function becomes(of: Audience, time: string): Promise<number> {
  const sent = await sentAt(of, time);
  for (const message of sent) await queue.deliver(message);
  return sent.length;
}

/** An audience whose first version is live, and the next is a draft. */
export async function withDraft(): Promise<Audience> {
  const of = await newAudience({ supplementaryContext: 'first' });
  await publish(of, of.latestVersion);
  return ok(patch(of, { supplementaryContext: 'second' }));
}
