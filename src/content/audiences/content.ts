import type { Content } from '../pages/content-schemas.ts';
import { type FieldValues, fieldValues } from '../pages/fields.ts';
import { effectiveMetadata, type MetadataFields, type PageContent } from '../pages/metadata.ts';

/** What a version is made from, as it was when publishing was requested. */
export interface Frozen extends Omit<Content, 'title' | 'url' | 'metadata' | 'fields'> {
  page: PageContent;
  metadataOverride: MetadataFields;
  /** What was frozen before pages had fields has none. */
  fieldOverrides?: FieldValues;
}

/** The content of a published version. */
export const contentOf = ({ page, metadataOverride, fieldOverrides, ...rest }: Frozen): Content => ({
  title: page.title,
  url: page.url,
  metadata: effectiveMetadata(page, metadataOverride),
  ...rest,
  fields: fieldValues(page.fields ?? [], fieldOverrides),
});

/** The content of a snapshot: one that was made before pages had fields has none. */
export function contentIn(snapshot: string): Content {
  const content = JSON.parse(snapshot) as Omit<Content, 'fields'> & Partial<Pick<Content, 'fields'>>;
  return { ...content, fields: content.fields ?? {} };
}

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
