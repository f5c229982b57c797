import {
  effectiveMetadata,
  type Metadata,
  type MetadataFields,
  type PageContent,
} from '../pages/metadata.ts';

/** What a version is made from, as it was when publishing was requested. */
export interface Frozen {
  page: PageContent;
  metadataOverride: MetadataFields;
  actionFormId: string | null;
  actionFormInstructions: string | null;
  actionUrl: string | null;
  supplementaryContext: string | null;
}

/** The content that a website shows to a visitor. It names no person, so an erasure need not change it. */
export interface Content {
  title: string;
  url: string;
  metadata: Metadata;
  actionFormId: string | null;
  actionFormInstructions: string | null;
  actionUrl: string | null;
  supplementaryContext: string | null;
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
