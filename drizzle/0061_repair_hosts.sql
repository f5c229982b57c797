DELETE FROM free_mail_domains WHERE (domain) IN (VALUES
('about.com'),('alibaba.com'),('ancestry.com'),('arcotronics.bg'),('bt.com'),('casablancaresort.com'),
('casino.com'),('check.com'),('clerk.com'),('com'),('discovery.com'),('facebook.com'),('game.com'),
('games.com'),('gsredcross.org'),('handbag.com'),('homestead.com'),('ivillage.com'),('law.com'),
('live.mdx.ac.uk'),('live.vu.edu.au'),('looksmart.co.uk'),('looksmart.com'),('mail.bcu.ac.uk'),
('medscape.com'),('mijnhva.nl'),('money.net'),('music.com'),('name.com'),('naplesnews.net'),('nus.edu.sg'),
('oath.com'),('parrot.com'),('recycler.com'),('revenue.com'),('sfgov.net'),('spa.com'),('space.com'),
('swissinfo.org'),('techspot.com'),('telstra.com'),('unican.es'),('upf.org'),('xn--9kq967o.com'),
('xn--mll-hoa.email'),('xn--mllemail-65a.com'),('xn--mllmail-n2a.com'));
--> statement-breakpoint
INSERT OR IGNORE INTO free_mail_domains VALUES
('atlas.cz'),('glocalnet.net'),('inbox.eu'),('inbox.lt'),('kpnplanet.nl'),('lyse.net'),('movistar.es'),
('netcabo.pt'),('netplus.ch'),('one.lt'),('online.ee'),('onmicrosoft.com'),('ono.com'),('proximus.be'),
('quickline.ch'),('quicknet.nl'),('sunrise.ch'),('swissonline.ch'),('tele2.se'),('telefonica.net'),
('telenor.no'),('telepac.pt'),('telia.com');
--> statement-breakpoint
-- Hosts of emails and domains that are written otherwise now: in letters (`xn--bcher-kva.example` is `bücher.example`) and
-- in plain characters instead of full-width ones.
CREATE TABLE repaired_hosts (old TEXT PRIMARY KEY, new TEXT NOT NULL, domain TEXT NOT NULL) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE repaired_labels (host TEXT, place INTEGER, text TEXT, PRIMARY KEY (host, place)) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO repaired_labels (host, place, text)
WITH RECURSIVE
hosts (host) AS (
  SELECT substr(email, instr(email, '@') + 1) FROM persons WHERE email GLOB '*@*xn--*' OR email GLOB '*[。！-～｡]*'
  UNION SELECT email_domain FROM persons WHERE email_domain GLOB '*xn--*' OR email_domain GLOB '*[。！-～｡]*'
  UNION SELECT domain FROM persons WHERE domain GLOB '*xn--*' OR domain GLOB '*[。！-～｡]*'
  UNION SELECT domain FROM accounts WHERE domain GLOB '*xn--*' OR domain GLOB '*[。！-～｡]*'
),
-- U+FF01 to U+FF5E are U+0021 to U+007E in full width.
plain (host, i, text) AS (
  SELECT host, 0, replace(replace(host, '。', '.'), '｡', '.') FROM hosts
  UNION ALL SELECT host, i + 1, replace(text, char(65281 + i), char(33 + i)) FROM plain WHERE i < 94
),
labels (host, place, label, rest) AS (
  SELECT host, 0, NULL, text || '.' FROM plain WHERE i = 94
  UNION ALL SELECT host, place + 1, substr(rest, 1, instr(rest, '.') - 1), substr(rest, instr(rest, '.') + 1)
  FROM labels WHERE rest <> ''
),
-- Punycode (RFC 3492, 6.2). A digit is read in step 0, another follows after step 1, and steps 2 and 3 insert a character.
decoded (host, place, text, rest, step, n, i, before, weight, k, bias, delta) AS (
  SELECT host, place, rtrim(rtrim(substr(label, 5), 'abcdefghijklmnopqrstuvwxyz0123456789'), '-'),
    replace(substr(label, 4 + length(rtrim(substr(label, 5), 'abcdefghijklmnopqrstuvwxyz0123456789'))), '-', ''),
    0, 128, 0, 0, 1, 36, 72, 0
  FROM labels WHERE label GLOB 'xn--?*'
  UNION ALL
  SELECT host, place,
    iif(step = 3, substr(text, 1, i % (length(text) + 1)) || char(n + i / (length(text) + 1))
      || substr(text, i % (length(text) + 1) + 1), text),
    iif(step = 0, substr(rest, 2), rest),
    CASE step WHEN 0 THEN iif(instr('abcdefghijklmnopqrstuvwxyz0123456789', substr(rest, 1, 1)) - 1
      < max(1, min(26, k - bias)), 2, 1) WHEN 2 THEN 3 ELSE 0 END,
    iif(step = 3, n + i / (length(text) + 1), n),
    CASE step WHEN 0 THEN i + weight * (instr('abcdefghijklmnopqrstuvwxyz0123456789', substr(rest, 1, 1)) - 1)
      WHEN 3 THEN i % (length(text) + 1) + 1 ELSE i END,
    iif(step = 3, i % (length(text) + 1) + 1, before),
    CASE step WHEN 1 THEN weight * (36 - max(1, min(26, k - bias))) WHEN 3 THEN 1 ELSE weight END,
    CASE step WHEN 1 THEN k + 36 WHEN 3 THEN 36 ELSE k END,
    iif(step = 3, CASE
      WHEN delta <= 455 THEN 36 * delta / (delta + 38)
      WHEN delta / 35 <= 455 THEN 36 + 36 * (delta / 35) / (delta / 35 + 38)
      ELSE 72 + 36 * (delta / 1225) / (delta / 1225 + 38)
    END, bias),
    iif(step = 2, (i - before) / iif(before = 0, 700, 2)
      + (i - before) / iif(before = 0, 700, 2) / (length(text) + 1), 0)
  FROM decoded WHERE (step > 0 OR rest <> '') AND i < 1000000000
)
SELECT host, place, label FROM labels WHERE place > 0 AND label NOT GLOB 'xn--?*'
UNION ALL SELECT host, place, text FROM decoded WHERE rest = '' AND step = 0 AND k = 36
  AND text <> '' AND text NOT GLOB '*[' || char(128) || '-' || char(159) || ']*';
--> statement-breakpoint
-- A host with a label that is no Punycode stays as it is.
INSERT INTO repaired_hosts (old, new, domain)
SELECT host, text, iif(text GLOB 'www.?*.?*', substr(text, 5), text) FROM (
  SELECT host, group_concat(text, '.' ORDER BY place) AS text, count(*) AS labels FROM repaired_labels GROUP BY host
) WHERE labels = length(host) - length(replace(replace(replace(replace(host, '.', ''), '。', ''), '．', ''), '｡', '')) + 1
  AND text <> host;
--> statement-breakpoint
-- Emails that are written otherwise now, if no other person has them: without `mailto:`, and with such a host.
CREATE TABLE repaired_emails (old TEXT PRIMARY KEY, new TEXT NOT NULL UNIQUE, host TEXT NOT NULL) WITHOUT ROWID;
--> statement-breakpoint
INSERT OR IGNORE INTO repaired_emails (old, new, host)
SELECT email, address || '@' || host, host FROM (
  SELECT p.email, coalesce(h.new, substr(p.email, instr(p.email, '@') + 1)) AS host,
    ltrim(substr(p.email, iif(p.email GLOB 'mailto:*', 8, 1), instr(p.email, '@') - iif(p.email GLOB 'mailto:*', 8, 1)))
      AS address
  FROM persons AS p LEFT JOIN repaired_hosts AS h ON h.old = substr(p.email, instr(p.email, '@') + 1)
  WHERE p.email GLOB 'mailto:*' OR h.old IS NOT NULL
  ORDER BY p.seq
)
WHERE address <> '' AND NOT EXISTS (SELECT 1 FROM persons AS other WHERE other.email = address || '@' || host);
--> statement-breakpoint
UPDATE persons SET email = r.new, search_email = nullif(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(r.new, 
    'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ß', 'ss'), 'ẞ', 'ss'), 'Þ', 'th'), 'þ', 'th'), 
    'Ð', 'd'), 'ð', 'd'), 'Đ', 'd'), 'đ', 'd'), 'Ø', 'o'), 'ø', 'o'), 'Ł', 'l'), 'ł', 'l'), 'Ħ', 
    'h'), 'ħ', 'h'), 'Ŧ', 't'), 'ŧ', 't'), 'Ŋ', 'n'), 'ŋ', 'n'), 'ı', 'i'), r.new),
  revision = revision + 1
FROM repaired_emails AS r WHERE persons.email = r.old;
--> statement-breakpoint
-- An erasure clears the forms of a person by email.
UPDATE audience_sessions SET form_submission_email = r.new
FROM repaired_emails AS r WHERE audience_sessions.form_submission_email = r.old;
--> statement-breakpoint
UPDATE audience_sessions SET form_submission_identifier = r.new
FROM repaired_emails AS r
WHERE audience_sessions.form_submission_identifier = r.old AND form_submission_identifier_type = 'email';
--> statement-breakpoint
-- A domain that is no name of a host (`n`, `none`, `*.acme.example`, `acme..example`) names no company.
UPDATE persons SET domain = (SELECT r.domain FROM repaired_hosts AS r WHERE r.old = persons.domain),
  search_domain = (SELECT nullif(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(r.domain, 
    'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ß', 'ss'), 'ẞ', 'ss'), 'Þ', 'th'), 'þ', 'th'), 
    'Ð', 'd'), 'ð', 'd'), 'Đ', 'd'), 'đ', 'd'), 'Ø', 'o'), 'ø', 'o'), 'Ł', 'l'), 'ł', 'l'), 'Ħ', 
    'h'), 'ħ', 'h'), 'Ŧ', 't'), 'ŧ', 't'), 'Ŋ', 'n'), 'ŋ', 'n'), 'ı', 'i'), r.domain)
    FROM repaired_hosts AS r WHERE r.old = persons.domain),
  revision = revision + 1
WHERE domain IN (SELECT old FROM repaired_hosts)
  OR '.' || domain || '.' GLOB '*..*' OR domain GLOB '[*]*' OR domain NOT GLOB '*.*';
--> statement-breakpoint
-- The company of an email: `www.` was cut from `www.de` and `www.com`, and a host that is none had a company.
UPDATE persons SET email_domain = (
  SELECT host FROM (
    SELECT iif(host GLOB 'www.?*.?*', substr(host, 5), host) AS host
    FROM (SELECT substr(persons.email, instr(persons.email, '@') + 1) AS host)
  )
  WHERE host GLOB '*.*' AND '.' || host || '.' NOT GLOB '*..*' AND host NOT GLOB '[*]*'
    AND NOT EXISTS (SELECT 1 FROM free_mail_domains WHERE free_mail_domains.domain = host)
), revision = revision + 1
WHERE email IN (SELECT new FROM repaired_emails)
  OR email GLOB '*@www.*' AND email NOT GLOB '*@www.*.*'
  OR '.' || email_domain || '.' GLOB '*..*' OR email_domain GLOB '[*]*' OR email_domain NOT GLOB '*.*';
--> statement-breakpoint
-- The account keeps its id, its logs and its name under the domain that its persons have now.
CREATE TABLE repaired_accounts (old TEXT PRIMARY KEY, new TEXT NOT NULL UNIQUE) WITHOUT ROWID;
--> statement-breakpoint
INSERT OR IGNORE INTO repaired_accounts (old, new)
SELECT old, new FROM (
  SELECT a.domain AS old, coalesce(h.domain, 'www.' || a.domain) AS new
  FROM accounts AS a LEFT JOIN repaired_hosts AS h ON h.old = a.domain
  WHERE h.old IS NOT NULL OR a.domain NOT GLOB '*.*'
    AND EXISTS (SELECT 1 FROM persons WHERE account_domain = 'www.' || a.domain)
)
WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE domain = new);
--> statement-breakpoint
UPDATE accounts SET domain = r.new, name = iif(name = r.old, r.new, name), revision = revision + 1,
  linked_persons_count = (SELECT count(*) FROM persons WHERE account_domain = r.new)
FROM repaired_accounts AS r WHERE accounts.domain = r.old;
--> statement-breakpoint
-- A new account for every other domain of persons that has none now. Its id is a TypeID: the time in base 32, then random digits.
INSERT INTO accounts (account_id, seq, domain, name, linked_persons_count, revision, write_id, created_at, updated_at,
  latest_activity_at)
SELECT 'account_' || (
    SELECT group_concat(substr('0123456789abcdefghjkmnpqrstvwxyz', ((now >> (45 - 5 * value)) & 31) + 1, 1), '')
    FROM json_each('[0,1,2,3,4,5,6,7,8,9]')
  ) || lower(hex(randomblob(8))),
  (SELECT coalesce(max(seq), 0) FROM accounts) + row_number() OVER (), domain, domain, persons, 1, '', now, now, now
FROM (
  SELECT account_domain AS domain, count(*) AS persons, unixepoch() * 1000 AS now FROM persons
  WHERE account_domain IS NOT NULL GROUP BY account_domain
) AS domain_of
WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.domain = domain_of.domain);
--> statement-breakpoint
-- As with an erasure, an account goes that nothing holds any more: no person, no log, no name of its own.
DELETE FROM accounts
WHERE linked_persons_count = 0 AND name = domain
  AND (domain IN (SELECT old FROM repaired_hosts) OR '.' || domain || '.' GLOB '*..*' OR domain GLOB '[*]*'
    OR domain NOT GLOB '*.*')
  AND NOT EXISTS (SELECT 1 FROM account_log_counts WHERE account_id = accounts.account_id);
--> statement-breakpoint
-- Sales Navigator: what follows the comma says how the member was found.
CREATE TABLE repaired_members (old TEXT PRIMARY KEY, new TEXT NOT NULL UNIQUE) WITHOUT ROWID;
--> statement-breakpoint
INSERT OR IGNORE INTO repaired_members (old, new)
SELECT url, new FROM (
  SELECT linkedin_profile_url AS url, 'https://www.linkedin.com/sales/lead/' || substr(id, 1, instr(id || '%2C', '%2C') - 1)
    AS new
  FROM (
    SELECT seq, linkedin_profile_url, substr(linkedin_profile_url, iif(linkedin_profile_url GLOB '*/sales/lead/*', 37, 39))
      AS id
    FROM persons
    WHERE linkedin_profile_url GLOB 'https://www.linkedin.com/sales/lead/?*[%]2C*'
      OR linkedin_profile_url GLOB 'https://www.linkedin.com/sales/people/?*'
    ORDER BY seq
  )
)
WHERE new <> 'https://www.linkedin.com/sales/lead/'
  AND NOT EXISTS (SELECT 1 FROM persons WHERE linkedin_identity = new);
--> statement-breakpoint
UPDATE persons SET linkedin_profile_url = r.new, linkedin_key = NULL, revision = revision + 1
FROM repaired_members AS r WHERE persons.linkedin_profile_url = r.old;
--> statement-breakpoint
DROP TABLE repaired_members;
--> statement-breakpoint
DROP TABLE repaired_accounts;
--> statement-breakpoint
DROP TABLE repaired_emails;
--> statement-breakpoint
DROP TABLE repaired_labels;
--> statement-breakpoint
DROP TABLE repaired_hosts;
