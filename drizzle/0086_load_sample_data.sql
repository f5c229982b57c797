DROP TRIGGER IF EXISTS persons_deleted_answers;
--> statement-breakpoint
-- Sample data of an empty workspace: rows as all others, whose ids say what they are (src/lib/sample.ts). To load them,
-- insert into this view; to remove them, delete its row. One statement does either, so nothing is ever half there.
-- id_time is the time in all ids (db/id-time.ts). No visit began before visits_from, and one that
-- began before recipients_from gets no recipient.
CREATE VIEW sample_data (loaded_at, id_time, visits_from, recipients_from) AS
SELECT at, value, NULL, NULL FROM service_notes WHERE name = 'sample';
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
  SELECT 'import' || char(9) || printf('samp1e%04d', i),
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
  DELETE FROM persons WHERE person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez';
  DELETE FROM erased_audiences WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM accounts WHERE account_id BETWEEN 'account_' || old.id_time || 'e00samp1e' AND 'account_' || old.id_time || 'e00samp1ez' AND linked_persons_count = 0;
  DELETE FROM account_logs WHERE account_id BETWEEN 'account_' || old.id_time || 'e00samp1e' AND 'account_' || old.id_time || 'e00samp1ez' AND account_id NOT IN (SELECT account_id FROM accounts);
  DELETE FROM account_log_counts WHERE account_id BETWEEN 'account_' || old.id_time || 'e00samp1e' AND 'account_' || old.id_time || 'e00samp1ez' AND account_id NOT IN (SELECT account_id FROM accounts);
  DELETE FROM latest_visits WHERE kind = 'recent' AND block = 0 AND blocks_until = 0
    AND NOT EXISTS (SELECT 1 FROM json_each(visits) AS bucket CROSS JOIN json_each(bucket.value));
  DELETE FROM service_notes WHERE name = 'sample';
  UPDATE alerts SET type = substr(type, 2) WHERE on_after IS NOT NULL;
  UPDATE event_listeners SET type = substr(type, 2);
END;
--> statement-breakpoint
-- A receiver may answer with what it has read of a person. Nobody knows of whom, so an erasure removes all answers, also
-- those of attempts that run. Not of one of the sample data, who is nobody.
CREATE TRIGGER persons_deleted_answers AFTER DELETE ON persons
WHEN substr(old.person_id, -16, 9) <> 'e00samp1e' BEGIN
  DELETE FROM webhook_answers;
  UPDATE webhooks SET keeps_answers = 0 WHERE is_cleared = 0 AND keeps_answers = 1;
END;
