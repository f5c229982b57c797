import {
  effectiveMetadata,
  type Metadata,
  type MetadataFields,
  type PageContent,
} from '../pages/metadata.ts';

/** What a version is made of, as it stood when publish was asked for. */
export interface Frozen {
  page: PageContent;
  metadataOverride: MetadataFields;
  actionFormId: string | null;
  actionFormInstructions: string | null;
  actionUrl: string | null;
  supplementaryContext: string | null;
}

/** What a website shows to a visitor. It names no person, so that an erasure leaves none in it. */
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

/** The content of a page for those for whom nothing is published. */
export const pageContentOf = (page: PageContent): Content =>
  contentOf({
    page,
    metadataOverride: {},
    actionFormId: null,
    actionFormInstructions: null,
    actionUrl: null,
    supplementaryContext: null,
  });
