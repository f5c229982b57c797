/** The 23 fields of metadata, and what each is. */
export const metadataKinds = {
  title: 'line',
  description: 'paragraph',
  keywords: 'keywords',
  author: 'line',
  robots: 'robots',
  canonicalUrl: 'address',
  ogTitle: 'line',
  ogDescription: 'paragraph',
  ogType: 'ogType',
  ogImageUrl: 'file',
  ogImageFileId: 'file',
  ogImageAlt: 'line',
  ogSiteName: 'line',
  ogUrl: 'address',
  twitterCard: 'twitterCard',
  twitterTitle: 'line',
  twitterDescription: 'paragraph',
  twitterImageUrl: 'file',
  twitterImageFileId: 'file',
  twitterImageAlt: 'line',
  twitterSite: 'line',
  twitterCreator: 'line',
  themeColor: 'line',
} as const;
export type MetadataKind = (typeof metadataKinds)[keyof typeof metadataKinds];

/** The fields that are an address. */
export const addressFields: ReadonlySet<string> = new Set(
  Object.entries(metadataKinds).flatMap(([name, kind]) => (kind === 'address' ? [name] : [])),
);
