import { marks } from '../../visits/page-links/path.ts';
import { charactersInSql, renewed } from './folded.ts';

export default `-- The search index of page links. page_links_inserted, in page-link-counts.sql, adds a new link to it.

-- search_path is already folded: see src/visits/page-links/path.ts. After it come three trigrams, one each for domain, type
-- and page. src/visits/page-links/store/search.ts uses them to narrow a search before it reads the links. A deleted link has
-- an empty text, so no search finds it.
CREATE VIEW page_link_search_text AS
SELECT seq, iif(deleted_at IS NULL, search_path
  || ${charactersInSql(marks.domain)} || coalesce(substr(tenant_domain_id, -2), '--')
  || ${charactersInSql(marks.type)} || substr(target_type, 1, 2)
  || ${charactersInSql(marks.page)} || substr(page_id, -2), '') AS text
FROM page_links;

-- The trigrams of that text.
CREATE VIRTUAL TABLE page_link_search USING fts5 (
  text, content = 'page_link_search_text', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1'
);

${renewed('page_links', 'page_link_search', 'search_path, tenant_domain_id, target_type, page_id, deleted_at')}
`;
