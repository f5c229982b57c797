/** Rules of the robots meta tag that contain no number or date (Google Search Central, Bing Webmaster). */
export const robotsRules = [
  'all',
  'index',
  'follow',
  'noindex',
  'nofollow',
  'none',
  'noarchive',
  'nocache',
  'nosnippet',
  'noimageindex',
  'notranslate',
  'indexifembedded',
  'max-image-preview:none',
  'max-image-preview:standard',
  'max-image-preview:large',
] as const;
/** Object types of the Open Graph protocol (ogp.me). */
export const ogTypes = [
  'website',
  'article',
  'book',
  'profile',
  'payment.link',
  'music.song',
  'music.album',
  'music.playlist',
  'music.radio_station',
  'video.movie',
  'video.episode',
  'video.tv_show',
  'video.other',
] as const;
/** Card types of X. */
export const twitterCards = ['summary', 'summary_large_image', 'app', 'player'] as const;

/** All fields without values. The service itself sets the four fields of images, and does not set them yet. */
const blank = {
  title: '',
  description: '',
  keywords: [] as string[],
  author: '',
  robots: [] as (typeof robotsRules)[number][],
  canonicalUrl: '',
  ogTitle: '',
  ogDescription: '',
  ogType: 'website' as (typeof ogTypes)[number],
  ogImageUrl: '',
  ogImageFileId: '',
  ogImageAlt: '',
  ogSiteName: '',
  ogUrl: '',
  twitterCard: 'summary' as (typeof twitterCards)[number],
  twitterTitle: '',
  twitterDescription: '',
  twitterImageUrl: '',
  twitterImageFileId: '',
  twitterImageAlt: '',
  twitterSite: '',
  twitterCreator: '',
  themeColor: '',
};

/** Metadata as in answers: all 23 fields. */
export type Metadata = typeof blank;
/** Metadata as stored: only the fields that are set. */
export type MetadataFields = Partial<
  Omit<Metadata, 'ogImageUrl' | 'ogImageFileId' | 'twitterImageUrl' | 'twitterImageFileId'>
>;

/** The fields of a page from which metadata is made. */
export interface PageContent {
  title: string;
  url: string;
  metadata: MetadataFields;
}

/** All fields. A text that is not set is `""`, a list `[]`, and an enum the value of `inherited` or the default. */
export const fullMetadata = (
  fields: MetadataFields,
  { ogType = blank.ogType, twitterCard = blank.twitterCard }: MetadataFields = {},
): Metadata => ({ ...blank, ogType, twitterCard, ...fields });

/**
 * The metadata of the page that a visitor gets: the page's metadata, overlaid with the override. Empty fields are
 * then filled from others (ogTitle from title, twitterTitle from ogTitle, canonicalUrl from the page's URL …).
 */
export function effectiveMetadata(page: PageContent, override: MetadataFields = {}): Metadata {
  const set = { ...page.metadata, ...override };
  const title = set.title ?? page.title;
  const canonicalUrl = set.canonicalUrl ?? page.url;
  const ogTitle = set.ogTitle ?? title;
  const ogDescription = set.ogDescription ?? set.description ?? '';
  const ogImageAlt = set.ogImageAlt ?? '';
  return fullMetadata({
    title,
    canonicalUrl,
    ogTitle,
    ogDescription,
    ogImageAlt,
    ogUrl: canonicalUrl,
    twitterTitle: ogTitle,
    twitterDescription: ogDescription,
    twitterImageAlt: ogImageAlt,
    ...set,
  });
}

/** The fields to change; null and an empty list clear one. */
type MetadataChanges = {
  [K in keyof MetadataFields]?: MetadataFields[K] | null | undefined;
};

/** A JSON merge patch (RFC 7396) of what is stored: a cleared field is a null. */
export const metadataPatch = (changes: MetadataChanges): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [
      field,
      Array.isArray(value) && value.length === 0 ? null : value,
    ]),
  );

/** The fields of a resource that starts with these changes. */
export const metadataFields = (changes: MetadataChanges = {}): MetadataFields =>
  Object.fromEntries(Object.entries(metadataPatch(changes)).filter(([, value]) => value !== null));
