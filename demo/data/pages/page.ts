import type { AudienceCreate, AudienceUpdate, PageCreate } from '#footfall/client';

/** The address of a page or an audience. `{slug}` is the route key of the audience's person. */
export interface DemoLink {
  /** Null: the fallback subdomain. */
  domain: string | null;
  path: string;
}

/** An audience of a page, and its final state. */
export interface DemoAudience {
  /**
   * The email of its person. An audience without a person has a `customName`, which distinguishes it from others of
   * the page.
   */
  person?: string;
  content: Omit<AudienceCreate, 'personId' | 'status' | 'supplementaryContext'>;
  /** The supplementary context of each version; all are different. All versions except the last are published. */
  contexts: [string, ...string[]];
  /** What the last version changes of the content, if there are several. */
  lastChange?: Pick<AudienceUpdate, 'fieldOverrides' | 'metadataOverride'>;
  /**
   * The final status of its last version. It cannot be `queued` or `processing`, which last only seconds while the
   * demo loads.
   */
  becomes: 'pending' | 'draft' | 'published' | 'cancelled';
  /** The audience is archived at the end. */
  archived?: true;
  links?: DemoLink[];
}

/** A page with its links and audiences. */
export type DemoPage = PageCreate & { links: DemoLink[]; audiences: DemoAudience[] };

/** The website of the demo company. */
export const site = 'https://www.trailmark.example';

/** A link on the company's website. */
export const www = (path: string): DemoLink => ({ domain: 'www.trailmark.example', path });

/** A link on the domain of its sales team. */
export const hello = (path: string): DemoLink => ({ domain: 'hello.trailmark.example', path });

/** A link on the fallback subdomain. */
export const fallback = (path: string): DemoLink => ({ domain: null, path });

/** Metadata of all pages of the website. */
export const house = {
  author: 'Trailmark',
  ogSiteName: 'Trailmark',
  themeColor: '#1f6f5c',
} satisfies PageCreate['metadata'];

/** Keeps a page for one reader out of search engines. */
export const unlisted = { robots: ['noindex' as const, 'nofollow' as const] };
