import { charactersInSql, folded, mark, marked, removedWith, renewed } from './folded.ts';

const line = charactersInSql('\n');

export default `-- The search index of accounts. accounts_inserted, in account-counters.sql, adds a new account to it.

-- The text in which an account is found: name and domain, each word of the name after two marks (person-search.sql.ts
-- says why). search_name has what SQL cannot fold, for a name that somebody gave.
CREATE VIEW account_search_text AS
SELECT account_id, seq,
  ${folded(`iif(name = domain, '', ${marked('name')} || ${line}) || ${mark} || domain`)}
  || coalesce(${line} || search_name, '') AS text
FROM accounts;

-- The trigrams of that text. The baseline sets the option secure-delete: the account of an erased person may be named
-- after the person.
CREATE VIRTUAL TABLE account_search USING fts5 (
  text, content = 'account_search_text', content_rowid = 'seq', tokenize = "trigram remove_diacritics 1"
);

${renewed('accounts', 'account_search', 'name, search_name', 'account_id')}

${removedWith('accounts', 'account_search', 'account_id')}
`;
