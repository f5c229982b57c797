-- 0086 and 0087 were edited after they had landed, so databases have either text of each: scripts/d1/other-forms.ts. From
-- here on all have the same views and triggers.
DROP TRIGGER IF EXISTS sample_data_loaded;
--> statement-breakpoint
DROP TRIGGER IF EXISTS sample_data_removed;
--> statement-breakpoint
DROP TRIGGER IF EXISTS persons_deleted_answers;
--> statement-breakpoint
DROP TRIGGER IF EXISTS person_writes_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS matched_person_writes_inserted;
--> statement-breakpoint
DROP VIEW IF EXISTS seen_last_in_sample_data;
--> statement-breakpoint
DROP VIEW IF EXISTS matched_person_writes;
--> statement-breakpoint
DROP VIEW IF EXISTS person_writes;
--> statement-breakpoint
-- To write a person without a log, insert into this view. `write` is a JSON object (src/people/persons/store/write.ts).
-- The person is the one with the first identifier that is known, or else a new one. `onConflict` says what a known person
-- gets: `fill` fills blanks, `update` replaces what differs unless another person has it, `skip` changes nothing. A write
-- whose key is known, and one that is sent again after its answer was lost, ends before it changes anything: the person has
-- its id, or the id is noted in place of a key.
CREATE VIEW person_writes (write) AS SELECT NULL WHERE false;
--> statement-breakpoint
-- A write with the person that it matches, who is new without `seq`. `gets_…` says what a known person gets.
-- `email_domain` is the domain of an email that the person gets, unless it is free mail. `oldest_write` is the id that a
-- change drops from `write_id`.
CREATE VIEW matched_person_writes
  (write, person_id, seq, oldest_write, email_domain, gets_name, gets_email, gets_phone_number, gets_linkedin, gets_domain) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE false;
--> statement-breakpoint
-- Persons and accounts that stay, and were seen last in a visit of sample data.
CREATE VIEW seen_last_in_sample_data (kind, seq, id, bucket) AS
SELECT 'persons', persons.seq, persons.person_id, 'p' || (persons.seq % 32)
  FROM sample_data AS old CROSS JOIN audience_sessions AS visit ON visit.page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez'
    CROSS JOIN persons ON persons.person_id IN (recipient_person_id, visit.person_id)
  WHERE NOT (persons.person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez')
  GROUP BY persons.seq HAVING max(session_started_at) >= coalesce((SELECT visits FROM latest_visits WHERE kind = 'recent' AND block = 0) ->> ('$.' || 'p' || (persons.seq % 32) || '.' || persons.seq),
    (SELECT visits ->> ('$.' || 'p' || (persons.seq % 32) || '.' || persons.seq) FROM latest_visits
      WHERE kind = 'persons' AND block = persons.seq / 512), 0)
UNION ALL SELECT 'accounts', accounts.seq, accounts.account_id, 'a' || (accounts.seq % 32)
  FROM sample_data AS old CROSS JOIN audience_sessions AS visit ON visit.page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez'
    CROSS JOIN accounts ON accounts.account_id IN (recipient_account_id, visit.account_id)
  WHERE (NOT (accounts.account_id BETWEEN 'account_' || old.id_time || 'e00samp1e' AND 'account_' || old.id_time || 'e00samp1ez')
    OR EXISTS (SELECT 1 FROM persons WHERE account_domain = accounts.domain AND NOT (persons.person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez')))
  GROUP BY accounts.seq HAVING max(session_started_at) >= coalesce((SELECT visits FROM latest_visits WHERE kind = 'recent' AND block = 0) ->> ('$.' || 'a' || (accounts.seq % 32) || '.' || accounts.seq),
    (SELECT visits ->> ('$.' || 'a' || (accounts.seq % 32) || '.' || accounts.seq) FROM latest_visits
      WHERE kind = 'accounts' AND block = accounts.seq / 512), 0);
--> statement-breakpoint
CREATE TRIGGER person_writes_inserted INSTEAD OF INSERT ON person_writes
WHEN NOT EXISTS (
  SELECT 1 FROM idempotency_keys WHERE resource = 'person' AND key_hash = coalesce(new.write ->> 'keyHash', new.write ->> 'writeId')
) BEGIN
  INSERT INTO matched_person_writes
  SELECT new.write, person_id, seq, oldest_write,
    iif(seq IS NULL OR gets_email, (
      SELECT new.write ->> 'emailDomain'
      WHERE NOT EXISTS (SELECT 1 FROM free_mail_domains WHERE domain = new.write ->> 'emailDomain')), NULL), gets_name, gets_email, gets_phone_number, gets_linkedin, gets_domain
  FROM (
    SELECT coalesce(person.person_id, new.write ->> 'newPersonId') AS person_id, person.seq,
      substr(person.write_id, 232, 32) AS oldest_write,
      new.write ->> 'givenName' IS NOT NULL AND person.name <> new.write ->> 'givenName' AND (new.write ->> 'onConflict' = 'update'
        OR person.name IN (SELECT value FROM json_each(new.write, '$.derivedNames'))) AS gets_name,
      new.write ->> 'email' IS NOT NULL AND iif(new.write ->> 'onConflict' = 'update', person.email IS NOT new.write ->> 'email',
        person.email IS NULL AND NOT EXISTS (SELECT 1 FROM persons WHERE email = new.write ->> 'email' AND seq IS NOT person.seq)) AS gets_email,
      new.write ->> 'phoneNumber' IS NOT NULL AND iif(new.write ->> 'onConflict' = 'update', person.phone_number IS NOT new.write ->> 'phoneNumber',
        person.phone_number IS NULL AND NOT EXISTS (SELECT 1 FROM persons WHERE phone_number = new.write ->> 'phoneNumber' AND seq IS NOT person.seq)) AS gets_phone_number,
      new.write ->> 'linkedinProfileUrl' IS NOT NULL AND iif(new.write ->> 'onConflict' = 'update', person.linkedin_identity IS NOT new.write ->> 'linkedinIdentity',
        person.linkedin_profile_url IS NULL AND NOT EXISTS (SELECT 1 FROM persons WHERE linkedin_identity = new.write ->> 'linkedinIdentity' AND seq IS NOT person.seq)) AS gets_linkedin,
      new.write ->> 'domain' IS NOT NULL AND iif(new.write ->> 'onConflict' = 'update', person.domain IS NOT new.write ->> 'domain',
        person.account_domain IS NULL) AS gets_domain
    FROM (SELECT 1) LEFT JOIN persons AS person ON person.seq = coalesce(
        (SELECT seq FROM persons WHERE email = new.write ->> 'email'),
        (SELECT seq FROM persons WHERE phone_number = new.write ->> 'phoneNumber'),
        (SELECT seq FROM persons WHERE linkedin_identity = new.write ->> 'linkedinIdentity'))
    WHERE person.seq IS NULL
      OR NOT instr(person.write_id, new.write ->> 'writeId')
      AND NOT (new.write ->> 'onConflict' = 'update' AND (EXISTS (SELECT 1 FROM persons WHERE email = new.write ->> 'email' AND seq IS NOT person.seq)
        OR EXISTS (SELECT 1 FROM persons WHERE phone_number = new.write ->> 'phoneNumber' AND seq IS NOT person.seq)
        OR EXISTS (SELECT 1 FROM persons WHERE linkedin_identity = new.write ->> 'linkedinIdentity' AND seq IS NOT person.seq)))
  )
  WHERE NOT EXISTS (SELECT 1 FROM persons WHERE person_id = new.write ->> 'newPersonId')
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person_id = new.write ->> 'newPersonId');
END;
--> statement-breakpoint
CREATE TRIGGER matched_person_writes_inserted INSTEAD OF INSERT ON matched_person_writes BEGIN
  INSERT INTO persons (person_id, name, search_name, email, search_email, email_domain, phone_number,
    linkedin_profile_url, linkedin_key, slug, domain, search_domain, revision, write_id, created_at, updated_at, gone)
  SELECT new.person_id, new.write ->> 'name', new.write ->> 'searchName', new.write ->> 'email',
    new.write ->> 'searchEmail', new.email_domain, new.write ->> 'phoneNumber',
    new.write ->> 'linkedinProfileUrl', new.write ->> 'linkedinKey',
    CASE
      WHEN NOT EXISTS (SELECT 1 FROM persons WHERE slug = new.write ->> 'slug') THEN new.write ->> 'slug'
      WHEN NOT EXISTS (SELECT 1 FROM persons WHERE slug = new.write ->> 'shortSlug') THEN new.write ->> 'shortSlug'
      ELSE new.write ->> 'wholeSlug'
    END,
    new.write ->> 'domain', new.write ->> 'searchDomain', 1, new.write ->> 'writeId', new.write ->> 'now', new.write ->> 'now',
    coalesce((SELECT gone FROM persons ORDER BY seq DESC LIMIT 1), 0)
  WHERE new.seq IS NULL
  ON CONFLICT (person_id) DO NOTHING;

  -- A list may change a person so often that their row does not keep the ids of all its writes.
  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person', new.oldest_write, new.person_id, new.oldest_write, '', 0, '', 'updated', new.write ->> 'now'
  WHERE (new.gets_name OR new.gets_email OR new.gets_phone_number OR new.gets_linkedin OR new.gets_domain) AND NOT new.write ->> 'onConflict' = 'skip' AND new.oldest_write BETWEEN 'entry_' AND 'entry_~'
    AND new.oldest_write > 'entry_' || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 0 & 31) + 1, 1)
  ON CONFLICT DO NOTHING;

  -- Apart from each other, because an UPDATE that names a column of an index writes its entry, whether it changes or not.
  UPDATE persons SET name = new.write ->> 'givenName', search_name = new.write ->> 'searchName', revision = revision + 1,
    write_id = substr(new.write ->> 'writeId' || ' ' || write_id, 1, 264),
    updated_at = max(updated_at, new.write ->> 'now')
  WHERE seq = new.seq AND new.gets_name AND NOT (new.gets_email OR new.gets_phone_number OR new.gets_linkedin OR new.gets_domain) AND NOT new.write ->> 'onConflict' = 'skip';

  UPDATE persons SET
    name = iif(new.gets_name, new.write ->> 'givenName', name),
    search_name = iif(new.gets_name, new.write ->> 'searchName', search_name),
    email = iif(new.gets_email, new.write ->> 'email', email),
    search_email = iif(new.gets_email, new.write ->> 'searchEmail', search_email),
    email_domain = iif(new.gets_email, new.email_domain, email_domain),
    domain = iif(new.gets_domain, new.write ->> 'domain', domain),
    search_domain = iif(new.gets_domain, new.write ->> 'searchDomain', search_domain),
    phone_number = iif(new.gets_phone_number, new.write ->> 'phoneNumber', phone_number),
    linkedin_profile_url = iif(new.gets_linkedin, new.write ->> 'linkedinProfileUrl', linkedin_profile_url),
    linkedin_key = iif(new.gets_linkedin, new.write ->> 'linkedinKey', linkedin_key),
    revision = revision + 1,
    write_id = substr(new.write ->> 'writeId' || ' ' || write_id, 1, 264),
    updated_at = max(updated_at, new.write ->> 'now')
  WHERE seq = new.seq AND (new.gets_email OR new.gets_phone_number OR new.gets_linkedin OR new.gets_domain) AND NOT new.write ->> 'onConflict' = 'skip';

  -- A new account has the person counted, and the name that the write gives it.
  INSERT INTO accounts (account_id, seq, domain, name, search_name, linked_persons_count, revision, write_id, created_at,
    updated_at, latest_activity_at)
  SELECT new.write ->> 'newAccountId', (SELECT coalesce(max(seq), 0) + 1 FROM accounts), account_domain, coalesce(new.write ->> 'company', account_domain),
    new.write ->> 'searchCompany', 1, 1, new.write ->> 'writeId', new.write ->> 'now', new.write ->> 'now', new.write ->> 'now'
  FROM persons WHERE person_id = new.person_id AND account_domain IS NOT NULL
    AND (new.seq IS NULL OR new.gets_email OR new.gets_domain)
  ON CONFLICT (domain) DO NOTHING;

  UPDATE accounts SET name = new.write ->> 'company', search_name = new.write ->> 'searchCompany', revision = revision + 1,
    write_id = substr(new.write ->> 'writeId' || ' ' || write_id, 1, 264),
    updated_at = max(updated_at, new.write ->> 'now')
  WHERE new.write ->> 'company' IS NOT NULL
    AND domain = (SELECT account_domain FROM persons WHERE person_id = new.person_id)
    AND name <> new.write ->> 'company'
    AND (new.write ->> 'onConflict' = 'update' OR name = domain AND (new.seq IS NULL OR NOT new.write ->> 'onConflict' = 'skip'));

  -- Right behind the account, so changes() says whether it got the name. A write without a key that names an account is
  -- noted by its id: others may name the account too, or erase the person, before it is sent again.
  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person', coalesce(new.write ->> 'keyHash', new.write ->> 'writeId'), new.person_id, new.write ->> 'writeId',
    coalesce(new.write ->> 'requestDigest', ''), new.seq IS NULL, '',
    CASE WHEN new.seq IS NULL THEN 'created'
      WHEN changes() > 0 OR (new.gets_name OR new.gets_email OR new.gets_phone_number OR new.gets_linkedin OR new.gets_domain) AND NOT new.write ->> 'onConflict' = 'skip' THEN 'updated' ELSE 'unchanged' END,
    new.write ->> 'now'
  WHERE new.write ->> 'keyHash' IS NOT NULL OR changes() > 0;
END;
--> statement-breakpoint
CREATE TRIGGER sample_data_loaded INSTEAD OF INSERT ON sample_data
WHEN NOT EXISTS (SELECT 1 FROM pages) AND NOT EXISTS (SELECT 1 FROM persons) AND NOT EXISTS (SELECT 1 FROM accounts)
  AND NOT EXISTS (SELECT 1 FROM audience_sessions) AND NOT EXISTS (SELECT 1 FROM session_blocks) BEGIN
  INSERT INTO service_notes (name, at, value) VALUES ('sample', new.loaded_at, new.id_time);
  UPDATE event_listeners SET type = '-' || type;
  UPDATE alerts SET type = '-' || type WHERE on_after IS NOT NULL;
  INSERT INTO accounts (account_id, seq, domain, name, search_name, linked_persons_count, latest_activity_at, revision, write_id, created_at, updated_at)
  SELECT ('account_' || new.id_time || printf('e00samp1e%07d', (item.key + 1))),
    (item.key + 1),
    item.value ->> 0,
    item.value ->> 1,
    item.value ->> 2,
    0,
    (new.loaded_at - 2419200000),
    1,
    '',
    (new.loaded_at - 2419200000),
    (new.loaded_at - 2419200000)
  FROM json_each(replace('[["halden-robotics.example","Halden Robotics","~~halden ~~robotics"],["lumen-freight.example","Lumen Freight","~~lumen ~~freight"],["aster-pine.example","Aster & Pine","~~aster ~~& ~~pine"],["northgate-bank.example","Northgate Bank","~~northgate ~~bank"],["cobalt-clinics.example","Cobalt Clinics","~~cobalt ~~clinics"]]', '~', '\u0002')) AS item;
  INSERT INTO persons (person_id, name, search_name, email, search_email, email_domain, slug, gone, revision, write_id, created_at, updated_at)
  SELECT ('person_' || new.id_time || printf('e00samp1e%07d', (item.key + 1))),
    item.value ->> 0,
    item.value ->> 1,
    item.value ->> 2,
    item.value ->> 3,
    item.value ->> 4,
    item.value ->> 5,
    0,
    1,
    '',
    (new.loaded_at - 2419200000),
    (new.loaded_at - 2419200000)
  FROM json_each(replace('[["Mira Okafor","~~mira ~~okafor","mira.okafor@halden-robotics.example",null,"halden-robotics.example","mira-okafor"],["Jonas Weber","~~jonas ~~weber","jonas.weber@lumen-freight.example",null,"lumen-freight.example","jonas-weber"],["Ines Duarte","~~ines ~~duarte","ines.duarte@aster-pine.example",null,"aster-pine.example","ines-duarte"],["Priya Nair","~~priya ~~nair","priya.nair@northgate-bank.example",null,"northgate-bank.example","priya-nair"],["Sven Lindgren","~~sven ~~lindgren","sven.lindgren@cobalt-clinics.example",null,"cobalt-clinics.example","sven-lindgren"],["Elif Demir","~~elif ~~demir","elif.demir@halden-robotics.example",null,"halden-robotics.example","elif-demir"],["Tomasz Zielinski","~~tomasz ~~zielinski","tomasz.zielinski@lumen-freight.example",null,"lumen-freight.example","tomasz-zielinski"],["Amara Boateng","~~amara ~~boateng","amara.boateng@northgate-bank.example",null,"northgate-bank.example","amara-boateng"]]', '~', '\u0002')) AS item;
  INSERT INTO pages (page_id, title, url, metadata, audiences_count, revision, write_id, created_at, updated_at)
  SELECT ('page_' || new.id_time || printf('e00samp1e%07d', (item.key + 1))),
    item.value ->> 0,
    item.value ->> 1,
    '{}',
    0,
    1,
    '',
    (new.loaded_at - 2419200000),
    (new.loaded_at - 2419200000)
  FROM json_each('[["Home (sample)","https://www.example.com/"],["Pricing (sample)","https://www.example.com/pricing"]]') AS item;
  INSERT INTO audiences (page_id, audience_id, audience_number, person_id, custom_name, metadata_override, revision, write_id, created_at)
  SELECT ('page_' || new.id_time || printf('e00samp1e%07d', item.value ->> 0)),
    ('audience_' || new.id_time || printf('e00samp1e%07d', (item.key + 1))),
    item.value ->> 1,
    iif(item.key < 6, ('person_' || new.id_time || printf('e00samp1e%07d', (item.key + 1))), NULL),
    item.value ->> 2,
    item.value ->> 3,
    1,
    '',
    (new.loaded_at - 2419200000)
  FROM json_each('[[2,1,null,"{\"title\":\"Pricing for Halden Robotics\"}"],[2,2,null,"{\"title\":\"Pricing for Lumen Freight\"}"],[2,3,null,"{\"title\":\"Pricing for Aster & Pine\"}"],[2,4,null,"{\"title\":\"Pricing for Northgate Bank\"}"],[2,5,null,"{\"title\":\"Pricing for Cobalt Clinics\"}"],[2,6,null,"{\"title\":\"Pricing for Halden Robotics\"}"],[2,7,"Logistics (sample)","{\"title\":\"Pricing for logistics teams\"}"],[1,1,"Retail (sample)","{\"title\":\"Know which retailers come back\"}"]]') AS item;
  INSERT INTO audience_versions (audience_id, version_number, version_id, status, is_new_page_agent, created_at, became_draft_at, queued_at, processing_at, published_at, transition_id, publish_order, supplementary_context, snapshot)
  SELECT ('audience_' || new.id_time || printf('e00samp1e%07d', (item.key + 1))),
    1,
    ('version_' || new.id_time || printf('e00samp1e%07d', (item.key + 1))),
    'published',
    1,
    (new.loaded_at - 2419200000),
    (new.loaded_at - 2419200000),
    (new.loaded_at - 2419200000),
    (new.loaded_at - 2419200000),
    (new.loaded_at - 2419200000),
    'sample',
    1,
    item.value ->> 0,
    item.value ->> 1
  FROM json_each('[["Pricing for Halden Robotics: a sample of content for this audience.","{\"title\":\"Pricing (sample)\",\"url\":\"https://www.example.com/pricing\",\"metadata\":{\"title\":\"Pricing for Halden Robotics\",\"description\":\"\",\"keywords\":[],\"author\":\"\",\"robots\":[],\"canonicalUrl\":\"https://www.example.com/pricing\",\"ogTitle\":\"Pricing for Halden Robotics\",\"ogDescription\":\"\",\"ogType\":\"website\",\"ogImageUrl\":\"\",\"ogImageFileId\":\"\",\"ogImageAlt\":\"\",\"ogSiteName\":\"\",\"ogUrl\":\"https://www.example.com/pricing\",\"twitterCard\":\"summary\",\"twitterTitle\":\"Pricing for Halden Robotics\",\"twitterDescription\":\"\",\"twitterImageUrl\":\"\",\"twitterImageFileId\":\"\",\"twitterImageAlt\":\"\",\"twitterSite\":\"\",\"twitterCreator\":\"\",\"themeColor\":\"\"},\"actionFormId\":null,\"actionFormInstructions\":null,\"actionUrl\":null,\"supplementaryContext\":\"Pricing for Halden Robotics: a sample of content for this audience.\",\"fields\":{}}"],["Pricing for Lumen Freight: a sample of content for this audience.","{\"title\":\"Pricing (sample)\",\"url\":\"https://www.example.com/pricing\",\"metadata\":{\"title\":\"Pricing for Lumen Freight\",\"description\":\"\",\"keywords\":[],\"author\":\"\",\"robots\":[],\"canonicalUrl\":\"https://www.example.com/pricing\",\"ogTitle\":\"Pricing for Lumen Freight\",\"ogDescription\":\"\",\"ogType\":\"website\",\"ogImageUrl\":\"\",\"ogImageFileId\":\"\",\"ogImageAlt\":\"\",\"ogSiteName\":\"\",\"ogUrl\":\"https://www.example.com/pricing\",\"twitterCard\":\"summary\",\"twitterTitle\":\"Pricing for Lumen Freight\",\"twitterDescription\":\"\",\"twitterImageUrl\":\"\",\"twitterImageFileId\":\"\",\"twitterImageAlt\":\"\",\"twitterSite\":\"\",\"twitterCreator\":\"\",\"themeColor\":\"\"},\"actionFormId\":null,\"actionFormInstructions\":null,\"actionUrl\":null,\"supplementaryContext\":\"Pricing for Lumen Freight: a sample of content for this audience.\",\"fields\":{}}"],["Pricing for Aster & Pine: a sample of content for this audience.","{\"title\":\"Pricing (sample)\",\"url\":\"https://www.example.com/pricing\",\"metadata\":{\"title\":\"Pricing for Aster & Pine\",\"description\":\"\",\"keywords\":[],\"author\":\"\",\"robots\":[],\"canonicalUrl\":\"https://www.example.com/pricing\",\"ogTitle\":\"Pricing for Aster & Pine\",\"ogDescription\":\"\",\"ogType\":\"website\",\"ogImageUrl\":\"\",\"ogImageFileId\":\"\",\"ogImageAlt\":\"\",\"ogSiteName\":\"\",\"ogUrl\":\"https://www.example.com/pricing\",\"twitterCard\":\"summary\",\"twitterTitle\":\"Pricing for Aster & Pine\",\"twitterDescription\":\"\",\"twitterImageUrl\":\"\",\"twitterImageFileId\":\"\",\"twitterImageAlt\":\"\",\"twitterSite\":\"\",\"twitterCreator\":\"\",\"themeColor\":\"\"},\"actionFormId\":null,\"actionFormInstructions\":null,\"actionUrl\":null,\"supplementaryContext\":\"Pricing for Aster & Pine: a sample of content for this audience.\",\"fields\":{}}"],["Pricing for Northgate Bank: a sample of content for this audience.","{\"title\":\"Pricing (sample)\",\"url\":\"https://www.example.com/pricing\",\"metadata\":{\"title\":\"Pricing for Northgate Bank\",\"description\":\"\",\"keywords\":[],\"author\":\"\",\"robots\":[],\"canonicalUrl\":\"https://www.example.com/pricing\",\"ogTitle\":\"Pricing for Northgate Bank\",\"ogDescription\":\"\",\"ogType\":\"website\",\"ogImageUrl\":\"\",\"ogImageFileId\":\"\",\"ogImageAlt\":\"\",\"ogSiteName\":\"\",\"ogUrl\":\"https://www.example.com/pricing\",\"twitterCard\":\"summary\",\"twitterTitle\":\"Pricing for Northgate Bank\",\"twitterDescription\":\"\",\"twitterImageUrl\":\"\",\"twitterImageFileId\":\"\",\"twitterImageAlt\":\"\",\"twitterSite\":\"\",\"twitterCreator\":\"\",\"themeColor\":\"\"},\"actionFormId\":null,\"actionFormInstructions\":null,\"actionUrl\":null,\"supplementaryContext\":\"Pricing for Northgate Bank: a sample of content for this audience.\",\"fields\":{}}"],["Pricing for Cobalt Clinics: a sample of content for this audience.","{\"title\":\"Pricing (sample)\",\"url\":\"https://www.example.com/pricing\",\"metadata\":{\"title\":\"Pricing for Cobalt Clinics\",\"description\":\"\",\"keywords\":[],\"author\":\"\",\"robots\":[],\"canonicalUrl\":\"https://www.example.com/pricing\",\"ogTitle\":\"Pricing for Cobalt Clinics\",\"ogDescription\":\"\",\"ogType\":\"website\",\"ogImageUrl\":\"\",\"ogImageFileId\":\"\",\"ogImageAlt\":\"\",\"ogSiteName\":\"\",\"ogUrl\":\"https://www.example.com/pricing\",\"twitterCard\":\"summary\",\"twitterTitle\":\"Pricing for Cobalt Clinics\",\"twitterDescription\":\"\",\"twitterImageUrl\":\"\",\"twitterImageFileId\":\"\",\"twitterImageAlt\":\"\",\"twitterSite\":\"\",\"twitterCreator\":\"\",\"themeColor\":\"\"},\"actionFormId\":null,\"actionFormInstructions\":null,\"actionUrl\":null,\"supplementaryContext\":\"Pricing for Cobalt Clinics: a sample of content for this audience.\",\"fields\":{}}"],["Pricing for Halden Robotics: a sample of content for this audience.","{\"title\":\"Pricing (sample)\",\"url\":\"https://www.example.com/pricing\",\"metadata\":{\"title\":\"Pricing for Halden Robotics\",\"description\":\"\",\"keywords\":[],\"author\":\"\",\"robots\":[],\"canonicalUrl\":\"https://www.example.com/pricing\",\"ogTitle\":\"Pricing for Halden Robotics\",\"ogDescription\":\"\",\"ogType\":\"website\",\"ogImageUrl\":\"\",\"ogImageFileId\":\"\",\"ogImageAlt\":\"\",\"ogSiteName\":\"\",\"ogUrl\":\"https://www.example.com/pricing\",\"twitterCard\":\"summary\",\"twitterTitle\":\"Pricing for Halden Robotics\",\"twitterDescription\":\"\",\"twitterImageUrl\":\"\",\"twitterImageFileId\":\"\",\"twitterImageAlt\":\"\",\"twitterSite\":\"\",\"twitterCreator\":\"\",\"themeColor\":\"\"},\"actionFormId\":null,\"actionFormInstructions\":null,\"actionUrl\":null,\"supplementaryContext\":\"Pricing for Halden Robotics: a sample of content for this audience.\",\"fields\":{}}"],["Pricing for logistics teams: a sample of content for this audience.","{\"title\":\"Pricing (sample)\",\"url\":\"https://www.example.com/pricing\",\"metadata\":{\"title\":\"Pricing for logistics teams\",\"description\":\"\",\"keywords\":[],\"author\":\"\",\"robots\":[],\"canonicalUrl\":\"https://www.example.com/pricing\",\"ogTitle\":\"Pricing for logistics teams\",\"ogDescription\":\"\",\"ogType\":\"website\",\"ogImageUrl\":\"\",\"ogImageFileId\":\"\",\"ogImageAlt\":\"\",\"ogSiteName\":\"\",\"ogUrl\":\"https://www.example.com/pricing\",\"twitterCard\":\"summary\",\"twitterTitle\":\"Pricing for logistics teams\",\"twitterDescription\":\"\",\"twitterImageUrl\":\"\",\"twitterImageFileId\":\"\",\"twitterImageAlt\":\"\",\"twitterSite\":\"\",\"twitterCreator\":\"\",\"themeColor\":\"\"},\"actionFormId\":null,\"actionFormInstructions\":null,\"actionUrl\":null,\"supplementaryContext\":\"Pricing for logistics teams: a sample of content for this audience.\",\"fields\":{}}"],["Know which retailers come back: a sample of content for this audience.","{\"title\":\"Home (sample)\",\"url\":\"https://www.example.com/\",\"metadata\":{\"title\":\"Know which retailers come back\",\"description\":\"\",\"keywords\":[],\"author\":\"\",\"robots\":[],\"canonicalUrl\":\"https://www.example.com/\",\"ogTitle\":\"Know which retailers come back\",\"ogDescription\":\"\",\"ogType\":\"website\",\"ogImageUrl\":\"\",\"ogImageFileId\":\"\",\"ogImageAlt\":\"\",\"ogSiteName\":\"\",\"ogUrl\":\"https://www.example.com/\",\"twitterCard\":\"summary\",\"twitterTitle\":\"Know which retailers come back\",\"twitterDescription\":\"\",\"twitterImageUrl\":\"\",\"twitterImageFileId\":\"\",\"twitterImageAlt\":\"\",\"twitterSite\":\"\",\"twitterCreator\":\"\",\"themeColor\":\"\"},\"actionFormId\":null,\"actionFormInstructions\":null,\"actionUrl\":null,\"supplementaryContext\":\"Know which retailers come back: a sample of content for this audience.\",\"fields\":{}}"]]') AS item;
  INSERT INTO publishes (page_id, published_at, version_id, audience_id, version_number)
  SELECT ('page_' || new.id_time || printf('e00samp1e%07d', item.value ->> 0)),
    (new.loaded_at - 2419200000),
    ('version_' || new.id_time || printf('e00samp1e%07d', (item.key + 1))),
    ('audience_' || new.id_time || printf('e00samp1e%07d', (item.key + 1))),
    1
  FROM json_each('[[2],[2],[2],[2],[2],[2],[2],[1]]') AS item;
  INSERT INTO page_links (page_link_id, path, search_path, target_type, page_id, audience_id, revision, write_id, created_at, updated_at)
  SELECT ('page_link_' || new.id_time || printf('e00samp1e%07d', (item.key + 1))),
    item.value ->> 1,
    item.value ->> 2,
    'audience',
    ('page_' || new.id_time || printf('e00samp1e%07d', item.value ->> 0)),
    ('audience_' || new.id_time || printf('e00samp1e%07d', (item.key + 1))),
    1,
    '',
    (new.loaded_at - 2419200000),
    (new.loaded_at - 2419200000)
  FROM json_each(replace('[[2,"/for/mira-okafor","/for/mira-okafor~~/~~f~~o~~r~~m~~i~~a~~-~~k~/f~fo~or~r/~/m~mi~ir~ra~a-~-o~ok~ka~af"],[2,"/for/jonas-weber","/for/jonas-weber~~/~~f~~o~~r~~j~~n~~a~~s~~-~~w~~e~~b~/f~fo~or~r/~/j~jo~on~na~as~s-~-w~we~eb~be~er"],[2,"/for/ines-duarte","/for/ines-duarte~~/~~f~~o~~r~~i~~n~~e~~s~~-~~d~~u~~a~~t~/f~fo~or~r/~/i~in~ne~es~s-~-d~du~ua~ar~rt~te"],[2,"/for/priya-nair","/for/priya-nair~~/~~f~~o~~r~~p~~i~~y~~a~~-~~n~/f~fo~or~r/~/p~pr~ri~iy~ya~a-~-n~na~ai~ir"],[2,"/for/sven-lindgren","/for/sven-lindgren~~/~~f~~o~~r~~s~~v~~e~~n~~-~~l~~i~~d~~g~/f~fo~or~r/~/s~sv~ve~en~n-~-l~li~in~nd~dg~gr~re"],[2,"/for/elif-demir","/for/elif-demir~~/~~f~~o~~r~~e~~l~~i~~-~~d~~m~/f~fo~or~r/~/e~el~li~if~f-~-d~de~em~mi~ir"],[2,"/for/logistics","/for/logistics~~/~~f~~o~~r~~l~~g~~i~~s~~t~~c~/f~fo~or~r/~/l~lo~og~gi~is~st~ti~ic~cs"],[1,"/for/retail","/for/retail~~/~~f~~o~~r~~e~~t~~a~~i~~l~/f~fo~or~r/~/r~re~et~ta~ai~il"]]', '~', '\u0002')) AS item;
  INSERT INTO person_logs (person_id, person_log_id, source, type, payload, created_at, occurred_at, own_time)
  SELECT ('person_' || new.id_time || printf('e00samp1e%07d', item.value ->> 0)),
    ('person_log_' || new.id_time || printf('e00samp1e%07d', (item.key + 1))),
    item.value ->> 2,
    item.value ->> 3,
    item.value ->> 4,
    (new.loaded_at - item.value ->> 1 * 3600000),
    (new.loaded_at - item.value ->> 1 * 3600000),
    (SELECT substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 0 & 31) + 1, 1) FROM (SELECT (new.loaded_at - item.value ->> 1 * 3600000) AS at))
  FROM json_each('[[1,500,"crm","deal.stage","{\"stage\":\"Discovery\"}"],[1,120,"crm","deal.stage","{\"stage\":\"Proposal\",\"amount\":48000}"],[1,30,"mail","reply","{\"subject\":\"Two questions on the proposal\"}"],[2,400,"crm","deal.stage","{\"stage\":\"Discovery\"}"],[2,52,"calendar","meeting.booked","{\"title\":\"Demo\"}"],[3,210,"forms","signup","{\"form\":\"Request a demo\"}"],[4,300,"crm","deal.stage","{\"stage\":\"Won\",\"amount\":36000}"],[5,80,"mail","opened","{\"subject\":\"A page for Cobalt Clinics\"}"],[7,26,"calendar","meeting.booked","{\"title\":\"Introduction\"}"]]') AS item;
  INSERT INTO audience_sessions (analytics_session_id, page_id, audience_id, version_id, page_link_id, person_id, account_id, recipient_person_id, recipient_account_id, page_title, page_url, link_path, computation_status, form_state, form_submission_email, has_conversion, questions_asked_count, total_clicks_count, max_scroll_depth, engaged_ms, session_started_at, active_ms, utm_source, utm_medium, utm_campaign, referrer, country, device, browser, has_input)
  SELECT 'import' || char(9) || 'audience_session_audience_session_samp1e' || printf('%04d', i),
    ('page_' || new.id_time || printf('e00samp1e%07d', page)),
    iif(who > 0, ('audience_' || new.id_time || printf('e00samp1e%07d', who)), NULL),
    iif(who > 0, ('version_' || new.id_time || printf('e00samp1e%07d', who)), NULL),
    iif(who > 0, ('page_link_' || new.id_time || printf('e00samp1e%07d', who)), NULL),
    iif((i % 36 = 9), (SELECT person_id FROM persons WHERE person_id = ('person_' || new.id_time || printf('e00samp1e%07d', who))), NULL),
    iif((i % 36 = 9), (SELECT account_id FROM accounts WHERE domain = (SELECT account_domain FROM persons WHERE person_id = ('person_' || new.id_time || printf('e00samp1e%07d', who)))), NULL),
    iif((who BETWEEN 1 AND 6 AND started >= new.recipients_from), (SELECT person_id FROM persons WHERE person_id = ('person_' || new.id_time || printf('e00samp1e%07d', who))), NULL),
    iif((who BETWEEN 1 AND 6 AND started >= new.recipients_from), (SELECT account_id FROM accounts WHERE domain = (SELECT account_domain FROM persons WHERE person_id = ('person_' || new.id_time || printf('e00samp1e%07d', who)))), NULL),
    '["Home (sample)","Pricing (sample)"]' ->> ((page - 1) % 2),
    'https://www.example.com' || path,
    path,
    'completed',
    2 * (i % 36 = 9),
    iif((i % 36 = 9), (SELECT email FROM persons WHERE person_id = ('person_' || new.id_time || printf('e00samp1e%07d', who))), NULL),
    (i % 36 = 9) OR i % 23 = 4,
    i % 11 = 5,
    i * 13 % 4,
    1000 + i * 137 % 9000,
    4000 + i * 7919 % 170000,
    started,
    5000 + i * 7919 % 170000,
    iif(who > 6, 'newsletter', NULL),
    iif(who > 6, 'email', NULL),
    iif(who > 6, 'spring', NULL),
    iif(who = 0, '["google.com",null,"linkedin.com","bing.com",null]' ->> ((i / 2) % 5), NULL),
    '["DE","DE","GB","US","FR","PL","NL"]' ->> ((i) % 7),
    '["desktop","mobile","desktop","tablet","mobile","desktop"]' ->> ((i / 3) % 6),
    '["Chrome","Safari","Firefox","Edge","Chrome"]' ->> ((i / 5) % 5),
    1
  FROM (SELECT i, who, page, started, iif(who > 0, '["/for/mira-okafor","/for/jonas-weber","/for/ines-duarte","/for/priya-nair","/for/sven-lindgren","/for/elif-demir","/for/logistics","/for/retail"]' ->> (who - 1), iif(page = 1, '/', '/pricing')) AS path FROM (
    SELECT i, who, iif(who > 0, '[2,2,2,2,2,2,2,1]' ->> (who - 1), 1 + i / 2 % 2) AS page,
      new.loaded_at - 3600000 - 20968 * (240 + i) * i AS started
    FROM (SELECT i, CASE i % 4 WHEN 1 THEN 1 + i / 4 % 6
        WHEN 3 THEN 7 + i / 4 % 2 ELSE 0 END AS who
      FROM (SELECT 16 * one.key + other.key AS i FROM json_each('[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]') AS one
        CROSS JOIN json_each('[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]') AS other)))
    WHERE started >= max(new.visits_from,
      coalesce((SELECT value FROM counters WHERE name = 'sessions_removed_before'), 0)));
  INSERT INTO latest_visits (kind, block, visits)
  SELECT 'recent', 0, jsonb_group_object(bucket, moved) FROM (
    SELECT bucket, jsonb_group_object(seq, at) AS moved FROM (
      SELECT 'p' || (persons.seq % 32) AS bucket, seq, max(session_started_at) AS at
      FROM audience_sessions CROSS JOIN persons ON persons.person_id IN (recipient_person_id, audience_sessions.person_id) GROUP BY seq
      UNION ALL SELECT 'a' || (accounts.seq % 32) AS bucket, seq, max(session_started_at) AS at
      FROM audience_sessions CROSS JOIN accounts ON accounts.account_id IN (recipient_account_id, audience_sessions.account_id) GROUP BY seq
    ) GROUP BY bucket
  ) HAVING count(*) > 0
  ON CONFLICT (kind, block) DO UPDATE SET visits = jsonb_patch(visits, excluded.visits);
  UPDATE alerts SET type = substr(type, 2) WHERE on_after IS NOT NULL;
  UPDATE event_listeners SET type = substr(type, 2);
END;
--> statement-breakpoint
-- What somebody has made of it goes too: links to its pages, logs of its persons. What is theirs alone stays.
CREATE TRIGGER sample_data_removed INSTEAD OF DELETE ON sample_data BEGIN
  UPDATE event_listeners SET type = '-' || type;
  UPDATE alerts SET type = '-' || type WHERE on_after IS NOT NULL;
  INSERT INTO session_seal (id, sealed_at, sealed_id, revision)
  SELECT 1, -1, '', 1 WHERE (SELECT count(*) FROM (SELECT 1 FROM audience_sessions LIMIT 500)) = 500
    OR EXISTS (SELECT 1 FROM session_seal WHERE id = 1)
  ON CONFLICT (id) DO UPDATE SET revision = revision + 1;
  UPDATE session_seal SET sealed_at = -1, sealed_id = '', numbered_at = -1
  WHERE id = 1 AND EXISTS (SELECT 1 FROM session_blocks WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez');
  DELETE FROM session_blocks WHERE is_removed = 0 AND EXISTS (SELECT 1 FROM session_seal WHERE id = 1 AND sealed_at = -1);
  DELETE FROM session_corrections WHERE EXISTS (SELECT 1 FROM session_seal WHERE id = 1 AND sealed_at = -1);
  UPDATE latest_visits SET visits = jsonb_patch(visits, (SELECT jsonb_group_object(bucket, gone) FROM (
    SELECT bucket, jsonb_group_object(seq, NULL) AS gone FROM seen_last_in_sample_data AS seen
    WHERE seen.kind = latest_visits.kind AND seq / 512 = block GROUP BY bucket)))
  WHERE (kind, block) IN (SELECT kind, seq / 512 FROM seen_last_in_sample_data);
  UPDATE latest_visits SET visits = jsonb_patch(visits, (SELECT jsonb_group_object(bucket, moved) FROM (
    SELECT bucket, jsonb_group_object(seq, at) AS moved FROM (
      SELECT max(bucket) AS bucket, max(seq) AS seq, max(at) AS at FROM (
        SELECT id, bucket, seq, NULL AS at FROM seen_last_in_sample_data
        UNION ALL SELECT visitor.value, NULL, NULL, min(session_started_at, unixepoch() * 1000)
        FROM audience_sessions AS visit CROSS JOIN json_each(json_array(recipient_person_id, visit.person_id, recipient_account_id, visit.account_id)) AS visitor
        WHERE NOT (visit.page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez') AND visitor.value IN (SELECT id FROM seen_last_in_sample_data)
      ) GROUP BY id
    ) GROUP BY bucket)))
  WHERE kind = 'recent' AND block = 0 AND EXISTS (SELECT 1 FROM seen_last_in_sample_data);
  UPDATE accounts SET latest_visit_at = coalesce((SELECT visits FROM latest_visits WHERE kind = 'recent' AND block = 0) ->> ('$.' || 'a' || (seq % 32) || '.' || seq),
    (SELECT visits ->> ('$.' || 'a' || (seq % 32) || '.' || seq) FROM latest_visits
      WHERE kind = 'accounts' AND block = seq / 512), 0)
  WHERE account_id IN (SELECT visitor.value FROM sample_data AS old CROSS JOIN audience_sessions AS visit ON visit.page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez' CROSS JOIN json_each(json_array(recipient_person_id, visit.person_id, recipient_account_id, visit.account_id)) AS visitor)
    AND linked_persons_count = 0 AND latest_visit_at > coalesce((SELECT visits FROM latest_visits WHERE kind = 'recent' AND block = 0) ->> ('$.' || 'a' || (seq % 32) || '.' || seq),
    (SELECT visits ->> ('$.' || 'a' || (seq % 32) || '.' || seq) FROM latest_visits
      WHERE kind = 'accounts' AND block = seq / 512), 0);
  DELETE FROM audience_sessions WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM left_out_visits WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM left_out_counts WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM found_fields WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM annotations WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM given_up WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM experiment_units WHERE experiment_id IN (SELECT experiment_id FROM experiments WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez');
  DELETE FROM experiments WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  UPDATE page_links SET deleted_at = created_at WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez' AND deleted_at IS NULL;
  INSERT INTO page_link_search (page_link_search, rowid, text)
  SELECT 'delete', seq, '' FROM page_links WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM page_links WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM page_link_counts WHERE links = 0;
  DELETE FROM publishes WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM audience_versions WHERE audience_id IN (SELECT audience_id FROM audiences WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez');
  DELETE FROM audience_names WHERE audience_id IN (SELECT audience_id FROM audiences WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez');
  DELETE FROM audiences WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  UPDATE counters SET value = value - (SELECT count(*) FROM pages WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez') WHERE name = 'pages';
  DELETE FROM pages WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  UPDATE audience_sessions SET recipient_person_id = NULL, recipient_account_id = NULL
  WHERE analytics_session_id IN (SELECT visit.analytics_session_id
    FROM audiences CROSS JOIN audience_sessions AS visit ON visit.page_id = audiences.page_id
    WHERE audiences.person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez' AND visit.audience_id = audiences.audience_id)
    AND recipient_person_id IS NOT NULL;
  UPDATE audiences SET person_id = NULL, revision = revision + 1 WHERE person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez';
  DELETE FROM service_notes WHERE name = 'sample';
  DELETE FROM persons WHERE person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez';
  DELETE FROM erasures WHERE person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez';
  DELETE FROM erased_audiences WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM accounts WHERE account_id BETWEEN 'account_' || old.id_time || 'e00samp1e' AND 'account_' || old.id_time || 'e00samp1ez' AND linked_persons_count = 0;
  UPDATE accounts SET activity_ahead = 0, latest_activity_at = max(
    coalesce((SELECT min(created_at) FROM persons WHERE account_domain = accounts.domain), 0),
    coalesce((SELECT max(happened_at) FROM persons CROSS JOIN person_logs AS log ON log.person_id = persons.person_id
      WHERE account_domain = accounts.domain), 0),
    coalesce((SELECT max(happened_at) FROM account_logs WHERE account_id = accounts.account_id), 0))
  WHERE account_id BETWEEN 'account_' || old.id_time || 'e00samp1e' AND 'account_' || old.id_time || 'e00samp1ez';
  DELETE FROM account_logs WHERE account_id BETWEEN 'account_' || old.id_time || 'e00samp1e' AND 'account_' || old.id_time || 'e00samp1ez' AND account_id NOT IN (SELECT account_id FROM accounts);
  DELETE FROM account_log_counts WHERE account_id BETWEEN 'account_' || old.id_time || 'e00samp1e' AND 'account_' || old.id_time || 'e00samp1ez' AND account_id NOT IN (SELECT account_id FROM accounts);
  DELETE FROM latest_visits WHERE kind = 'recent' AND block = 0 AND blocks_until = 0
    AND NOT EXISTS (SELECT 1 FROM json_each(visits) AS bucket CROSS JOIN json_each(bucket.value));
  UPDATE alerts SET type = substr(type, 2) WHERE on_after IS NOT NULL;
  UPDATE event_listeners SET type = substr(type, 2);
END;
--> statement-breakpoint
-- A receiver may answer with what it has read of a person. Nobody knows of whom, so an erasure removes all answers, also
-- those of attempts that run. The removal of sample data erases nobody.
CREATE TRIGGER persons_deleted_answers AFTER DELETE ON persons
WHEN NOT (substr(old.person_id, -16, 9) = 'e00samp1e') OR EXISTS (SELECT 1 FROM service_notes WHERE name = 'sample') BEGIN
  DELETE FROM webhook_answers;
  UPDATE webhooks SET keeps_answers = 0 WHERE is_cleared = 0 AND keeps_answers = 1;
END;
