import { wordStart } from '../../lib/search-text.ts';
import { charactersInSql, removedWith, renewed } from './folded.ts';

const line = charactersInSql('\n');
const word = charactersInSql(`\n${wordStart}`);

export default `-- The search index of persons. persons_inserted, in account-counters.sql, adds a new person to it.

-- The text in which a person is found. Each word starts with two marks (U+0002). So the trigrams "mark mark j" and
-- "mark j o" of this index find words that start with one or two given characters.
CREATE VIEW person_search_text AS
SELECT seq, person_id,
  search_name
  || ${word} || slug
  || coalesce(${word} || coalesce(search_email, email), '')
  || coalesce(${word} || substr(coalesce(search_email, email), instr(coalesce(search_email, email), '@') + 1), '')
  || coalesce(${word} || coalesce(search_domain, domain), '')
  || coalesce(${word} || phone_number || ${word} || substr(phone_number, 2), '')
  || coalesce(${line} || linkedin_profile_url, '') AS text
FROM persons;

-- The trigrams of that text. The baseline sets the option secure-delete, so that no text of an erased person stays
-- in the index.
CREATE VIRTUAL TABLE person_search USING fts5 (
  text, content = 'person_search_text', content_rowid = 'seq', tokenize = "trigram remove_diacritics 1"
);

${renewed('persons', 'person_search', 'search_name, email, domain, phone_number, linkedin_profile_url')}

${removedWith('persons', 'person_search')}
`;
