/** All fields without values. */
const blank = {
  title: '',
  description: '',
  keywords: [] as string[],
  author: '',
  robots: [] as string[],
  canonicalUrl: '',
  ogTitle: '',
  ogDescription: '',
  ogType: 'website',
  ogImageUrl: '',
  ogImageFileId: '',
  ogImageAlt: '',
  ogSiteName: '',
  ogUrl: '',
  twitterCard: 'summary',
  twitterTitle: '',
  twitterDescription: '',
  twitterImageUrl: '',
  twitterImageFileId: '',
  twitterImageAlt: '',
  twitterSite: '',
  twitterCreator: '',
  themeColor: '',
};

export type Metadata = typeof blank;

export interface PageContent {
  title: string;
  url: string;
  metadata: Partial<Metadata>;
}

/** All fields of an override. Enums that are not set come from the page. */
export const fullMetadata = (override: Partial<Metadata>, page: Partial<Metadata>): Metadata => ({
  ...blank,
  ogType: page.ogType ?? blank.ogType,
  twitterCard: page.twitterCard ?? blank.twitterCard,
  ...override,
});

/** The metadata that a visitor gets: that of the page, then the override, then fields that are filled from others. */
export function effectiveMetadata(page: PageContent, override: Partial<Metadata>): Metadata {
  const set = { ...page.metadata, ...override };
  const title = set.title ?? page.title;
  const canonicalUrl = set.canonicalUrl ?? page.url;
  const ogTitle = set.ogTitle ?? title;
  const ogDescription = set.ogDescription ?? set.description ?? '';
  const ogImageAlt = set.ogImageAlt ?? '';
  return {
    ...blank,
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
  };
}
