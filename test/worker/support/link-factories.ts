import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { type Content, contentOf } from '../../../src/audiences/content.ts';
import type { VersionStatus } from '../../../src/audiences/lifecycle.ts';
import { newId } from '../../../src/lib/ids.ts';
import type { PageLink } from '../../../src/page-links/schemas.ts';
import type { Page } from '../../../src/pages/schemas.ts';
import type { TenantDomain } from '../../../src/tenant-domains/schemas.ts';
import { type RequestOptions, send } from './client.ts';

let serial = 0;
/** A unique word. */
export const unique = () => `q${(serial++).toString(36).padStart(4, '0')}`;

async function made<T>(path: string, body: object, options?: RequestOptions): Promise<T> {
  const reply = await send<T>('POST', path, body, options);
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}

export async function newPage(options?: RequestOptions): Promise<string> {
  const name = unique();
  const page = { title: `Page ${name}`, url: `https://${name}.example/` };
  return (await made<Page>('/v0/pages', page, options)).pageId;
}

export const newDomain = async (options?: RequestOptions): Promise<string> =>
  (await made<TenantDomain>('/v0/tenant_domains', { domain: `${unique()}.example` }, options)).tenantDomainId;

export const newLink = (fields: object, options?: RequestOptions): Promise<PageLink> =>
  made<PageLink>('/v0/page_links', { path: `/${unique()}`, ...fields }, options);

/** Inserts an audience directly into the table. */
export async function newAudience(
  pageId: string,
  { personId = null, archivedAt = null }: { personId?: string | null; archivedAt?: number | null } = {},
  database = env.DB,
): Promise<string> {
  const audienceId = newId('audience');
  await database
    .prepare(
      `INSERT INTO audiences (page_id, audience_id, audience_number, person_id, metadata_override, revision, write_id, created_at, archived_at)
       VALUES (?, ?, 1, ?, '{}', 1, 'write_x', 0, ?)`,
    )
    .bind(pageId, audienceId, personId, archivedAt)
    .run();
  return audienceId;
}

/** Inserts a version directly into the table, with a snapshot if it is published. */
export async function newVersion(audienceId: string, versionNumber: number, status: VersionStatus) {
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
