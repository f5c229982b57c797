import type { Content } from '../pages/content-schemas.ts';
import { effectiveMetadata, type MetadataFields, type PageContent } from '../pages/metadata.ts';

/** What a version is made from, as it was when publishing was requested. */
export interface Frozen extends Omit<Content, 'title' | 'url' | 'metadata'> {
  page: PageContent;
  metadataOverride: MetadataFields;
}

/** The content of a published version. */
export const contentOf = ({ page, metadataOverride, ...rest }: Frozen): Content => ({
  title: page.title,
  url: page.url,
  metadata: effectiveMetadata(page, metadataOverride),
  ...rest,
});

/** The content of a page for visitors without a published audience. */
export const pageContentOf = (page: PageContent): Content =>
  contentOf({
    page,
    metadataOverride: {},
    actionFormId: null,
    actionFormInstructions: null,
    actionUrl: null,
    supplementaryContext: null,
  });
