import type { Audience, AudienceCreate, AudienceUpdate } from '../../../src/content/audiences/schemas.ts';
import { send } from './open.ts';

/** An audience that a test has made. */
export interface Made {
  /** Its fragment in the console. */
  at: string;
  route: string;
  audience: Audience;
  read: () => Promise<Audience>;
  change: (update: AudienceUpdate) => Promise<Audience>;
  /** Publishes its latest version, and waits until it is live. */
  publish: () => Promise<void>;
}

/** The audience of a page, for requests by another client. */
export function madeOf(audience: Audience): Made {
  const route = `pages/${audience.pageId}/audiences/${audience.audienceId}`;
  const read = () => send<Audience>('GET', route);
  return {
    at: `#/${route}`,
    route,
    audience,
    read,
    change: (update) => send('PATCH', route, update),
    publish: async () => {
      const { latestVersion } = await read();
      await send('POST', `${route}/versions/${latestVersion.versionId}/publish`, {});
      while ((await read()).publishedVersion?.versionId !== latestVersion.versionId)
        await new Promise((resolve) => setTimeout(resolve, 100));
    },
  };
}

let count = 0;

/** A new page. */
export async function newPage(title = 'A page of a test'): Promise<string> {
  count += 1;
  const url = `https://test.example/${process.pid}/${Date.now()}/${count}`;
  const { pageId } = await send<{ pageId: string }>('POST', 'pages', { title, url });
  return pageId;
}

/** A new audience, of a new page if none is given. */
export async function newAudience(body: Partial<AudienceCreate> = {}, ofPage?: string): Promise<Made> {
  const pageId = ofPage ?? (await newPage());
  return madeOf(await send('POST', `pages/${pageId}/audiences`, { customName: 'Museums', ...body }));
}

/** A new link to an audience on the fallback subdomain. */
export async function newLink({ audience: { audienceId } }: Made): Promise<string> {
  count += 1;
  const path = `/test/${process.pid}-${Date.now()}-${count}`;
  await send('POST', 'page_links', { path, target: { audienceId } });
  return path;
}
