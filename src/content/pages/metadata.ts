import { type MetadataKind, metadataKinds } from '../../vocabulary/metadata-kinds.ts';
import type { PageField } from './fields.ts';

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

/** The value of each kind of field when it is not set. */
const unset = {
  line: '',
  paragraph: '',
  address: '',
  /** Of the file of an image: the service itself sets it, and does not yet. */
  file: '',
  keywords: [] as string[],
  robots: [] as (typeof robotsRules)[number][],
  ogType: 'website' as (typeof ogTypes)[number],
  twitterCard: 'summary' as (typeof twitterCards)[number],
} satisfies Record<MetadataKind, unknown>;

/** The fields whose kind is in `Kinds`, with what it has for the kind. */
export type OfKinds<Kinds> = {
  [K in keyof typeof metadataKinds as (typeof metadataKinds)[K] extends keyof Kinds
    ? K
    : never]: Kinds[(typeof metadataKinds)[K] & keyof Kinds];
};
/** For each field what there is for its kind, if anything. */
export const ofKinds = <Kinds extends object>(kinds: Kinds): OfKinds<Kinds> =>
  Object.fromEntries(
    Object.entries(metadataKinds).flatMap(([name, kind]) =>
      kind in kinds ? [[name, kinds[kind as keyof Kinds]]] : [],
    ),
  ) as OfKinds<Kinds>;

const blank = ofKinds(unset);

/** Metadata as in answers: all 23 fields. */
export type Metadata = typeof blank;
/** Metadata as stored: only the fields that are set. */
export type MetadataFields = Partial<OfKinds<Omit<typeof unset, 'file'>>>;

/** The columns of a page from which content is made. */
export interface PageContent {
  title: string;
  url: string;
  metadata: MetadataFields;
  /** What was frozen before pages had fields has none. */
  fields?: PageField[];
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
export function effectiveMetadata(
  page: Omit<PageContent, 'fields'>,
  override: MetadataFields = {},
): Metadata {
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
