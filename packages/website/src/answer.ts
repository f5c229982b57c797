/** An image: its address, and the text for those who do not see it. */
export interface Image {
  url: string;
  alt: string;
}
/** What a field has: a text or a link, an image, or a list of texts. */
export type Field = string | Image | readonly string[];
export type Fields = Record<string, Field>;

/** What search engines and social networks read: `title`, `description`, `robots`, `canonicalUrl`, `ogTitle` … */
export interface Metadata extends Record<string, string | readonly string[]> {
  title: string;
  description: string;
  robots: readonly string[];
}

/** The words of a page, as Footfall answers them. */
export interface Content {
  title: string;
  url: string;
  metadata: Metadata;
  actionFormId: string | null;
  actionUrl: string | null;
  fields: Fields;
}

/** An answer of `GET /v0/page_links/resolve`. */
export interface Answer {
  pageId: string;
  pageLinkId: string | null;
  audienceId: string | null;
  versionId: string | null;
  /** Whom the link was made for. Absent unless the key has the scope `read`. */
  personId?: string | null;
  /** The running test of the audience, and the hash of it and the visitor. Absent before Footfall has tests. */
  experiment?: { experimentId: string; unit: string | null } | null;
  preview: { status: 'shown' | 'ended' | 'unknown'; expiresAt: string | null } | null;
  content: Content;
}

/** The words of an answer that a visitor gets. */
export const chosen = ({ content }: Answer): Content => content;
