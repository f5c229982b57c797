import type { AudienceCreate } from '../../../src/audiences/schemas.ts';
import type { PageCreate } from '../../../src/pages/schemas.ts';

/** Where a page or an audience is reached; `{slug}` is the route key of the audience's person. */
export interface DemoLink {
  /** Null: the fallback subdomain. */
  domain: string | null;
  path: string;
}

/** An audience of a page, and what becomes of it. */
export interface DemoAudience {
  /** The email of the person it is for; without one, `customName` tells it from others of the page. */
  person?: string;
  content: Omit<AudienceCreate, 'personId' | 'status' | 'supplementaryContext'>;
  /** The supplementary context of each version, no two alike; all versions but the last get published. */
  contexts: [string, ...string[]];
  /**
   * What its last version stays. None stays `queued` or `processing`: both pass by themselves within seconds,
   * while the demo loads.
   */
  becomes: 'pending' | 'draft' | 'published' | 'cancelled';
  /** It is archived in the end. */
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

/** Metadata that all pages of the website share. */
export const house = {
  author: 'Trailmark',
  ogSiteName: 'Trailmark',
  themeColor: '#1f6f5c',
} satisfies PageCreate['metadata'];

/** What is meant for one reader is kept out of search engines. */
export const unlisted = { robots: ['noindex' as const, 'nofollow' as const] };
