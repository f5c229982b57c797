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

/** A version of a running test, with its share of the visitors. */
export interface Arm {
  versionId: string;
  weight: number;
  content: Content;
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
  experiment?: { experimentId: string; unit: string | null; arms?: readonly Arm[] | null } | null;
  preview: { status: 'shown' | 'ended' | 'unknown'; expiresAt: string | null } | null;
  content: Content;
}

/**
 * What a visitor gets of an answer: of a running test, the version of their arm. Without a visitor, or where the platform
 * has no WebCrypto, such as a browser without https, the arm is drawn. docs/developers/experiments.md has the rule.
 */
export async function chosen(
  answer: Answer,
  visitor: string | undefined,
  draw: () => number,
): Promise<Answer> {
  const { experimentId, arms } = answer.experiment ?? {};
  if (!arms) return answer;
  let share = draw();
  let unit: string | null = null;
  try {
    if (visitor) {
      const asked = new TextEncoder().encode(`${experimentId}:${visitor}`);
      const hash = await crypto.subtle.digest('SHA-256', asked);
      share = new DataView(hash).getUint32(0) / 2 ** 32;
      const base64 = btoa(String.fromCharCode(...new Uint8Array(hash, 0, 8)));
      unit = base64.slice(0, 11).replace(/\W/g, (one) => (one === '+' ? '-' : '_'));
    }
  } catch {}
  share *= arms.reduce((sum, { weight }) => sum + weight, 0);
  const arm = arms.find(({ weight }) => {
    share -= weight;
    return share < 0;
  });
  return { ...answer, ...arm, experiment: { experimentId, unit } } as Answer;
}
