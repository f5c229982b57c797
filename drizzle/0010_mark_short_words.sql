-- In scripts that are written without spaces a word may start anywhere: names that were written before get the marks
-- that src/lib/search-text.ts gives new ones. D1 takes GLOB patterns of 50 bytes.
-- The search index is made anew behind them: row by row it would take a large database longer than D1 waits.
DROP TRIGGER persons_text_updating;
--> statement-breakpoint
DROP TRIGGER persons_text_updated;
--> statement-breakpoint
UPDATE persons SET search_name = search_name || (
  WITH RECURSIVE place (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM place WHERE i < length(search_name)),
  inner_word (word) AS (
    SELECT rtrim(substr(search_name, i, 2)) FROM place
    WHERE substr(search_name, i - 1, 1) NOT IN (char(2), ' ')
      AND (substr(search_name, i, 1) GLOB '[⺀-⿟々〇ぁ-ヿㄅ-ㄯ㐀-䶿一-鿿]'
        OR substr(search_name, i, 1) GLOB '[가-힣豈-﫿ก-๛ກ-ໟက-႟ក-៿]' OR substr(search_name, i, 1) GLOB '[𠀀-𲎯]')
  )
  SELECT coalesce(group_concat(' ' || char(2, 2) || word, ''), '') FROM inner_word
)
WHERE seq % 4 = 0 AND (search_name GLOB '*[⺀-⿟々〇ぁ-ヿㄅ-ㄯ㐀-䶿一-鿿]*' OR search_name GLOB '*[가-힣豈-﫿ก-๛ກ-ໟက-႟ក-៿]*'
  OR search_name GLOB '*[𠀀-𲎯]*');
--> statement-breakpoint
UPDATE persons SET search_name = search_name || (
  WITH RECURSIVE place (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM place WHERE i < length(search_name)),
  inner_word (word) AS (
    SELECT rtrim(substr(search_name, i, 2)) FROM place
    WHERE substr(search_name, i - 1, 1) NOT IN (char(2), ' ')
      AND (substr(search_name, i, 1) GLOB '[⺀-⿟々〇ぁ-ヿㄅ-ㄯ㐀-䶿一-鿿]'
        OR substr(search_name, i, 1) GLOB '[가-힣豈-﫿ก-๛ກ-ໟက-႟ក-៿]' OR substr(search_name, i, 1) GLOB '[𠀀-𲎯]')
  )
  SELECT coalesce(group_concat(' ' || char(2, 2) || word, ''), '') FROM inner_word
)
WHERE seq % 4 = 1 AND (search_name GLOB '*[⺀-⿟々〇ぁ-ヿㄅ-ㄯ㐀-䶿一-鿿]*' OR search_name GLOB '*[가-힣豈-﫿ก-๛ກ-ໟက-႟ក-៿]*'
  OR search_name GLOB '*[𠀀-𲎯]*');
--> statement-breakpoint
UPDATE persons SET search_name = search_name || (
  WITH RECURSIVE place (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM place WHERE i < length(search_name)),
  inner_word (word) AS (
    SELECT rtrim(substr(search_name, i, 2)) FROM place
    WHERE substr(search_name, i - 1, 1) NOT IN (char(2), ' ')
      AND (substr(search_name, i, 1) GLOB '[⺀-⿟々〇ぁ-ヿㄅ-ㄯ㐀-䶿一-鿿]'
        OR substr(search_name, i, 1) GLOB '[가-힣豈-﫿ก-๛ກ-ໟက-႟ក-៿]' OR substr(search_name, i, 1) GLOB '[𠀀-𲎯]')
  )
  SELECT coalesce(group_concat(' ' || char(2, 2) || word, ''), '') FROM inner_word
)
WHERE seq % 4 = 2 AND (search_name GLOB '*[⺀-⿟々〇ぁ-ヿㄅ-ㄯ㐀-䶿一-鿿]*' OR search_name GLOB '*[가-힣豈-﫿ก-๛ກ-ໟက-႟ក-៿]*'
  OR search_name GLOB '*[𠀀-𲎯]*');
--> statement-breakpoint
UPDATE persons SET search_name = search_name || (
  WITH RECURSIVE place (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM place WHERE i < length(search_name)),
  inner_word (word) AS (
    SELECT rtrim(substr(search_name, i, 2)) FROM place
    WHERE substr(search_name, i - 1, 1) NOT IN (char(2), ' ')
      AND (substr(search_name, i, 1) GLOB '[⺀-⿟々〇ぁ-ヿㄅ-ㄯ㐀-䶿一-鿿]'
        OR substr(search_name, i, 1) GLOB '[가-힣豈-﫿ก-๛ກ-ໟက-႟ក-៿]' OR substr(search_name, i, 1) GLOB '[𠀀-𲎯]')
  )
  SELECT coalesce(group_concat(' ' || char(2, 2) || word, ''), '') FROM inner_word
)
WHERE seq % 4 = 3 AND (search_name GLOB '*[⺀-⿟々〇ぁ-ヿㄅ-ㄯ㐀-䶿一-鿿]*' OR search_name GLOB '*[가-힣豈-﫿ก-๛ກ-ໟက-႟ក-៿]*'
  OR search_name GLOB '*[𠀀-𲎯]*');
--> statement-breakpoint
INSERT INTO person_search (person_search) VALUES ('rebuild');
--> statement-breakpoint
-- FTS5 forgets a text by being told it again: before the row changes, while the view still shows it.
CREATE TRIGGER persons_text_updating
BEFORE UPDATE OF search_name, email, domain, phone_number, linkedin_profile_url ON persons BEGIN
  INSERT INTO person_search (person_search, rowid, text)
    SELECT 'delete', seq, text FROM person_search_text WHERE seq = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER persons_text_updated
AFTER UPDATE OF search_name, email, domain, phone_number, linkedin_profile_url ON persons BEGIN
  INSERT INTO person_search (rowid, text) SELECT seq, text FROM person_search_text WHERE seq = new.seq;
END;
