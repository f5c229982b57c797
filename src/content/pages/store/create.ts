import type { Database } from '../../../db/client.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { metadataFields } from '../metadata.ts';
import type { Page, PageCreate } from '../schemas.ts';
import { pageRecord } from './internal.ts';

/** Creates a page. Throws `page_conflict` when another has its URL. */
export const createPage = (db: Database, { title, url, metadata }: PageCreate): Promise<Tagged<Page>> =>
  pageRecord.create(db, { title, url, metadata: JSON.stringify(metadataFields(metadata)) });
