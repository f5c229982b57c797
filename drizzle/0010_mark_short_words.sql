-- In scripts that are written without spaces a word may start anywhere: names that were written before get the marks
-- that src/lib/search-text.ts gives new ones. D1 takes GLOB patterns of 50 bytes.
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
WHERE search_name GLOB '*[⺀-⿟々〇ぁ-ヿㄅ-ㄯ㐀-䶿一-鿿]*' OR search_name GLOB '*[가-힣豈-﫿ก-๛ກ-ໟက-႟ក-៿]*'
  OR search_name GLOB '*[𠀀-𲎯]*';
