-- Every statement that the service makes: of requests, of the consumers of the queues, of the cron, and of triggers.
-- Above each stands how SQLite finds its rows, and what bounds their number: a key (equality with all columns of a
-- unique index), a page (LIMIT, in the order of an index), the request (its own JSON), or what is named.
-- Made and checked by test/scale/budget.test.ts; `npx vitest run --project scale -u` renews it.

-- SEARCH alert_firings USING PRIMARY KEY (firing_id=?): a key
-- SCAN alert_firings: the oldest, and the next to be removed: LIMIT
-- SCAN alert_firings: the oldest, and the next to be removed: LIMIT
-- SEARCH alerts EXISTS USING INDEX alerts_on (type=?): the alerts of a workspace, of which there are 50 at most
-- SEARCH alert_visits USING INTEGER PRIMARY KEY (rowid>?): the oldest, and the next to be removed: LIMIT
-- SEARCH alert_cursor USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH event_settings USING INTEGER PRIMARY KEY (rowid=?): a key
-- SCAN alert_firings: the oldest, and the next to be removed: LIMIT
-- SEARCH alerts EXISTS USING INDEX alerts_on (type=?): the alerts of a workspace, of which there are 50 at most
-- SEARCH alert_visits USING INTEGER PRIMARY KEY (rowid>?): the oldest, and the next to be removed: LIMIT
-- SEARCH alert_cursor USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH event_settings USING INTEGER PRIMARY KEY (rowid=?): a key
delete from "alert_firings" where firing_id in ( select firing_id from (select firing_id, fired_at from "alert_firings" order by firing_id limit iif((select fired_at from "alert_firings" order by firing_id limit 1) is not null and (select fired_at from "alert_firings" order by firing_id limit 1) < min(coalesce((select min(?, "alert_visits"."created_at") from "alert_visits" where "alert_visits"."sequence" > coalesce((select "alert_cursor"."sequence" from "alert_cursor" where "alert_cursor"."id" = 1), 0) and exists (select 1 from "alerts" where ("alerts"."type" in (…) and "alerts"."on_after" is not null)) order by "alert_visits"."sequence" limit 1), ?) - 259200000, max(?, ? - (select "event_settings"."retention_days" from "event_settings" where "event_settings"."id" = 1) * 86400000)), 1000, 0)) where fired_at < min(coalesce((select min(?, "alert_visits"."created_at") from "alert_visits" where "alert_visits"."sequence" > coalesce((select "alert_cursor"."sequence" from "alert_cursor" where "alert_cursor"."id" = 1), 0) and exists (select 1 from "alerts" where ("alerts"."type" in (…) and "alerts"."on_after" is not null)) order by "alert_visits"."sequence" limit 1), ?) - 259200000, max(?, ? - (select "event_settings"."retention_days" from "event_settings" where "event_settings"."id" = 1) * 86400000)));

-- SEARCH alert_visits USING INTEGER PRIMARY KEY (rowid=?): a key
-- SCAN alert_visits: the oldest, and the next to be removed: LIMIT
-- SCAN alert_visits: the oldest, and the next to be removed: LIMIT
-- SCAN alert_visits: the oldest, and the next to be removed: LIMIT
delete from "alert_visits" where sequence in ( select sequence from (select sequence, created_at from "alert_visits" order by sequence limit iif((select created_at from "alert_visits" order by sequence limit 1) is not null and (select created_at from "alert_visits" order by sequence limit 1) < max(?, ? - 2764800000), 1000, 0)) where created_at < max(?, ? - 2764800000));

-- SEARCH api_keys USING PRIMARY KEY (api_key_id=?): a key
-- SEARCH api_keys USING INDEX api_keys_shared_end (expires_at<?): a chunk that a new share link removes: LIMIT, in the order of the index
delete from "api_keys" where "api_keys"."api_key_id" in (select "api_key_id" as "apiKeyId" from "api_keys" where ("api_keys"."shared_path" is not null and "api_keys"."expires_at" < ?) order by "api_keys"."expires_at" limit ?);

-- SEARCH api_keys USING PRIMARY KEY (api_key_id=?): a key
-- SEARCH api_keys USING COVERING INDEX api_keys_sign_in_end (expires_at<?): a chunk that a new code or a sign-in removes: LIMIT, in the order of the index
-- SEARCH api_keys USING COVERING INDEX api_keys_hash (hash=?): a key
delete from "api_keys" where (exists (select 1 from "api_keys" where "api_keys"."hash" = ?) and "api_keys"."api_key_id" in (select "api_key_id" as "apiKeyId" from "api_keys" where ("api_keys"."is_sign_in" = 1 and "api_keys"."expires_at" < ?) order by "api_keys"."expires_at" limit ?));

-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at<?): the sessions that the write removes: those of a block, and others of the millisecond in which it ends
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
delete from "audience_sessions" where ("audience_sessions"."session_started_at" < ? and coalesce((select "session_seal"."revision" from "session_seal" where "session_seal"."id" = 1), 0) = ?);

-- SEARCH erased_identifiers USING PRIMARY KEY (identifier_hash=?): a key
-- SEARCH erased_identifiers USING COVERING INDEX erased_identifiers_erased_at (erased_at<?): a chunk of the cron: LIMIT, in the order of the index
delete from "erased_identifiers" where "erased_identifiers"."identifier_hash" in (select "identifier_hash" as "identifierHash" from "erased_identifiers" where "erased_identifiers"."erased_at" < ? order by "erased_identifiers"."erased_at" limit ?) returning "identifier_hash" as "identifierHash";

-- SEARCH events USING INTEGER PRIMARY KEY (rowid=?): a key
-- SCAN events: the oldest and the newest event, and the next to be removed: LIMIT
-- SEARCH event_settings USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH events USING INTEGER PRIMARY KEY (rowid<?): the oldest and the newest event, and the next to be removed: LIMIT
-- SEARCH events: the oldest and the newest event, and the next to be removed: LIMIT
-- SEARCH event_settings USING INTEGER PRIMARY KEY (rowid=?): a key
delete from "events" where "events"."sequence" in (select sequence from (select sequence, created_at from "events" where sequence < (select max(sequence) from "events") order by sequence limit iif((select "events"."created_at" from "events" order by "events"."sequence" limit 1) < (select ? - "event_settings"."retention_days" * 86400000 from "event_settings" where "event_settings"."id" = ?), 1000, 0)) where created_at < (select ? - "event_settings"."retention_days" * 86400000 from "event_settings" where "event_settings"."id" = ?)) returning "sequence" as "sequence";

-- SEARCH form_submits USING PRIMARY KEY (address_hash=? AND form_hash=?): a key
-- SEARCH form_submits USING COVERING INDEX form_submits_received_at (received_at<?): a chunk of the cron: LIMIT, in the order of the index
delete from "form_submits" where ("form_submits"."address_hash", "form_submits"."form_hash") in (select "address_hash" as "addressHash", "form_hash" as "formHash" from "form_submits" where "form_submits"."received_at" < ? order by "form_submits"."received_at" limit ?) returning "form_hash" as "formHash";

-- SEARCH left_out_visits USING PRIMARY KEY (day=? AND analytics_session_id=?): a key
-- SEARCH left_out_visits USING PRIMARY KEY (day<?): a chunk of the cron: LIMIT, in the order of the primary key
delete from "left_out_visits" where ("left_out_visits"."day", "left_out_visits"."analytics_session_id") in (select "day" as "day", "analytics_session_id" as "analyticsSessionId" from "left_out_visits" where "left_out_visits"."day" < ? order by "left_out_visits"."day", "left_out_visits"."analytics_session_id" limit ?) returning "day" as "day";

-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
-- SEARCH erasures USING PRIMARY KEY (person_id=?): a key
delete from "persons" where ("persons"."person_id" = ? and exists (select 1 from "erasures" where ("erasures"."person_id" = ? and "erasures"."erasure_id" = ?)));

-- SEARCH refused_origins USING PRIMARY KEY (day<?): the origins that were refused: 20 a day, of 7 days
delete from "refused_origins" where "refused_origins"."day" < ?;

-- SEARCH session_blocks USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at=? AND part=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
delete from "session_blocks" where (("session_blocks"."page_id", "session_blocks"."is_removed", "session_blocks"."first_at", "session_blocks"."part") in ( select (item.value ->> 0), (item.value ->> 1), (item.value ->> 2), (item.value ->> 3) from json_each(?) as item) and coalesce((select "session_seal"."revision" from "session_seal" where "session_seal"."id" = 1), 0) = ?);

-- SEARCH session_corrections USING PRIMARY KEY (page_id=? AND analytics_session_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
delete from "session_corrections" where (("session_corrections"."page_id", "session_corrections"."analytics_session_id") in ( select "audience_sessions"."page_id", "audience_sessions"."analytics_session_id" from json_each(?) as item cross join "audience_sessions" where "audience_sessions"."analytics_session_id" = item.value ->> 0 and json_array(audience_sessions.analytics_session_id, audience_sessions.session_started_at, audience_sessions.active_ms, coalesce(audience_sessions.engaged_ms + 1, 0), coalesce(audience_sessions.max_scroll_depth + 1, 0), audience_sessions.total_clicks_count, audience_sessions.questions_asked_count, ((audience_sessions.computation_status = 'pending') * 1 + (audience_sessions.failure IS NOT NULL) * 2 + (audience_sessions.form_state > 0) * 4 + (audience_sessions.has_conversion > 0) * 8), audience_sessions.audience_id, audience_sessions.page_id, audience_sessions.utm_source, audience_sessions.utm_medium, audience_sessions.utm_campaign, audience_sessions.utm_term, audience_sessions.utm_content, audience_sessions.referrer, audience_sessions.country, audience_sessions.device, audience_sessions.browser, audience_sessions.landing_path, iif(audience_sessions.account_id IS NULL, NULL, audience_sessions.person_id), nullif(audience_sessions.account_id, ''), audience_sessions.recipient_person_id, audience_sessions.recipient_account_id, audience_sessions.page_link_id) = item.value) and coalesce((select "session_seal"."revision" from "session_seal" where "session_seal"."id" = 1), 0) = ?);

-- SEARCH sign_in_codes USING PRIMARY KEY (hash=?): a key
delete from "sign_in_codes" where "sign_in_codes"."hash" = ?;

-- SEARCH sign_in_codes USING PRIMARY KEY (hash=?): a key
-- SEARCH sign_in_codes USING COVERING INDEX sign_in_codes_end (expires_at<?): a chunk that a new code or a sign-in removes: LIMIT, in the order of the index
delete from "sign_in_codes" where "sign_in_codes"."hash" in (select "hash" as "hash" from "sign_in_codes" where "sign_in_codes"."expires_at" < ? order by "sign_in_codes"."expires_at" limit ?);

-- SEARCH webhook_deliveries USING PRIMARY KEY (webhook_id=? AND sequence=?): a key
-- SCAN webhooks USING INDEX webhooks_known: the webhooks of a workspace, of which there are 20 at most, with 20 answers each
-- SEARCH webhook_deliveries USING PRIMARY KEY (webhook_id=? AND sequence<?): the deliveries that are not kept: LIMIT
-- SEARCH events: the newest or the oldest event: max or min of the rowid
delete from "webhook_deliveries" where ("webhook_deliveries"."webhook_id", "webhook_deliveries"."sequence") in ( select "webhook_deliveries"."webhook_id", "webhook_deliveries"."sequence" from "webhooks" cross join "webhook_deliveries" where "webhooks"."is_cleared" = 0 and "webhook_deliveries"."webhook_id" = "webhooks"."webhook_id" and "webhook_deliveries"."sequence" < iif("webhooks"."deleted_at" is null, coalesce((select min("events"."sequence") from "events"), 0), 9e15) limit 1000) returning "sequence" as "sequence";

-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
-- SEARCH accounts USING COVERING INDEX accounts_seq: the last one: max of an index
insert into "accounts" ("account_id", "seq", "domain", "name", "search_name", "linked_persons_count", "revision", "write_id", "created_at", "updated_at", "latest_activity_at", "latest_visit_at") select ?, (select coalesce(max("accounts"."seq"), 0) + 1 from "accounts"), "persons"."account_domain", "persons"."account_domain", ?, ?, ?, ?, ?, ?, ?, ? from "persons" where ("persons"."person_id" = ? and "persons"."account_domain" is not null) on conflict ("accounts"."domain") do nothing;

-- SEARCH alert_cursor USING INTEGER PRIMARY KEY (rowid=?): a key
insert into "alert_cursor" ("id", "sequence") select 1, ? where coalesce((select "alert_cursor"."sequence" from "alert_cursor" where "alert_cursor"."id" = 1), 0) = ? on conflict ("alert_cursor"."id") do update set "sequence" = excluded.sequence;

-- SEARCH alerts EXISTS USING PRIMARY KEY (alert_id=?): a key
insert into "alert_firings" ("firing_id", "alert_id", "webhook_id", "subject", "day", "facts", "fired_at") select ?, ?, ?, ?, ?, ?, ? where exists (select 1 from "alerts" where "alerts"."alert_id" = ? and "alerts"."next_due_at" = ? and "alerts"."revision" = ?) on conflict ("alert_firings"."alert_id", "alert_firings"."subject", "alert_firings"."day") do nothing;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH alert_cursor USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH alert_firings USING COVERING INDEX alert_firings_once (alert_id=? AND subject=? AND day=?): a key
-- SEARCH alert_visits USING COVERING INDEX alert_visits_subject (subject=? AND started_at>? AND started_at<?): the first visit of a day, and 100 at most of some days: LIMIT
-- SEARCH alert_visits EXISTS USING COVERING INDEX alert_visits_subject (subject=? AND started_at>? AND started_at<?): the first visit of a day, and 100 at most of some days: LIMIT
-- SEARCH alerts EXISTS USING PRIMARY KEY (alert_id=?): a key
insert into "alert_firings" (firing_id, alert_id, webhook_id, subject, day, facts, fired_at) select (item.value ->> 'firingId'), (item.value ->> 'alertId'), (item.value ->> 'webhookId'), (item.value ->> 'subject'), (item.value ->> 'day'), (item.value ->> 'facts'), ? from json_each(?) as item where coalesce((select "alert_cursor"."sequence" from "alert_cursor" where "alert_cursor"."id" = 1), 0) = ? and exists (select 1 from "alerts" where "alerts"."alert_id" = (item.value ->> 'alertId') and "alerts"."on_after" = (item.value ->> 'onAfter')) and not exists (select 1 from "alert_firings" where "alert_firings"."alert_id" = (item.value ->> 'alertId') and "alert_firings"."subject" = (item.value ->> 'subject') and "alert_firings"."day" = (item.value ->> 'day')) and exists (select 1 from "alert_visits" where "alert_visits"."subject" = (item.value ->> 'subject') and "alert_visits"."started_at" >= (item.value ->> 'start') and "alert_visits"."started_at" < (item.value ->> 'end')) and (select count(*) from (select 1 from "alert_visits" where "alert_visits"."subject" = (item.value ->> 'subject') and "alert_visits"."started_at" >= (item.value ->> 'from') and "alert_visits"."started_at" < (item.value ->> 'end') limit 100)) >= (item.value ->> 'visits') on conflict do nothing;

-- SEARCH webhooks EXISTS USING PRIMARY KEY (webhook_id=?): a key
-- SCAN alerts USING INDEX alerts_live: the alerts of a workspace, of which there are 50 at most
-- SEARCH alert_visits: the newest visit: max of the rowid
insert into "alerts" ("alert_id", "name", "webhook_id", "timezone", "type", "condition", "on_after", "next_due_at", "failed_at", "author", "revision", "write_id", "created_at", "updated_at", "deleted_at") select ?, ?, ?, ?, ?, ?, coalesce((select max("alert_visits"."sequence") from "alert_visits"), 0), ?, ?, ?, ?, ?, ?, ?, ? where (exists (select 1 from "webhooks" where ("webhooks"."webhook_id" = ? and "webhooks"."deleted_at" is null)) and (select count(*) from "alerts" where "alerts"."deleted_at" is null) < 50) on conflict ("alerts"."alert_id") do nothing;

-- SEARCH pages EXISTS USING PRIMARY KEY (page_id=?): a key
insert into "annotations" ("annotation_id", "page_id", "text", "happened_at", "author", "revision", "write_id", "created_at", "updated_at", "deleted_at") select ?, ?, ?, ?, ?, ?, ?, ?, ?, ? where exists (select 1 from "pages" where "pages"."page_id" = ?) on conflict ("annotations"."annotation_id") do nothing;

insert into "annotations" ("annotation_id", "page_id", "text", "happened_at", "author", "revision", "write_id", "created_at", "updated_at", "deleted_at") select ?, ?, ?, ?, ?, ?, ?, ?, ?, ? where true on conflict ("annotations"."annotation_id") do nothing;

-- SEARCH api_keys USING PRIMARY KEY (api_key_id=?): a key
-- SEARCH maker EXISTS USING PRIMARY KEY (api_key_id=?): a key
insert into "api_keys" ("api_key_id", "hash", "name", "scopes", "created_at", "expires_at", "revoked_at", "limit_tier", "last_used_at", "is_sign_in", "shared_path", "shared_by") select ?, ?, "api_keys"."name", "api_keys"."scopes", ?, "api_keys"."expires_at", ?, "api_keys"."limit_tier", ?, "api_keys"."is_sign_in", ?, ? from "api_keys" where ("api_keys"."api_key_id" = ? and ("api_keys"."revoked_at" is null and ("api_keys"."expires_at" is null or "api_keys"."expires_at" > ?)) and exists (select 1 from "api_keys" as "maker" where ("maker"."api_key_id" = ? and (("maker"."revoked_at" is null and ("maker"."expires_at" is null or "maker"."expires_at" > ?)) and ("maker"."expires_at" is null or "api_keys"."expires_at" <= "maker"."expires_at"))))) on conflict ("api_keys"."api_key_id") do nothing;

-- SEARCH sign_in_codes USING PRIMARY KEY (hash=?): a key
insert into "api_keys" ("api_key_id", "hash", "name", "scopes", "created_at", "expires_at", "revoked_at", "limit_tier", "last_used_at", "is_sign_in", "shared_path", "shared_by") select ?, ?, ?, "sign_in_codes"."scopes", ?, ?, ?, ?, ?, ?, ?, ? from "sign_in_codes" where ("sign_in_codes"."hash" = ? and "sign_in_codes"."expires_at" > ?) on conflict ("api_keys"."api_key_id") do nothing;

-- SEARCH api_keys USING PRIMARY KEY (api_key_id=?): a key
-- SEARCH other USING INDEX api_keys_shared_end (expires_at>?): the share links that work, of which a workspace has 100 at most
insert into "api_keys" ("api_key_id", "hash", "name", "scopes", "created_at", "expires_at", "revoked_at", "limit_tier", "last_used_at", "is_sign_in", "shared_path", "shared_by") select ?, ?, ?, '["read"]', ?, ?, ?, ?, ?, ?, ?, ? from "api_keys" where ("api_keys"."api_key_id" = ? and ("api_keys"."revoked_at" is null and ("api_keys"."expires_at" is null or "api_keys"."expires_at" > ?)) and ((select count(*) as "count" from "api_keys" "other" where ("other"."shared_path" is not null and "other"."expires_at" > ? and "other"."revoked_at" is null))) < 100) on conflict ("api_keys"."api_key_id") do nothing;

insert into "api_keys" ("api_key_id", "hash", "name", "scopes", "created_at", "expires_at", "revoked_at", "limit_tier", "last_used_at", "is_sign_in", "shared_path", "shared_by") select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? where true on conflict ("api_keys"."api_key_id") do nothing;

-- SEARCH api_keys USING PRIMARY KEY (api_key_id=?): a key
insert into "api_keys" ("api_key_id", "hash", "name", "scopes", "created_at", "expires_at", "revoked_at", "limit_tier", "last_used_at", "is_sign_in", "shared_path", "shared_by") select ?, ?, ?, ?, ?, coalesce(?, "api_keys"."expires_at"), ?, ?, ?, ?, ?, ? from "api_keys" where ("api_keys"."api_key_id" = ? and (("api_keys"."revoked_at" is null and ("api_keys"."expires_at" is null or "api_keys"."expires_at" > ?)) and ("api_keys"."expires_at" is null or coalesce(?, "api_keys"."expires_at") <= "api_keys"."expires_at"))) on conflict ("api_keys"."api_key_id") do nothing;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SEARCH pages EXISTS USING PRIMARY KEY (page_id=?): a key
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SEARCH accounts USING COVERING INDEX accounts_domain (domain=?): a key
-- SEARCH page_links USING INDEX page_links_domain_path (tenant_domain_id=? AND path=?): a key
-- SEARCH tenant_domains USING COVERING INDEX tenant_domains_domain (domain=?): a key
-- SEARCH page_links USING INDEX page_links_path (path=?): a key
-- SEARCH tenant_domains USING COVERING INDEX tenant_domains_domain (domain=?): a key
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
insert into "audience_sessions" ("analytics_session_id", "audience_session_id", "page_id", "audience_id", "person_id", "account_id", "recipient_person_id", "recipient_account_id", "page_link_id", "page_title", "page_url", "computation_status", "failure", "form_state", "form_submission_id", "form_submission_email", "form_submission_phone", "form_submission_identifier", "form_submission_identifier_type", "has_conversion", "questions_asked_count", "total_clicks_count", "max_scroll_depth", "engaged_ms", "session_started_at", "active_ms", "close_at", "utm_campaign", "utm_content", "utm_medium", "utm_source", "utm_term", "referrer", "country", "device", "browser", "has_input") select item.value ->> 'analyticsSessionId', item.value ->> 'audienceSessionId', item.value ->> 'pageId', (select "audiences"."audience_id" from "audiences" where "audiences"."page_id" = (item.value ->> 'pageId') and "audiences"."audience_id" = (item.value ->> 'audienceId')), item.value ->> 'personId', item.value ->> 'accountId', (select "audiences"."person_id" from "audiences" where "audiences"."page_id" = (item.value ->> 'pageId') and "audiences"."audience_id" = (item.value ->> 'audienceId') and (item.value ->> 'sessionStartedAt') >= max(?, coalesce(((select "value" as "value" from "counters" where "counters"."name" = ?)), 0))), (select "accounts"."account_id" from "persons" join "accounts" on "accounts"."domain" = "persons"."account_domain" where "persons"."person_id" = (select "audiences"."person_id" from "audiences" where "audiences"."page_id" = (item.value ->> 'pageId') and "audiences"."audience_id" = (item.value ->> 'audienceId') and (item.value ->> 'sessionStartedAt') >= max(?, coalesce(((select "value" as "value" from "counters" where "counters"."name" = ?)), 0)))), coalesce((select "page_links"."page_link_id" from "page_links" where ("page_links"."path" = (item.value ->> 'linkPath') and "page_links"."tenant_domain_id" = (select "tenant_domains"."tenant_domain_id" from "tenant_domains" where "tenant_domains"."domain" = (item.value ->> 'landingHost')) and "page_links"."deleted_at" is null and "page_links"."page_id" = (item.value ->> 'pageId'))), (select "page_links"."page_link_id" from "page_links" where ("page_links"."path" = (item.value ->> 'linkPath') and ("page_links"."tenant_domain_id" is null and not exists (select 1 from "tenant_domains" where "tenant_domains"."domain" = (item.value ->> 'landingHost'))) and "page_links"."deleted_at" is null and "page_links"."page_id" = (item.value ->> 'pageId')))), item.value ->> 'pageTitle', item.value ->> 'pageUrl', item.value ->> 'computationStatus', case when (item.value ->> 'audienceId') is not null and (select "audiences"."audience_id" from "audiences" where "audiences"."page_id" = (item.value ->> 'pageId') and "audiences"."audience_id" = (item.value ->> 'audienceId')) is null then 'The page has no audience ' || (item.value ->> 'audienceId') || ': this is a visit of the page alone.' end, item.value ->> 'formState', item.value ->> 'formSubmissionId', item.value ->> 'formSubmissionEmail', item.value ->> 'formSubmissionPhone', item.value ->> 'formSubmissionIdentifier', item.value ->> 'formSubmissionIdentifierType', item.value ->> 'hasConversion', item.value ->> 'questionsAskedCount', item.value ->> 'totalClicksCount', item.value ->> 'maxScrollDepth', item.value ->> 'engagedMs', item.value ->> 'sessionStartedAt', item.value ->> 'activeMs', item.value ->> 'closeAt', item.value ->> 'utmCampaign', item.value ->> 'utmContent', item.value ->> 'utmMedium', item.value ->> 'utmSource', item.value ->> 'utmTerm', item.value ->> 'referrer', item.value ->> 'country', item.value ->> 'device', item.value ->> 'browser', item.value ->> 'hasInput' from json_each(?) as item where (exists (select 1 from "pages" where "pages"."page_id" = (item.value ->> 'pageId')) and (item.value ->> 'sessionStartedAt') >= coalesce(nullif((select "value" as "value" from "counters" where "counters"."name" = ?), 0) + ?, 0)) on conflict ("audience_sessions"."analytics_session_id") do update set "page_link_id" = case when ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null) then "audience_sessions"."page_link_id" else coalesce("audience_sessions"."page_link_id", excluded.page_link_id) end, "page_title" = case when ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null) then "audience_sessions"."page_title" else coalesce("audience_sessions"."page_title", excluded.page_title) end, "page_url" = case when ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null) then "audience_sessions"."page_url" else coalesce("audience_sessions"."page_url", excluded.page_url) end, "failure" = case when coalesce("audience_sessions"."audience_id", excluded.audience_id) is null then coalesce("audience_sessions"."failure", excluded.failure) end, "form_state" = case when excluded.form_state > "audience_sessions"."form_state" then excluded.form_state else "audience_sessions"."form_state" end, "form_submission_id" = case when excluded.form_state > "audience_sessions"."form_state" then excluded.form_submission_id else "audience_sessions"."form_submission_id" end, "form_submission_email" = case when excluded.form_state > "audience_sessions"."form_state" then excluded.form_submission_email else "audience_sessions"."form_submission_email" end, "form_submission_phone" = case when excluded.form_state > "audience_sessions"."form_state" then excluded.form_submission_phone else "audience_sessions"."form_submission_phone" end, "form_submission_identifier" = case when excluded.form_state > "audience_sessions"."form_state" then excluded.form_submission_identifier else "audience_sessions"."form_submission_identifier" end, "form_submission_identifier_type" = case when excluded.form_state > "audience_sessions"."form_state" then excluded.form_submission_identifier_type else "audience_sessions"."form_submission_identifier_type" end, "has_conversion" = coalesce(max("audience_sessions"."has_conversion", excluded.has_conversion), excluded.has_conversion, "audience_sessions"."has_conversion"), "questions_asked_count" = coalesce(max("audience_sessions"."questions_asked_count", excluded.questions_asked_count), excluded.questions_asked_count, "audience_sessions"."questions_asked_count"), "total_clicks_count" = coalesce(max("audience_sessions"."total_clicks_count", excluded.total_clicks_count), excluded.total_clicks_count, "audience_sessions"."total_clicks_count"), "max_scroll_depth" = coalesce(max("audience_sessions"."max_scroll_depth", excluded.max_scroll_depth), excluded.max_scroll_depth, "audience_sessions"."max_scroll_depth"), "engaged_ms" = coalesce(max("audience_sessions"."engaged_ms", excluded.engaged_ms), excluded.engaged_ms, "audience_sessions"."engaged_ms"), "active_ms" = coalesce(max("audience_sessions"."active_ms", excluded.active_ms), excluded.active_ms, "audience_sessions"."active_ms"), "utm_campaign" = case when ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null) then "audience_sessions"."utm_campaign" else coalesce("audience_sessions"."utm_campaign", excluded.utm_campaign) end, "utm_content" = case when ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null) then "audience_sessions"."utm_content" else coalesce("audience_sessions"."utm_content", excluded.utm_content) end, "utm_medium" = case when ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null) then "audience_sessions"."utm_medium" else coalesce("audience_sessions"."utm_medium", excluded.utm_medium) end, "utm_source" = case when ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null) then "audience_sessions"."utm_source" else coalesce("audience_sessions"."utm_source", excluded.utm_source) end, "utm_term" = case when ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null) then "audience_sessions"."utm_term" else coalesce("audience_sessions"."utm_term", excluded.utm_term) end, "referrer" = case when ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null) then "audience_sessions"."referrer" else coalesce("audience_sessions"."referrer", excluded.referrer) end, "country" = coalesce("audience_sessions"."country", excluded.country), "device" = coalesce("audience_sessions"."device", excluded.device), "browser" = coalesce("audience_sessions"."browser", excluded.browser), "has_input" = coalesce(max("audience_sessions"."has_input", excluded.has_input), excluded.has_input, "audience_sessions"."has_input") where "audience_sessions"."page_id" = excluded.page_id and abs(excluded.session_started_at - "audience_sessions"."session_started_at") < ? and ((excluded.active_ms is not null and ("audience_sessions"."active_ms" is null or excluded.active_ms > "audience_sessions"."active_ms")) or (excluded.engaged_ms is not null and ("audience_sessions"."engaged_ms" is null or excluded.engaged_ms > "audience_sessions"."engaged_ms")) or (excluded.max_scroll_depth is not null and ("audience_sessions"."max_scroll_depth" is null or excluded.max_scroll_depth > "audience_sessions"."max_scroll_depth")) or (excluded.total_clicks_count is not null and ("audience_sessions"."total_clicks_count" is null or excluded.total_clicks_count > "audience_sessions"."total_clicks_count")) or (excluded.questions_asked_count is not null and ("audience_sessions"."questions_asked_count" is null or excluded.questions_asked_count > "audience_sessions"."questions_asked_count")) or (excluded.has_conversion is not null and ("audience_sessions"."has_conversion" is null or excluded.has_conversion > "audience_sessions"."has_conversion")) or (excluded.has_input is not null and ("audience_sessions"."has_input" is null or excluded.has_input > "audience_sessions"."has_input")) or ("audience_sessions"."audience_id" is null and "audience_sessions"."failure" is null and excluded.failure is not null) or ("audience_sessions"."page_link_id" is null and excluded.page_link_id is not null and not ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null)) or ("audience_sessions"."page_title" is null and excluded.page_title is not null and not ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null)) or ("audience_sessions"."page_url" is null and excluded.page_url is not null and not ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null)) or ("audience_sessions"."utm_campaign" is null and excluded.utm_campaign is not null and not ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null)) or ("audience_sessions"."utm_content" is null and excluded.utm_content is not null and not ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null)) or ("audience_sessions"."utm_medium" is null and excluded.utm_medium is not null and not ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null)) or ("audience_sessions"."utm_source" is null and excluded.utm_source is not null and not ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null)) or ("audience_sessions"."utm_term" is null and excluded.utm_term is not null and not ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null)) or ("audience_sessions"."referrer" is null and excluded.referrer is not null and not ("audience_sessions"."form_state" = 2 and "audience_sessions"."form_submission_identifier" is null)) or ("audience_sessions"."country" is null and excluded.country is not null) or ("audience_sessions"."device" is null and excluded.device is not null) or ("audience_sessions"."browser" is null and excluded.browser is not null) or excluded.form_state > "audience_sessions"."form_state" or excluded.form_state > "audience_sessions"."form_state" or excluded.form_state > "audience_sessions"."form_state" or excluded.form_state > "audience_sessions"."form_state" or excluded.form_state > "audience_sessions"."form_state" or excluded.form_state > "audience_sessions"."form_state");

-- SEARCH pages EXISTS USING PRIMARY KEY (page_id=?): a key
-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_imported_id (audience_session_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_imported_id (audience_session_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SEARCH persons USING INDEX persons_email (email=?): a key
-- SEARCH persons USING INDEX persons_phone_number (phone_number=?): a key
-- SEARCH persons USING INDEX persons_email (email=?): a key
-- SEARCH persons USING INDEX persons_phone_number (phone_number=?): a key
-- SEARCH persons USING INDEX persons_linkedin_identity (linkedin_identity=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
-- SEARCH persons USING INDEX persons_email (email=?): a key
-- SEARCH persons USING INDEX persons_phone_number (phone_number=?): a key
-- SEARCH persons USING INDEX persons_email (email=?): a key
-- SEARCH persons USING INDEX persons_phone_number (phone_number=?): a key
-- SEARCH persons USING INDEX persons_linkedin_identity (linkedin_identity=?): a key
-- SEARCH accounts USING COVERING INDEX accounts_domain (domain=?) LEFT-JOIN: a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SEARCH accounts USING COVERING INDEX accounts_domain (domain=?): a key
-- SEARCH page_links USING INDEX page_links_domain_path (tenant_domain_id=? AND path=?): a key
-- SEARCH tenant_domains USING COVERING INDEX tenant_domains_domain (domain=?): a key
-- SEARCH page_links USING INDEX page_links_path (path=?): a key
-- SEARCH tenant_domains USING COVERING INDEX tenant_domains_domain (domain=?): a key
insert into "audience_sessions" ("analytics_session_id", "audience_session_id", "page_id", "audience_id", "person_id", "account_id", "recipient_person_id", "recipient_account_id", "page_link_id", "page_title", "page_url", "computation_status", "failure", "form_state", "form_submission_id", "form_submission_email", "form_submission_phone", "form_submission_identifier", "form_submission_identifier_type", "has_conversion", "questions_asked_count", "total_clicks_count", "max_scroll_depth", "engaged_ms", "session_started_at", "active_ms", "close_at", "utm_campaign", "utm_content", "utm_medium", "utm_source", "utm_term", "referrer", "country", "device", "browser", "has_input") select item.value ->> 'analyticsSessionId', item.value ->> 'audienceSessionId', item.value ->> 'pageId', item.value ->> 'audienceId', coalesce((select "persons"."person_id" from "persons" where "persons"."email" = (item.value ->> 'formSubmissionEmail')), (select "persons"."person_id" from "persons" where "persons"."phone_number" = (item.value ->> 'formSubmissionPhone')), (select "persons"."person_id" from "persons" where "persons"."email" = (item.value ->> 'formSubmissionIdentifier')), (select "persons"."person_id" from "persons" where "persons"."phone_number" = (item.value ->> 'formSubmissionIdentifier')), (select "persons"."person_id" from "persons" where "persons"."linkedin_identity" = (item.value ->> 'formSubmissionIdentifier'))), (select coalesce("accounts"."account_id", '') from "persons" left join "accounts" on "accounts"."domain" = "persons"."account_domain" where "persons"."person_id" = coalesce((select "persons"."person_id" from "persons" where "persons"."email" = (item.value ->> 'formSubmissionEmail')), (select "persons"."person_id" from "persons" where "persons"."phone_number" = (item.value ->> 'formSubmissionPhone')), (select "persons"."person_id" from "persons" where "persons"."email" = (item.value ->> 'formSubmissionIdentifier')), (select "persons"."person_id" from "persons" where "persons"."phone_number" = (item.value ->> 'formSubmissionIdentifier')), (select "persons"."person_id" from "persons" where "persons"."linkedin_identity" = (item.value ->> 'formSubmissionIdentifier')))), (select "audiences"."person_id" from "audiences" where "audiences"."page_id" = ? and "audiences"."audience_id" = (item.value ->> 'audienceId') and (item.value ->> 'sessionStartedAt') >= max(?, coalesce(((select "value" as "value" from "counters" where "counters"."name" = ?)), 0))), (select "accounts"."account_id" from "persons" join "accounts" on "accounts"."domain" = "persons"."account_domain" where "persons"."person_id" = (select "audiences"."person_id" from "audiences" where "audiences"."page_id" = ? and "audiences"."audience_id" = (item.value ->> 'audienceId') and (item.value ->> 'sessionStartedAt') >= max(?, coalesce(((select "value" as "value" from "counters" where "counters"."name" = ?)), 0)))), coalesce((select "page_links"."page_link_id" from "page_links" where ("page_links"."path" = json_extract(?, '$[' || item.key || '].linkPath') and "page_links"."tenant_domain_id" = (select "tenant_domains"."tenant_domain_id" from "tenant_domains" where "tenant_domains"."domain" = json_extract(?, '$[' || item.key || '].landingHost')) and "page_links"."deleted_at" is null and "page_links"."page_id" = ?)), (select "page_links"."page_link_id" from "page_links" where ("page_links"."path" = json_extract(?, '$[' || item.key || '].linkPath') and ("page_links"."tenant_domain_id" is null and not exists (select 1 from "tenant_domains" where "tenant_domains"."domain" = json_extract(?, '$[' || item.key || '].landingHost'))) and "page_links"."deleted_at" is null and "page_links"."page_id" = ?))), item.value ->> 'pageTitle', item.value ->> 'pageUrl', item.value ->> 'computationStatus', item.value ->> 'failure', item.value ->> 'formState', item.value ->> 'formSubmissionId', item.value ->> 'formSubmissionEmail', item.value ->> 'formSubmissionPhone', item.value ->> 'formSubmissionIdentifier', item.value ->> 'formSubmissionIdentifierType', item.value ->> 'hasConversion', item.value ->> 'questionsAskedCount', item.value ->> 'totalClicksCount', item.value ->> 'maxScrollDepth', item.value ->> 'engagedMs', item.value ->> 'sessionStartedAt', item.value ->> 'activeMs', item.value ->> 'closeAt', item.value ->> 'utmCampaign', item.value ->> 'utmContent', item.value ->> 'utmMedium', item.value ->> 'utmSource', item.value ->> 'utmTerm', item.value ->> 'referrer', item.value ->> 'country', item.value ->> 'device', item.value ->> 'browser', item.value ->> 'hasInput' from json_each(?) as item where (exists (select 1 from "pages" where "pages"."page_id" = ?) and ? >= max(?, coalesce((select "value" as "value" from "counters" where "counters"."name" = ?), 0)) and not exists (select (item.value ->> 'audienceId') as id from json_each(?) as item where (item.value ->> 'audienceId') is not null and not exists (select 1 from "audiences" where ("audiences"."page_id" = ? and "audiences"."audience_id" = (item.value ->> 'audienceId'))) limit 1) and not exists (select "audience_sessions"."analytics_session_id" as id, 'analyticsSessionId' as field from json_each(?) as item cross join "audience_sessions" on "audience_sessions"."analytics_session_id" = (item.value ->> 'storedId') where "audience_sessions"."page_id" <> ? union all select "audience_sessions"."analytics_session_id" as id, 'analyticsSessionId' as field from json_each(?) as item cross join "audience_sessions" on "audience_sessions"."audience_session_id" = (item.value ->> 'analyticsSessionId') where "audience_sessions"."analytics_session_id" not in ((item.value ->> 'storedId'), (item.value ->> 'analyticsSessionId')) union all select "audience_sessions"."analytics_session_id" as id, 'audienceSessionId' as field from json_each(?) as item cross join "audience_sessions" on "audience_sessions"."analytics_session_id" = (item.value ->> 'storedAudienceSessionId') where "audience_sessions"."analytics_session_id" not in ((item.value ->> 'storedId'), (item.value ->> 'analyticsSessionId')) union all select "audience_sessions"."analytics_session_id" as id, 'audienceSessionId' as field from json_each(?) as item cross join "audience_sessions" on "audience_sessions"."audience_session_id" = (item.value ->> 'audienceSessionId') where "audience_sessions"."analytics_session_id" not in ((item.value ->> 'storedId'), (item.value ->> 'analyticsSessionId')) limit 1) and not exists (select 1 from "audience_sessions" where ("audience_sessions"."analytics_session_id" = substr((item.value ->> 'analyticsSessionId'), ?) and "audience_sessions"."page_id" = ? and "audience_sessions"."session_started_at" = (item.value ->> 'sessionStartedAt')))) on conflict ("audience_sessions"."analytics_session_id") do nothing returning "analytics_session_id" as "id";

-- SEARCH audience_versions USING PRIMARY KEY (audience_id=? AND version_number=?): a key
-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): the latest version: LIMIT 1
-- SEARCH opening USING COVERING INDEX audience_versions_version_id (version_id=?): a key
-- SEARCH audiences EXISTS USING PRIMARY KEY (page_id=? AND audience_id=?): a key
-- SEARCH audience_versions USING COVERING INDEX audience_versions_live (audience_id=?): a key
insert into "audience_versions" ("audience_id", "version_number", "version_id", "status", "is_new_page_agent", "created_at", "became_draft_at", "queued_at", "publish_at", "requested_by", "processing_at", "published_at", "cancelled_at", "obsolete_at", "archived_at", "cancel_reason", "transition_id", "publish_order", "sweep_at", "failure", "supplementary_context", "frozen", "snapshot") select ?, "audience_versions"."version_number" + 1, ?, ?, not exists (select 1 from "audience_versions" where ("audience_versions"."audience_id" = ? and "audience_versions"."status" = 'published')), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "audience_versions"."supplementary_context", ?, ? from "audience_versions" where (("audience_versions"."audience_id" = ? and "audience_versions"."version_number" = (select "audience_versions"."version_number" from "audience_versions" where "audience_versions"."audience_id" = ? order by "audience_versions"."version_number" desc limit 1)) and "audience_versions"."status" <> 'draft' and exists (select 1 from "audiences" where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr("audiences"."write_id", ?) = 1)) and not exists (select 1 from "audience_versions" as "opening" where "opening"."version_id" = ?)) on conflict ("audience_versions"."audience_id", "audience_versions"."version_number") do nothing;

-- SEARCH audience_versions USING PRIMARY KEY (audience_id=? AND version_number=?): a key
-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): the latest version: LIMIT 1
-- SEARCH opening USING COVERING INDEX audience_versions_version_id (version_id=?): a key
-- SEARCH audiences EXISTS USING INDEX audiences_audience_id (audience_id=? AND page_id=?): a key
-- SEARCH audience_versions USING COVERING INDEX audience_versions_live (audience_id=?): a key
insert into "audience_versions" ("audience_id", "version_number", "version_id", "status", "is_new_page_agent", "created_at", "became_draft_at", "queued_at", "publish_at", "requested_by", "processing_at", "published_at", "cancelled_at", "obsolete_at", "archived_at", "cancel_reason", "transition_id", "publish_order", "sweep_at", "failure", "supplementary_context", "frozen", "snapshot") select ?, "audience_versions"."version_number" + 1, ?, ?, not exists (select 1 from "audience_versions" where ("audience_versions"."audience_id" = ? and "audience_versions"."status" = 'published')), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? from "audience_versions" where (("audience_versions"."audience_id" = ? and "audience_versions"."version_number" = (select "audience_versions"."version_number" from "audience_versions" where "audience_versions"."audience_id" = ? order by "audience_versions"."version_number" desc limit 1)) and "audience_versions"."status" <> 'draft' and "audience_versions"."supplementary_context" is not ? and exists (select 1 from "audiences" where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr("audiences"."write_id", ?) = 1)) and not exists (select 1 from "audience_versions" as "opening" where "opening"."version_id" = ?)) on conflict ("audience_versions"."audience_id", "audience_versions"."version_number") do nothing;

-- SEARCH audiences EXISTS USING INDEX audiences_audience_id (audience_id=?): a key
insert into "audience_versions" ("audience_id", "version_number", "version_id", "status", "is_new_page_agent", "created_at", "became_draft_at", "queued_at", "publish_at", "requested_by", "processing_at", "published_at", "cancelled_at", "obsolete_at", "archived_at", "cancel_reason", "transition_id", "publish_order", "sweep_at", "failure", "supplementary_context", "frozen", "snapshot") select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? where exists (select 1 from "audiences" where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr("audiences"."write_id", ?) = 1)) on conflict ("audience_versions"."audience_id", "audience_versions"."version_number") do nothing;

-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
insert into "audiences" ("page_id", "audience_id", "audience_number", "person_id", "custom_name", "action_form_id_override", "action_form_instructions_override", "action_url_override", "metadata_override", "revision", "write_id", "created_at", "archived_at") select ?, ?, "pages"."audiences_count" + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? from "pages" where "pages"."page_id" = ? on conflict ("audiences"."page_id", "audiences"."audience_id") do nothing;

-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH audiences USING COVERING INDEX audiences_person (person_id=? AND page_id=?): a key
-- SEARCH persons EXISTS USING COVERING INDEX persons_person_id (person_id=?): a key
insert into "audiences" ("page_id", "audience_id", "audience_number", "person_id", "custom_name", "action_form_id_override", "action_form_instructions_override", "action_url_override", "metadata_override", "revision", "write_id", "created_at", "archived_at") select ?, ?, "pages"."audiences_count" + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? from "pages" where ("pages"."page_id" = ? and exists (select 1 from "persons" where "persons"."person_id" = ?) and not exists (select 1 from "audiences" where ("audiences"."person_id" = ? and "audiences"."page_id" = ? and "audiences"."audience_id" <> ?))) on conflict ("audiences"."page_id", "audiences"."audience_id") do nothing;

insert into "counters" ("name", "value") values (?, ? + 1) on conflict ("counters"."name") do update set "value" = max(value, excluded.value);

-- SEARCH persons EXISTS USING INDEX persons_person_id (person_id=?): a key
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
insert into "erased_identifiers" ("identifier_hash", "erased_at") select value, max(?, cast(unixepoch('subsec') * 1000 as integer)) from json_each(?) where exists (select 1 from "persons" where ("persons"."person_id" = ? and "persons"."revision" = ?)) on conflict ("erased_identifiers"."identifier_hash") do update set "erased_at" = excluded.erased_at;

-- SEARCH persons EXISTS USING INDEX persons_person_id (person_id=?): a key
-- SEARCH person_log_counts USING PRIMARY KEY (person_id=?): the kinds (source and type) of the logs of one owner
insert into "erasures" ("person_id", "erasure_id", "erased_logs_count", "erased_at") select ?, ?, (select coalesce(sum("person_log_counts"."logs"), 0) from "person_log_counts" where "person_log_counts"."person_id" = ?), ? where exists (select 1 from "persons" where ("persons"."person_id" = ? and "persons"."revision" = ?)) on conflict ("erasures"."person_id") do nothing;

-- SEARCH form_submits USING PRIMARY KEY (address_hash=? AND form_hash=?): a key
-- SEARCH form_submits USING PRIMARY KEY (address_hash=?): the forms of one address: as many as the limit has in two windows
-- SEARCH form_submits USING PRIMARY KEY (address_hash>? AND address_hash<?): the forms of one network: as many as its limit has in two windows
insert into "form_submits" ("address_hash", "form_hash", "received_at") select ?, ?, ? where (not exists (select 1 from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."form_hash" = ?)) and (select count(*) from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."received_at" > ?)) < ? and (select count(*) from "form_submits" where ("form_submits"."address_hash" > ? and "form_submits"."address_hash" < ? || '~' and "form_submits"."received_at" > ?)) < ?) on conflict ("form_submits"."address_hash", "form_submits"."form_hash") do nothing;

-- SEARCH form_submits USING PRIMARY KEY (address_hash=? AND form_hash=?): a key
-- SEARCH form_submits USING PRIMARY KEY (address_hash=?): the forms of one address: as many as the limit has in two windows
insert into "form_submits" ("address_hash", "form_hash", "received_at") select ?, ?, ? where (not exists (select 1 from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."form_hash" = ?)) and (select count(*) from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."received_at" > ?)) < ?) on conflict ("form_submits"."address_hash", "form_submits"."form_hash") do nothing;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SEARCH left_out_visits USING PRIMARY KEY (day=? AND analytics_session_id=?): a key
-- SEARCH left_out_visits USING PRIMARY KEY (day=? AND analytics_session_id=?): a key
-- SEARCH left_out_visits USING PRIMARY KEY (day=? AND analytics_session_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
insert into "left_out_visits" ("day", "analytics_session_id", "page_id", "reason") select item.value ->> 'day', item.value ->> 'analyticsSessionId', case when exists (select 1 from "pages" where "pages"."page_id" = (item.value ->> 'pageId')) then (item.value ->> 'pageId') else '' end, coalesce((item.value ->> 'reason'), 'unknown_page') from json_each(?) as item where (((item.value ->> 'reason') is not null or not exists (select 1 from "pages" where "pages"."page_id" = (item.value ->> 'pageId'))) and not exists (select 1 from "audience_sessions" where "audience_sessions"."analytics_session_id" = (item.value ->> 'analyticsSessionId')) and not exists (select 1 from "left_out_visits" where "left_out_visits"."day" = (item.value ->> 'day') - 1 and "left_out_visits"."analytics_session_id" = (item.value ->> 'analyticsSessionId')) and not exists (select 1 from "left_out_visits" where "left_out_visits"."day" = (item.value ->> 'day') + 0 and "left_out_visits"."analytics_session_id" = (item.value ->> 'analyticsSessionId')) and not exists (select 1 from "left_out_visits" where "left_out_visits"."day" = (item.value ->> 'day') + 1 and "left_out_visits"."analytics_session_id" = (item.value ->> 'analyticsSessionId'))) on conflict do nothing;

-- SEARCH audience_versions EXISTS USING INDEX audience_versions_version_id (version_id=?): a key
insert into "operation_keys" ("operation_key", "version_id", "created_at") select ?, ?, ? where exists (select 1 from "audience_versions" where ("audience_versions"."version_id" = ? and "audience_versions"."transition_id" = ?)) on conflict ("operation_keys"."operation_key") do nothing;

insert into "operation_keys" ("operation_key", "version_id", "created_at") select ?, ?, ? where true on conflict ("operation_keys"."operation_key") do nothing;

-- SEARCH audiences EXISTS USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH tenant_domains USING PRIMARY KEY (tenant_domain_id=?): a key
-- SEARCH page_links USING INDEX page_links_path (path=?): a key
-- SEARCH page_links USING INDEX page_links_domain_path (tenant_domain_id=? AND path=?): a key
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
insert into "page_links" ("seq", "page_link_id", "tenant_domain_id", "path", "search_path", "target_type", "page_id", "audience_id", "revision", "write_id", "created_at", "updated_at", "deleted_at") select ?, ?, ?, ?, ?, ?, (select "audiences"."page_id" from "audiences" where "audiences"."audience_id" = ?), iif(? = 'audience', ?, null), ?, ?, ?, ?, ? where ((? is null or exists (select 1 from "tenant_domains" where "tenant_domains"."tenant_domain_id" = ?)) and exists (select 1 from "audiences" where ("audiences"."audience_id" = ? and (? <> ? or "audiences"."archived_at" is null))) and coalesce((select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = ? and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and ("page_links"."tenant_domain_id" is null and ? is null))), (select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = ? and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and "page_links"."tenant_domain_id" = ?))) is null) on conflict ("page_links"."page_link_id") do nothing;

-- SEARCH pages EXISTS USING PRIMARY KEY (page_id=?): a key
-- SEARCH tenant_domains USING PRIMARY KEY (tenant_domain_id=?): a key
-- SEARCH page_links USING INDEX page_links_path (path=?): a key
-- SEARCH page_links USING INDEX page_links_domain_path (tenant_domain_id=? AND path=?): a key
insert into "page_links" ("seq", "page_link_id", "tenant_domain_id", "path", "search_path", "target_type", "page_id", "audience_id", "revision", "write_id", "created_at", "updated_at", "deleted_at") select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? where ((? is null or exists (select 1 from "tenant_domains" where "tenant_domains"."tenant_domain_id" = ?)) and exists (select 1 from "pages" where "pages"."page_id" = ?) and coalesce((select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = ? and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and ("page_links"."tenant_domain_id" is null and ? is null))), (select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = ? and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and "page_links"."tenant_domain_id" = ?))) is null) on conflict ("page_links"."page_link_id") do nothing;

-- SEARCH pages USING COVERING INDEX pages_url (url=?): a key
insert into "pages" ("page_id", "title", "url", "metadata", "audiences_count", "revision", "write_id", "created_at", "updated_at") select ?, ?, ?, ?, ?, ?, ?, ?, ? where not exists (select 1 from "pages" where ("pages"."url" = ? and "pages"."page_id" <> ?)) on conflict ("pages"."page_id") do nothing;

-- SEARCH persons USING INDEX persons_email (email=?): a key
-- SEARCH persons USING INDEX persons_phone_number (phone_number=?): a key
-- SEARCH persons USING INDEX persons_linkedin_identity (linkedin_identity=?): a key
-- SEARCH erasures USING PRIMARY KEY (person_id=?): a key
-- SEARCH free_mail_domains USING PRIMARY KEY (domain=?): a key
-- SEARCH persons USING COVERING INDEX persons_slug (slug=?): a key
-- SEARCH persons USING COVERING INDEX persons_slug (slug=?): a key
insert into "persons" ("seq", "person_id", "name", "search_name", "email", "search_email", "search_domain", "email_domain", "domain", "phone_number", "linkedin_profile_url", "linkedin_key", "slug", "revision", "write_id", "created_at", "updated_at", "latest_visit_at") select ?, ?, ?, ?, ?, ?, ?, (select ? where not exists (select 1 from "free_mail_domains" where "free_mail_domains"."domain" = ?)), ?, ?, ?, ?, case when not exists (select 1 from "persons" where "persons"."slug" = ?) then ? when not exists (select 1 from "persons" where "persons"."slug" = ?) then ? else ? end, ?, ?, ?, ?, ? where ((not exists (select 1 from "persons" where ("persons"."email" = ? and "persons"."person_id" <> ?)) and not exists (select 1 from "persons" where ("persons"."phone_number" = ? and "persons"."person_id" <> ?)) and not exists (select 1 from "persons" where ("persons"."linkedin_identity" = ? and "persons"."person_id" <> ?))) and not exists (select 1 from "erasures" where "erasures"."person_id" = ?)) on conflict ("persons"."person_id") do nothing;

-- SEARCH persons USING INDEX persons_email (email=?): a key
-- SEARCH erasures USING PRIMARY KEY (person_id=?): a key
-- SEARCH free_mail_domains USING PRIMARY KEY (domain=?): a key
-- SEARCH persons USING COVERING INDEX persons_slug (slug=?): a key
-- SEARCH persons USING COVERING INDEX persons_slug (slug=?): a key
insert into "persons" ("seq", "person_id", "name", "search_name", "email", "search_email", "search_domain", "email_domain", "domain", "phone_number", "linkedin_profile_url", "linkedin_key", "slug", "revision", "write_id", "created_at", "updated_at", "latest_visit_at") select ?, ?, ?, ?, ?, ?, ?, (select ? where not exists (select 1 from "free_mail_domains" where "free_mail_domains"."domain" = ?)), ?, ?, ?, ?, case when not exists (select 1 from "persons" where "persons"."slug" = ?) then ? when not exists (select 1 from "persons" where "persons"."slug" = ?) then ? else ? end, ?, ?, ?, ?, ? where (not exists (select 1 from "persons" where ("persons"."email" = ? and "persons"."person_id" <> ?)) and not exists (select 1 from "erasures" where "erasures"."person_id" = ?)) on conflict ("persons"."person_id") do nothing;

-- SEARCH persons USING INDEX persons_linkedin_identity (linkedin_identity=?): a key
-- SEARCH erasures USING PRIMARY KEY (person_id=?): a key
-- SEARCH free_mail_domains USING PRIMARY KEY (domain=?): a key
-- SEARCH persons USING COVERING INDEX persons_slug (slug=?): a key
-- SEARCH persons USING COVERING INDEX persons_slug (slug=?): a key
insert into "persons" ("seq", "person_id", "name", "search_name", "email", "search_email", "search_domain", "email_domain", "domain", "phone_number", "linkedin_profile_url", "linkedin_key", "slug", "revision", "write_id", "created_at", "updated_at", "latest_visit_at") select ?, ?, ?, ?, ?, ?, ?, (select ? where not exists (select 1 from "free_mail_domains" where "free_mail_domains"."domain" = ?)), ?, ?, ?, ?, case when not exists (select 1 from "persons" where "persons"."slug" = ?) then ? when not exists (select 1 from "persons" where "persons"."slug" = ?) then ? else ? end, ?, ?, ?, ?, ? where (not exists (select 1 from "persons" where ("persons"."linkedin_identity" = ? and "persons"."person_id" <> ?)) and not exists (select 1 from "erasures" where "erasures"."person_id" = ?)) on conflict ("persons"."person_id") do nothing;

-- SEARCH persons USING INDEX persons_phone_number (phone_number=?): a key
-- SEARCH erasures USING PRIMARY KEY (person_id=?): a key
-- SEARCH free_mail_domains USING PRIMARY KEY (domain=?): a key
-- SEARCH persons USING COVERING INDEX persons_slug (slug=?): a key
-- SEARCH persons USING COVERING INDEX persons_slug (slug=?): a key
insert into "persons" ("seq", "person_id", "name", "search_name", "email", "search_email", "search_domain", "email_domain", "domain", "phone_number", "linkedin_profile_url", "linkedin_key", "slug", "revision", "write_id", "created_at", "updated_at", "latest_visit_at") select ?, ?, ?, ?, ?, ?, ?, (select ? where not exists (select 1 from "free_mail_domains" where "free_mail_domains"."domain" = ?)), ?, ?, ?, ?, case when not exists (select 1 from "persons" where "persons"."slug" = ?) then ? when not exists (select 1 from "persons" where "persons"."slug" = ?) then ? else ? end, ?, ?, ?, ?, ? where (not exists (select 1 from "persons" where ("persons"."phone_number" = ? and "persons"."person_id" <> ?)) and not exists (select 1 from "erasures" where "erasures"."person_id" = ?)) on conflict ("persons"."person_id") do nothing;

-- SEARCH erasures USING PRIMARY KEY (person_id=?): a key
-- SEARCH free_mail_domains USING PRIMARY KEY (domain=?): a key
-- SEARCH persons USING COVERING INDEX persons_slug (slug=?): a key
-- SEARCH persons USING COVERING INDEX persons_slug (slug=?): a key
insert into "persons" ("seq", "person_id", "name", "search_name", "email", "search_email", "search_domain", "email_domain", "domain", "phone_number", "linkedin_profile_url", "linkedin_key", "slug", "revision", "write_id", "created_at", "updated_at", "latest_visit_at") select ?, ?, ?, ?, ?, ?, ?, (select ? where not exists (select 1 from "free_mail_domains" where "free_mail_domains"."domain" = ?)), ?, ?, ?, ?, case when not exists (select 1 from "persons" where "persons"."slug" = ?) then ? when not exists (select 1 from "persons" where "persons"."slug" = ?) then ? else ? end, ?, ?, ?, ?, ? where not exists (select 1 from "erasures" where "erasures"."person_id" = ?) on conflict ("persons"."person_id") do nothing;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH refused_origins USING PRIMARY KEY (day=? AND origin=?): a key
-- SEARCH refused_origins USING PRIMARY KEY (day=?): the origins that were refused: 20 a day, of 7 days
insert into "refused_origins" ("day", "origin", "requests_count", "last_refused_at", "write_id") select ?, item.value ->> 'origin', item.value ->> 'requestsCount', ?, ? from json_each(?) as item where (exists (select 1 from "refused_origins" where ("refused_origins"."day" = ? and "refused_origins"."origin" = (item.value ->> 'origin'))) or (select count(*) from "refused_origins" where "refused_origins"."day" = ?) + item.key < 20) on conflict ("refused_origins"."day", "refused_origins"."origin") do update set "requests_count" = "refused_origins"."requests_count" + excluded.requests_count, "last_refused_at" = max("refused_origins"."last_refused_at", excluded.last_refused_at), "write_id" = substr(? || ' ' || "refused_origins"."write_id", 1, 264) where instr("refused_origins"."write_id", ?) = 0;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
insert into "session_blocks" ("page_id", "is_removed", "first_at", "part", "last_at", "ends_at", "count", "sums", "started_at", "flags", "clicks", "questions", "scroll_depth", "engaged_ms", "active_ms", "audience_id", "page", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "referrer", "country", "device", "browser", "landing_path", "person_id", "account_id", "recipient_person_id", "recipient_account_id", "page_link_id", "audience_id_sums", "page_sums", "utm_source_sums", "utm_medium_sums", "utm_campaign_sums", "utm_term_sums", "utm_content_sums", "referrer_sums", "country_sums", "device_sums", "browser_sums", "landing_path_sums", "person_id_sums", "account_id_sums", "recipient_person_id_sums", "recipient_account_id_sums", "page_link_id_sums") select item.value ->> 'pageId', item.value ->> 'isRemoved', item.value ->> 'firstAt', item.value ->> 'part', item.value ->> 'lastAt', item.value ->> 'endsAt', item.value ->> 'count', item.value ->> 'sums', item.value ->> 'startedAt', item.value ->> 'flags', item.value ->> 'clicks', item.value ->> 'questions', item.value ->> 'scrollDepth', item.value ->> 'engagedMs', item.value ->> 'activeMs', item.value ->> 'audienceId', item.value ->> 'page', item.value ->> 'utmSource', item.value ->> 'utmMedium', item.value ->> 'utmCampaign', item.value ->> 'utmTerm', item.value ->> 'utmContent', item.value ->> 'referrer', item.value ->> 'country', item.value ->> 'device', item.value ->> 'browser', item.value ->> 'landingPath', item.value ->> 'personId', item.value ->> 'accountId', item.value ->> 'recipientPersonId', item.value ->> 'recipientAccountId', item.value ->> 'pageLinkId', item.value ->> 'audienceIdSums', item.value ->> 'pageSums', item.value ->> 'utmSourceSums', item.value ->> 'utmMediumSums', item.value ->> 'utmCampaignSums', item.value ->> 'utmTermSums', item.value ->> 'utmContentSums', item.value ->> 'referrerSums', item.value ->> 'countrySums', item.value ->> 'deviceSums', item.value ->> 'browserSums', item.value ->> 'landingPathSums', item.value ->> 'personIdSums', item.value ->> 'accountIdSums', item.value ->> 'recipientPersonIdSums', item.value ->> 'recipientAccountIdSums', item.value ->> 'pageLinkIdSums' from json_each(?) as item where coalesce((select "session_seal"."revision" from "session_seal" where "session_seal"."id" = 1), 0) = ? on conflict ("session_blocks"."page_id", "session_blocks"."is_removed", "session_blocks"."first_at", "session_blocks"."part") do update set "last_at" = excluded.last_at, "ends_at" = excluded.ends_at, "count" = excluded.count, "sums" = excluded.sums, "started_at" = excluded.started_at, "flags" = excluded.flags, "clicks" = excluded.clicks, "questions" = excluded.questions, "scroll_depth" = excluded.scroll_depth, "engaged_ms" = excluded.engaged_ms, "active_ms" = excluded.active_ms, "audience_id" = excluded.audience_id, "page" = excluded.page, "utm_source" = excluded.utm_source, "utm_medium" = excluded.utm_medium, "utm_campaign" = excluded.utm_campaign, "utm_term" = excluded.utm_term, "utm_content" = excluded.utm_content, "referrer" = excluded.referrer, "country" = excluded.country, "device" = excluded.device, "browser" = excluded.browser, "landing_path" = excluded.landing_path, "person_id" = excluded.person_id, "account_id" = excluded.account_id, "recipient_person_id" = excluded.recipient_person_id, "recipient_account_id" = excluded.recipient_account_id, "page_link_id" = excluded.page_link_id, "audience_id_sums" = excluded.audience_id_sums, "page_sums" = excluded.page_sums, "utm_source_sums" = excluded.utm_source_sums, "utm_medium_sums" = excluded.utm_medium_sums, "utm_campaign_sums" = excluded.utm_campaign_sums, "utm_term_sums" = excluded.utm_term_sums, "utm_content_sums" = excluded.utm_content_sums, "referrer_sums" = excluded.referrer_sums, "country_sums" = excluded.country_sums, "device_sums" = excluded.device_sums, "browser_sums" = excluded.browser_sums, "landing_path_sums" = excluded.landing_path_sums, "person_id_sums" = excluded.person_id_sums, "account_id_sums" = excluded.account_id_sums, "recipient_person_id_sums" = excluded.recipient_person_id_sums, "recipient_account_id_sums" = excluded.recipient_account_id_sums, "page_link_id_sums" = excluded.page_link_id_sums;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
insert into "session_corrections" ("page_id", "analytics_session_id", "counted") select "audience_sessions"."page_id", "audience_sessions"."analytics_session_id", item.value from json_each(?) as item cross join "audience_sessions" where "audience_sessions"."analytics_session_id" = item.value ->> 0 and json_array(audience_sessions.analytics_session_id, audience_sessions.session_started_at, audience_sessions.active_ms, coalesce(audience_sessions.engaged_ms + 1, 0), coalesce(audience_sessions.max_scroll_depth + 1, 0), audience_sessions.total_clicks_count, audience_sessions.questions_asked_count, ((audience_sessions.computation_status = 'pending') * 1 + (audience_sessions.failure IS NOT NULL) * 2 + (audience_sessions.form_state > 0) * 4 + (audience_sessions.has_conversion > 0) * 8), audience_sessions.audience_id, audience_sessions.page_id, audience_sessions.utm_source, audience_sessions.utm_medium, audience_sessions.utm_campaign, audience_sessions.utm_term, audience_sessions.utm_content, audience_sessions.referrer, audience_sessions.country, audience_sessions.device, audience_sessions.browser, audience_sessions.landing_path, iif(audience_sessions.account_id IS NULL, NULL, audience_sessions.person_id), nullif(audience_sessions.account_id, ''), audience_sessions.recipient_person_id, audience_sessions.recipient_account_id, audience_sessions.page_link_id) is not item.value and coalesce((select "session_seal"."revision" from "session_seal" where "session_seal"."id" = 1), 0) = ? on conflict ("session_corrections"."page_id", "session_corrections"."analytics_session_id") do update set "counted" = excluded.counted;

-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at>? AND (session_started_at,analytics_session_id)<(?,?)): the sessions that the write seals: 2,000, and those that came since it read them
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
insert into "session_corrections" ("page_id", "analytics_session_id", "counted") select "audience_sessions"."page_id", "audience_sessions"."analytics_session_id", null from "audience_sessions" where "audience_sessions"."session_started_at" >= coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1) and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") > (coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), coalesce((select "session_seal"."sealed_id" from "session_seal" where "session_seal"."id" = 1), '')) and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") <= (?, ?) and "audience_sessions"."analytics_session_id" not in (select item.value ->> 0 from json_each(?) as item) and coalesce((select "session_seal"."revision" from "session_seal" where "session_seal"."id" = 1), 0) = ? on conflict do nothing;

-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
insert into "session_seal" (id, sealed_at, sealed_id, revision) select 1, ?, ?, abs(?) + 1 where coalesce((select "session_seal"."revision" from "session_seal" where "session_seal"."id" = 1), 0) = ? on conflict (id) do update set sealed_at = excluded.sealed_at, sealed_id = excluded.sealed_id, revision = excluded.revision;

-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
insert into "session_seal" (id, sealed_at, sealed_id, revision) select 1, coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), coalesce((select "session_seal"."sealed_id" from "session_seal" where "session_seal"."id" = 1), ''), abs(?) + 1 where coalesce((select "session_seal"."revision" from "session_seal" where "session_seal"."id" = 1), 0) = ? on conflict (id) do update set sealed_at = excluded.sealed_at, sealed_id = excluded.sealed_id, revision = excluded.revision;

insert into "sign_in_codes" ("hash", "scopes", "expires_at") select ?, ?, ? where true on conflict ("sign_in_codes"."hash") do nothing;

-- SEARCH tenant_domains USING COVERING INDEX tenant_domains_domain (domain=?): a key
insert into "tenant_domains" ("tenant_domain_id", "domain", "created_at") select ?, ?, ? where not exists (select 1 from "tenant_domains" where ("tenant_domains"."domain" = ? and "tenant_domains"."tenant_domain_id" <> ?)) on conflict ("tenant_domains"."tenant_domain_id") do nothing;

-- SEARCH topics EXISTS USING PRIMARY KEY (topic_id=?): a key
-- SEARCH topic_entries USING INDEX topic_entries_order (topic_id=?): the last one: LIMIT 1
insert into "topic_entries" ("topic_id", "topic_entry_id", "sort_order", "type", "content", "revision", "write_id", "created_at", "updated_at", "deleted_at") select ?, ?, min(coalesce( (select "topic_entries"."sort_order" from "topic_entries" where ("topic_entries"."topic_id" = ? and "topic_entries"."deleted_at" is null) order by "topic_entries"."sort_order" desc limit 1), 0 ) + 1, ?), ?, ?, ?, ?, ?, ?, ? where exists (select 1 from "topics" where (("topics"."topic_id" = ? and "topics"."deleted_at" is null) and "topics"."entries_count" < ?)) on conflict ("topic_entries"."topic_id", "topic_entries"."topic_entry_id") do nothing;

-- SCAN topics USING INDEX topics_order: the last one: LIMIT 1
insert into "topics" ("topic_id", "title", "purpose", "sort_order", "is_default", "entries_count", "revision", "write_id", "created_at", "updated_at", "deleted_at") select ?, ?, ?, min(coalesce( (select "topics"."sort_order" from "topics" where "topics"."deleted_at" is null order by "topics"."sort_order" desc limit 1), 0 ) + 1, ?), ?, ?, ?, ?, ?, ?, ? where true on conflict ("topics"."topic_id") do nothing;

-- SEARCH views USING INDEX views_name (name_key=?): a key
-- SEARCH counters USING PRIMARY KEY (name=?): a key
insert into "views" ("view_id", "name", "name_key", "address", "author", "revision", "write_id", "created_at", "updated_at", "deleted_at") select ?, ?, ?, ?, ?, ?, ?, ?, ?, ? where (not exists (select 1 from "views" where ("views"."name_key" = ? and "views"."deleted_at" is null and "views"."view_id" <> ?)) and (select "value" as "value" from "counters" where "counters"."name" = ?) < ?) on conflict ("views"."view_id") do nothing;

-- SEARCH webhooks EXISTS USING PRIMARY KEY (webhook_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
insert into "webhook_answers" ("webhook_id", "place", "sequence", "answer") select ?, (item.value ->> 'sequence') % 20, (item.value ->> 'sequence'), (item.value ->> 'answer') from json_each(?) as item where (item.value ->> 'answer') is not null and exists (select 1 from "webhooks" where ("webhooks"."webhook_id" = ? and "webhooks"."lease_id" = ?) and "webhooks"."keeps_answers" = ?) on conflict ("webhook_answers"."webhook_id", "webhook_answers"."place") do update set "sequence" = excluded.sequence, "answer" = excluded.answer;

-- SEARCH webhooks EXISTS USING PRIMARY KEY (webhook_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
insert into "webhook_deliveries" ("webhook_id", "sequence", "status", "attempts", "started_at", "duration_ms", "status_code", "error", "next_attempt_at") select ?, item.value ->> 'sequence', item.value ->> 'status', item.value ->> 'attempts', item.value ->> 'startedAt', item.value ->> 'durationMs', item.value ->> 'statusCode', item.value ->> 'error', item.value ->> 'nextAttemptAt' from json_each(?) as item where exists (select 1 from "webhooks" where ("webhooks"."webhook_id" = ? and "webhooks"."lease_id" = ?)) on conflict ("webhook_deliveries"."webhook_id", "webhook_deliveries"."sequence") do update set "status" = excluded.status, "attempts" = excluded.attempts, "started_at" = excluded.started_at, "duration_ms" = excluded.duration_ms, "status_code" = excluded.status_code, "error" = excluded.error, "next_attempt_at" = excluded.next_attempt_at where coalesce("webhook_deliveries"."next_attempt_at", 0) <= excluded.started_at;

-- SEARCH webhooks EXISTS USING PRIMARY KEY (webhook_id=?): a key
insert into "webhook_secrets" ("webhook_id", "secret", "previous", "previous_until") select ?, ?, ?, ? where exists (select 1 from "webhooks" where "webhooks"."webhook_id" = ?) on conflict ("webhook_secrets"."webhook_id") do nothing;

-- SEARCH webhooks EXISTS USING PRIMARY KEY (webhook_id=?): a key
insert into "webhook_secrets" ("webhook_id", "secret", "previous", "previous_until") select ?, ?, null, null where exists (select 1 from "webhooks" where ("webhooks"."webhook_id" = ? and "webhooks"."deleted_at" is null)) on conflict ("webhook_secrets"."webhook_id") do update set "secret" = excluded.secret, "previous" = "webhook_secrets"."secret", "previous_until" = ? where "webhook_secrets"."secret" <> excluded.secret;

-- SCAN webhooks USING INDEX webhooks_known: the webhooks of a workspace, of which there are 20 at most, with 20 answers each
-- SEARCH events: the newest or the oldest event: max or min of the rowid
insert into "webhooks" ("webhook_id", "url", "types", "format", "console_origin", "is_ordered", "cursor", "failing_since", "disabled_at", "disabled_reason", "lease_id", "lease_until", "keeps_answers", "author", "revision", "write_id", "created_at", "updated_at", "deleted_at", "is_cleared") select ?, ?, ?, ?, ?, ?, coalesce((select max("events"."sequence") from "events"), 0), ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, 0 where (select count(*) from "webhooks" where ("webhooks"."is_cleared" = 0 and "webhooks"."deleted_at" is null)) < 20 on conflict ("webhooks"."webhook_id") do nothing;

-- SEARCH websites USING INDEX websites_origin (origin=?): a key
-- SEARCH counters USING PRIMARY KEY (name=?): a key
insert into "websites" ("website_id", "origin", "created_at", "deleted_at") select ?, ?, ?, ? where (not exists (select 1 from "websites" where ("websites"."origin" = ? and "websites"."deleted_at" is null and "websites"."website_id" <> ?)) and (select "value" as "value" from "counters" where "counters"."name" = ?) < 100) on conflict ("websites"."website_id") do nothing;

insert into account_log_writes (write, payload) values (?, ?);

-- SEARCH audience_sessions EXISTS USING PRIMARY KEY (analytics_session_id=?): a key
insert into person_log_writes (write, payload) select ?, ? where exists (select 1 from "audience_sessions" where ("audience_sessions"."analytics_session_id" = ? and "audience_sessions"."page_id" = ? and "audience_sessions"."form_submission_id" = ? and "audience_sessions"."form_submission_identifier" = ? and "audience_sessions"."person_id" is null));

-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
insert into person_log_writes (write, payload) select value -> 'write', value ->> 'payload' from json_each(?);

insert into person_log_writes (write, payload) values (?, ?);

-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
select "account_id" as "accountId" from "accounts" where "accounts"."account_id" = ?;

-- SCAN accounts USING INDEX accounts_empty_activity: a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" indexed by accounts_empty_activity where "accounts"."linked_persons_count" = 0 order by "accounts"."latest_activity_at" desc, "accounts"."account_id" desc limit ?;

-- SEARCH accounts USING INDEX accounts_empty_activity ((latest_activity_at,account_id)<(?,?)): a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" indexed by accounts_empty_activity where ("accounts"."linked_persons_count" = 0 and ("accounts"."latest_activity_at", "accounts"."account_id") < (?, ?)) order by "accounts"."latest_activity_at" desc, "accounts"."account_id" desc limit ?;

-- SCAN accounts USING INDEX accounts_empty_visit: a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" indexed by accounts_empty_visit where "accounts"."linked_persons_count" = 0 order by "accounts"."latest_visit_at" desc, "accounts"."account_id" desc limit ?;

-- SEARCH accounts USING INDEX accounts_empty_visit ((latest_visit_at,account_id)<(?,?)): a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" indexed by accounts_empty_visit where ("accounts"."linked_persons_count" = 0 and ("accounts"."latest_visit_at", "accounts"."account_id") < (?, ?)) order by "accounts"."latest_visit_at" desc, "accounts"."account_id" desc limit ?;

-- SCAN accounts: a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" order by "accounts"."account_id" desc limit ?;

-- SCAN accounts USING INDEX accounts_activity: a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" order by "accounts"."latest_activity_at" desc, "accounts"."account_id" desc limit ?;

-- SCAN accounts USING INDEX accounts_visit: a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" order by "accounts"."latest_visit_at" desc, "accounts"."account_id" desc limit ?;

-- SCAN accounts USING INDEX accounts_persons: a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" order by "accounts"."linked_persons_count" desc, "accounts"."account_id" desc limit ?;

-- SEARCH accounts USING PRIMARY KEY (account_id<?): a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" where "accounts"."account_id" < ? order by "accounts"."account_id" desc limit ?;

-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" where "accounts"."account_id" = ?;

-- SEARCH accounts USING INDEX accounts_domain (domain=?): a key
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" where "accounts"."domain" = ? order by "accounts"."account_id" desc limit ?;

-- SEARCH accounts USING INDEX accounts_persons (linked_persons_count=?): a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" where "accounts"."linked_persons_count" = 0 order by "accounts"."account_id" desc limit ?;

-- SEARCH accounts USING INDEX accounts_activity ((latest_activity_at,account_id)<(?,?)): a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" where ("accounts"."latest_activity_at", "accounts"."account_id") < (?, ?) order by "accounts"."latest_activity_at" desc, "accounts"."account_id" desc limit ?;

-- SEARCH accounts USING INDEX accounts_visit ((latest_visit_at,account_id)<(?,?)): a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" where ("accounts"."latest_visit_at", "accounts"."account_id") < (?, ?) order by "accounts"."latest_visit_at" desc, "accounts"."account_id" desc limit ?;

-- SEARCH accounts USING INDEX accounts_persons ((linked_persons_count,account_id)<(?,?)): a page
select "account_id" as "accountId", "seq" as "seq", "domain" as "domain", "name" as "name", "linked_persons_count" as "linkedPersonsCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_activity_at" as "latestActivityAt", "latest_visit_at" as "latestVisitAt" from "accounts" where ("accounts"."linked_persons_count", "accounts"."account_id") < (?, ?) order by "accounts"."linked_persons_count" desc, "accounts"."account_id" desc limit ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
select "account_id" as "id", "name" as "name" from json_each(?) as item cross join "accounts" where "accounts"."account_id" = item.value;

-- SEARCH account_logs USING PRIMARY KEY (account_id=?): a page
select "account_id" as "ownerId", "account_log_id" as "logId", "source" as "source", "type" as "type", "payload" as "payload", "idempotency_key" as "idempotencyKey", "created_at" as "createdAt", "occurred_at" as "occurredAt" from "account_logs" where "account_logs"."account_id" = ? order by "account_logs"."account_log_id" desc limit ?;

-- SEARCH account_logs USING PRIMARY KEY (account_id=? AND account_log_id=?): a key
select "account_id" as "ownerId", "account_log_id" as "logId", "source" as "source", "type" as "type", "payload" as "payload", "idempotency_key" as "idempotencyKey", "created_at" as "createdAt", "occurred_at" as "occurredAt" from "account_logs" where ("account_logs"."account_id" = ? and "account_logs"."account_log_id" = ?);

-- SEARCH account_log_counts USING PRIMARY KEY (account_id=? AND source=?): the kinds (source and type) of the logs of one owner
-- SEARCH account_logs USING PRIMARY KEY (account_id=? AND account_log_id=?): a key
-- SEARCH of_kind USING COVERING INDEX account_logs_kind (account_id=? AND source=? AND type=?): a page of each kind that passes: LIMIT
select "account_logs"."account_id" as "ownerId", "account_logs"."account_log_id" as "logId", "account_logs"."source" as "source", "account_logs"."type" as "type", "account_logs"."payload" as "payload", "account_logs"."idempotency_key" as "idempotencyKey", "account_logs"."created_at" as "createdAt", "account_logs"."occurred_at" as "occurredAt" from "account_log_counts" cross join "account_logs" where (("account_log_counts"."account_id" = ? and "account_log_counts"."source" = ?) and "account_logs"."account_id" = "account_log_counts"."account_id" and "account_logs"."account_log_id" in (select "of_kind"."account_log_id" from "account_logs" as "of_kind" where ("of_kind"."account_id" = "account_log_counts"."account_id" and "of_kind"."source" = "account_log_counts"."source" and "of_kind"."type" = "account_log_counts"."type") order by "of_kind"."account_log_id" desc limit ?)) order by "account_logs"."account_log_id" desc limit ?;

-- SEARCH account_log_counts USING PRIMARY KEY (account_id=?): the kinds (source and type) of the logs of one owner
-- SEARCH entry USING INDEX account_logs_happened (account_id=? AND source=? AND type=? AND happened_at>? AND (happened_at,account_log_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH entry USING INDEX account_logs_happened (account_id=? AND source=? AND type=? AND happened_at>? AND (happened_at,account_log_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH account_logs USING PRIMARY KEY (account_id=? AND account_log_id=?): a key
select "account_logs"."account_id" as "ownerId", "account_logs"."account_log_id" as "logId", "account_logs"."source" as "source", "account_logs"."type" as "type", "account_logs"."payload" as "payload", "account_logs"."idempotency_key" as "idempotencyKey", "account_logs"."created_at" as "createdAt", "account_logs"."occurred_at" as "occurredAt", "account_logs"."happened_at" as "happenedAt" from (with recursive merged (ofOwner, ofSource, ofType, place) as ( select "account_log_counts"."account_id", "account_log_counts"."source", "account_log_counts"."type", (select printf('%015d', "entry"."happened_at") || "entry"."account_log_id" from "account_logs" as "entry" where ("entry"."account_id" = "account_log_counts"."account_id" and "entry"."source" = "account_log_counts"."source" and "entry"."type" = "account_log_counts"."type") and "entry"."happened_at" >= ? and ("entry"."happened_at", "entry"."account_log_id") < (?, ?) order by "entry"."happened_at" desc, "entry"."account_log_id" desc limit 1) from (select ? as id) as owner cross join "account_log_counts" where "account_log_counts"."account_id" = owner.id union all select ofOwner, ofSource, ofType, (select printf('%015d', "entry"."happened_at") || "entry"."account_log_id" from "account_logs" as "entry" where ("entry"."account_id" = merged.ofOwner and "entry"."source" = merged.ofSource and "entry"."type" = merged.ofType) and "entry"."happened_at" >= ? and ("entry"."happened_at", "entry"."account_log_id") < (cast(substr(merged.place, 1, 15) as integer), substr(merged.place, 16)) order by "entry"."happened_at" desc, "entry"."account_log_id" desc limit 1) from merged where place is not null order by 4 desc limit ? ) select * from merged where place is not null) as merged cross join "account_logs" where ("account_logs"."account_id" = merged.ofOwner and "account_logs"."account_log_id" = substr(merged.place, 16)) order by merged.place desc;

-- SEARCH account_log_counts USING PRIMARY KEY (account_id=?): the kinds (source and type) of the logs of one owner
-- SEARCH entry USING INDEX account_logs_happened (account_id=? AND source=? AND type=? AND happened_at>? AND (happened_at,account_log_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH entry USING INDEX account_logs_happened (account_id=? AND source=? AND type=? AND happened_at>? AND (happened_at,account_log_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH account_logs USING PRIMARY KEY (account_id=? AND account_log_id=?): a key
select "account_logs"."account_id" as "ownerId", "account_logs"."account_log_id" as "logId", "account_logs"."source" as "source", "account_logs"."type" as "type", "account_logs"."payload" as "payload", "account_logs"."idempotency_key" as "idempotencyKey", "account_logs"."created_at" as "createdAt", "account_logs"."occurred_at" as "occurredAt", "account_logs"."happened_at" as "happenedAt" from (with recursive merged (ofOwner, ofSource, ofType, place) as ( select "account_log_counts"."account_id", "account_log_counts"."source", "account_log_counts"."type", (select printf('%015d', "entry"."happened_at") || "entry"."account_log_id" from "account_logs" as "entry" where ("entry"."account_id" = "account_log_counts"."account_id" and "entry"."source" = "account_log_counts"."source" and "entry"."type" = "account_log_counts"."type") and "entry"."happened_at" >= ? and ("entry"."happened_at", "entry"."account_log_id") < (?, ?) order by "entry"."happened_at" desc, "entry"."account_log_id" desc limit 1) from (select ? as id) as owner cross join "account_log_counts" where ("account_log_counts"."account_id" = owner.id and "account_log_counts"."type" = ?) union all select ofOwner, ofSource, ofType, (select printf('%015d', "entry"."happened_at") || "entry"."account_log_id" from "account_logs" as "entry" where ("entry"."account_id" = merged.ofOwner and "entry"."source" = merged.ofSource and "entry"."type" = merged.ofType) and "entry"."happened_at" >= ? and ("entry"."happened_at", "entry"."account_log_id") < (cast(substr(merged.place, 1, 15) as integer), substr(merged.place, 16)) order by "entry"."happened_at" desc, "entry"."account_log_id" desc limit 1) from merged where place is not null order by 4 desc limit ? ) select * from merged where place is not null) as merged cross join "account_logs" where ("account_logs"."account_id" = merged.ofOwner and "account_logs"."account_log_id" = substr(merged.place, 16)) order by merged.place desc;

-- SCAN account_search VIRTUAL TABLE INDEX 192:M1<: a page of matches
-- SEARCH accounts USING INDEX accounts_seq (seq=?): a key
select "accounts"."account_id" as "accountId", "accounts"."seq" as "seq", "accounts"."domain" as "domain", "accounts"."name" as "name", "accounts"."linked_persons_count" as "linkedPersonsCount", "accounts"."revision" as "revision", "accounts"."write_id" as "writeIds", "accounts"."created_at" as "createdAt", "accounts"."updated_at" as "updatedAt", "accounts"."latest_activity_at" as "latestActivityAt", "accounts"."latest_visit_at" as "latestVisitAt" from account_search cross join "accounts" where (account_search match ? and account_search.rowid < cast(? as integer) and account_search.rowid = "accounts"."seq") order by account_search.rowid desc limit ?;

-- SCAN account_search VIRTUAL TABLE INDEX 192:M1: a page of matches
-- SEARCH accounts USING INDEX accounts_seq (seq=?): a key
select "accounts"."account_id" as "accountId", "accounts"."seq" as "seq", "accounts"."domain" as "domain", "accounts"."name" as "name", "accounts"."linked_persons_count" as "linkedPersonsCount", "accounts"."revision" as "revision", "accounts"."write_id" as "writeIds", "accounts"."created_at" as "createdAt", "accounts"."updated_at" as "updatedAt", "accounts"."latest_activity_at" as "latestActivityAt", "accounts"."latest_visit_at" as "latestVisitAt" from account_search cross join "accounts" where (account_search match ? and account_search.rowid = "accounts"."seq") order by account_search.rowid desc limit ?;

-- SEARCH alerts USING PRIMARY KEY (alert_id=?): a key
select "alert_id" as "alertId", "name" as "name", "webhook_id" as "webhookId", "timezone" as "timezone", "type" as "type", "condition" as "condition", "on_after" as "onAfter", "next_due_at" as "nextDueAt", "failed_at" as "failedAt", "author" as "author", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "alerts" where "alerts"."alert_id" = ?;

-- SCAN alerts USING INDEX alerts_live: a page
select "alert_id" as "alertId", "name" as "name", "webhook_id" as "webhookId", "timezone" as "timezone", "type" as "type", "condition" as "condition", "on_after" as "onAfter", "next_due_at" as "nextDueAt", "failed_at" as "failedAt", "author" as "author", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "alerts" where "alerts"."deleted_at" is null order by "alerts"."alert_id" desc limit ?;

-- SEARCH alerts USING INDEX alerts_due (next_due_at<?): the alerts of a workspace, of which there are 50 at most
select "alert_id" as "alertId", "webhook_id" as "webhookId", "timezone" as "timezone", "condition" as "condition", "alerts"."next_due_at" as "dueAt", "revision" as "revision" from "alerts" where "alerts"."next_due_at" <= ? order by "alerts"."failed_at" asc, "alerts"."next_due_at" asc limit ?;

-- SEARCH alerts USING INDEX alerts_on (type=?): the alerts of a workspace, of which there are 50 at most
select "alert_id" as "alertId", "webhook_id" as "webhookId", "timezone" as "timezone", "condition" as "condition", "on_after" as "onAfter" from "alerts" where ("alerts"."type" in (…) and "alerts"."on_after" is not null);

-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from "audience_sessions" where ("audience_sessions"."analytics_session_id" = ? and "audience_sessions"."page_id" = ?);

-- SEARCH audience_sessions USING INDEX audience_sessions_imported_id (audience_session_id=?): a key
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from "audience_sessions" where ("audience_sessions"."audience_session_id" = ? and "audience_sessions"."page_id" = ?);

-- SEARCH audience_sessions USING INDEX audience_sessions_page (page_id=? AND session_started_at>? AND session_started_at<?): a page
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from "audience_sessions" where ("audience_sessions"."page_id" = ? and ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SEARCH audience_sessions USING INDEX audience_sessions_page (page_id=? AND session_started_at>? AND (session_started_at,analytics_session_id)<(?,?)): a page
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from "audience_sessions" where ("audience_sessions"."page_id" = ? and ("audience_sessions"."session_started_at" >= ? and +"audience_sessions"."session_started_at" < ? and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") < (?, ?))) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SEARCH audience_sessions USING INDEX audience_sessions_person (person_id=?): the sessions of one person: as many as the person has submitted forms
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from "audience_sessions" where ("audience_sessions"."person_id" = ? and ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?) and ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?))) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SEARCH audience_sessions USING INDEX audience_sessions_person (person_id=?): the sessions of one person: as many as the person has submitted forms
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from "audience_sessions" where ("audience_sessions"."person_id" = ? and ("audience_sessions"."session_started_at" >= ? and +"audience_sessions"."session_started_at" < ? and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") < (?, ?)) and ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?))) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SEARCH audience_sessions USING INDEX audience_sessions_person (person_id=?): the sessions of one person: as many as the person has submitted forms
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from "audience_sessions" where ("audience_sessions"."person_id" = ? and +"audience_sessions"."page_id" = ? and ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?) and ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?))) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at>? AND session_started_at<?): a page
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from "audience_sessions" where ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at>? AND (session_started_at,analytics_session_id)<(?,?)): a page
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from "audience_sessions" where ("audience_sessions"."session_started_at" >= ? and +"audience_sessions"."session_started_at" < ? and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") < (?, ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SEARCH audience_sessions USING INDEX audience_sessions_page (page_id=? AND session_started_at>? AND session_started_at<?): the 400 sessions that a filtered list looks at: LIMIT
-- SCAN audience_sessions: the 400 sessions that a filtered list looks at: LIMIT
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from (select * from "audience_sessions" where ("audience_sessions"."page_id" = ? and ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?) as "audience_sessions" where ("audience_sessions"."audience_id" = ? and ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?))) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SEARCH audience_sessions USING INDEX audience_sessions_page (page_id=? AND session_started_at>? AND session_started_at<?): the 400 sessions that a filtered list looks at: LIMIT
-- SCAN audience_sessions: the 400 sessions that a filtered list looks at: LIMIT
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from (select * from "audience_sessions" where ("audience_sessions"."page_id" = ? and ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?) as "audience_sessions" where ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SEARCH audience_sessions USING INDEX audience_sessions_page (page_id=? AND session_started_at>? AND (session_started_at,analytics_session_id)<(?,?)): the 400 sessions that a filtered list looks at: LIMIT
-- SCAN audience_sessions: the 400 sessions that a filtered list looks at: LIMIT
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from (select * from "audience_sessions" where ("audience_sessions"."page_id" = ? and ("audience_sessions"."session_started_at" >= ? and +"audience_sessions"."session_started_at" < ? and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") < (?, ?))) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?) as "audience_sessions" where ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at>? AND session_started_at<?): the 400 sessions that a filtered list looks at: LIMIT
-- SCAN audience_sessions: the 400 sessions that a filtered list looks at: LIMIT
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from (select * from "audience_sessions" where ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?) as "audience_sessions" where ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING INDEX audience_sessions_page (page_id=? AND session_started_at=?): the sessions of a page that began in the same millisecond as one that blocks have found
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from json_each(?) as item cross join "audience_sessions" where ("audience_sessions"."page_id" = ? and "audience_sessions"."session_started_at" = item.value and ("audience_sessions"."audience_id" = ? and "audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?) and ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?))) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING INDEX audience_sessions_page (page_id=? AND session_started_at=?): the sessions of a page that began in the same millisecond as one that blocks have found
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from json_each(?) as item cross join "audience_sessions" where ("audience_sessions"."page_id" = ? and "audience_sessions"."session_started_at" = item.value and ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?) and ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?))) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING INDEX audience_sessions_page (page_id=? AND session_started_at=?): the sessions of a page that began in the same millisecond as one that blocks have found
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId" from json_each(?) as item cross join "audience_sessions" where ("audience_sessions"."page_id" = ? and "audience_sessions"."session_started_at" = item.value and ("audience_sessions"."session_started_at" >= ? and +"audience_sessions"."session_started_at" < ? and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") < (?, ?)) and ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?))) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SEARCH audience_sessions USING INDEX audience_sessions_page (page_id=? AND session_started_at>? AND session_started_at<?): the next sessions of a CSV file: LIMIT, and those that the subquery has found
-- SCAN audience_sessions: the next sessions of a CSV file: LIMIT, and those that the subquery has found
-- SCAN audience_sessions: the next sessions of a CSV file: LIMIT, and those that the subquery has found
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId", ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?)) as "passes" from (select *, sum(ifnull(length("audience_sessions"."page_title"), 0) + ifnull(length("audience_sessions"."page_url"), 0) + ifnull(length("audience_sessions"."form_submission_identifier"), 0) + ifnull(length("audience_sessions"."utm_campaign"), 0) + ifnull(length("audience_sessions"."utm_content"), 0) + ifnull(length("audience_sessions"."utm_medium"), 0) + ifnull(length("audience_sessions"."utm_source"), 0) + ifnull(length("audience_sessions"."utm_term"), 0) + ifnull(length("audience_sessions"."referrer"), 0) + ifnull(length("audience_sessions"."landing_path"), 0)) over (order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc rows unbounded preceding) as characters from (select * from "audience_sessions" where ("audience_sessions"."page_id" = ? and ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?) as "audience_sessions") as "audience_sessions" where characters <= ? order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc;

-- SEARCH audience_sessions USING INDEX audience_sessions_page (page_id=? AND session_started_at>? AND (session_started_at,analytics_session_id)<(?,?)): the next sessions of a CSV file: LIMIT, and those that the subquery has found
-- SCAN audience_sessions: the next sessions of a CSV file: LIMIT, and those that the subquery has found
-- SCAN audience_sessions: the next sessions of a CSV file: LIMIT, and those that the subquery has found
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId", ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?)) as "passes" from (select *, sum(ifnull(length("audience_sessions"."page_title"), 0) + ifnull(length("audience_sessions"."page_url"), 0) + ifnull(length("audience_sessions"."form_submission_identifier"), 0) + ifnull(length("audience_sessions"."utm_campaign"), 0) + ifnull(length("audience_sessions"."utm_content"), 0) + ifnull(length("audience_sessions"."utm_medium"), 0) + ifnull(length("audience_sessions"."utm_source"), 0) + ifnull(length("audience_sessions"."utm_term"), 0) + ifnull(length("audience_sessions"."referrer"), 0) + ifnull(length("audience_sessions"."landing_path"), 0)) over (order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc rows unbounded preceding) as characters from (select * from "audience_sessions" where ("audience_sessions"."page_id" = ? and ("audience_sessions"."session_started_at" >= ? and +"audience_sessions"."session_started_at" < ? and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") < (?, ?))) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?) as "audience_sessions") as "audience_sessions" where characters <= ? order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc;

-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at>? AND session_started_at<?): the next sessions of a CSV file: LIMIT, and those that the subquery has found
-- SCAN audience_sessions: the next sessions of a CSV file: LIMIT, and those that the subquery has found
-- SCAN audience_sessions: the next sessions of a CSV file: LIMIT, and those that the subquery has found
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId", ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?)) as "passes" from (select *, sum(ifnull(length("audience_sessions"."page_title"), 0) + ifnull(length("audience_sessions"."page_url"), 0) + ifnull(length("audience_sessions"."form_submission_identifier"), 0) + ifnull(length("audience_sessions"."utm_campaign"), 0) + ifnull(length("audience_sessions"."utm_content"), 0) + ifnull(length("audience_sessions"."utm_medium"), 0) + ifnull(length("audience_sessions"."utm_source"), 0) + ifnull(length("audience_sessions"."utm_term"), 0) + ifnull(length("audience_sessions"."referrer"), 0) + ifnull(length("audience_sessions"."landing_path"), 0)) over (order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc rows unbounded preceding) as characters from (select * from "audience_sessions" where ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?) as "audience_sessions") as "audience_sessions" where characters <= ? order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc;

-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at>? AND (session_started_at,analytics_session_id)<(?,?)): the next sessions of a CSV file: LIMIT, and those that the subquery has found
-- SCAN audience_sessions: the next sessions of a CSV file: LIMIT, and those that the subquery has found
-- SCAN audience_sessions: the next sessions of a CSV file: LIMIT, and those that the subquery has found
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId", ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?)) as "passes" from (select *, sum(ifnull(length("audience_sessions"."page_title"), 0) + ifnull(length("audience_sessions"."page_url"), 0) + ifnull(length("audience_sessions"."form_submission_identifier"), 0) + ifnull(length("audience_sessions"."utm_campaign"), 0) + ifnull(length("audience_sessions"."utm_content"), 0) + ifnull(length("audience_sessions"."utm_medium"), 0) + ifnull(length("audience_sessions"."utm_source"), 0) + ifnull(length("audience_sessions"."utm_term"), 0) + ifnull(length("audience_sessions"."referrer"), 0) + ifnull(length("audience_sessions"."landing_path"), 0)) over (order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc rows unbounded preceding) as characters from (select * from "audience_sessions" where ("audience_sessions"."session_started_at" >= ? and +"audience_sessions"."session_started_at" < ? and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") < (?, ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?) as "audience_sessions") as "audience_sessions" where characters <= ? order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at=?): the sessions of a page that began in the same millisecond as one that blocks have found
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId", iif(audience_sessions.account_id IS NULL, NULL, audience_sessions.person_id) = ? as "isSender" from json_each(?) as item cross join "audience_sessions" where ("audience_sessions"."session_started_at" = item.value and ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?) and (audience_sessions.recipient_person_id = ? or iif(audience_sessions.account_id IS NULL, NULL, audience_sessions.person_id) = ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at=?): the sessions of a page that began in the same millisecond as one that blocks have found
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId", iif(audience_sessions.account_id IS NULL, NULL, audience_sessions.person_id) = ? as "isSender" from json_each(?) as item cross join "audience_sessions" where ("audience_sessions"."session_started_at" = item.value and ("audience_sessions"."session_started_at" >= ? and +"audience_sessions"."session_started_at" < ? and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") < (?, ?)) and (audience_sessions.recipient_person_id = ? or iif(audience_sessions.account_id IS NULL, NULL, audience_sessions.person_id) = ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at=?): the sessions of a page that began in the same millisecond as one that blocks have found
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId", nullif(audience_sessions.account_id, '') = ? as "isSender" from json_each(?) as item cross join "audience_sessions" where ("audience_sessions"."session_started_at" = item.value and ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?) and (audience_sessions.recipient_account_id = ? or nullif(audience_sessions.account_id, '') = ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at=?): the sessions of a page that began in the same millisecond as one that blocks have found
select "analytics_session_id" as "analyticsSessionId", "audience_session_id" as "audienceSessionId", "audience_id" as "audienceId", "page_id" as "pageId", "page_title" as "pageTitle", "page_url" as "pageUrl", "computation_status" as "computationStatus", "failure" as "failure", "form_state" as "formState", "form_submission_id" as "formSubmissionId", "form_submission_email" as "formSubmissionEmail", "form_submission_phone" as "formSubmissionPhone", "form_submission_identifier" as "formSubmissionIdentifier", "form_submission_identifier_type" as "formSubmissionIdentifierType", "has_conversion" as "hasConversion", "max_scroll_depth" as "maxScrollDepth", "questions_asked_count" as "questionsAskedCount", "total_clicks_count" as "totalClicksCount", "engaged_ms" as "engagedMs", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "utm_campaign" as "utmCampaign", "utm_content" as "utmContent", "utm_medium" as "utmMedium", "utm_source" as "utmSource", "utm_term" as "utmTerm", "referrer" as "referrer", "country" as "country", "device" as "device", "browser" as "browser", "landing_path" as "landingPath", "page_link_id" as "pageLinkId", "person_id" as "personId", "recipient_person_id" as "recipientPersonId", "recipient_account_id" as "recipientAccountId", nullif(audience_sessions.account_id, '') = ? as "isSender" from json_each(?) as item cross join "audience_sessions" where ("audience_sessions"."session_started_at" = item.value and ("audience_sessions"."session_started_at" >= ? and +"audience_sessions"."session_started_at" < ? and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") < (?, ?)) and (audience_sessions.recipient_account_id = ? or nullif(audience_sessions.account_id, '') = ?)) order by "audience_sessions"."session_started_at" desc, "audience_sessions"."analytics_session_id" desc limit ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
select "analytics_session_id" as "id", "recipient_person_id" as "recipientId", (select coalesce(nullif(trim("persons"."name"), ''), "persons"."email", '') from "persons" where "persons"."person_id" = "audience_sessions"."recipient_person_id") as "recipientName", (select "accounts"."name" from "accounts" where "accounts"."account_id" = "audience_sessions"."recipient_account_id") as "recipientCompany", "person_id" as "senderId", (select coalesce(nullif(trim("persons"."name"), ''), "persons"."email", '') from "persons" where "persons"."person_id" = "audience_sessions"."person_id") as "senderName", (select "accounts"."name" from "accounts" where "accounts"."account_id" = "audience_sessions"."account_id") as "senderCompany", "engaged_ms" as "engagedMs", "max_scroll_depth" as "maxScrollDepth", "session_started_at" as "sessionStartedAt", "active_ms" as "activeMs", "computation_status" as "computationStatus", "failure" as "failure" from json_each(?) as item cross join "audience_sessions" where "audience_sessions"."analytics_session_id" = item.value;

-- SEARCH annotations USING PRIMARY KEY (annotation_id=?): a key
select "annotation_id" as "annotationId", "page_id" as "pageId", "text" as "text", "happened_at" as "happenedAt", "author" as "author", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "annotations" where "annotations"."annotation_id" = ?;

-- SEARCH annotations USING INDEX annotations_happened (happened_at>? AND (happened_at,annotation_id)<(?,?)): a page
select "annotation_id" as "annotationId", "page_id" as "pageId", "text" as "text", "happened_at" as "happenedAt", "author" as "author", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "annotations" where ("annotations"."deleted_at" is null and "annotations"."happened_at" >= ? and ("annotations"."happened_at", "annotations"."annotation_id") < (?, ?)) order by "happenedAt" desc, "annotationId" desc limit ?;

-- SEARCH annotations USING INDEX annotations_page (page_id=? AND happened_at>? AND (happened_at,annotation_id)<(?,?)): two lists in the order of an index, which SQLite merges: LIMIT
-- SEARCH annotations USING INDEX annotations_page (page_id=? AND happened_at>? AND (happened_at,annotation_id)<(?,?)): two lists in the order of an index, which SQLite merges: LIMIT
select "annotation_id" as "annotationId", "page_id" as "pageId", "text" as "text", "happened_at" as "happenedAt", "author" as "author", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "annotations" where ("annotations"."deleted_at" is null and "annotations"."page_id" = ? and "annotations"."happened_at" >= ? and ("annotations"."happened_at", "annotations"."annotation_id") < (?, ?)) union all select "annotation_id" as "annotationId", "page_id" as "pageId", "text" as "text", "happened_at" as "happenedAt", "author" as "author", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "annotations" where ("annotations"."deleted_at" is null and "annotations"."page_id" is null and "annotations"."happened_at" >= ? and ("annotations"."happened_at", "annotations"."annotation_id") < (?, ?)) order by "happenedAt" desc, "annotationId" desc limit ?;

-- SCAN api_keys: a page
select "api_key_id" as "apiKeyId", "hash" as "hash", "name" as "name", "scopes" as "scopes", "created_at" as "createdAt", "expires_at" as "expiresAt", "revoked_at" as "revokedAt", "limit_tier" as "limitTier", "last_used_at" as "lastUsedAt", "is_sign_in" as "isSignIn", "shared_path" as "sharedPath", "shared_by" as "sharedBy" from "api_keys" order by "api_keys"."api_key_id" desc limit ?;

-- SEARCH api_keys USING PRIMARY KEY (api_key_id=?): a key
select "api_key_id" as "apiKeyId", "hash" as "hash", "name" as "name", "scopes" as "scopes", "created_at" as "createdAt", "expires_at" as "expiresAt", "revoked_at" as "revokedAt", "limit_tier" as "limitTier", "last_used_at" as "lastUsedAt", "is_sign_in" as "isSignIn", "shared_path" as "sharedPath", "shared_by" as "sharedBy" from "api_keys" where "api_keys"."api_key_id" = ?;

-- SEARCH api_keys USING INDEX api_keys_hash (hash=?): a key
select "api_key_id" as "apiKeyId", "hash" as "hash", "name" as "name", "scopes" as "scopes", "created_at" as "createdAt", "expires_at" as "expiresAt", "revoked_at" as "revokedAt", "limit_tier" as "limitTier", "last_used_at" as "lastUsedAt", "is_sign_in" as "isSignIn", "shared_path" as "sharedPath", "shared_by" as "sharedBy" from "api_keys" where "api_keys"."hash" = ?;

-- SEARCH api_keys USING INDEX api_keys_hash (hash=?): a key
select "api_key_id" as "apiKeyId", "hash" as "hash", "name" as "name", "scopes" as "scopes", "created_at" as "createdAt", "expires_at" as "expiresAt", "revoked_at" as "revokedAt", "limit_tier" as "limitTier", "last_used_at" as "lastUsedAt", "is_sign_in" as "isSignIn", "shared_path" as "sharedPath", "shared_by" as "sharedBy" from "api_keys" where ("api_keys"."hash" = ? and ("api_keys"."shared_path" is not null and "api_keys"."expires_at" > ? and "api_keys"."revoked_at" is null));

-- SEARCH api_keys USING INDEX api_keys_hash (hash=?): a key
-- SCAN websites USING INDEX websites_live: the websites of a workspace, of which there are 100 at most
select "api_key_id" as "apiKeyId", "name" as "name", "scopes" as "scopes", "expires_at" as "expiresAt", "limit_tier" as "limitTier", "is_sign_in" as "isSignIn", "last_used_at" as "lastUsedAt", iif(instr("api_keys"."scopes", '"collect"'), (select json_group_array("websites"."origin") from "websites" where "websites"."deleted_at" is null), null) as "origins" from "api_keys" where ("api_keys"."hash" = ? and "api_keys"."revoked_at" is null);

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH api_keys USING PRIMARY KEY (api_key_id=?): a key
select "api_key_id" as "id", "name" as "name" from json_each(?) as item cross join "api_keys" where "api_keys"."api_key_id" = item.value;

-- SEARCH api_keys USING INDEX api_keys_shared_end (expires_at>?): the share links that work, of which a workspace has 100 at most
-- SEARCH maker USING PRIMARY KEY (api_key_id=?) LEFT-JOIN: a key
select "api_keys"."api_key_id" as "apiKeyId", "api_keys"."name" as "name", "api_keys"."shared_path" as "path", "api_keys"."shared_by" as "madeBy", "maker"."name" as "makerName", "api_keys"."created_at" as "createdAt", "api_keys"."expires_at" as "expiresAt", "api_keys"."last_used_at" as "lastUsedAt" from "api_keys" left join "api_keys" "maker" on "maker"."api_key_id" = "api_keys"."shared_by" where ("api_keys"."shared_path" is not null and "api_keys"."expires_at" > ? and "api_keys"."revoked_at" is null) order by +"api_keys"."api_key_id" desc limit ?;

-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
select "audience_id" as "audienceId" from "audiences" where ("audiences"."page_id" = ? and "audiences"."audience_id" = ?);

-- SEARCH audiences USING COVERING INDEX audiences_person (person_id=? AND page_id=?): a key
select "audience_id" as "audienceId" from "audiences" where ("audiences"."person_id" = ? and "audiences"."page_id" = ? and "audiences"."audience_id" <> ?);

-- SEARCH audiences USING INDEX audiences_archived (page_id=?): the archived audiences of one page
select "audience_id" as "audienceId", "archived_at" as "archivedAt" from "audiences" indexed by audiences_archived where ("audiences"."page_id" = ? and "audiences"."archived_at" is not null);

-- SEARCH audiences USING PRIMARY KEY (page_id=?): the audiences of the page: the answer has an item for each
select "audience_id" as "audienceId", "archived_at" as "archivedAt" from "audiences" where "audiences"."page_id" = ? order by "audiences"."audience_id" desc;

-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
select "audience_id" as "audienceId", "queued_at" as "queuedAt", "publish_at" as "publishAt", "publish_order" as "publishOrder", "frozen" as "frozen" from "audience_versions" where ("audience_versions"."version_id" = ? and "audience_versions"."transition_id" = ? and "audience_versions"."status" in (…));

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
select "audience_id" as "id", "custom_name" as "customName", (select coalesce(nullif(trim("persons"."name"), ''), "persons"."email", '') from "persons" where "persons"."person_id" = "audiences"."person_id") as "personName", "audience_number" as "audienceNumber", (select coalesce(nullif("pages"."title", ''), "pages"."url") from "pages" where "pages"."page_id" = "audiences"."page_id") as "pageTitle" from json_each(?) as item cross join "audiences" where "audiences"."audience_id" = item.value;

-- SEARCH persons USING INDEX persons_account (account_domain=?): persons of an account: LIMIT
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
-- SEARCH audiences USING COVERING INDEX audiences_person (person_id=?): the audiences that were made for a person: one of a page at most
-- SEARCH entry USING COVERING INDEX audience_versions_published (audience_id=? AND published_at>? AND (published_at,version_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH entry USING COVERING INDEX audience_versions_published (audience_id=? AND published_at>? AND (published_at,version_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
select "audiences"."audience_id" as "audienceId", "audiences"."audience_number" as "audienceNumber", "audiences"."custom_name" as "customName", "audiences"."page_id" as "pageId", "persons"."person_id" as "personId", "persons"."name" as "personName", "audience_versions"."version_id" as "versionId", "audience_versions"."version_number" as "versionNumber", "audience_versions"."published_at" as "publishedAt" from (with recursive merged (ofAudience, place) as ( select "audiences"."audience_id", (select printf('%015d', "entry"."published_at") || "entry"."version_id" from "audience_versions" as "entry" where "entry"."audience_id" = "audiences"."audience_id" and "entry"."published_at" >= ? and ("entry"."published_at", "entry"."version_id") < (?, ?) order by "entry"."published_at" desc, "entry"."version_id" desc limit 1) from (select "persons"."person_id" as id from "persons" where "persons"."account_domain" = (select "accounts"."domain" from "accounts" where "accounts"."account_id" = ?) order by "persons"."seq" limit 1000) as owner cross join "audiences" where "audiences"."person_id" = owner.id union all select ofAudience, (select printf('%015d', "entry"."published_at") || "entry"."version_id" from "audience_versions" as "entry" where "entry"."audience_id" = merged.ofAudience and "entry"."published_at" >= ? and ("entry"."published_at", "entry"."version_id") < (cast(substr(merged.place, 1, 15) as integer), substr(merged.place, 16)) order by "entry"."published_at" desc, "entry"."version_id" desc limit 1) from merged where place is not null order by 2 desc limit ? ) select * from merged where place is not null) as merged cross join "audience_versions" cross join "audiences" cross join "persons" where ("audience_versions"."version_id" = substr(merged.place, 16) and "audiences"."audience_id" = merged.ofAudience and "persons"."person_id" = "audiences"."person_id") order by merged.place desc;

-- SEARCH audiences USING COVERING INDEX audiences_person (person_id=?): the audiences that were made for a person: one of a page at most
-- SEARCH entry USING COVERING INDEX audience_versions_published (audience_id=? AND published_at>? AND (published_at,version_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH entry USING COVERING INDEX audience_versions_published (audience_id=? AND published_at>? AND (published_at,version_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
select "audiences"."audience_id" as "audienceId", "audiences"."audience_number" as "audienceNumber", "audiences"."custom_name" as "customName", "audiences"."page_id" as "pageId", "persons"."person_id" as "personId", "persons"."name" as "personName", "audience_versions"."version_id" as "versionId", "audience_versions"."version_number" as "versionNumber", "audience_versions"."published_at" as "publishedAt" from (with recursive merged (ofAudience, place) as ( select "audiences"."audience_id", (select printf('%015d', "entry"."published_at") || "entry"."version_id" from "audience_versions" as "entry" where "entry"."audience_id" = "audiences"."audience_id" and "entry"."published_at" >= ? and ("entry"."published_at", "entry"."version_id") < (?, ?) order by "entry"."published_at" desc, "entry"."version_id" desc limit 1) from (select ? as id) as owner cross join "audiences" where "audiences"."person_id" = owner.id union all select ofAudience, (select printf('%015d', "entry"."published_at") || "entry"."version_id" from "audience_versions" as "entry" where "entry"."audience_id" = merged.ofAudience and "entry"."published_at" >= ? and ("entry"."published_at", "entry"."version_id") < (cast(substr(merged.place, 1, 15) as integer), substr(merged.place, 16)) order by "entry"."published_at" desc, "entry"."version_id" desc limit 1) from merged where place is not null order by 2 desc limit ? ) select * from merged where place is not null) as merged cross join "audience_versions" cross join "audiences" cross join "persons" where ("audience_versions"."version_id" = substr(merged.place, 16) and "audiences"."audience_id" = merged.ofAudience and "persons"."person_id" = "audiences"."person_id") order by merged.place desc;

-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): the latest version: LIMIT 1
-- SEARCH audience_versions USING INDEX audience_versions_live (audience_id=?): a key
select "audiences"."audience_id" as "audienceId", "audiences"."page_id" as "pageId", "audiences"."person_id" as "personId", "audiences"."audience_number" as "audienceNumber", "audiences"."custom_name" as "customName", "audiences"."action_form_id_override" as "actionFormIdOverride", "audiences"."action_form_instructions_override" as "actionFormInstructionsOverride", "audiences"."action_url_override" as "actionUrlOverride", "audiences"."metadata_override" as "metadataOverride", "audiences"."write_id" as "writeIds", "audiences"."created_at" as "createdAt", "audiences"."archived_at" as "archivedAt", "persons"."name" as "personName", "persons"."slug" as "personSlug", "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) as "etag", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where "audience_versions"."audience_id" = "audiences"."audience_id" order by "audience_versions"."version_number" desc limit 1) as "latest", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where ("audience_versions"."audience_id" = "audiences"."audience_id" and "audience_versions"."status" = 'published')) as "published" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" left join "persons" on "persons"."person_id" = "audiences"."person_id" where "audiences"."audience_id" = ?;

-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH audiences USING PRIMARY KEY (page_id=?): a page of the audiences of one page: LIMIT
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): the latest version: LIMIT 1
-- SEARCH audience_versions USING INDEX audience_versions_live (audience_id=?): a key
select "audiences"."audience_id" as "audienceId", "audiences"."page_id" as "pageId", "audiences"."person_id" as "personId", "audiences"."audience_number" as "audienceNumber", "audiences"."custom_name" as "customName", "audiences"."action_form_id_override" as "actionFormIdOverride", "audiences"."action_form_instructions_override" as "actionFormInstructionsOverride", "audiences"."action_url_override" as "actionUrlOverride", "audiences"."metadata_override" as "metadataOverride", "audiences"."write_id" as "writeIds", "audiences"."created_at" as "createdAt", "audiences"."archived_at" as "archivedAt", "persons"."name" as "personName", "persons"."slug" as "personSlug", "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) as "etag", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where "audience_versions"."audience_id" = "audiences"."audience_id" order by "audience_versions"."version_number" desc limit 1) as "latest", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where ("audience_versions"."audience_id" = "audiences"."audience_id" and "audience_versions"."status" = 'published')) as "published" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" left join "persons" on "persons"."person_id" = "audiences"."person_id" where "audiences"."page_id" = ? order by "audiences"."audience_id" desc limit ?;

-- SEARCH audiences USING INDEX audiences_person (person_id=?): a page
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): the latest version: LIMIT 1
-- SEARCH audience_versions USING INDEX audience_versions_live (audience_id=?): a key
select "audiences"."audience_id" as "audienceId", "audiences"."page_id" as "pageId", "audiences"."person_id" as "personId", "audiences"."audience_number" as "audienceNumber", "audiences"."custom_name" as "customName", "audiences"."action_form_id_override" as "actionFormIdOverride", "audiences"."action_form_instructions_override" as "actionFormInstructionsOverride", "audiences"."action_url_override" as "actionUrlOverride", "audiences"."metadata_override" as "metadataOverride", "audiences"."write_id" as "writeIds", "audiences"."created_at" as "createdAt", "audiences"."archived_at" as "archivedAt", "persons"."name" as "personName", "persons"."slug" as "personSlug", "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) as "etag", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where "audience_versions"."audience_id" = "audiences"."audience_id" order by "audience_versions"."version_number" desc limit 1) as "latest", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where ("audience_versions"."audience_id" = "audiences"."audience_id" and "audience_versions"."status" = 'published')) as "published" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" left join "persons" on "persons"."person_id" = "audiences"."person_id" where "audiences"."person_id" = ? order by "audiences"."page_id" desc limit ?;

-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH audiences USING PRIMARY KEY (page_id=? AND audience_id<?): a page of the audiences of one page: LIMIT
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): the latest version: LIMIT 1
-- SEARCH audience_versions USING INDEX audience_versions_live (audience_id=?): a key
select "audiences"."audience_id" as "audienceId", "audiences"."page_id" as "pageId", "audiences"."person_id" as "personId", "audiences"."audience_number" as "audienceNumber", "audiences"."custom_name" as "customName", "audiences"."action_form_id_override" as "actionFormIdOverride", "audiences"."action_form_instructions_override" as "actionFormInstructionsOverride", "audiences"."action_url_override" as "actionUrlOverride", "audiences"."metadata_override" as "metadataOverride", "audiences"."write_id" as "writeIds", "audiences"."created_at" as "createdAt", "audiences"."archived_at" as "archivedAt", "persons"."name" as "personName", "persons"."slug" as "personSlug", "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) as "etag", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where "audience_versions"."audience_id" = "audiences"."audience_id" order by "audience_versions"."version_number" desc limit 1) as "latest", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where ("audience_versions"."audience_id" = "audiences"."audience_id" and "audience_versions"."status" = 'published')) as "published" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" left join "persons" on "persons"."person_id" = "audiences"."person_id" where ("audiences"."page_id" = ? and "audiences"."audience_id" < ?) order by "audiences"."audience_id" desc limit ?;

-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=? AND page_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): the latest version: LIMIT 1
-- SEARCH audience_versions USING INDEX audience_versions_live (audience_id=?): a key
select "audiences"."audience_id" as "audienceId", "audiences"."page_id" as "pageId", "audiences"."person_id" as "personId", "audiences"."audience_number" as "audienceNumber", "audiences"."custom_name" as "customName", "audiences"."action_form_id_override" as "actionFormIdOverride", "audiences"."action_form_instructions_override" as "actionFormInstructionsOverride", "audiences"."action_url_override" as "actionUrlOverride", "audiences"."metadata_override" as "metadataOverride", "audiences"."write_id" as "writeIds", "audiences"."created_at" as "createdAt", "audiences"."archived_at" as "archivedAt", "persons"."name" as "personName", "persons"."slug" as "personSlug", "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) as "etag", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where "audience_versions"."audience_id" = "audiences"."audience_id" order by "audience_versions"."version_number" desc limit 1) as "latest", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where ("audience_versions"."audience_id" = "audiences"."audience_id" and "audience_versions"."status" = 'published')) as "published" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" left join "persons" on "persons"."person_id" = "audiences"."person_id" where ("audiences"."page_id" = ? and "audiences"."audience_id" = ?);

-- SEARCH audiences USING INDEX audiences_person (person_id=? AND page_id<?): a page
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): the latest version: LIMIT 1
-- SEARCH audience_versions USING INDEX audience_versions_live (audience_id=?): a key
select "audiences"."audience_id" as "audienceId", "audiences"."page_id" as "pageId", "audiences"."person_id" as "personId", "audiences"."audience_number" as "audienceNumber", "audiences"."custom_name" as "customName", "audiences"."action_form_id_override" as "actionFormIdOverride", "audiences"."action_form_instructions_override" as "actionFormInstructionsOverride", "audiences"."action_url_override" as "actionUrlOverride", "audiences"."metadata_override" as "metadataOverride", "audiences"."write_id" as "writeIds", "audiences"."created_at" as "createdAt", "audiences"."archived_at" as "archivedAt", "persons"."name" as "personName", "persons"."slug" as "personSlug", "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) as "etag", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where "audience_versions"."audience_id" = "audiences"."audience_id" order by "audience_versions"."version_number" desc limit 1) as "latest", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where ("audience_versions"."audience_id" = "audiences"."audience_id" and "audience_versions"."status" = 'published')) as "published" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" left join "persons" on "persons"."person_id" = "audiences"."person_id" where ("audiences"."person_id" = ? and "audiences"."page_id" < ?) order by "audiences"."page_id" desc limit ?;

-- SCAN audience_search VIRTUAL TABLE INDEX 192:M1: a page of matches
-- SEARCH audience_names USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): the latest version: LIMIT 1
-- SEARCH audience_versions USING INDEX audience_versions_live (audience_id=?): a key
select "audiences"."audience_id" as "audienceId", "audiences"."page_id" as "pageId", "audiences"."person_id" as "personId", "audiences"."audience_number" as "audienceNumber", "audiences"."custom_name" as "customName", "audiences"."action_form_id_override" as "actionFormIdOverride", "audiences"."action_form_instructions_override" as "actionFormInstructionsOverride", "audiences"."action_url_override" as "actionUrlOverride", "audiences"."metadata_override" as "metadataOverride", "audiences"."write_id" as "writeIds", "audiences"."created_at" as "createdAt", "audiences"."archived_at" as "archivedAt", "persons"."name" as "personName", "persons"."slug" as "personSlug", "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) as "etag", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where "audience_versions"."audience_id" = "audiences"."audience_id" order by "audience_versions"."version_number" desc limit 1) as "latest", (select json_object('versionId', "audience_versions"."version_id", 'audienceId', "audience_versions"."audience_id", 'versionNumber', "audience_versions"."version_number", 'status', "audience_versions"."status", 'isNewPageAgent', "audience_versions"."is_new_page_agent", 'supplementaryContext', "audience_versions"."supplementary_context", 'createdAt', "audience_versions"."created_at", 'becameDraftAt', "audience_versions"."became_draft_at", 'queuedAt', "audience_versions"."queued_at", 'publishAt', "audience_versions"."publish_at", 'requestedBy', "audience_versions"."requested_by", 'processingAt', "audience_versions"."processing_at", 'publishedAt', "audience_versions"."published_at", 'cancelledAt', "audience_versions"."cancelled_at", 'obsoleteAt', "audience_versions"."obsolete_at", 'archivedAt', "audience_versions"."archived_at", 'cancelReason', "audience_versions"."cancel_reason") from "audience_versions" where ("audience_versions"."audience_id" = "audiences"."audience_id" and "audience_versions"."status" = 'published')) as "published", "audience_names"."seq" as "seq" from audience_search cross join "audience_names" cross join "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" left join "persons" on "persons"."person_id" = "audiences"."person_id" where (audience_search match ? and audience_search.rowid = "audience_names"."seq" and "audiences"."audience_id" = "audience_names"."audience_id") order by audience_search.rowid desc limit ?;

-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): the latest version: LIMIT 1
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
select "audiences"."audience_id" as "audienceId", "audiences"."person_id" as "personId", "audiences"."archived_at" as "archivedAt", "audience_versions"."version_id" as "versionId", "audience_versions"."version_number" as "versionNumber", coalesce("audience_versions"."frozen", (select json_object('page', json_object('title', "pages"."title", 'url', "pages"."url", 'metadata', json("pages"."metadata")), 'metadataOverride', json("audiences"."metadata_override"), 'actionFormId', "audiences"."action_form_id_override", 'actionFormInstructions', "audiences"."action_form_instructions_override", 'actionUrl', "audiences"."action_url_override", 'supplementaryContext', "audience_versions"."supplementary_context") from "audiences" join "pages" on "pages"."page_id" = "audiences"."page_id" where "audiences"."audience_id" = ?)) as "content" from "audience_versions" inner join "audiences" on "audiences"."audience_id" = "audience_versions"."audience_id" where "audience_versions"."audience_id" = ? order by "audience_versions"."version_number" desc limit 1;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
select "audiences"."audience_id" as "id", "audiences"."page_id" as "pageId", "audiences"."archived_at" as "archivedAt", coalesce(nullif("pages"."title", ''), "pages"."url") as "pageName", "audiences"."custom_name" as "customName", "persons"."name" as "personName", "audiences"."audience_number" as "audienceNumber" from json_each(?) as item cross join "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" left join "persons" on "persons"."person_id" = "audiences"."person_id" where "audiences"."audience_id" = item.value;

-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=? AND page_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
select "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) as "etag", "audiences"."archived_at" as "archivedAt" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" left join "persons" on "persons"."person_id" = "audiences"."person_id" where ("audiences"."page_id" = ? and "audiences"."audience_id" = ?);

-- SEARCH erasures USING PRIMARY KEY (person_id=?): a key
select "erased_logs_count" as "erasedLogsCount" from "erasures" where ("erasures"."person_id" = ? and "erasures"."erasure_id" = ?);

-- SEARCH webhooks EXISTS USING PRIMARY KEY (webhook_id=?): a key
-- SEARCH webhook_deliveries USING INDEX webhook_deliveries_waiting (webhook_id=? AND next_attempt_at>?): the next that wait: LIMIT. Not yet due they are only in strict order, where few wait
-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
-- SEARCH events USING INTEGER PRIMARY KEY (rowid=?): a key
select "events"."sequence" as "sequence", "events"."type" as "type", "events"."subject" as "subject", "events"."related" as "related", "events"."changes" as "changes", "events"."actor" as "actor", "events"."created_at" as "createdAt", "webhook_deliveries"."attempts" as "attempts", "webhook_deliveries"."next_attempt_at" as "nextAttemptAt" from "webhook_deliveries" inner join "events" on "events"."sequence" = "webhook_deliveries"."sequence" where ("webhook_deliveries"."webhook_id" = ? and "webhook_deliveries"."next_attempt_at" is not null and ("webhook_deliveries"."next_attempt_at" <= ? or (select "webhooks"."is_ordered" from "webhooks" where "webhooks"."webhook_id" = ?)) and exists (select 1 from "webhooks" where ("webhooks"."webhook_id" = ? and "webhooks"."lease_id" = ?))) order by "webhook_deliveries"."next_attempt_at" limit ?;

-- SEARCH alert_firings USING INDEX alert_firings_alert (alert_id=?): a page
select "firing_id" as "firingId", "alert_id" as "alertId", "webhook_id" as "webhookId", "subject" as "subject", "day" as "day", "facts" as "facts", "fired_at" as "firedAt" from "alert_firings" where "alert_firings"."alert_id" = ? order by "alert_firings"."firing_id" desc limit ?;

-- SEARCH alert_firings USING INDEX alert_firings_alert (alert_id=? AND firing_id<?): a page
select "firing_id" as "firingId", "alert_id" as "alertId", "webhook_id" as "webhookId", "subject" as "subject", "day" as "day", "facts" as "facts", "fired_at" as "firedAt" from "alert_firings" where ("alert_firings"."alert_id" = ? and "alert_firings"."firing_id" < ?) order by "alert_firings"."firing_id" desc limit ?;

-- SEARCH session_blocks USING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at<?): the blocks of the page of an erased audience, and the removed ones of the workspace: a row for 1,000 sessions
select "first_at" as "firstAt", max("session_blocks"."last_at") as "lastAt" from "session_blocks" where ("session_blocks"."page_id" = ? and "session_blocks"."is_removed" = ? and "session_blocks"."first_at" < ? and instr("session_blocks"."audience_id", json_quote(?)) > 0) group by "session_blocks"."first_at" order by "session_blocks"."first_at" desc limit ?;

-- SEARCH event_settings USING INTEGER PRIMARY KEY (rowid=?): a key
select "id" as "id", "types" as "types", "retention_days" as "retentionDays", "revision" as "revision", "write_id" as "writeIds", "updated_at" as "updatedAt" from "event_settings" where "event_settings"."id" = ?;

-- SEARCH idempotency_keys USING PRIMARY KEY (resource=? AND key_hash=?): a key
-- SEARCH account_logs USING PRIMARY KEY (account_id=? AND account_log_id=?): a key
select "idempotency_keys"."owner_id" as "ownerId", "log_id" as "logId", "idempotency_keys"."created_owner" as "createdOwner", "source" as "source", "type" as "type", "created_at" as "createdAt", nullif("idempotency_keys"."request_digest", ?) as "otherDigest", iif("idempotency_keys"."request_digest" = ?, null, (select "fingerprint" as "fingerprint" from "account_logs" where ("account_logs"."account_id" = "idempotency_keys"."owner_id" and "account_logs"."account_log_id" = "idempotency_keys"."log_id"))) as "otherChecksums" from "idempotency_keys" where ("idempotency_keys"."resource" = 'account_log' and "idempotency_keys"."key_hash" = ?);

-- SEARCH idempotency_keys USING PRIMARY KEY (resource=? AND key_hash=?): a key
-- SEARCH person_logs USING PRIMARY KEY (person_id=? AND person_log_id=?): a key
select "idempotency_keys"."owner_id" as "ownerId", "log_id" as "logId", "idempotency_keys"."created_owner" as "createdOwner", "source" as "source", "type" as "type", "created_at" as "createdAt", nullif("idempotency_keys"."request_digest", ?) as "otherDigest", iif("idempotency_keys"."request_digest" = ?, null, (select "fingerprint" as "fingerprint" from "person_logs" where ("person_logs"."person_id" = "idempotency_keys"."owner_id" and "person_logs"."person_log_id" = "idempotency_keys"."log_id"))) as "otherChecksums" from "idempotency_keys" where ("idempotency_keys"."resource" = 'person_log' and "idempotency_keys"."key_hash" = ?);

-- SEARCH page_link_counts USING PRIMARY KEY (tenant_domain_id=? AND target_type=? AND page_id=?): a key
select "links" as "value" from "page_link_counts" where ("page_link_counts"."tenant_domain_id" = ? and "page_link_counts"."target_type" = ? and "page_link_counts"."page_id" = ?);

-- SEARCH refused_origins USING PRIMARY KEY (day>?): the origins that were refused: 20 a day, of 7 days
-- SEARCH websites USING INDEX websites_origin (origin=?): a key
select "origin" as "origin", sum("refused_origins"."requests_count") as "requestsCount", max("refused_origins"."last_refused_at") as "lastRefusedAt" from "refused_origins" where ("refused_origins"."day" >= ? and not exists (select 1 from "websites" where ("websites"."origin" = "refused_origins"."origin" and "websites"."deleted_at" is null))) group by "refused_origins"."origin" order by max("refused_origins"."last_refused_at") desc, "refused_origins"."origin" limit ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
select "page_id" as "id", coalesce(nullif("title", ''), "url") as "name" from json_each(?) as item cross join "pages" where "pages"."page_id" = item.value;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
select "page_id" as "id", coalesce(nullif("title", ''), "url") as "title" from json_each(?) as item cross join "pages" where "pages"."page_id" = item.value;

-- SEARCH pages USING COVERING INDEX pages_url (url=?): a key
select "page_id" as "pageId" from "pages" where ("pages"."url" = ? and "pages"."page_id" <> ?);

-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
select "page_id" as "pageId", "archived_at" as "archivedAt" from "audiences" where "audiences"."audience_id" = ?;

-- SEARCH left_out_counts USING INDEX left_out_counts_day (day>? AND day<?): a page
select "page_id" as "pageId", "day" as "day", "reason" as "reason", "count" as "count" from "left_out_counts" where ("left_out_counts"."day" >= ? and "left_out_counts"."day" < ?) order by "left_out_counts"."day" desc, "left_out_counts"."page_id" desc, "left_out_counts"."reason" desc limit ?;

-- SEARCH left_out_counts USING INDEX left_out_counts_day (day>? AND (day,page_id,reason)<(?,?,?)): a page
select "page_id" as "pageId", "day" as "day", "reason" as "reason", "count" as "count" from "left_out_counts" where ("left_out_counts"."day" >= ? and +"left_out_counts"."day" < ? and ("left_out_counts"."day", "left_out_counts"."page_id", "left_out_counts"."reason") < (?, ?, ?)) order by "left_out_counts"."day" desc, "left_out_counts"."page_id" desc, "left_out_counts"."reason" desc limit ?;

-- SEARCH left_out_counts USING PRIMARY KEY (page_id=? AND day>? AND day<?): a page
select "page_id" as "pageId", "day" as "day", "reason" as "reason", "count" as "count" from "left_out_counts" where ("left_out_counts"."page_id" = ? and "left_out_counts"."day" >= ? and "left_out_counts"."day" < ?) order by "left_out_counts"."day" desc, "left_out_counts"."reason" desc limit ?;

-- SCAN pages: a page
select "page_id" as "pageId", "title" as "title", "url" as "url", "metadata" as "metadata", "audiences_count" as "audiencesCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt" from "pages" order by "pages"."page_id" desc limit ?;

-- SEARCH pages USING PRIMARY KEY (page_id<?): a page
select "page_id" as "pageId", "title" as "title", "url" as "url", "metadata" as "metadata", "audiences_count" as "audiencesCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt" from "pages" where "pages"."page_id" < ? order by "pages"."page_id" desc limit ?;

-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
select "page_id" as "pageId", "title" as "title", "url" as "url", "metadata" as "metadata", "audiences_count" as "audiencesCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt" from "pages" where "pages"."page_id" = ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
-- SEARCH tenant_domains USING PRIMARY KEY (tenant_domain_id=?): a key
select "page_link_id" as "id", "page_links"."path" as "path", (select "tenant_domains"."domain" from "tenant_domains" where "tenant_domains"."tenant_domain_id" = "page_links"."tenant_domain_id") as "domain" from json_each(?) as item cross join "page_links" where "page_links"."page_link_id" = item.value;

-- SEARCH page_links USING INDEX page_links_path (path=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?) LEFT-JOIN: a key
-- SEARCH audience_versions USING INDEX audience_versions_live (audience_id=?) LEFT-JOIN: a key
-- SEARCH pages USING PRIMARY KEY (page_id=?) LEFT-JOIN: a key
select "page_links"."page_link_id" as "pageLinkId", "page_links"."tenant_domain_id" as "tenantDomainId", "page_links"."path" as "path", "page_links"."target_type" as "targetType", "page_links"."audience_id" as "audienceId", "page_links"."page_id" as "pageId", "page_links"."revision" as "revision", "audiences"."person_id" as "personId", "audience_versions"."version_id" as "versionId", "audience_versions"."version_number" as "versionNumber", "audience_versions"."snapshot" as "snapshot", "pages"."title" as "title", "pages"."url" as "url", "pages"."metadata" as "metadata", "pages"."revision" as "pageRevision" from "page_links" left join "audiences" on ("audiences"."audience_id" = "page_links"."audience_id" and "audiences"."archived_at" is null) left join "audience_versions" on ("audience_versions"."audience_id" = "audiences"."audience_id" and "audience_versions"."status" = 'published') left join "pages" on ("pages"."page_id" = "page_links"."page_id" and "audience_versions"."snapshot" is null) where ("page_links"."tenant_domain_id" is null and "page_links"."path" = ? and "page_links"."deleted_at" is null);

-- SEARCH audiences USING COVERING INDEX audiences_person (person_id=?): the audiences that were made for a person: one of a page at most
-- SEARCH entry USING INDEX page_links_audience (audience_id=? AND rowid>? AND rowid<?): the next one of a list: LIMIT 1
-- SEARCH entry USING INDEX page_links_audience (audience_id=? AND rowid>? AND rowid<?): the next one of a list: LIMIT 1
-- SEARCH page_links USING INTEGER PRIMARY KEY (rowid=?): a key
select "page_links"."seq" as "seq", "page_links"."page_link_id" as "pageLinkId", "page_links"."tenant_domain_id" as "tenantDomainId", "page_links"."path" as "path", "page_links"."target_type" as "targetType", "page_links"."audience_id" as "audienceId", "page_links"."page_id" as "pageId", "page_links"."revision" as "revision", "page_links"."write_id" as "writeIds", "page_links"."created_at" as "createdAt", "page_links"."updated_at" as "updatedAt", "page_links"."deleted_at" as "deletedAt" from (with recursive merged (ofAudience, place) as ( select "audiences"."audience_id", (select printf('%015d', "entry"."seq") || '' from "page_links" as "entry" where ("entry"."audience_id" = "audiences"."audience_id" and "entry"."deleted_at" is null) and "entry"."seq" >= 0 and ("entry"."seq", '') < (?, '') order by "entry"."seq" desc, '' desc limit 1) from "audiences" where "audiences"."person_id" = ? union all select ofAudience, (select printf('%015d', "entry"."seq") || '' from "page_links" as "entry" where ("entry"."audience_id" = merged.ofAudience and "entry"."deleted_at" is null) and "entry"."seq" >= 0 and ("entry"."seq", '') < (cast(substr(merged.place, 1, 15) as integer), substr(merged.place, 16)) order by "entry"."seq" desc, '' desc limit 1) from merged where place is not null order by 2 desc limit ? ) select * from merged where place is not null) as merged cross join "page_links" where "page_links"."seq" = cast(substr(merged.place, 1, 15) as integer) order by merged.place desc;

-- SCAN page_link_search VIRTUAL TABLE INDEX 192:M1: a page of matches
-- SEARCH page_links USING INTEGER PRIMARY KEY (rowid=?): a key
select "page_links"."seq" as "seq", "page_links"."page_link_id" as "pageLinkId", "page_links"."tenant_domain_id" as "tenantDomainId", "page_links"."path" as "path", "page_links"."target_type" as "targetType", "page_links"."audience_id" as "audienceId", "page_links"."page_id" as "pageId", "page_links"."revision" as "revision", "page_links"."write_id" as "writeIds", "page_links"."created_at" as "createdAt", "page_links"."updated_at" as "updatedAt", "page_links"."deleted_at" as "deletedAt" from page_link_search cross join "page_links" where (page_link_search match ? and page_link_search.rowid = "page_links"."seq" and ("page_links"."tenant_domain_id" is null and "page_links"."deleted_at" is null)) order by page_link_search.rowid desc limit ?;

-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
select "pages"."page_id" as "pageId", "pages"."title" as "title", "pages"."url" as "url", "pages"."metadata" as "metadata", "pages"."audiences_count" as "audiencesCount", "pages"."revision" as "revision", "pages"."write_id" as "writeIds", "pages"."created_at" as "createdAt", "pages"."updated_at" as "updatedAt" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" where "audiences"."audience_id" = ?;

-- SEARCH audiences USING COVERING INDEX audiences_person (person_id=?): a page
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
select "pages"."page_id" as "pageId", "pages"."title" as "title", "pages"."url" as "url", "pages"."metadata" as "metadata", "pages"."audiences_count" as "audiencesCount", "pages"."revision" as "revision", "pages"."write_id" as "writeIds", "pages"."created_at" as "createdAt", "pages"."updated_at" as "updatedAt" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" where "audiences"."person_id" = ? order by "audiences"."page_id" desc limit ?;

-- SEARCH audiences USING COVERING INDEX audiences_person (person_id=? AND page_id<?): a page
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
select "pages"."page_id" as "pageId", "pages"."title" as "title", "pages"."url" as "url", "pages"."metadata" as "metadata", "pages"."audiences_count" as "audiencesCount", "pages"."revision" as "revision", "pages"."write_id" as "writeIds", "pages"."created_at" as "createdAt", "pages"."updated_at" as "updatedAt" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" where ("audiences"."person_id" = ? and "audiences"."page_id" < ?) order by "audiences"."page_id" desc limit ?;

-- SCAN audience_search VIRTUAL TABLE INDEX 192:M1: a page of matches
-- SEARCH audience_names USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
select "pages"."page_id" as "pageId", "pages"."title" as "title", "pages"."url" as "url", "pages"."metadata" as "metadata", "pages"."audiences_count" as "audiencesCount", "pages"."revision" as "revision", "pages"."write_id" as "writeIds", "pages"."created_at" as "createdAt", "pages"."updated_at" as "updatedAt" from audience_search cross join "audience_names" cross join "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" where (audience_search match ? and audience_search.rowid = "audience_names"."seq" and "audiences"."audience_id" = "audience_names"."audience_id") order by audience_search.rowid desc limit ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
-- SEARCH accounts USING INDEX accounts_domain (domain=?): a key
select "person_id" as "id", coalesce(nullif(trim("name"), ''), "email", '') as "name", (select "accounts"."name" from "accounts" where "accounts"."domain" = "persons"."account_domain") as "company" from json_each(?) as item cross join "persons" where "persons"."person_id" = item.value;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
select "person_id" as "id", coalesce(nullif(trim("persons"."name"), ''), "persons"."email") as "name" from json_each(?) as item cross join "persons" where "persons"."person_id" = item.value;

-- SEARCH person_logs USING PRIMARY KEY (person_id=?): a page
select "person_id" as "ownerId", "person_log_id" as "logId", "source" as "source", "type" as "type", "payload" as "payload", "idempotency_key" as "idempotencyKey", "created_at" as "createdAt", "occurred_at" as "occurredAt" from "person_logs" where "person_logs"."person_id" = ? order by "person_logs"."person_log_id" desc limit ?;

-- SEARCH person_logs USING PRIMARY KEY (person_id=? AND person_log_id=?): a key
select "person_id" as "ownerId", "person_log_id" as "logId", "source" as "source", "type" as "type", "payload" as "payload", "idempotency_key" as "idempotencyKey", "created_at" as "createdAt", "occurred_at" as "occurredAt" from "person_logs" where ("person_logs"."person_id" = ? and "person_logs"."person_log_id" = ?);

-- SEARCH persons USING COVERING INDEX persons_person_id (person_id=?): a key
select "person_id" as "personId" from "persons" where "persons"."person_id" = ?;

-- SEARCH person_log_counts USING PRIMARY KEY (person_id=? AND source=? AND type=?): a key
-- SEARCH person_logs USING PRIMARY KEY (person_id=? AND person_log_id=?): a key
-- SEARCH of_kind USING COVERING INDEX person_logs_kind (person_id=? AND source=? AND type=?): a page of each kind that passes: LIMIT
select "person_logs"."person_id" as "ownerId", "person_logs"."person_log_id" as "logId", "person_logs"."source" as "source", "person_logs"."type" as "type", "person_logs"."payload" as "payload", "person_logs"."idempotency_key" as "idempotencyKey", "person_logs"."created_at" as "createdAt", "person_logs"."occurred_at" as "occurredAt" from "person_log_counts" cross join "person_logs" where (("person_log_counts"."person_id" = ? and "person_log_counts"."source" = ? and "person_log_counts"."type" = ?) and "person_logs"."person_id" = "person_log_counts"."person_id" and "person_logs"."person_log_id" in (select "of_kind"."person_log_id" from "person_logs" as "of_kind" where ("of_kind"."person_id" = "person_log_counts"."person_id" and "of_kind"."source" = "person_log_counts"."source" and "of_kind"."type" = "person_log_counts"."type") order by "of_kind"."person_log_id" desc limit ?)) order by "person_logs"."person_log_id" desc limit ?;

-- SEARCH person_log_counts USING PRIMARY KEY (person_id=? AND source=?): the kinds (source and type) of the logs of one owner
-- SEARCH person_logs USING PRIMARY KEY (person_id=? AND person_log_id=?): a key
-- SEARCH of_kind USING COVERING INDEX person_logs_kind (person_id=? AND source=? AND type=? AND person_log_id<?): a page of each kind that passes: LIMIT
select "person_logs"."person_id" as "ownerId", "person_logs"."person_log_id" as "logId", "person_logs"."source" as "source", "person_logs"."type" as "type", "person_logs"."payload" as "payload", "person_logs"."idempotency_key" as "idempotencyKey", "person_logs"."created_at" as "createdAt", "person_logs"."occurred_at" as "occurredAt" from "person_log_counts" cross join "person_logs" where (("person_log_counts"."person_id" = ? and "person_log_counts"."source" = ?) and "person_logs"."person_id" = "person_log_counts"."person_id" and "person_logs"."person_log_id" in (select "of_kind"."person_log_id" from "person_logs" as "of_kind" where ("of_kind"."person_id" = "person_log_counts"."person_id" and "of_kind"."source" = "person_log_counts"."source" and "of_kind"."type" = "person_log_counts"."type" and "of_kind"."person_log_id" < ?) order by "of_kind"."person_log_id" desc limit ?)) order by "person_logs"."person_log_id" desc limit ?;

-- SEARCH person_log_counts USING PRIMARY KEY (person_id=? AND source=?): the kinds (source and type) of the logs of one owner
-- SEARCH person_logs USING PRIMARY KEY (person_id=? AND person_log_id=?): a key
-- SEARCH of_kind USING COVERING INDEX person_logs_kind (person_id=? AND source=? AND type=?): a page of each kind that passes: LIMIT
select "person_logs"."person_id" as "ownerId", "person_logs"."person_log_id" as "logId", "person_logs"."source" as "source", "person_logs"."type" as "type", "person_logs"."payload" as "payload", "person_logs"."idempotency_key" as "idempotencyKey", "person_logs"."created_at" as "createdAt", "person_logs"."occurred_at" as "occurredAt" from "person_log_counts" cross join "person_logs" where (("person_log_counts"."person_id" = ? and "person_log_counts"."source" = ?) and "person_logs"."person_id" = "person_log_counts"."person_id" and "person_logs"."person_log_id" in (select "of_kind"."person_log_id" from "person_logs" as "of_kind" where ("of_kind"."person_id" = "person_log_counts"."person_id" and "of_kind"."source" = "person_log_counts"."source" and "of_kind"."type" = "person_log_counts"."type") order by "of_kind"."person_log_id" desc limit ?)) order by "person_logs"."person_log_id" desc limit ?;

-- SEARCH person_log_counts USING PRIMARY KEY (person_id=?): the kinds (source and type) of the logs of one owner
-- SEARCH person_logs USING PRIMARY KEY (person_id=? AND person_log_id=?): a key
-- SEARCH of_kind USING COVERING INDEX person_logs_kind (person_id=? AND source=? AND type=?): a page of each kind that passes: LIMIT
select "person_logs"."person_id" as "ownerId", "person_logs"."person_log_id" as "logId", "person_logs"."source" as "source", "person_logs"."type" as "type", "person_logs"."payload" as "payload", "person_logs"."idempotency_key" as "idempotencyKey", "person_logs"."created_at" as "createdAt", "person_logs"."occurred_at" as "occurredAt" from "person_log_counts" cross join "person_logs" where (("person_log_counts"."person_id" = ? and "person_log_counts"."type" = ?) and "person_logs"."person_id" = "person_log_counts"."person_id" and "person_logs"."person_log_id" in (select "of_kind"."person_log_id" from "person_logs" as "of_kind" where ("of_kind"."person_id" = "person_log_counts"."person_id" and "of_kind"."source" = "person_log_counts"."source" and "of_kind"."type" = "person_log_counts"."type") order by "of_kind"."person_log_id" desc limit ?)) order by "person_logs"."person_log_id" desc limit ?;

-- SEARCH persons USING INDEX persons_account (account_domain=?): persons of an account: LIMIT
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
-- SEARCH person_log_counts USING PRIMARY KEY (person_id=?): the kinds (source and type) of the logs of one owner
-- SEARCH entry USING INDEX person_logs_happened (person_id=? AND source=? AND type=? AND happened_at>? AND (happened_at,person_log_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH entry USING INDEX person_logs_happened (person_id=? AND source=? AND type=? AND happened_at>? AND (happened_at,person_log_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH person_logs USING PRIMARY KEY (person_id=? AND person_log_id=?): a key
select "person_logs"."person_id" as "ownerId", "person_logs"."person_log_id" as "logId", "person_logs"."source" as "source", "person_logs"."type" as "type", "person_logs"."payload" as "payload", "person_logs"."idempotency_key" as "idempotencyKey", "person_logs"."created_at" as "createdAt", "person_logs"."occurred_at" as "occurredAt", "person_logs"."happened_at" as "happenedAt" from (with recursive merged (ofOwner, ofSource, ofType, place) as ( select "person_log_counts"."person_id", "person_log_counts"."source", "person_log_counts"."type", (select printf('%015d', "entry"."happened_at") || "entry"."person_log_id" from "person_logs" as "entry" where ("entry"."person_id" = "person_log_counts"."person_id" and "entry"."source" = "person_log_counts"."source" and "entry"."type" = "person_log_counts"."type") and "entry"."happened_at" >= ? and ("entry"."happened_at", "entry"."person_log_id") < (?, ?) order by "entry"."happened_at" desc, "entry"."person_log_id" desc limit 1) from (select "persons"."person_id" as id from "persons" where "persons"."account_domain" = (select "accounts"."domain" from "accounts" where "accounts"."account_id" = ?) order by "persons"."seq" limit 1000) as owner cross join "person_log_counts" where "person_log_counts"."person_id" = owner.id union all select ofOwner, ofSource, ofType, (select printf('%015d', "entry"."happened_at") || "entry"."person_log_id" from "person_logs" as "entry" where ("entry"."person_id" = merged.ofOwner and "entry"."source" = merged.ofSource and "entry"."type" = merged.ofType) and "entry"."happened_at" >= ? and ("entry"."happened_at", "entry"."person_log_id") < (cast(substr(merged.place, 1, 15) as integer), substr(merged.place, 16)) order by "entry"."happened_at" desc, "entry"."person_log_id" desc limit 1) from merged where place is not null order by 4 desc limit ? ) select * from merged where place is not null) as merged cross join "person_logs" where ("person_logs"."person_id" = merged.ofOwner and "person_logs"."person_log_id" = substr(merged.place, 16)) order by merged.place desc;

-- SEARCH persons USING INDEX persons_account (account_domain=?): persons of an account: LIMIT
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
-- SEARCH person_log_counts USING PRIMARY KEY (person_id=?): the kinds (source and type) of the logs of one owner
-- SEARCH entry USING INDEX person_logs_happened (person_id=? AND source=? AND type=? AND happened_at>? AND (happened_at,person_log_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH entry USING INDEX person_logs_happened (person_id=? AND source=? AND type=? AND happened_at>? AND (happened_at,person_log_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH person_logs USING PRIMARY KEY (person_id=? AND person_log_id=?): a key
select "person_logs"."person_id" as "ownerId", "person_logs"."person_log_id" as "logId", "person_logs"."source" as "source", "person_logs"."type" as "type", "person_logs"."payload" as "payload", "person_logs"."idempotency_key" as "idempotencyKey", "person_logs"."created_at" as "createdAt", "person_logs"."occurred_at" as "occurredAt", "person_logs"."happened_at" as "happenedAt" from (with recursive merged (ofOwner, ofSource, ofType, place) as ( select "person_log_counts"."person_id", "person_log_counts"."source", "person_log_counts"."type", (select printf('%015d', "entry"."happened_at") || "entry"."person_log_id" from "person_logs" as "entry" where ("entry"."person_id" = "person_log_counts"."person_id" and "entry"."source" = "person_log_counts"."source" and "entry"."type" = "person_log_counts"."type") and "entry"."happened_at" >= ? and ("entry"."happened_at", "entry"."person_log_id") < (?, ?) order by "entry"."happened_at" desc, "entry"."person_log_id" desc limit 1) from (select "persons"."person_id" as id from "persons" where "persons"."account_domain" = (select "accounts"."domain" from "accounts" where "accounts"."account_id" = ?) order by "persons"."seq" limit 1000) as owner cross join "person_log_counts" where ("person_log_counts"."person_id" = owner.id and "person_log_counts"."type" = ?) union all select ofOwner, ofSource, ofType, (select printf('%015d', "entry"."happened_at") || "entry"."person_log_id" from "person_logs" as "entry" where ("entry"."person_id" = merged.ofOwner and "entry"."source" = merged.ofSource and "entry"."type" = merged.ofType) and "entry"."happened_at" >= ? and ("entry"."happened_at", "entry"."person_log_id") < (cast(substr(merged.place, 1, 15) as integer), substr(merged.place, 16)) order by "entry"."happened_at" desc, "entry"."person_log_id" desc limit 1) from merged where place is not null order by 4 desc limit ? ) select * from merged where place is not null) as merged cross join "person_logs" where ("person_logs"."person_id" = merged.ofOwner and "person_logs"."person_log_id" = substr(merged.place, 16)) order by merged.place desc;

-- SEARCH person_log_counts USING PRIMARY KEY (person_id=?): the kinds (source and type) of the logs of one owner
-- SEARCH entry USING INDEX person_logs_happened (person_id=? AND source=? AND type=? AND happened_at>? AND (happened_at,person_log_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH entry USING INDEX person_logs_happened (person_id=? AND source=? AND type=? AND happened_at>? AND (happened_at,person_log_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH person_logs USING PRIMARY KEY (person_id=? AND person_log_id=?): a key
select "person_logs"."person_id" as "ownerId", "person_logs"."person_log_id" as "logId", "person_logs"."source" as "source", "person_logs"."type" as "type", "person_logs"."payload" as "payload", "person_logs"."idempotency_key" as "idempotencyKey", "person_logs"."created_at" as "createdAt", "person_logs"."occurred_at" as "occurredAt", "person_logs"."happened_at" as "happenedAt" from (with recursive merged (ofOwner, ofSource, ofType, place) as ( select "person_log_counts"."person_id", "person_log_counts"."source", "person_log_counts"."type", (select printf('%015d', "entry"."happened_at") || "entry"."person_log_id" from "person_logs" as "entry" where ("entry"."person_id" = "person_log_counts"."person_id" and "entry"."source" = "person_log_counts"."source" and "entry"."type" = "person_log_counts"."type") and "entry"."happened_at" >= ? and ("entry"."happened_at", "entry"."person_log_id") < (?, ?) order by "entry"."happened_at" desc, "entry"."person_log_id" desc limit 1) from (select ? as id) as owner cross join "person_log_counts" where "person_log_counts"."person_id" = owner.id union all select ofOwner, ofSource, ofType, (select printf('%015d', "entry"."happened_at") || "entry"."person_log_id" from "person_logs" as "entry" where ("entry"."person_id" = merged.ofOwner and "entry"."source" = merged.ofSource and "entry"."type" = merged.ofType) and "entry"."happened_at" >= ? and ("entry"."happened_at", "entry"."person_log_id") < (cast(substr(merged.place, 1, 15) as integer), substr(merged.place, 16)) order by "entry"."happened_at" desc, "entry"."person_log_id" desc limit 1) from merged where place is not null order by 4 desc limit ? ) select * from merged where place is not null) as merged cross join "person_logs" where ("person_logs"."person_id" = merged.ofOwner and "person_logs"."person_log_id" = substr(merged.place, 16)) order by merged.place desc;

-- SEARCH person_log_counts USING PRIMARY KEY (person_id=? AND source=?): the kinds (source and type) of the logs of one owner
-- SEARCH entry USING INDEX person_logs_happened (person_id=? AND source=? AND type=? AND happened_at>? AND (happened_at,person_log_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH entry USING INDEX person_logs_happened (person_id=? AND source=? AND type=? AND happened_at>? AND (happened_at,person_log_id)<(?,?)): the next one of a list: LIMIT 1
-- SEARCH person_logs USING PRIMARY KEY (person_id=? AND person_log_id=?): a key
select "person_logs"."person_id" as "ownerId", "person_logs"."person_log_id" as "logId", "person_logs"."source" as "source", "person_logs"."type" as "type", "person_logs"."payload" as "payload", "person_logs"."idempotency_key" as "idempotencyKey", "person_logs"."created_at" as "createdAt", "person_logs"."occurred_at" as "occurredAt", "person_logs"."happened_at" as "happenedAt" from (with recursive merged (ofOwner, ofSource, ofType, place) as ( select "person_log_counts"."person_id", "person_log_counts"."source", "person_log_counts"."type", (select printf('%015d', "entry"."happened_at") || "entry"."person_log_id" from "person_logs" as "entry" where ("entry"."person_id" = "person_log_counts"."person_id" and "entry"."source" = "person_log_counts"."source" and "entry"."type" = "person_log_counts"."type") and "entry"."happened_at" >= ? and ("entry"."happened_at", "entry"."person_log_id") < (?, ?) order by "entry"."happened_at" desc, "entry"."person_log_id" desc limit 1) from (select ? as id) as owner cross join "person_log_counts" where ("person_log_counts"."person_id" = owner.id and "person_log_counts"."source" = ?) union all select ofOwner, ofSource, ofType, (select printf('%015d', "entry"."happened_at") || "entry"."person_log_id" from "person_logs" as "entry" where ("entry"."person_id" = merged.ofOwner and "entry"."source" = merged.ofSource and "entry"."type" = merged.ofType) and "entry"."happened_at" >= ? and ("entry"."happened_at", "entry"."person_log_id") < (cast(substr(merged.place, 1, 15) as integer), substr(merged.place, 16)) order by "entry"."happened_at" desc, "entry"."person_log_id" desc limit 1) from merged where place is not null order by 4 desc limit ? ) select * from merged where place is not null) as merged cross join "person_logs" where ("person_logs"."person_id" = merged.ofOwner and "person_logs"."person_log_id" = substr(merged.place, 16)) order by merged.place desc;

-- SCAN person_search VIRTUAL TABLE INDEX 192:M1<: a page of matches
-- SEARCH persons USING INTEGER PRIMARY KEY (rowid=?): a key
select "persons"."seq" as "seq", "persons"."person_id" as "personId", "persons"."name" as "name", "persons"."email" as "email", "persons"."domain" as "domain", "persons"."slug" as "slug", "persons"."phone_number" as "phoneNumber", "persons"."linkedin_profile_url" as "linkedinProfileUrl", "persons"."created_at" as "createdAt", "persons"."updated_at" as "updatedAt", "persons"."latest_visit_at" as "latestVisitAt" from person_search cross join "persons" where (person_search match ? and person_search.rowid < cast(? as integer) and person_search.rowid = "persons"."seq") order by person_search.rowid desc limit ?;

-- SCAN person_search VIRTUAL TABLE INDEX 192:M1: a page of matches
-- SEARCH persons USING INTEGER PRIMARY KEY (rowid=?): a key
select "persons"."seq" as "seq", "persons"."person_id" as "personId", "persons"."name" as "name", "persons"."email" as "email", "persons"."domain" as "domain", "persons"."slug" as "slug", "persons"."phone_number" as "phoneNumber", "persons"."linkedin_profile_url" as "linkedinProfileUrl", "persons"."created_at" as "createdAt", "persons"."updated_at" as "updatedAt", "persons"."latest_visit_at" as "latestVisitAt" from person_search cross join "persons" where (person_search match ? and person_search.rowid = "persons"."seq") order by person_search.rowid desc limit ?;

-- SEARCH publishes USING PRIMARY KEY (page_id=? AND published_at>? AND (published_at,version_id)<(?,?)): a page of the publishes of one page: LIMIT. Each has one audience
-- SEARCH audiences USING PRIMARY KEY (page_id=? AND audience_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
select "publishes"."audience_id" as "audienceId", "audiences"."audience_number" as "audienceNumber", "audiences"."custom_name" as "customName", "persons"."name" as "personName", "publishes"."version_id" as "versionId", "publishes"."version_number" as "versionNumber", "publishes"."published_at" as "publishedAt" from "publishes" cross join "audiences" left join "persons" on "persons"."person_id" = "audiences"."person_id" where (("publishes"."page_id" = ? and "publishes"."published_at" >= ? and ("publishes"."published_at", "publishes"."version_id") < (?, ?)) and "audiences"."page_id" = "publishes"."page_id" and "audiences"."audience_id" = "publishes"."audience_id") order by "publishes"."published_at" desc, "publishes"."version_id" desc limit ?;

-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
select "revision" as "revision" from "session_seal" where "session_seal"."id" = 1;

-- SEARCH topics USING PRIMARY KEY (topic_id=?): a key
select "revision" as "revision", "entries_count" as "entriesCount", "deleted_at" as "deletedAt" from "topics" where "topics"."topic_id" = ?;

-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
select "revision" as "revision", "latest_visit_at" as "latestVisitAt", "email" as "email", "phone_number" as "phoneNumber", "linkedin_identity" as "linkedinProfileUrl" from "persons" where "persons"."person_id" = ?;

-- SEARCH webhook_secrets USING PRIMARY KEY (webhook_id=?): a key
select "secret" as "secret", "previous" as "previous", "previous_until" as "previousUntil" from "webhook_secrets" where "webhook_secrets"."webhook_id" = ?;

-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
select "seq" as "seq", "page_link_id" as "pageLinkId", "tenant_domain_id" as "tenantDomainId", "path" as "path", "target_type" as "targetType", "audience_id" as "audienceId", "page_id" as "pageId", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "page_links" where "page_links"."page_link_id" = ?;

-- SEARCH page_links USING INDEX page_links_audience (audience_id=?): a page
select "seq" as "seq", "page_link_id" as "pageLinkId", "tenant_domain_id" as "tenantDomainId", "path" as "path", "target_type" as "targetType", "audience_id" as "audienceId", "page_id" as "pageId", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "page_links" where ("page_links"."audience_id" = ? and "page_links"."deleted_at" is null) order by "page_links"."seq" desc limit ?;

-- SEARCH page_links USING INDEX page_links_page_type (tenant_domain_id=? AND page_id=? AND target_type=?): a page
select "seq" as "seq", "page_link_id" as "pageLinkId", "tenant_domain_id" as "tenantDomainId", "path" as "path", "target_type" as "targetType", "audience_id" as "audienceId", "page_id" as "pageId", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "page_links" where ("page_links"."tenant_domain_id" is null and "page_links"."deleted_at" is null and "page_links"."page_id" = ? and "page_links"."target_type" = ?) order by "page_links"."seq" desc limit ?;

-- SEARCH page_links USING INDEX page_links_domain (tenant_domain_id=?): a page
select "seq" as "seq", "page_link_id" as "pageLinkId", "tenant_domain_id" as "tenantDomainId", "path" as "path", "target_type" as "targetType", "audience_id" as "audienceId", "page_id" as "pageId", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "page_links" where ("page_links"."tenant_domain_id" is null and "page_links"."deleted_at" is null) order by "page_links"."seq" desc limit ?;

-- SEARCH page_links USING INDEX page_links_audience (audience_id=? AND rowid<?): a page
select "seq" as "seq", "page_link_id" as "pageLinkId", "tenant_domain_id" as "tenantDomainId", "path" as "path", "target_type" as "targetType", "audience_id" as "audienceId", "page_id" as "pageId", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "page_links" where (("page_links"."audience_id" = ? and "page_links"."deleted_at" is null) and "page_links"."seq" < ?) order by "page_links"."seq" desc limit ?;

-- SEARCH page_links USING INDEX page_links_page_type (tenant_domain_id=? AND page_id=? AND target_type=? AND rowid<?): a page
select "seq" as "seq", "page_link_id" as "pageLinkId", "tenant_domain_id" as "tenantDomainId", "path" as "path", "target_type" as "targetType", "audience_id" as "audienceId", "page_id" as "pageId", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "page_links" where (("page_links"."tenant_domain_id" is null and "page_links"."deleted_at" is null and "page_links"."page_id" = ? and "page_links"."target_type" = ?) and "page_links"."seq" < ?) order by "page_links"."seq" desc limit ?;

-- SCAN persons USING INDEX persons_visit: a page
select "seq" as "seq", "person_id" as "personId", "name" as "name", "email" as "email", "domain" as "domain", "slug" as "slug", "phone_number" as "phoneNumber", "linkedin_profile_url" as "linkedinProfileUrl", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_visit_at" as "latestVisitAt" from "persons" order by "persons"."latest_visit_at" desc, "persons"."person_id" desc limit ?;

-- SCAN persons: a page
select "seq" as "seq", "person_id" as "personId", "name" as "name", "email" as "email", "domain" as "domain", "slug" as "slug", "phone_number" as "phoneNumber", "linkedin_profile_url" as "linkedinProfileUrl", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_visit_at" as "latestVisitAt" from "persons" order by "persons"."seq" desc limit ?;

-- SEARCH persons USING INTEGER PRIMARY KEY (rowid<?): a page
select "seq" as "seq", "person_id" as "personId", "name" as "name", "email" as "email", "domain" as "domain", "slug" as "slug", "phone_number" as "phoneNumber", "linkedin_profile_url" as "linkedinProfileUrl", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_visit_at" as "latestVisitAt" from "persons" where "persons"."seq" < ? order by "persons"."seq" desc limit ?;

-- SEARCH persons USING INDEX persons_visit ((latest_visit_at,person_id)<(?,?)): a page
select "seq" as "seq", "person_id" as "personId", "name" as "name", "email" as "email", "domain" as "domain", "slug" as "slug", "phone_number" as "phoneNumber", "linkedin_profile_url" as "linkedinProfileUrl", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_visit_at" as "latestVisitAt" from "persons" where ("persons"."latest_visit_at", "persons"."person_id") < (?, ?) order by "persons"."latest_visit_at" desc, "persons"."person_id" desc limit ?;

-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
select "seq" as "seq", "person_id" as "personId", "name" as "name", "email" as "email", "domain" as "domain", "slug" as "slug", "phone_number" as "phoneNumber", "linkedin_profile_url" as "linkedinProfileUrl", "created_at" as "createdAt", "updated_at" as "updatedAt", "latest_visit_at" as "latestVisitAt", "revision" as "revision", "write_id" as "writeIds" from "persons" where "persons"."person_id" = ?;

-- SCAN events: a page
select "sequence" as "sequence", "created_at" as "createdAt" from "events" order by "events"."sequence" asc limit ?;

-- SCAN events: a page
select "sequence" as "sequence", "created_at" as "createdAt" from "events" order by "events"."sequence" desc limit ?;

-- SCAN events: a page
select "sequence" as "sequence", "type" as "type", "subject" as "subject", "related" as "related", "changes" as "changes", "actor" as "actor", "created_at" as "createdAt" from "events" order by "events"."sequence" asc limit ?;

-- SEARCH events USING INTEGER PRIMARY KEY (rowid>?): a page
select "sequence" as "sequence", "type" as "type", "subject" as "subject", "related" as "related", "changes" as "changes", "actor" as "actor", "created_at" as "createdAt" from "events" where "events"."sequence" > ? order by "events"."sequence" asc limit ?;

-- SEARCH events USING INDEX events_subject (subject=?): a page
select "sequence" as "sequence", "type" as "type", "subject" as "subject", "related" as "related", "changes" as "changes", "actor" as "actor", "created_at" as "createdAt" from "events" where "events"."subject" = ? order by "events"."sequence" desc limit ?;

-- SEARCH events USING INTEGER PRIMARY KEY (rowid>? AND rowid<?): the events that a round looks at: 1,000 at most
-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
-- SEARCH events: the newest or the oldest event: max or min of the rowid
-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
-- SEARCH events: the newest or the oldest event: max or min of the rowid
-- SEARCH events: the newest or the oldest event: max or min of the rowid
-- SEARCH event_listeners USING PRIMARY KEY (type=? AND listener=?): a key
-- SEARCH webhook_deliveries USING PRIMARY KEY (webhook_id=? AND sequence=?): a key
select "sequence" as "sequence", "type" as "type", "subject" as "subject", "related" as "related", "changes" as "changes", "actor" as "actor", "created_at" as "createdAt" from "events" where ("events"."sequence" > (select max("webhooks"."cursor", coalesce((select min("events"."sequence") from "events"), 1) - 1) from "webhooks" where ("webhooks"."webhook_id" = ? and "webhooks"."lease_id" = ?)) and "events"."sequence" <= (select min(coalesce((select max("events"."sequence") from "events"), 0), max("webhooks"."cursor", coalesce((select min("events"."sequence") from "events"), 1) - 1) + 1000) from "webhooks" where ("webhooks"."webhook_id" = ? and "webhooks"."lease_id" = ?)) and ("events"."type" <> 'alert.fired' and exists (select 1 from "event_listeners" where ("event_listeners"."type" = "events"."type" and "event_listeners"."listener" = ?)) or "events"."type" = 'alert.fired' and "events"."related" ->> 'webhookId' = ?) and not exists (select 1 from "webhook_deliveries" where (("webhook_deliveries"."webhook_id" = ? and "webhook_deliveries"."sequence" = "events"."sequence") and "webhook_deliveries"."next_attempt_at" is not null))) order by "events"."sequence" limit ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH session_blocks USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at<?): the last block by then, or the first: max or min of an index
-- SEARCH session_blocks USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=?): the last block by then, or the first: max or min of an index
-- SEARCH session_blocks USING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at=?): the blocks of one time: more than one only if more than 1,000 sessions began in a millisecond
-- SEARCH other USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at=?): the blocks of one time: more than one only if more than 1,000 sessions began in a millisecond
select "session_blocks"."page_id" as "pageId", "session_blocks"."first_at" as "firstAt", sum(octet_length("session_blocks"."started_at") + octet_length("session_blocks"."active_ms") + octet_length("session_blocks"."engaged_ms") + octet_length("session_blocks"."scroll_depth") + octet_length("session_blocks"."clicks") + octet_length("session_blocks"."questions") + octet_length("session_blocks"."flags") + octet_length("session_blocks"."audience_id") + octet_length("session_blocks"."page") + octet_length("session_blocks"."utm_source") + octet_length("session_blocks"."utm_medium") + octet_length("session_blocks"."utm_campaign") + octet_length("session_blocks"."utm_term") + octet_length("session_blocks"."utm_content") + octet_length("session_blocks"."referrer") + octet_length("session_blocks"."country") + octet_length("session_blocks"."device") + octet_length("session_blocks"."browser") + octet_length("session_blocks"."landing_path") + octet_length("session_blocks"."person_id") + octet_length("session_blocks"."account_id") + octet_length("session_blocks"."recipient_person_id") + octet_length("session_blocks"."recipient_account_id") + octet_length("session_blocks"."page_link_id") + coalesce(octet_length("session_blocks"."audience_id_sums"), 0) + coalesce(octet_length("session_blocks"."page_sums"), 0) + coalesce(octet_length("session_blocks"."utm_source_sums"), 0) + coalesce(octet_length("session_blocks"."utm_medium_sums"), 0) + coalesce(octet_length("session_blocks"."utm_campaign_sums"), 0) + coalesce(octet_length("session_blocks"."utm_term_sums"), 0) + coalesce(octet_length("session_blocks"."utm_content_sums"), 0) + coalesce(octet_length("session_blocks"."referrer_sums"), 0) + coalesce(octet_length("session_blocks"."country_sums"), 0) + coalesce(octet_length("session_blocks"."device_sums"), 0) + coalesce(octet_length("session_blocks"."browser_sums"), 0) + coalesce(octet_length("session_blocks"."landing_path_sums"), 0) + coalesce(octet_length("session_blocks"."person_id_sums"), 0) + coalesce(octet_length("session_blocks"."account_id_sums"), 0) + coalesce(octet_length("session_blocks"."recipient_person_id_sums"), 0) + coalesce(octet_length("session_blocks"."recipient_account_id_sums"), 0) + coalesce(octet_length("session_blocks"."page_link_id_sums"), 0)) as "bytes", sum("session_blocks"."count") as "count" from (select (item.value ->> 0) as page_id, coalesce( (select max("session_blocks"."first_at") from "session_blocks" where "session_blocks"."page_id" = (item.value ->> 0) and "session_blocks"."is_removed" = ? and "session_blocks"."first_at" <= (item.value ->> 1)), (select min("session_blocks"."first_at") from "session_blocks" where "session_blocks"."page_id" = (item.value ->> 0) and "session_blocks"."is_removed" = ?)) as first_at, max((item.value ->> 2)) as is_taken from json_each(?) as item group by 1, 2) as found cross join "session_blocks" where ("session_blocks"."page_id" = found.page_id and "session_blocks"."is_removed" = ? and "session_blocks"."first_at" = found.first_at and (found.is_taken or "session_blocks"."part" = (select max(part) from "session_blocks" as other where other.page_id = found.page_id and other.is_removed = ? and other.first_at = found.first_at))) group by "session_blocks"."page_id", "session_blocks"."first_at";

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH session_blocks USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at<?): the last block by then, or the first: max or min of an index
-- SEARCH session_blocks USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=?): the last block by then, or the first: max or min of an index
-- SEARCH session_blocks USING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at=?): the blocks of one time: more than one only if more than 1,000 sessions began in a millisecond
-- SEARCH other USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at=?): the blocks of one time: more than one only if more than 1,000 sessions began in a millisecond
select "session_blocks"."page_id" as "pageId", "session_blocks"."is_removed" as "isRemoved", "session_blocks"."first_at" as "firstAt", "session_blocks"."part" as "part", "session_blocks"."last_at" as "lastAt", "session_blocks"."ends_at" as "endsAt", "session_blocks"."count" as "count", "session_blocks"."started_at" as "startedAt", "session_blocks"."flags" as "flags", "session_blocks"."clicks" as "clicks", "session_blocks"."questions" as "questions", "session_blocks"."scroll_depth" as "scrollDepth", "session_blocks"."engaged_ms" as "engagedMs", "session_blocks"."active_ms" as "activeMs", "session_blocks"."audience_id" as "audienceId", "session_blocks"."page" as "page", "session_blocks"."utm_source" as "utmSource", "session_blocks"."utm_medium" as "utmMedium", "session_blocks"."utm_campaign" as "utmCampaign", "session_blocks"."utm_term" as "utmTerm", "session_blocks"."utm_content" as "utmContent", "session_blocks"."referrer" as "referrer", "session_blocks"."country" as "country", "session_blocks"."device" as "device", "session_blocks"."browser" as "browser", "session_blocks"."landing_path" as "landingPath", "session_blocks"."person_id" as "personId", "session_blocks"."account_id" as "accountId", "session_blocks"."recipient_person_id" as "recipientPersonId", "session_blocks"."recipient_account_id" as "recipientAccountId", "session_blocks"."page_link_id" as "pageLinkId" from (select (item.value ->> 0) as page_id, coalesce( (select max("session_blocks"."first_at") from "session_blocks" where "session_blocks"."page_id" = (item.value ->> 0) and "session_blocks"."is_removed" = ? and "session_blocks"."first_at" <= (item.value ->> 1)), (select min("session_blocks"."first_at") from "session_blocks" where "session_blocks"."page_id" = (item.value ->> 0) and "session_blocks"."is_removed" = ?)) as first_at, max((item.value ->> 2)) as is_taken from json_each(?) as item group by 1, 2) as found cross join "session_blocks" where ("session_blocks"."page_id" = found.page_id and "session_blocks"."is_removed" = ? and "session_blocks"."first_at" = found.first_at and (found.is_taken or "session_blocks"."part" = (select max(part) from "session_blocks" as other where other.page_id = found.page_id and other.is_removed = ? and other.first_at = found.first_at)));

-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_started (session_started_at<?): a page
select "session_started_at" as "at" from "audience_sessions" where "audience_sessions"."session_started_at" < ? limit ?;

-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_started (session_started_at>? AND session_started_at<?): the visits of a preview: 10,000 at most
select "session_started_at" as "startedAt" from "audience_sessions" where ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" <= ?) order by "audience_sessions"."session_started_at" desc limit ? offset ?;

-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=? AND page_id=?): a key
select "snapshot" as "snapshot", "frozen" as "frozen", iif(coalesce("audience_versions"."snapshot", "audience_versions"."frozen") is null, (select json_object('page', json_object('title', "pages"."title", 'url', "pages"."url", 'metadata', json("pages"."metadata")), 'metadataOverride', json("audiences"."metadata_override"), 'actionFormId', "audiences"."action_form_id_override", 'actionFormInstructions', "audiences"."action_form_instructions_override", 'actionUrl', "audiences"."action_url_override", 'supplementaryContext', "audience_versions"."supplementary_context") from "audiences" join "pages" on "pages"."page_id" = "audiences"."page_id" where ("audiences"."page_id" = ? and "audiences"."audience_id" = ?)), null) as "current" from "audience_versions" where "audience_versions"."version_id" = ?;

-- SEARCH tenant_domains USING COVERING INDEX tenant_domains_domain (domain=?): a key
select "tenant_domain_id" as "tenantDomainId" from "tenant_domains" where ("tenant_domains"."domain" = ? and "tenant_domains"."tenant_domain_id" <> ?);

-- SCAN tenant_domains: a page
select "tenant_domain_id" as "tenantDomainId", "domain" as "domain", "created_at" as "createdAt" from "tenant_domains" order by "tenant_domains"."tenant_domain_id" desc limit ?;

-- SEARCH tenant_domains USING PRIMARY KEY (tenant_domain_id=?): a key
select "tenant_domain_id" as "tenantDomainId", "domain" as "domain", "created_at" as "createdAt" from "tenant_domains" where "tenant_domains"."tenant_domain_id" = ?;

-- SEARCH topic_entries USING INDEX topic_entries_order (topic_id=?): a page
select "topic_entry_id" as "topicEntryId", "topic_id" as "topicId", "sort_order" as "sortOrder", "type" as "type", "content" as "content", "created_at" as "createdAt", "updated_at" as "updatedAt" from "topic_entries" where ("topic_entries"."topic_id" = ? and "topic_entries"."deleted_at" is null) order by "topic_entries"."sort_order" asc, "topic_entries"."topic_entry_id" asc limit ?;

-- SCAN topics USING INDEX topics_order: a page
-- SEARCH topic_entries USING INDEX topic_entries_order (topic_id=?): the entries of a topic, of which there are 50 at most
-- SCAN topic_entries: the entries that the subquery of this name has found
select "topic_id" as "topicId", "title" as "title", "purpose" as "purpose", "sort_order" as "sortOrder", "is_default" as "isDefault", "entries_count" as "entriesCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt", ( select json_group_array(json_object('topicEntryId', "topic_entries"."topic_entry_id", 'topicId', "topic_entries"."topic_id", 'sortOrder', "topic_entries"."sort_order", 'type', "topic_entries"."type", 'content', "topic_entries"."content", 'createdAt', "topic_entries"."created_at", 'updatedAt', "topic_entries"."updated_at")) from ( select * from "topic_entries" where ("topic_entries"."topic_id" = "topics"."topic_id" and "topic_entries"."deleted_at" is null) order by "topic_entries"."sort_order", "topic_entries"."topic_entry_id" ) as "topic_entries") as "entries" from "topics" where "topics"."deleted_at" is null order by "topics"."sort_order" asc, "topics"."topic_id" asc limit ?;

-- SEARCH topics USING PRIMARY KEY (topic_id=?): a key
-- SEARCH topic_entries USING INDEX topic_entries_order (topic_id=?): the entries of a topic, of which there are 50 at most
-- SCAN topic_entries: the entries that the subquery of this name has found
select "topic_id" as "topicId", "title" as "title", "purpose" as "purpose", "sort_order" as "sortOrder", "is_default" as "isDefault", "entries_count" as "entriesCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt", ( select json_group_array(json_object('topicEntryId', "topic_entries"."topic_entry_id", 'topicId', "topic_entries"."topic_id", 'sortOrder', "topic_entries"."sort_order", 'type', "topic_entries"."type", 'content', "topic_entries"."content", 'createdAt', "topic_entries"."created_at", 'updatedAt', "topic_entries"."updated_at")) from ( select * from "topic_entries" where ("topic_entries"."topic_id" = "topics"."topic_id" and "topic_entries"."deleted_at" is null) order by "topic_entries"."sort_order", "topic_entries"."topic_entry_id" ) as "topic_entries") as "entries" from "topics" where "topics"."topic_id" = ?;

-- SEARCH topics USING INDEX topics_order ((sort_order,topic_id)>(?,?)): a page
-- SEARCH topic_entries USING INDEX topic_entries_order (topic_id=?): the entries of a topic, of which there are 50 at most
-- SCAN topic_entries: the entries that the subquery of this name has found
select "topic_id" as "topicId", "title" as "title", "purpose" as "purpose", "sort_order" as "sortOrder", "is_default" as "isDefault", "entries_count" as "entriesCount", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt", ( select json_group_array(json_object('topicEntryId', "topic_entries"."topic_entry_id", 'topicId', "topic_entries"."topic_id", 'sortOrder', "topic_entries"."sort_order", 'type', "topic_entries"."type", 'content', "topic_entries"."content", 'createdAt', "topic_entries"."created_at", 'updatedAt', "topic_entries"."updated_at")) from ( select * from "topic_entries" where ("topic_entries"."topic_id" = "topics"."topic_id" and "topic_entries"."deleted_at" is null) order by "topic_entries"."sort_order", "topic_entries"."topic_entry_id" ) as "topic_entries") as "entries" from "topics" where ("topics"."deleted_at" is null and ("topics"."sort_order", "topics"."topic_id") > (?, ?)) order by "topics"."sort_order" asc, "topics"."topic_id" asc limit ?;

-- SEARCH topic_entries USING PRIMARY KEY (topic_id=? AND topic_entry_id=?): a key
select "topic_id" as "topicId", "topic_entry_id" as "topicEntryId", "sort_order" as "sortOrder", "type" as "type", "content" as "content", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "topic_entries" where ("topic_entries"."topic_id" = ? and "topic_entries"."topic_entry_id" = ?);

-- SCAN event_listeners: who listens to each type: the feed, and 20 webhooks at most
select "type" as "type" from "event_listeners" group by "event_listeners"."type";

-- SEARCH counters USING PRIMARY KEY (name=?): a key
select "value" as "value" from "counters" where "counters"."name" = ?;

-- SEARCH secrets USING PRIMARY KEY (name=?): a key
select "value" as "value" from "secrets" where "secrets"."name" = ?;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_versions USING COVERING INDEX audience_versions_version_id (version_id=?): a key
select "version_id" as "id", "version_number" as "versionNumber" from json_each(?) as item cross join "audience_versions" where "audience_versions"."version_id" = item.value;

-- SEARCH operation_keys USING PRIMARY KEY (operation_key=?): a key
select "version_id" as "versionId" from "operation_keys" where "operation_keys"."operation_key" = ?;

-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): a page
select "version_id" as "versionId", "audience_id" as "audienceId", "version_number" as "versionNumber", "status" as "status", "is_new_page_agent" as "isNewPageAgent", "supplementary_context" as "supplementaryContext", "created_at" as "createdAt", "became_draft_at" as "becameDraftAt", "queued_at" as "queuedAt", "publish_at" as "publishAt", "requested_by" as "requestedBy", "processing_at" as "processingAt", "published_at" as "publishedAt", "cancelled_at" as "cancelledAt", "obsolete_at" as "obsoleteAt", "archived_at" as "archivedAt", "cancel_reason" as "cancelReason" from "audience_versions" where "audience_versions"."audience_id" = ? order by "audience_versions"."version_number" desc limit ?;

-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
select "version_id" as "versionId", "audience_id" as "audienceId", "version_number" as "versionNumber", "status" as "status", "is_new_page_agent" as "isNewPageAgent", "supplementary_context" as "supplementaryContext", "created_at" as "createdAt", "became_draft_at" as "becameDraftAt", "queued_at" as "queuedAt", "publish_at" as "publishAt", "requested_by" as "requestedBy", "processing_at" as "processingAt", "published_at" as "publishedAt", "cancelled_at" as "cancelledAt", "obsolete_at" as "obsoleteAt", "archived_at" as "archivedAt", "cancel_reason" as "cancelReason", "transition_id" as "transitionId" from "audience_versions" where ("audience_versions"."version_id" = ? and "audience_versions"."audience_id" = ?);

-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): the latest version: LIMIT 1
select "version_number" as "value" from "audience_versions" where "audience_versions"."audience_id" = ? order by "audience_versions"."version_number" desc limit 1;

-- SEARCH views USING INDEX views_name (name_key=?): a key
select "view_id" as "viewId" from "views" where ("views"."name_key" = ? and "views"."deleted_at" is null and "views"."view_id" <> ?);

-- SCAN views USING INDEX views_name: a page
select "view_id" as "viewId", "name" as "name", "name_key" as "nameKey", "address" as "address", "author" as "author", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "views" where "views"."deleted_at" is null order by "views"."name_key" asc limit ?;

-- SEARCH views USING PRIMARY KEY (view_id=?): a key
select "view_id" as "viewId", "name" as "name", "name_key" as "nameKey", "address" as "address", "author" as "author", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "views" where "views"."view_id" = ?;

-- SEARCH views USING INDEX views_name (name_key>?): a page
select "view_id" as "viewId", "name" as "name", "name_key" as "nameKey", "address" as "address", "author" as "author", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt" from "views" where ("views"."deleted_at" is null and "views"."name_key" > ?) order by "views"."name_key" asc limit ?;

-- SEARCH webhook_deliveries USING PRIMARY KEY (webhook_id=?): a page
-- SEARCH events USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH webhook_answers USING PRIMARY KEY (webhook_id=? AND place=?): a key
select "webhook_deliveries"."sequence" as "sequence", "events"."type" as "type", "webhook_deliveries"."status" as "status", "webhook_deliveries"."attempts" as "attempts", "webhook_deliveries"."started_at" as "startedAt", "webhook_deliveries"."duration_ms" as "durationMs", "webhook_deliveries"."status_code" as "statusCode", "webhook_deliveries"."error" as "error", "webhook_deliveries"."next_attempt_at" as "nextAttemptAt", (select "webhook_answers"."answer" from "webhook_answers" where "webhook_answers"."webhook_id" = "webhook_deliveries"."webhook_id" and "webhook_answers"."place" = "webhook_deliveries"."sequence" % 20 and "webhook_answers"."sequence" = "webhook_deliveries"."sequence") as "answer" from "webhook_deliveries" inner join "events" on "events"."sequence" = "webhook_deliveries"."sequence" where "webhook_deliveries"."webhook_id" = ? order by "webhook_deliveries"."sequence" desc limit ?;

-- SEARCH webhook_deliveries USING INDEX webhook_deliveries_waiting (webhook_id=? AND next_attempt_at>?): a page
-- SEARCH events USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH webhook_answers USING PRIMARY KEY (webhook_id=? AND place=?): a key
select "webhook_deliveries"."sequence" as "sequence", "events"."type" as "type", "webhook_deliveries"."status" as "status", "webhook_deliveries"."attempts" as "attempts", "webhook_deliveries"."started_at" as "startedAt", "webhook_deliveries"."duration_ms" as "durationMs", "webhook_deliveries"."status_code" as "statusCode", "webhook_deliveries"."error" as "error", "webhook_deliveries"."next_attempt_at" as "nextAttemptAt", (select "webhook_answers"."answer" from "webhook_answers" where "webhook_answers"."webhook_id" = "webhook_deliveries"."webhook_id" and "webhook_answers"."place" = "webhook_deliveries"."sequence" % 20 and "webhook_answers"."sequence" = "webhook_deliveries"."sequence") as "answer" from "webhook_deliveries" inner join "events" on "events"."sequence" = "webhook_deliveries"."sequence" where ("webhook_deliveries"."webhook_id" = ? and "webhook_deliveries"."next_attempt_at" is not null) order by "webhook_deliveries"."next_attempt_at", "webhook_deliveries"."sequence" limit ?;

-- SEARCH webhook_deliveries USING PRIMARY KEY (webhook_id=? AND sequence=?): a key
-- SEARCH events USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH webhook_answers USING PRIMARY KEY (webhook_id=? AND place=?): a key
select "webhook_deliveries"."sequence" as "sequence", "events"."type" as "type", "webhook_deliveries"."status" as "status", "webhook_deliveries"."attempts" as "attempts", "webhook_deliveries"."started_at" as "startedAt", "webhook_deliveries"."duration_ms" as "durationMs", "webhook_deliveries"."status_code" as "statusCode", "webhook_deliveries"."error" as "error", "webhook_deliveries"."next_attempt_at" as "nextAttemptAt", (select "webhook_answers"."answer" from "webhook_answers" where "webhook_answers"."webhook_id" = "webhook_deliveries"."webhook_id" and "webhook_answers"."place" = "webhook_deliveries"."sequence" % 20 and "webhook_answers"."sequence" = "webhook_deliveries"."sequence") as "answer" from "webhook_deliveries" inner join "events" on "events"."sequence" = "webhook_deliveries"."sequence" where ("webhook_deliveries"."webhook_id" = ? and "webhook_deliveries"."sequence" = ?);

-- SCAN webhooks USING INDEX webhooks_known: the webhooks of a workspace, of which there are 20 at most, with 20 answers each
-- SEARCH events: the newest or the oldest event: max or min of the rowid
-- SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_waiting (webhook_id=? AND next_attempt_at>?): the first delivery of a webhook, or the first that waits, or is due: EXISTS
-- SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_waiting (webhook_id=? AND next_attempt_at<?): the first delivery of a webhook, or the first that waits, or is due: EXISTS
-- SEARCH webhook_secrets EXISTS USING PRIMARY KEY (webhook_id=?): a key
select "webhook_id" as "webhookId" from "webhooks" where (("webhooks"."is_cleared" = 0 and "webhooks"."deleted_at" is null) and "webhooks"."disabled_at" is null and ("webhooks"."lease_until" is null or "webhooks"."lease_until" <= ?) and (("webhooks"."cursor" < coalesce((select max("events"."sequence") from "events"), 0) and not ("webhooks"."is_ordered" and exists (select 1 from "webhook_deliveries" where ("webhook_deliveries"."webhook_id" = "webhooks"."webhook_id" and "webhook_deliveries"."next_attempt_at" is not null)))) or exists (select 1 from "webhook_deliveries" where ("webhook_deliveries"."webhook_id" = "webhooks"."webhook_id" and "webhook_deliveries"."next_attempt_at" <= ?))) and exists (select 1 from "webhook_secrets" where "webhook_secrets"."webhook_id" = "webhooks"."webhook_id"));

-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
select "webhook_id" as "webhookId", "url" as "url", "types" as "types", "format" as "format", "console_origin" as "consoleOrigin", "is_ordered" as "isOrdered", "cursor" as "cursor", "failing_since" as "failingSince", "disabled_at" as "disabledAt", "disabled_reason" as "disabledReason", "lease_id" as "leaseId", "lease_until" as "leaseUntil", "keeps_answers" as "keepsAnswers", "author" as "author", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt", "is_cleared" as "isCleared" from "webhooks" where "webhooks"."webhook_id" = ?;

-- SCAN webhooks USING INDEX webhooks_known: the webhooks of a workspace, of which there are 20 at most, with 20 answers each
select "webhook_id" as "webhookId", "url" as "url", "types" as "types", "format" as "format", "console_origin" as "consoleOrigin", "is_ordered" as "isOrdered", "cursor" as "cursor", "failing_since" as "failingSince", "disabled_at" as "disabledAt", "disabled_reason" as "disabledReason", "lease_id" as "leaseId", "lease_until" as "leaseUntil", "keeps_answers" as "keepsAnswers", "author" as "author", "revision" as "revision", "write_id" as "writeIds", "created_at" as "createdAt", "updated_at" as "updatedAt", "deleted_at" as "deletedAt", "is_cleared" as "isCleared" from "webhooks" where ("webhooks"."is_cleared" = 0 and "webhooks"."deleted_at" is null) order by "webhooks"."webhook_id" desc limit ?;

-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
-- SEARCH webhook_secrets USING PRIMARY KEY (webhook_id=?): a key
-- SEARCH events: the newest or the oldest event: max or min of the rowid
-- SEARCH events: the newest or the oldest event: max or min of the rowid
-- SEARCH events: the newest or the oldest event: max or min of the rowid
select "webhooks"."url" as "url", "webhooks"."format" as "format", "webhooks"."console_origin" as "consoleOrigin", "webhooks"."is_ordered" as "isOrdered", "webhooks"."cursor" as "cursor", "webhooks"."failing_since" as "failingSince", "webhook_secrets"."secret" as "secret", "webhook_secrets"."previous" as "previous", "webhook_secrets"."previous_until" as "previousUntil", min(coalesce((select max("events"."sequence") from "events"), 0), max("webhooks"."cursor", coalesce((select min("events"."sequence") from "events"), 1) - 1) + 1000) as "until", coalesce((select max("events"."sequence") from "events"), 0) as "newest" from "webhooks" inner join "webhook_secrets" on "webhook_secrets"."webhook_id" = "webhooks"."webhook_id" where ("webhooks"."webhook_id" = ? and "webhooks"."lease_id" = ?);

-- SEARCH websites USING INDEX websites_origin (origin=?): a key
select "website_id" as "websiteId" from "websites" where ("websites"."origin" = ? and "websites"."deleted_at" is null and "websites"."website_id" <> ?);

-- SCAN websites USING INDEX websites_live: a page
select "website_id" as "websiteId", "origin" as "origin", "created_at" as "createdAt" from "websites" where "websites"."deleted_at" is null order by "websites"."website_id" desc limit ?;

-- SEARCH websites USING INDEX websites_live (website_id<?): a page
select "website_id" as "websiteId", "origin" as "origin", "created_at" as "createdAt" from "websites" where ("websites"."deleted_at" is null and "websites"."website_id" < ?) order by "websites"."website_id" desc limit ?;

-- SEARCH websites USING PRIMARY KEY (website_id=?): a key
select "website_id" as "websiteId", "origin" as "origin", "created_at" as "createdAt", "deleted_at" as "deletedAt" from "websites" where "websites"."website_id" = ?;

-- SCAN kind VIRTUAL TABLE INDEX 1:: the request
-- SEARCH session_blocks USING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at>? AND first_at<?): the blocks of the range: one for some 1,000 sessions
-- SEARCH session_blocks USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at<?): the last block by then, or the first: max or min of an index
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
-- SCAN time VIRTUAL TABLE INDEX 1:: the request
-- SEARCH b USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at<?): the last block before a boundary: LIMIT 1
-- SCAN time VIRTUAL TABLE INDEX 1:: the request
-- SEARCH b USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at<?): the last block before a boundary: LIMIT 1
-- SEARCH b USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at<?): the last block before a boundary: LIMIT 1
-- SEARCH b USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at<?): the last block before a boundary: LIMIT 1
-- SCAN time VIRTUAL TABLE INDEX 1:: the request
-- SEARCH b USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at<?): the last block before a boundary: LIMIT 1
-- SCAN time VIRTUAL TABLE INDEX 1:: the request
-- SEARCH b USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at<?): the last block before a boundary: LIMIT 1
-- SEARCH b USING COVERING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=? AND first_at<?): the last block before a boundary: LIMIT 1
-- SEARCH session_blocks USING INTEGER PRIMARY KEY (rowid=?): a key
select (chosen.total <= ?) as "isRead", "session_blocks"."is_removed" as "isRemoved", "session_blocks"."first_at" as "firstAt", "session_blocks"."part" as "part", "session_blocks"."last_at" as "lastAt", "session_blocks"."ends_at" as "endsAt", "session_blocks"."count" as "count", iif(chosen.is_opened, null, iif(? or chosen.is_crossed, "session_blocks"."sums", '')) as "sums", iif(chosen.is_summed and (chosen.total <= ?), case ? when 'audienceId' then iif(?, "session_blocks"."audience_id_sums", substr("session_blocks"."audience_id_sums", 1, instr("session_blocks"."audience_id_sums", '|') - 1)) when 'page' then iif(?, "session_blocks"."page_sums", substr("session_blocks"."page_sums", 1, instr("session_blocks"."page_sums", '|') - 1)) when 'utmSource' then iif(?, "session_blocks"."utm_source_sums", substr("session_blocks"."utm_source_sums", 1, instr("session_blocks"."utm_source_sums", '|') - 1)) when 'utmMedium' then iif(?, "session_blocks"."utm_medium_sums", substr("session_blocks"."utm_medium_sums", 1, instr("session_blocks"."utm_medium_sums", '|') - 1)) when 'utmCampaign' then iif(?, "session_blocks"."utm_campaign_sums", substr("session_blocks"."utm_campaign_sums", 1, instr("session_blocks"."utm_campaign_sums", '|') - 1)) when 'utmTerm' then iif(?, "session_blocks"."utm_term_sums", substr("session_blocks"."utm_term_sums", 1, instr("session_blocks"."utm_term_sums", '|') - 1)) when 'utmContent' then iif(?, "session_blocks"."utm_content_sums", substr("session_blocks"."utm_content_sums", 1, instr("session_blocks"."utm_content_sums", '|') - 1)) when 'referrer' then iif(?, "session_blocks"."referrer_sums", substr("session_blocks"."referrer_sums", 1, instr("session_blocks"."referrer_sums", '|') - 1)) when 'country' then iif(?, "session_blocks"."country_sums", substr("session_blocks"."country_sums", 1, instr("session_blocks"."country_sums", '|') - 1)) when 'device' then iif(?, "session_blocks"."device_sums", substr("session_blocks"."device_sums", 1, instr("session_blocks"."device_sums", '|') - 1)) when 'browser' then iif(?, "session_blocks"."browser_sums", substr("session_blocks"."browser_sums", 1, instr("session_blocks"."browser_sums", '|') - 1)) when 'landingPath' then iif(?, "session_blocks"."landing_path_sums", substr("session_blocks"."landing_path_sums", 1, instr("session_blocks"."landing_path_sums", '|') - 1)) when 'personId' then iif(?, "session_blocks"."person_id_sums", substr("session_blocks"."person_id_sums", 1, instr("session_blocks"."person_id_sums", '|') - 1)) when 'accountId' then iif(?, "session_blocks"."account_id_sums", substr("session_blocks"."account_id_sums", 1, instr("session_blocks"."account_id_sums", '|') - 1)) when 'recipientPersonId' then iif(?, "session_blocks"."recipient_person_id_sums", substr("session_blocks"."recipient_person_id_sums", 1, instr("session_blocks"."recipient_person_id_sums", '|') - 1)) when 'recipientAccountId' then iif(?, "session_blocks"."recipient_account_id_sums", substr("session_blocks"."recipient_account_id_sums", 1, instr("session_blocks"."recipient_account_id_sums", '|') - 1)) when 'pageLinkId' then iif(?, "session_blocks"."page_link_id_sums", substr("session_blocks"."page_link_id_sums", 1, instr("session_blocks"."page_link_id_sums", '|') - 1)) end, null) as "textSums", iif(chosen.is_opened and ? and (chosen.total <= ?) and chosen.is_crossed, "session_blocks"."started_at", null) as "startedAt", iif(chosen.is_opened and ? and (chosen.total <= ?) and "session_blocks"."ends_at" > ?, "session_blocks"."active_ms", null) as "activeMs", iif(chosen.is_opened and ? and (chosen.total <= ?) and not chosen.is_summed, "session_blocks"."engaged_ms", null) as "engagedMs", iif(chosen.is_opened and ? and (chosen.total <= ?) and not chosen.is_summed, "session_blocks"."scroll_depth", null) as "scrollDepth", iif(chosen.is_opened and ? and (chosen.total <= ?) and not chosen.is_summed, "session_blocks"."clicks", null) as "clicks", iif(chosen.is_opened and ? and (chosen.total <= ?) and not chosen.is_summed, "session_blocks"."questions", null) as "questions", iif(chosen.is_opened and ? and (chosen.total <= ?) and not chosen.is_summed, "session_blocks"."flags", null) as "flags", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."audience_id", instr("session_blocks"."audience_id", char(10)) + 1), "session_blocks"."audience_id"), null) as "audienceId", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."page", instr("session_blocks"."page", char(10)) + 1), "session_blocks"."page"), null) as "page", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."utm_source", instr("session_blocks"."utm_source", char(10)) + 1), "session_blocks"."utm_source"), null) as "utmSource", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."utm_medium", instr("session_blocks"."utm_medium", char(10)) + 1), "session_blocks"."utm_medium"), null) as "utmMedium", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."utm_campaign", instr("session_blocks"."utm_campaign", char(10)) + 1), "session_blocks"."utm_campaign"), null) as "utmCampaign", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."utm_term", instr("session_blocks"."utm_term", char(10)) + 1), "session_blocks"."utm_term"), null) as "utmTerm", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."utm_content", instr("session_blocks"."utm_content", char(10)) + 1), "session_blocks"."utm_content"), null) as "utmContent", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."referrer", instr("session_blocks"."referrer", char(10)) + 1), "session_blocks"."referrer"), null) as "referrer", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."country", instr("session_blocks"."country", char(10)) + 1), "session_blocks"."country"), null) as "country", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."device", instr("session_blocks"."device", char(10)) + 1), "session_blocks"."device"), null) as "device", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."browser", instr("session_blocks"."browser", char(10)) + 1), "session_blocks"."browser"), null) as "browser", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."landing_path", instr("session_blocks"."landing_path", char(10)) + 1), "session_blocks"."landing_path"), null) as "landingPath", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."person_id", instr("session_blocks"."person_id", char(10)) + 1), "session_blocks"."person_id"), null) as "personId", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."account_id", instr("session_blocks"."account_id", char(10)) + 1), "session_blocks"."account_id"), null) as "accountId", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."recipient_person_id", instr("session_blocks"."recipient_person_id", char(10)) + 1), "session_blocks"."recipient_person_id"), null) as "recipientPersonId", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."recipient_account_id", instr("session_blocks"."recipient_account_id", char(10)) + 1), "session_blocks"."recipient_account_id"), null) as "recipientAccountId", iif(chosen.is_opened and ? and (chosen.total <= ?) and true, iif(chosen.is_summed, substr("session_blocks"."page_link_id", instr("session_blocks"."page_link_id", char(10)) + 1), "session_blocks"."page_link_id"), null) as "pageLinkId" from (select id, is_opened, is_crossed, (bytes_of_text_sums is not null and not is_crossed) as is_summed, case when (bytes_of_text_sums is not null and not is_crossed) then bytes_of_texts + bytes_of_text_sums when is_opened then bytes_of_numbers + bytes_of_texts + is_crossed * bytes_of_starts else bytes_of_sums end as own, sum(case when (bytes_of_text_sums is not null and not is_crossed) then bytes_of_texts + bytes_of_text_sums when is_opened then bytes_of_numbers + bytes_of_texts + is_crossed * bytes_of_starts else bytes_of_sums end) over (order by is_removed, first_at, part rows unbounded preceding) as total from (select "session_blocks".rowid as id, "session_blocks"."is_removed", "session_blocks"."first_at", "session_blocks"."part", (? or (substr("session_blocks"."sums", 1, 3) = '11+' or substr("session_blocks"."sums", 1, 3) = '11|') is not 1 or "session_blocks"."ends_at" > ? or (? <> '[]' and (("session_blocks"."is_removed" and "session_blocks"."first_at" <> "session_blocks"."last_at") or "session_blocks".rowid in (select coalesce((select b.rowid from "session_blocks" as b where b.page_id = ? and b.is_removed = 0 and b.first_at < time.value order by b.first_at desc, b.part desc limit 1), 0) from json_each(?) as time)) is true)) as is_opened, (? is null or "session_blocks"."ends_at" > ? or "session_blocks"."first_at" < ? or "session_blocks"."last_at" >= ? or (? <> '[]' and (("session_blocks"."is_removed" and "session_blocks"."first_at" <> "session_blocks"."last_at") or "session_blocks".rowid in (select coalesce((select b.rowid from "session_blocks" as b where b.page_id = ? and b.is_removed = 0 and b.first_at < time.value order by b.first_at desc, b.part desc limit 1), 0) from json_each(?) as time)) is true) or ("session_blocks"."first_at" < ? and "session_blocks"."first_at" >= coalesce((select b.first_at from "session_blocks" as b where b.page_id = ? and b.is_removed = 0 and b.first_at < ? order by b.first_at desc limit 1 offset 59), 0)) is true) as is_crossed, ? * octet_length("session_blocks"."engaged_ms") + ? * octet_length("session_blocks"."scroll_depth") + ? * octet_length("session_blocks"."clicks") + ? * octet_length("session_blocks"."questions") + ? * octet_length("session_blocks"."flags") as bytes_of_numbers, ? * octet_length("session_blocks"."audience_id") + ? * octet_length("session_blocks"."page") + ? * octet_length("session_blocks"."utm_source") + ? * octet_length("session_blocks"."utm_medium") + ? * octet_length("session_blocks"."utm_campaign") + ? * octet_length("session_blocks"."utm_term") + ? * octet_length("session_blocks"."utm_content") + ? * octet_length("session_blocks"."referrer") + ? * octet_length("session_blocks"."country") + ? * octet_length("session_blocks"."device") + ? * octet_length("session_blocks"."browser") + ? * octet_length("session_blocks"."landing_path") + ? * octet_length("session_blocks"."person_id") + ? * octet_length("session_blocks"."account_id") + ? * octet_length("session_blocks"."recipient_person_id") + ? * octet_length("session_blocks"."recipient_account_id") + ? * octet_length("session_blocks"."page_link_id") as bytes_of_texts, ? * octet_length("session_blocks"."started_at") as bytes_of_starts, octet_length("session_blocks"."sums") as bytes_of_sums, iif(substr("session_blocks"."sums", 1, 6) = '11+17|', case ? when 'audienceId' then octet_length("session_blocks"."audience_id_sums") when 'page' then octet_length("session_blocks"."page_sums") when 'utmSource' then octet_length("session_blocks"."utm_source_sums") when 'utmMedium' then octet_length("session_blocks"."utm_medium_sums") when 'utmCampaign' then octet_length("session_blocks"."utm_campaign_sums") when 'utmTerm' then octet_length("session_blocks"."utm_term_sums") when 'utmContent' then octet_length("session_blocks"."utm_content_sums") when 'referrer' then octet_length("session_blocks"."referrer_sums") when 'country' then octet_length("session_blocks"."country_sums") when 'device' then octet_length("session_blocks"."device_sums") when 'browser' then octet_length("session_blocks"."browser_sums") when 'landingPath' then octet_length("session_blocks"."landing_path_sums") when 'personId' then octet_length("session_blocks"."person_id_sums") when 'accountId' then octet_length("session_blocks"."account_id_sums") when 'recipientPersonId' then octet_length("session_blocks"."recipient_person_id_sums") when 'recipientAccountId' then octet_length("session_blocks"."recipient_account_id_sums") when 'pageLinkId' then octet_length("session_blocks"."page_link_id_sums") end, null) as bytes_of_text_sums from (select kind.value, coalesce((select max("session_blocks"."first_at") from "session_blocks" where "session_blocks"."page_id" = ? and "session_blocks"."is_removed" = kind.value and "session_blocks"."first_at" <= ?), 0) as first from json_each(?) as kind) as kind cross join "session_blocks" where ("session_blocks"."page_id" = ? and "session_blocks"."is_removed" = kind.value and "session_blocks"."first_at" >= kind.first and "session_blocks"."first_at" < ? and "session_blocks"."last_at" >= ? and ("session_blocks"."is_removed", "session_blocks"."first_at", "session_blocks"."part") > (?, ?, ?) and (? is null or "session_blocks"."first_at" in (select value from json_each(?)))))) as chosen cross join "session_blocks" where "session_blocks".rowid = chosen.id and chosen.total - chosen.own <= ?;

-- SEARCH form_submits USING PRIMARY KEY (address_hash=? AND form_hash=?): a key
-- SEARCH form_submits USING PRIMARY KEY (address_hash=? AND form_hash=?): a key
-- SEARCH form_submits USING PRIMARY KEY (address_hash=?): the forms of one address: as many as the limit has in two windows
select (select "form_submits"."received_at" from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."form_hash" = ?)) as "receivedAt", 0 as "isNetwork", case when (select "form_submits"."received_at" from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."form_hash" = ?)) is null then (select min("form_submits"."received_at") from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."received_at" > ?)) end as "oldest" from (select 1);

-- SEARCH form_submits USING PRIMARY KEY (address_hash=? AND form_hash=?): a key
-- SEARCH form_submits USING PRIMARY KEY (address_hash=? AND form_hash=?): a key
-- SEARCH form_submits USING PRIMARY KEY (address_hash=?): the forms of one address: as many as the limit has in two windows
-- SEARCH form_submits USING PRIMARY KEY (address_hash=? AND form_hash=?): a key
-- SEARCH form_submits USING PRIMARY KEY (address_hash=?): the forms of one address: as many as the limit has in two windows
-- SEARCH form_submits USING PRIMARY KEY (address_hash>? AND address_hash<?): the forms of one network: as many as its limit has in two windows
-- SEARCH form_submits USING PRIMARY KEY (address_hash=?): the forms of one address: as many as the limit has in two windows
select (select "form_submits"."received_at" from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."form_hash" = ?)) as "receivedAt", case when (select "form_submits"."received_at" from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."form_hash" = ?)) is null then (select count(*) from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."received_at" > ?)) < ? end as "isNetwork", case when (select "form_submits"."received_at" from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."form_hash" = ?)) is null then iif((select count(*) from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."received_at" > ?)) < ?, (select min("form_submits"."received_at") from "form_submits" where ("form_submits"."address_hash" > ? and "form_submits"."address_hash" < ? || '~' and "form_submits"."received_at" > ?)), (select min("form_submits"."received_at") from "form_submits" where ("form_submits"."address_hash" = ? and "form_submits"."received_at" > ?))) end as "oldest" from (select 1);

-- SEARCH persons USING INDEX persons_email (email=?): a key
-- SEARCH persons USING INDEX persons_phone_number (phone_number=?): a key
-- SEARCH persons USING INDEX persons_linkedin_identity (linkedin_identity=?): a key
select (select "persons"."person_id" from "persons" where ("persons"."email" = ? and "persons"."person_id" <> ?)) as "email", (select "persons"."person_id" from "persons" where ("persons"."phone_number" = ? and "persons"."person_id" <> ?)) as "phoneNumber", (select "persons"."person_id" from "persons" where ("persons"."linkedin_identity" = ? and "persons"."person_id" <> ?)) as "linkedinProfileUrl" from (select 1);

-- SEARCH persons USING INDEX persons_email (email=?): a key
select (select "persons"."person_id" from "persons" where ("persons"."email" = ? and "persons"."person_id" <> ?)) as "email", null as "phoneNumber", null as "linkedinProfileUrl" from (select 1);

-- SEARCH alerts EXISTS USING INDEX alerts_on (type=?): the alerts of a workspace, of which there are 50 at most
-- SEARCH alert_cursor USING INTEGER PRIMARY KEY (rowid=?): a key
select coalesce((select "alert_cursor"."sequence" from "alert_cursor" where "alert_cursor"."id" = 1), 0) as "sequence" from (select 1) where exists (select 1 from "alerts" where ("alerts"."type" in (…) and "alerts"."on_after" is not null));

-- SEARCH page_links USING INDEX page_links_path (path=?): a key
-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
-- SEARCH page_links USING INDEX page_links_domain_path (tenant_domain_id=? AND path=?): a key
-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
select coalesce((select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = (select "page_links"."path" from "page_links" where "page_links"."page_link_id" = ?) and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and ("page_links"."tenant_domain_id" is null and ? is null))), (select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = (select "page_links"."path" from "page_links" where "page_links"."page_link_id" = ?) and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and "page_links"."tenant_domain_id" = ?))) as "pageLinkId" from (select 1);

-- SEARCH page_links USING INDEX page_links_path (path=?): a key
-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
-- SEARCH page_links USING INDEX page_links_domain_path (tenant_domain_id=? AND path=?): a key
-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
select coalesce((select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = ? and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and ("page_links"."tenant_domain_id" is null and (select "page_links"."tenant_domain_id" from "page_links" where "page_links"."page_link_id" = ?) is null))), (select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = ? and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and "page_links"."tenant_domain_id" = (select "page_links"."tenant_domain_id" from "page_links" where "page_links"."page_link_id" = ?)))) as "pageLinkId" from (select 1);

-- SEARCH page_links USING INDEX page_links_path (path=?): a key
-- SEARCH page_links USING INDEX page_links_domain_path (tenant_domain_id=? AND path=?): a key
select coalesce((select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = ? and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and ("page_links"."tenant_domain_id" is null and ? is null))), (select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = ? and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and "page_links"."tenant_domain_id" = ?))) as "pageLinkId" from (select 1);

-- SEARCH account_log_counts USING PRIMARY KEY (account_id=?): the kinds (source and type) of the logs of one owner
select coalesce(sum("account_log_counts"."logs"), 0) as "logs" from "account_log_counts" where "account_log_counts"."account_id" = ?;

-- SEARCH account_log_counts USING PRIMARY KEY (account_id=? AND source=?): the kinds (source and type) of the logs of one owner
select coalesce(sum("account_log_counts"."logs"), 0) as "logs" from "account_log_counts" where ("account_log_counts"."account_id" = ? and "account_log_counts"."source" = ?);

-- SEARCH person_log_counts USING PRIMARY KEY (person_id=?): the kinds (source and type) of the logs of one owner
select coalesce(sum("person_log_counts"."logs"), 0) as "logs" from "person_log_counts" where "person_log_counts"."person_id" = ?;

-- SEARCH person_log_counts USING PRIMARY KEY (person_id=? AND source=? AND type=?): a key
select coalesce(sum("person_log_counts"."logs"), 0) as "logs" from "person_log_counts" where ("person_log_counts"."person_id" = ? and "person_log_counts"."source" = ? and "person_log_counts"."type" = ?);

-- SEARCH person_log_counts USING PRIMARY KEY (person_id=? AND source=?): the kinds (source and type) of the logs of one owner
select coalesce(sum("person_log_counts"."logs"), 0) as "logs" from "person_log_counts" where ("person_log_counts"."person_id" = ? and "person_log_counts"."source" = ?);

-- SEARCH person_log_counts USING PRIMARY KEY (person_id=?): the kinds (source and type) of the logs of one owner
select coalesce(sum("person_log_counts"."logs"), 0) as "logs" from "person_log_counts" where ("person_log_counts"."person_id" = ? and "person_log_counts"."type" = ?);

-- SEARCH audience_sessions USING INDEX audience_sessions_page (page_id=? AND session_started_at>? AND session_started_at<?): the sessions that are not sealed: LIMIT
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
select count(*) as "count", max(at) as "lastAt", json_group_array("startedAt") filter (where ? and true) as "startedAt", json_group_array("activeMs") filter (where ? and true) as "activeMs", json_group_array("engagedMs") filter (where ? and true) as "engagedMs", json_group_array("scrollDepth") filter (where ? and true) as "scrollDepth", json_group_array("clicks") filter (where ? and true) as "clicks", json_group_array("questions") filter (where ? and true) as "questions", json_group_array("flags") filter (where ? and true) as "flags", json_group_array("audienceId") filter (where ? and true) as "audienceId", json_group_array("page") filter (where ? and true) as "page", json_group_array("utmSource") filter (where ? and true) as "utmSource", json_group_array("utmMedium") filter (where ? and true) as "utmMedium", json_group_array("utmCampaign") filter (where ? and true) as "utmCampaign", json_group_array("utmTerm") filter (where ? and true) as "utmTerm", json_group_array("utmContent") filter (where ? and true) as "utmContent", json_group_array("referrer") filter (where ? and true) as "referrer", json_group_array("country") filter (where ? and true) as "country", json_group_array("device") filter (where ? and true) as "device", json_group_array("browser") filter (where ? and true) as "browser", json_group_array("landingPath") filter (where ? and true) as "landingPath", json_group_array("personId") filter (where ? and true) as "personId", json_group_array("accountId") filter (where ? and true) as "accountId", json_group_array("recipientPersonId") filter (where ? and true) as "recipientPersonId", json_group_array("recipientAccountId") filter (where ? and true) as "recipientAccountId", json_group_array("pageLinkId") filter (where ? and true) as "pageLinkId" from (select "audience_sessions"."session_started_at" as at, iif(?, audience_sessions.session_started_at, null) as "startedAt", iif(?, audience_sessions.active_ms, null) as "activeMs", iif(?, coalesce(audience_sessions.engaged_ms + 1, 0), null) as "engagedMs", iif(?, coalesce(audience_sessions.max_scroll_depth + 1, 0), null) as "scrollDepth", iif(?, audience_sessions.total_clicks_count, null) as "clicks", iif(?, audience_sessions.questions_asked_count, null) as "questions", iif(?, ((audience_sessions.computation_status = 'pending') * 1 + (audience_sessions.failure IS NOT NULL) * 2 + (audience_sessions.form_state > 0) * 4 + (audience_sessions.has_conversion > 0) * 8), null) as "flags", iif(?, audience_sessions.audience_id, null) as "audienceId", iif(?, audience_sessions.page_id, null) as "page", iif(?, audience_sessions.utm_source, null) as "utmSource", iif(?, audience_sessions.utm_medium, null) as "utmMedium", iif(?, audience_sessions.utm_campaign, null) as "utmCampaign", iif(?, audience_sessions.utm_term, null) as "utmTerm", iif(?, audience_sessions.utm_content, null) as "utmContent", iif(?, audience_sessions.referrer, null) as "referrer", iif(?, audience_sessions.country, null) as "country", iif(?, audience_sessions.device, null) as "device", iif(?, audience_sessions.browser, null) as "browser", iif(?, audience_sessions.landing_path, null) as "landingPath", iif(?, iif(audience_sessions.account_id IS NULL, NULL, audience_sessions.person_id), null) as "personId", iif(?, nullif(audience_sessions.account_id, ''), null) as "accountId", iif(?, audience_sessions.recipient_person_id, null) as "recipientPersonId", iif(?, audience_sessions.recipient_account_id, null) as "recipientAccountId", iif(?, audience_sessions.page_link_id, null) as "pageLinkId" from "audience_sessions" where "audience_sessions"."page_id" = ? and "audience_sessions"."session_started_at" >= max(coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), ?) and "audience_sessions"."session_started_at" < ? and (+"audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") > (coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), coalesce((select "session_seal"."sealed_id" from "session_seal" where "session_seal"."id" = 1), '')) order by "audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id" limit ?);

-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at>? AND session_started_at<?): the sessions that are not sealed: LIMIT
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
select count(*) as "count", max(at) as "lastAt", json_group_array("startedAt") filter (where ? and true) as "startedAt", json_group_array("activeMs") filter (where ? and true) as "activeMs", json_group_array("engagedMs") filter (where ? and true) as "engagedMs", json_group_array("scrollDepth") filter (where ? and true) as "scrollDepth", json_group_array("clicks") filter (where ? and true) as "clicks", json_group_array("questions") filter (where ? and true) as "questions", json_group_array("flags") filter (where ? and true) as "flags", json_group_array("audienceId") filter (where ? and true) as "audienceId", json_group_array("page") filter (where ? and true) as "page", json_group_array("utmSource") filter (where ? and true) as "utmSource", json_group_array("utmMedium") filter (where ? and true) as "utmMedium", json_group_array("utmCampaign") filter (where ? and true) as "utmCampaign", json_group_array("utmTerm") filter (where ? and true) as "utmTerm", json_group_array("utmContent") filter (where ? and true) as "utmContent", json_group_array("referrer") filter (where ? and true) as "referrer", json_group_array("country") filter (where ? and true) as "country", json_group_array("device") filter (where ? and true) as "device", json_group_array("browser") filter (where ? and true) as "browser", json_group_array("landingPath") filter (where ? and true) as "landingPath", json_group_array("personId") filter (where ? and true) as "personId", json_group_array("accountId") filter (where ? and true) as "accountId", json_group_array("recipientPersonId") filter (where ? and true) as "recipientPersonId", json_group_array("recipientAccountId") filter (where ? and true) as "recipientAccountId", json_group_array("pageLinkId") filter (where ? and true) as "pageLinkId" from (select "audience_sessions"."session_started_at" as at, iif(?, audience_sessions.session_started_at, null) as "startedAt", iif(?, audience_sessions.active_ms, null) as "activeMs", iif(?, coalesce(audience_sessions.engaged_ms + 1, 0), null) as "engagedMs", iif(?, coalesce(audience_sessions.max_scroll_depth + 1, 0), null) as "scrollDepth", iif(?, audience_sessions.total_clicks_count, null) as "clicks", iif(?, audience_sessions.questions_asked_count, null) as "questions", iif(?, ((audience_sessions.computation_status = 'pending') * 1 + (audience_sessions.failure IS NOT NULL) * 2 + (audience_sessions.form_state > 0) * 4 + (audience_sessions.has_conversion > 0) * 8), null) as "flags", iif(?, audience_sessions.audience_id, null) as "audienceId", iif(?, audience_sessions.page_id, null) as "page", iif(?, audience_sessions.utm_source, null) as "utmSource", iif(?, audience_sessions.utm_medium, null) as "utmMedium", iif(?, audience_sessions.utm_campaign, null) as "utmCampaign", iif(?, audience_sessions.utm_term, null) as "utmTerm", iif(?, audience_sessions.utm_content, null) as "utmContent", iif(?, audience_sessions.referrer, null) as "referrer", iif(?, audience_sessions.country, null) as "country", iif(?, audience_sessions.device, null) as "device", iif(?, audience_sessions.browser, null) as "browser", iif(?, audience_sessions.landing_path, null) as "landingPath", iif(?, iif(audience_sessions.account_id IS NULL, NULL, audience_sessions.person_id), null) as "personId", iif(?, nullif(audience_sessions.account_id, ''), null) as "accountId", iif(?, audience_sessions.recipient_person_id, null) as "recipientPersonId", iif(?, audience_sessions.recipient_account_id, null) as "recipientAccountId", iif(?, audience_sessions.page_link_id, null) as "pageLinkId" from "audience_sessions" where "audience_sessions"."session_started_at" >= max(coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), ?) and "audience_sessions"."session_started_at" < ? and (+"audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") > (coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), coalesce((select "session_seal"."sealed_id" from "session_seal" where "session_seal"."id" = 1), '')) order by "audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id" limit ?);

-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_page (page_id=? AND session_started_at>? AND session_started_at<?): the sessions that are not sealed: LIMIT
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
select count(*) as "count", max(at) as "lastAt", json_group_array("startedAt") filter (where ? and true) as "startedAt", json_group_array("activeMs") filter (where ? and true) as "activeMs", json_group_array("engagedMs") filter (where ? and true) as "engagedMs", json_group_array("scrollDepth") filter (where ? and true) as "scrollDepth", json_group_array("clicks") filter (where ? and true) as "clicks", json_group_array("questions") filter (where ? and true) as "questions", json_group_array("flags") filter (where ? and true) as "flags", json_group_array("audienceId") filter (where ? and true) as "audienceId", json_group_array("page") filter (where ? and true) as "page", json_group_array("utmSource") filter (where ? and true) as "utmSource", json_group_array("utmMedium") filter (where ? and true) as "utmMedium", json_group_array("utmCampaign") filter (where ? and true) as "utmCampaign", json_group_array("utmTerm") filter (where ? and true) as "utmTerm", json_group_array("utmContent") filter (where ? and true) as "utmContent", json_group_array("referrer") filter (where ? and true) as "referrer", json_group_array("country") filter (where ? and true) as "country", json_group_array("device") filter (where ? and true) as "device", json_group_array("browser") filter (where ? and true) as "browser", json_group_array("landingPath") filter (where ? and true) as "landingPath", json_group_array("personId") filter (where ? and true) as "personId", json_group_array("accountId") filter (where ? and true) as "accountId", json_group_array("recipientPersonId") filter (where ? and true) as "recipientPersonId", json_group_array("recipientAccountId") filter (where ? and true) as "recipientAccountId", json_group_array("pageLinkId") filter (where ? and true) as "pageLinkId" from (select "audience_sessions"."session_started_at" as at, iif(?, audience_sessions.session_started_at, null) as "startedAt", iif(?, null, null) as "activeMs", iif(?, null, null) as "engagedMs", iif(?, null, null) as "scrollDepth", iif(?, null, null) as "clicks", iif(?, null, null) as "questions", iif(?, null, null) as "flags", iif(?, null, null) as "audienceId", iif(?, null, null) as "page", iif(?, null, null) as "utmSource", iif(?, null, null) as "utmMedium", iif(?, null, null) as "utmCampaign", iif(?, null, null) as "utmTerm", iif(?, null, null) as "utmContent", iif(?, null, null) as "referrer", iif(?, null, null) as "country", iif(?, null, null) as "device", iif(?, null, null) as "browser", iif(?, null, null) as "landingPath", iif(?, null, null) as "personId", iif(?, null, null) as "accountId", iif(?, null, null) as "recipientPersonId", iif(?, null, null) as "recipientAccountId", iif(?, null, null) as "pageLinkId" from "audience_sessions" where "audience_sessions"."page_id" = ? and "audience_sessions"."session_started_at" >= max(coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), ?) and "audience_sessions"."session_started_at" < ? and (+"audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") > (coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), coalesce((select "session_seal"."sealed_id" from "session_seal" where "session_seal"."id" = 1), '')) order by "audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id" limit ?);

-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_started (session_started_at>? AND session_started_at<?): the sessions that are not sealed: LIMIT
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
select count(*) as "count", max(at) as "lastAt", json_group_array("startedAt") filter (where ? and true) as "startedAt", json_group_array("activeMs") filter (where ? and true) as "activeMs", json_group_array("engagedMs") filter (where ? and true) as "engagedMs", json_group_array("scrollDepth") filter (where ? and true) as "scrollDepth", json_group_array("clicks") filter (where ? and true) as "clicks", json_group_array("questions") filter (where ? and true) as "questions", json_group_array("flags") filter (where ? and true) as "flags", json_group_array("audienceId") filter (where ? and true) as "audienceId", json_group_array("page") filter (where ? and true) as "page", json_group_array("utmSource") filter (where ? and true) as "utmSource", json_group_array("utmMedium") filter (where ? and true) as "utmMedium", json_group_array("utmCampaign") filter (where ? and true) as "utmCampaign", json_group_array("utmTerm") filter (where ? and true) as "utmTerm", json_group_array("utmContent") filter (where ? and true) as "utmContent", json_group_array("referrer") filter (where ? and true) as "referrer", json_group_array("country") filter (where ? and true) as "country", json_group_array("device") filter (where ? and true) as "device", json_group_array("browser") filter (where ? and true) as "browser", json_group_array("landingPath") filter (where ? and true) as "landingPath", json_group_array("personId") filter (where ? and true) as "personId", json_group_array("accountId") filter (where ? and true) as "accountId", json_group_array("recipientPersonId") filter (where ? and true) as "recipientPersonId", json_group_array("recipientAccountId") filter (where ? and true) as "recipientAccountId", json_group_array("pageLinkId") filter (where ? and true) as "pageLinkId" from (select "audience_sessions"."session_started_at" as at, iif(?, audience_sessions.session_started_at, null) as "startedAt", iif(?, null, null) as "activeMs", iif(?, null, null) as "engagedMs", iif(?, null, null) as "scrollDepth", iif(?, null, null) as "clicks", iif(?, null, null) as "questions", iif(?, null, null) as "flags", iif(?, null, null) as "audienceId", iif(?, null, null) as "page", iif(?, null, null) as "utmSource", iif(?, null, null) as "utmMedium", iif(?, null, null) as "utmCampaign", iif(?, null, null) as "utmTerm", iif(?, null, null) as "utmContent", iif(?, null, null) as "referrer", iif(?, null, null) as "country", iif(?, null, null) as "device", iif(?, null, null) as "browser", iif(?, null, null) as "landingPath", iif(?, null, null) as "personId", iif(?, null, null) as "accountId", iif(?, null, null) as "recipientPersonId", iif(?, null, null) as "recipientAccountId", iif(?, null, null) as "pageLinkId" from "audience_sessions" where "audience_sessions"."session_started_at" >= max(coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), ?) and "audience_sessions"."session_started_at" < ? and (+"audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") > (coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), coalesce((select "session_seal"."sealed_id" from "session_seal" where "session_seal"."id" = 1), '')) order by "audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id" limit ?);

-- SEARCH session_corrections USING PRIMARY KEY (page_id=?): corrections: LIMIT
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
select count(*) as "count", max(some.page_id || char(1) || some.analytics_session_id) as "last", json_group_array(audience_sessions.session_started_at) filter (where ? and true) as "startedAt", json_group_array(audience_sessions.active_ms) filter (where ? and true) as "activeMs", json_group_array(coalesce(audience_sessions.engaged_ms + 1, 0)) filter (where ? and true) as "engagedMs", json_group_array(coalesce(audience_sessions.max_scroll_depth + 1, 0)) filter (where ? and true) as "scrollDepth", json_group_array(audience_sessions.total_clicks_count) filter (where ? and true) as "clicks", json_group_array(audience_sessions.questions_asked_count) filter (where ? and true) as "questions", json_group_array(((audience_sessions.computation_status = 'pending') * 1 + (audience_sessions.failure IS NOT NULL) * 2 + (audience_sessions.form_state > 0) * 4 + (audience_sessions.has_conversion > 0) * 8)) filter (where ? and true) as "flags", json_group_array(audience_sessions.audience_id) filter (where ? and true) as "audienceId", json_group_array(audience_sessions.page_id) filter (where ? and true) as "page", json_group_array(audience_sessions.utm_source) filter (where ? and true) as "utmSource", json_group_array(audience_sessions.utm_medium) filter (where ? and true) as "utmMedium", json_group_array(audience_sessions.utm_campaign) filter (where ? and true) as "utmCampaign", json_group_array(audience_sessions.utm_term) filter (where ? and true) as "utmTerm", json_group_array(audience_sessions.utm_content) filter (where ? and true) as "utmContent", json_group_array(audience_sessions.referrer) filter (where ? and true) as "referrer", json_group_array(audience_sessions.country) filter (where ? and true) as "country", json_group_array(audience_sessions.device) filter (where ? and true) as "device", json_group_array(audience_sessions.browser) filter (where ? and true) as "browser", json_group_array(audience_sessions.landing_path) filter (where ? and true) as "landingPath", json_group_array(iif(audience_sessions.account_id IS NULL, NULL, audience_sessions.person_id)) filter (where ? and true) as "personId", json_group_array(nullif(audience_sessions.account_id, '')) filter (where ? and true) as "accountId", json_group_array(audience_sessions.recipient_person_id) filter (where ? and true) as "recipientPersonId", json_group_array(audience_sessions.recipient_account_id) filter (where ? and true) as "recipientAccountId", json_group_array(audience_sessions.page_link_id) filter (where ? and true) as "pageLinkId" from (select "session_corrections"."page_id", "session_corrections"."analytics_session_id", "session_corrections"."counted" from "session_corrections" where ("session_corrections"."page_id" = ? and true) order by "session_corrections"."page_id", "session_corrections"."analytics_session_id" limit ?) as some cross join "audience_sessions" where "audience_sessions"."analytics_session_id" = some.analytics_session_id;

-- SCAN session_corrections: corrections: LIMIT
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
select count(*) as "count", max(some.page_id || char(1) || some.analytics_session_id) as "last", json_group_array(audience_sessions.session_started_at) filter (where ? and true) as "startedAt", json_group_array(audience_sessions.active_ms) filter (where ? and true) as "activeMs", json_group_array(coalesce(audience_sessions.engaged_ms + 1, 0)) filter (where ? and true) as "engagedMs", json_group_array(coalesce(audience_sessions.max_scroll_depth + 1, 0)) filter (where ? and true) as "scrollDepth", json_group_array(audience_sessions.total_clicks_count) filter (where ? and true) as "clicks", json_group_array(audience_sessions.questions_asked_count) filter (where ? and true) as "questions", json_group_array(((audience_sessions.computation_status = 'pending') * 1 + (audience_sessions.failure IS NOT NULL) * 2 + (audience_sessions.form_state > 0) * 4 + (audience_sessions.has_conversion > 0) * 8)) filter (where ? and true) as "flags", json_group_array(audience_sessions.audience_id) filter (where ? and true) as "audienceId", json_group_array(audience_sessions.page_id) filter (where ? and true) as "page", json_group_array(audience_sessions.utm_source) filter (where ? and true) as "utmSource", json_group_array(audience_sessions.utm_medium) filter (where ? and true) as "utmMedium", json_group_array(audience_sessions.utm_campaign) filter (where ? and true) as "utmCampaign", json_group_array(audience_sessions.utm_term) filter (where ? and true) as "utmTerm", json_group_array(audience_sessions.utm_content) filter (where ? and true) as "utmContent", json_group_array(audience_sessions.referrer) filter (where ? and true) as "referrer", json_group_array(audience_sessions.country) filter (where ? and true) as "country", json_group_array(audience_sessions.device) filter (where ? and true) as "device", json_group_array(audience_sessions.browser) filter (where ? and true) as "browser", json_group_array(audience_sessions.landing_path) filter (where ? and true) as "landingPath", json_group_array(iif(audience_sessions.account_id IS NULL, NULL, audience_sessions.person_id)) filter (where ? and true) as "personId", json_group_array(nullif(audience_sessions.account_id, '')) filter (where ? and true) as "accountId", json_group_array(audience_sessions.recipient_person_id) filter (where ? and true) as "recipientPersonId", json_group_array(audience_sessions.recipient_account_id) filter (where ? and true) as "recipientAccountId", json_group_array(audience_sessions.page_link_id) filter (where ? and true) as "pageLinkId" from (select "session_corrections"."page_id", "session_corrections"."analytics_session_id", "session_corrections"."counted" from "session_corrections" where true order by "session_corrections"."page_id", "session_corrections"."analytics_session_id" limit ?) as some cross join "audience_sessions" where "audience_sessions"."analytics_session_id" = some.analytics_session_id;

-- SEARCH audience_sessions USING INDEX audience_sessions_person (person_id=?): the sessions of one person: as many as the person has submitted forms
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
-- SCAN wanted VIRTUAL TABLE INDEX 1:: the request
select count(*) as "total" from "audience_sessions" where ("audience_sessions"."person_id" = ? and +"audience_sessions"."page_id" = ? and ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" < ?) and ((? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_source")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_medium")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_campaign")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_term")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."utm_content")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."referrer")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."country")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."device")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."browser")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."landing_path")) and (? is null or exists (select 1 from json_each(?) as wanted where wanted.value is "audience_sessions"."page_link_id")) and (? is null or case when ("audience_sessions"."computation_status" = 'pending' and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" + ? > ?) then 'pending' when "audience_sessions"."failure" is null then 'completed' else 'failed' end = ?) and (? is null or "audience_sessions"."has_conversion" = ?) and (? is null or ("audience_sessions"."form_state" > 0) = ?)));

-- SCAN alerts USING INDEX alerts_live: the alerts of a workspace, of which there are 50 at most
select count(*) as "value" from "alerts" where "alerts"."deleted_at" is null;

-- SEARCH api_keys USING INDEX api_keys_shared_end (expires_at>?): the share links that work, of which a workspace has 100 at most
select count(*) as "value" from "api_keys" where ("api_keys"."shared_path" is not null and "api_keys"."expires_at" > ? and "api_keys"."revoked_at" is null);

-- SCAN webhooks USING INDEX webhooks_known: the webhooks of a workspace, of which there are 20 at most, with 20 answers each
select count(*) as "value" from "webhooks" where ("webhooks"."is_cleared" = 0 and "webhooks"."deleted_at" is null);

-- SEARCH annotations USING INDEX annotations_happened (happened_at>? AND (happened_at,annotation_id)<(?,?)): annotations, counted to 1,000: LIMIT
select count(*) as "value" from (select 1 from "annotations" where ("annotations"."deleted_at" is null and "annotations"."happened_at" >= ? and ("annotations"."happened_at", "annotations"."annotation_id") < (?, ?)) limit ?);

-- SEARCH annotations USING INDEX annotations_page (page_id=? AND happened_at>? AND (happened_at,annotation_id)<(?,?)): annotations, counted to 1,000: LIMIT
-- SEARCH annotations USING INDEX annotations_page (page_id=? AND happened_at>? AND (happened_at,annotation_id)<(?,?)): annotations, counted to 1,000: LIMIT
select count(*) as "value" from (select 1 from "annotations" where ("annotations"."deleted_at" is null and "annotations"."page_id" = ? and "annotations"."happened_at" >= ? and ("annotations"."happened_at", "annotations"."annotation_id") < (?, ?)) union all select 1 from "annotations" where ("annotations"."deleted_at" is null and "annotations"."page_id" is null and "annotations"."happened_at" >= ? and ("annotations"."happened_at", "annotations"."annotation_id") < (?, ?)) limit ?);

-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_person (person_id=?): the sessions of one person: as many as the person has submitted forms
select count(*) as "value" from (select 1 from "audience_sessions" where "audience_sessions"."person_id" = ? limit ?);

-- SEARCH audiences USING COVERING INDEX audiences_person (person_id=?): the audiences that were made for a person: one of a page at most
-- SEARCH entry USING INDEX page_links_audience (audience_id=?): a count of at most 1,001: LIMIT
select count(*) as "value" from (select 1 from "audiences" cross join "page_links" as "entry" where "audiences"."person_id" = ? and ("entry"."audience_id" = "audiences"."audience_id" and "entry"."deleted_at" is null) limit ?);

-- SEARCH audiences USING COVERING INDEX audiences_person (person_id=?): a count of at most 1,001: LIMIT
select count(*) as "value" from (select 1 from "audiences" where "audiences"."person_id" = ? limit ?);

-- SEARCH page_links USING INDEX page_links_audience (audience_id=?): the links of one audience, counted to 1,000: LIMIT
select count(*) as "value" from (select 1 from "page_links" where ("page_links"."audience_id" = ? and "page_links"."deleted_at" is null) limit ?);

-- SEARCH publishes USING PRIMARY KEY (page_id=? AND published_at>? AND (published_at,version_id)<(?,?)): the publishes of one page, counted to 1,000: LIMIT
select count(*) as "value" from (select 1 from "publishes" where ("publishes"."page_id" = ? and "publishes"."published_at" >= ? and ("publishes"."published_at", "publishes"."version_id") < (?, ?)) limit ?);

-- SCAN account_search VIRTUAL TABLE INDEX 0:M1: matches, counted to 1,000: LIMIT
select count(*) as "value" from (select 1 from account_search where account_search match ? limit ?);

-- SCAN audience_search VIRTUAL TABLE INDEX 0:M1: matches, counted to 1,000: LIMIT
select count(*) as "value" from (select 1 from audience_search where audience_search match ? limit ?);

-- SCAN person_search VIRTUAL TABLE INDEX 0:M1: matches, counted to 1,000: LIMIT
select count(*) as "value" from (select 1 from person_search where person_search match ? limit ?);

-- SCAN page_link_search VIRTUAL TABLE INDEX 0:M1: matches: their total is exact
-- SEARCH page_links USING INTEGER PRIMARY KEY (rowid=?): a key
select count(*) as "value" from page_link_search cross join "page_links" where (page_link_search match ? and page_link_search.rowid = "page_links"."seq" and ("page_links"."tenant_domain_id" is null and "page_links"."deleted_at" is null));

-- SEARCH session_corrections USING PRIMARY KEY (page_id=?): corrections: LIMIT
select count(*) filter (where some.counted is not null) as "count", max(some.page_id || char(1) || some.analytics_session_id) as "last", json_group_array(some.counted ->> 1) filter (where ? and some.counted is not null) as "startedAt", json_group_array(some.counted ->> 2) filter (where ? and some.counted is not null) as "activeMs", json_group_array(some.counted ->> 3) filter (where ? and some.counted is not null) as "engagedMs", json_group_array(some.counted ->> 4) filter (where ? and some.counted is not null) as "scrollDepth", json_group_array(some.counted ->> 5) filter (where ? and some.counted is not null) as "clicks", json_group_array(some.counted ->> 6) filter (where ? and some.counted is not null) as "questions", json_group_array(some.counted ->> 7) filter (where ? and some.counted is not null) as "flags", json_group_array(some.counted ->> 8) filter (where ? and some.counted is not null) as "audienceId", json_group_array(some.counted ->> 9) filter (where ? and some.counted is not null) as "page", json_group_array(some.counted ->> 10) filter (where ? and some.counted is not null) as "utmSource", json_group_array(some.counted ->> 11) filter (where ? and some.counted is not null) as "utmMedium", json_group_array(some.counted ->> 12) filter (where ? and some.counted is not null) as "utmCampaign", json_group_array(some.counted ->> 13) filter (where ? and some.counted is not null) as "utmTerm", json_group_array(some.counted ->> 14) filter (where ? and some.counted is not null) as "utmContent", json_group_array(some.counted ->> 15) filter (where ? and some.counted is not null) as "referrer", json_group_array(some.counted ->> 16) filter (where ? and some.counted is not null) as "country", json_group_array(some.counted ->> 17) filter (where ? and some.counted is not null) as "device", json_group_array(some.counted ->> 18) filter (where ? and some.counted is not null) as "browser", json_group_array(some.counted ->> 19) filter (where ? and some.counted is not null) as "landingPath", json_group_array(some.counted ->> 20) filter (where ? and some.counted is not null) as "personId", json_group_array(some.counted ->> 21) filter (where ? and some.counted is not null) as "accountId", json_group_array(some.counted ->> 22) filter (where ? and some.counted is not null) as "recipientPersonId", json_group_array(some.counted ->> 23) filter (where ? and some.counted is not null) as "recipientAccountId", json_group_array(some.counted ->> 24) filter (where ? and some.counted is not null) as "pageLinkId" from (select "session_corrections"."page_id", "session_corrections"."analytics_session_id", "session_corrections"."counted" from "session_corrections" where ("session_corrections"."page_id" = ? and true) order by "session_corrections"."page_id", "session_corrections"."analytics_session_id" limit ?) as some;

-- SCAN session_corrections: corrections: LIMIT
select count(*) filter (where some.counted is not null) as "count", max(some.page_id || char(1) || some.analytics_session_id) as "last", json_group_array(some.counted ->> 1) filter (where ? and some.counted is not null) as "startedAt", json_group_array(some.counted ->> 2) filter (where ? and some.counted is not null) as "activeMs", json_group_array(some.counted ->> 3) filter (where ? and some.counted is not null) as "engagedMs", json_group_array(some.counted ->> 4) filter (where ? and some.counted is not null) as "scrollDepth", json_group_array(some.counted ->> 5) filter (where ? and some.counted is not null) as "clicks", json_group_array(some.counted ->> 6) filter (where ? and some.counted is not null) as "questions", json_group_array(some.counted ->> 7) filter (where ? and some.counted is not null) as "flags", json_group_array(some.counted ->> 8) filter (where ? and some.counted is not null) as "audienceId", json_group_array(some.counted ->> 9) filter (where ? and some.counted is not null) as "page", json_group_array(some.counted ->> 10) filter (where ? and some.counted is not null) as "utmSource", json_group_array(some.counted ->> 11) filter (where ? and some.counted is not null) as "utmMedium", json_group_array(some.counted ->> 12) filter (where ? and some.counted is not null) as "utmCampaign", json_group_array(some.counted ->> 13) filter (where ? and some.counted is not null) as "utmTerm", json_group_array(some.counted ->> 14) filter (where ? and some.counted is not null) as "utmContent", json_group_array(some.counted ->> 15) filter (where ? and some.counted is not null) as "referrer", json_group_array(some.counted ->> 16) filter (where ? and some.counted is not null) as "country", json_group_array(some.counted ->> 17) filter (where ? and some.counted is not null) as "device", json_group_array(some.counted ->> 18) filter (where ? and some.counted is not null) as "browser", json_group_array(some.counted ->> 19) filter (where ? and some.counted is not null) as "landingPath", json_group_array(some.counted ->> 20) filter (where ? and some.counted is not null) as "personId", json_group_array(some.counted ->> 21) filter (where ? and some.counted is not null) as "accountId", json_group_array(some.counted ->> 22) filter (where ? and some.counted is not null) as "recipientPersonId", json_group_array(some.counted ->> 23) filter (where ? and some.counted is not null) as "recipientAccountId", json_group_array(some.counted ->> 24) filter (where ? and some.counted is not null) as "pageLinkId" from (select "session_corrections"."page_id", "session_corrections"."analytics_session_id", "session_corrections"."counted" from "session_corrections" where true order by "session_corrections"."page_id", "session_corrections"."analytics_session_id" limit ?) as some;

-- SCAN session_corrections: 5,000 corrections that are quiet: LIMIT
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
select counted as "counted", facts as "facts" from (select "session_corrections"."counted", json_array(audience_sessions.analytics_session_id, audience_sessions.session_started_at, audience_sessions.active_ms, coalesce(audience_sessions.engaged_ms + 1, 0), coalesce(audience_sessions.max_scroll_depth + 1, 0), audience_sessions.total_clicks_count, audience_sessions.questions_asked_count, ((audience_sessions.computation_status = 'pending') * 1 + (audience_sessions.failure IS NOT NULL) * 2 + (audience_sessions.form_state > 0) * 4 + (audience_sessions.has_conversion > 0) * 8), audience_sessions.audience_id, audience_sessions.page_id, audience_sessions.utm_source, audience_sessions.utm_medium, audience_sessions.utm_campaign, audience_sessions.utm_term, audience_sessions.utm_content, audience_sessions.referrer, audience_sessions.country, audience_sessions.device, audience_sessions.browser, audience_sessions.landing_path, iif(audience_sessions.account_id IS NULL, NULL, audience_sessions.person_id), nullif(audience_sessions.account_id, ''), audience_sessions.recipient_person_id, audience_sessions.recipient_account_id, audience_sessions.page_link_id) as facts, "audience_sessions"."session_started_at" as at from "session_corrections" cross join "audience_sessions" where "audience_sessions"."analytics_session_id" = "session_corrections"."analytics_session_id" and "audience_sessions"."session_started_at" + "audience_sessions"."active_ms" < ? limit 5000) as some order by at limit ?;

-- SEARCH session_blocks USING INDEX sqlite_autoindex_session_blocks_1 (page_id=? AND is_removed=?): the blocks of the page of an erased audience, and the removed ones of the workspace: a row for 1,000 sessions
-- SEARCH session_blocks USING INTEGER PRIMARY KEY (rowid=?): a key
select found.id as "rowid", "session_blocks"."page_id" as "pageId", "session_blocks"."is_removed" as "isRemoved", "session_blocks"."first_at" as "firstAt", "session_blocks"."part" as "part", "session_blocks"."last_at" as "lastAt", "session_blocks"."ends_at" as "endsAt", "session_blocks"."count" as "count", "session_blocks"."started_at" as "startedAt", "session_blocks"."flags" as "flags", "session_blocks"."clicks" as "clicks", "session_blocks"."questions" as "questions", "session_blocks"."scroll_depth" as "scrollDepth", "session_blocks"."engaged_ms" as "engagedMs", "session_blocks"."active_ms" as "activeMs", "session_blocks"."audience_id" as "audienceId", "session_blocks"."page" as "page", "session_blocks"."utm_source" as "utmSource", "session_blocks"."utm_medium" as "utmMedium", "session_blocks"."utm_campaign" as "utmCampaign", "session_blocks"."utm_term" as "utmTerm", "session_blocks"."utm_content" as "utmContent", "session_blocks"."referrer" as "referrer", "session_blocks"."country" as "country", "session_blocks"."device" as "device", "session_blocks"."browser" as "browser", "session_blocks"."landing_path" as "landingPath", "session_blocks"."person_id" as "personId", "session_blocks"."account_id" as "accountId", "session_blocks"."recipient_person_id" as "recipientPersonId", "session_blocks"."recipient_account_id" as "recipientAccountId", "session_blocks"."page_link_id" as "pageLinkId" from (select "session_blocks".rowid as id from "session_blocks" where "session_blocks"."page_id" in (?, '') and "session_blocks"."is_removed" = 1 and +"session_blocks".rowid > ? and instr("session_blocks"."audience_id", json_quote(?)) > 0 order by +"session_blocks".rowid limit ?) as found cross join "session_blocks" where "session_blocks".rowid = found.id order by found.id;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
select id as "id" from (select (item.value ->> 'audienceId') as id from json_each(?) as item where (item.value ->> 'audienceId') is not null and not exists (select 1 from "audiences" where ("audiences"."page_id" = ? and "audiences"."audience_id" = (item.value ->> 'audienceId'))) limit 1);

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_imported_id (audience_session_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_imported_id (audience_session_id=?): a key
select id as "id", field as "field" from (select "audience_sessions"."analytics_session_id" as id, 'analyticsSessionId' as field from json_each(?) as item cross join "audience_sessions" on "audience_sessions"."analytics_session_id" = (item.value ->> 'storedId') where "audience_sessions"."page_id" <> ? union all select "audience_sessions"."analytics_session_id" as id, 'analyticsSessionId' as field from json_each(?) as item cross join "audience_sessions" on "audience_sessions"."audience_session_id" = (item.value ->> 'analyticsSessionId') where "audience_sessions"."analytics_session_id" not in ((item.value ->> 'storedId'), (item.value ->> 'analyticsSessionId')) union all select "audience_sessions"."analytics_session_id" as id, 'audienceSessionId' as field from json_each(?) as item cross join "audience_sessions" on "audience_sessions"."analytics_session_id" = (item.value ->> 'storedAudienceSessionId') where "audience_sessions"."analytics_session_id" not in ((item.value ->> 'storedId'), (item.value ->> 'analyticsSessionId')) union all select "audience_sessions"."analytics_session_id" as id, 'audienceSessionId' as field from json_each(?) as item cross join "audience_sessions" on "audience_sessions"."audience_session_id" = (item.value ->> 'audienceSessionId') where "audience_sessions"."analytics_session_id" not in ((item.value ->> 'storedId'), (item.value ->> 'analyticsSessionId')) limit 1);

-- SEARCH alerts USING INDEX alerts_on (type=?): the alerts of a workspace, of which there are 50 at most
-- SEARCH alert_visits USING INTEGER PRIMARY KEY (rowid>?): the visits that a round looks at: 1,000 at most
-- SEARCH alert_cursor USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH alerts USING INDEX alerts_on (type=?): the alerts of a workspace, of which there are 50 at most
select iif("startedAt" > "createdAt" - 86400000, "subject", null) as "subject", min("sequence") as "first", max("sequence") as "last", max("startedAt") as "startedAt", max("createdAt") as "createdAt" from (select "sequence" as "sequence", "subject" as "subject", "started_at" as "startedAt", "created_at" as "createdAt" from "alert_visits" where "alert_visits"."sequence" > coalesce((select "alert_cursor"."sequence" from "alert_cursor" where "alert_cursor"."id" = 1), 0) order by "alert_visits"."sequence" asc limit iif((select count(*) from "alerts" where ("alerts"."type" in (…) and "alerts"."on_after" is not null)) = 0, 0, 1000)) "visit" group by iif("startedAt" > "createdAt" - 86400000, "subject", null), "startedAt" / 900000, "createdAt" / 900000 order by first limit 2500 / max((select count(*) from "alerts" where ("alerts"."type" in (…) and "alerts"."on_after" is not null)), 1) + 1;

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH idempotency_keys USING PRIMARY KEY (resource=? AND key_hash=?) LEFT-JOIN: a key
-- SEARCH person_logs USING PRIMARY KEY (person_id=? AND person_log_id=?): a key
select item.key as "position", "idempotency_keys"."owner_id" as "ownerId", "idempotency_keys"."log_id" as "logId", "idempotency_keys"."created_owner" as "createdOwner", "idempotency_keys"."source" as "source", "idempotency_keys"."type" as "type", "idempotency_keys"."created_at" as "createdAt", nullif("idempotency_keys"."request_digest", item.value ->> 1) as "otherDigest", iif("idempotency_keys"."request_digest" = item.value ->> 1, null, (select "fingerprint" as "fingerprint" from "person_logs" where ("person_logs"."person_id" = "idempotency_keys"."owner_id" and "person_logs"."person_log_id" = "idempotency_keys"."log_id"))) as "otherChecksums" from json_each(?) as item left join "idempotency_keys" on ("idempotency_keys"."resource" = 'person_log' and "idempotency_keys"."key_hash" = item.value ->> 0);

-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at>?): the first sessions that are not sealed: LIMIT and OFFSET
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_started (session_started_at>?): the first sessions that are not sealed: LIMIT and OFFSET
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_started (session_started_at>?): the first sessions that are not sealed: LIMIT and OFFSET
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
select json_array(audience_sessions.analytics_session_id, audience_sessions.session_started_at, audience_sessions.active_ms, coalesce(audience_sessions.engaged_ms + 1, 0), coalesce(audience_sessions.max_scroll_depth + 1, 0), audience_sessions.total_clicks_count, audience_sessions.questions_asked_count, ((audience_sessions.computation_status = 'pending') * 1 + (audience_sessions.failure IS NOT NULL) * 2 + (audience_sessions.form_state > 0) * 4 + (audience_sessions.has_conversion > 0) * 8), audience_sessions.audience_id, audience_sessions.page_id, audience_sessions.utm_source, audience_sessions.utm_medium, audience_sessions.utm_campaign, audience_sessions.utm_term, audience_sessions.utm_content, audience_sessions.referrer, audience_sessions.country, audience_sessions.device, audience_sessions.browser, audience_sessions.landing_path, iif(audience_sessions.account_id IS NULL, NULL, audience_sessions.person_id), nullif(audience_sessions.account_id, ''), audience_sessions.recipient_person_id, audience_sessions.recipient_account_id, audience_sessions.page_link_id) as "facts", exists (select 1 from "audience_sessions" where "audience_sessions"."session_started_at" >= coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1) and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") > (coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), coalesce((select "session_seal"."sealed_id" from "session_seal" where "session_seal"."id" = 1), '')) order by "audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id" limit 1 offset ? - 1) as "areTooMany" from "audience_sessions" where (exists (select 1 from "audience_sessions" where "audience_sessions"."session_started_at" >= coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1) and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") > (coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), coalesce((select "session_seal"."sealed_id" from "session_seal" where "session_seal"."id" = 1), '')) order by "audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id" limit 1 offset ? - 1) and "audience_sessions"."session_started_at" >= coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1) and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") > (coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), coalesce((select "session_seal"."sealed_id" from "session_seal" where "session_seal"."id" = 1), ''))) order by "audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id" limit ?;

-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_started (session_started_at>? AND session_started_at<?): the next 2,000 sessions, and as many corrections: LIMIT, in the order of the index
-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SCAN session_corrections: the next 2,000 sessions, and as many corrections: LIMIT, in the order of the index
-- SEARCH (subquery-4): the next 2,000 sessions, and as many corrections: LIMIT, in the order of the index
select max(started_at) as "last" from (select "audience_sessions"."session_started_at" as started_at from "audience_sessions" where "audience_sessions"."session_started_at" >= coalesce(((select "value" as "value" from "counters" where "counters"."name" = ?)), 0) and "audience_sessions"."session_started_at" < ? and (select count(*) from (select 1 from "session_corrections" limit ?)) < ? order by "audience_sessions"."session_started_at" limit ?);

-- SCAN sqlite_master: the definitions of a database, once a minute in an isolate: LIMIT
select name, sql from sqlite_master where sql is not null and name not glob 'sqlite_*' and name not glob '_cf_*' and name <> 'd1_migrations' order by name limit 1000;

-- SEARCH persons USING INDEX persons_phone_number (phone_number=?): a key
select null as "email", (select "persons"."person_id" from "persons" where ("persons"."phone_number" = ? and "persons"."person_id" <> ?)) as "phoneNumber", null as "linkedinProfileUrl" from (select 1);

-- SEARCH persons USING INDEX persons_linkedin_identity (linkedin_identity=?): a key
select null as "email", null as "phoneNumber", (select "persons"."person_id" from "persons" where ("persons"."linkedin_identity" = ? and "persons"."person_id" <> ?)) as "linkedinProfileUrl" from (select 1);

select null as "email", null as "phoneNumber", null as "linkedinProfileUrl" from (select 1);

-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at>? AND session_started_at<?): the visits of a preview: 10,000 at most
select visit.recipient_person_id as "subject", visit.session_started_at as "startedAt" from (select * from "audience_sessions" where ("audience_sessions"."session_started_at" >= ? and "audience_sessions"."session_started_at" <= ?) order by "audience_sessions"."session_started_at" desc limit 10000) as visit where (visit.has_input AND visit.recipient_person_id <> '' AND (visit.engaged_ms >= 10000 OR visit.total_clicks_count > 0 OR visit.questions_asked_count > 0 OR visit.form_state > 0 OR visit.has_conversion));

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SCAN visitor VIRTUAL TABLE INDEX 1:: the request
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
update "accounts" set "latest_visit_at" = visit.at from (select visitor.value as id, min(max("audience_sessions"."session_started_at"), ?) as at from json_each(?) as item cross join "audience_sessions" cross join json_each(json_array("audience_sessions"."recipient_account_id", "audience_sessions"."account_id")) as visitor where "audience_sessions"."analytics_session_id" = item.value and coalesce("audience_sessions"."recipient_account_id", "audience_sessions"."account_id") is not null and visitor.value is not null group by visitor.value) as visit where "accounts"."account_id" = visit.id and "accounts"."latest_visit_at" <= visit.at - 3600000;

-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
update "accounts" set … = ?, "revision" = "accounts"."revision" + 1, "write_id" = substr(? || ' ' || "accounts"."write_id", 1, 264), "updated_at" = ? where ("accounts"."account_id" = ? and instr("accounts"."write_id", ?) = 0);

-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
update "accounts" set … = ?, "revision" = "accounts"."revision" + 1, "write_id" = substr(? || ' ' || "accounts"."write_id", 1, 264), "updated_at" = ? where (("accounts"."account_id" = ? and instr(?, char(10) || "accounts"."revision" || '.' || "accounts"."linked_persons_count" || '.' || "accounts"."latest_activity_at" || char(10)) > 0) and instr("accounts"."write_id", ?) = 0);

-- SEARCH alerts USING PRIMARY KEY (alert_id=?): a key
update "alerts" set "name" = ?, "condition" = '{}', "on_after" = null, "next_due_at" = null, "author" = ?, "revision" = "alerts"."revision" + 1, "write_id" = substr(? || ' ' || "alerts"."write_id", 1, 264), … = ? where (("alerts"."alert_id" = ? and "alerts"."deleted_at" is null) and instr("alerts"."write_id", ?) = 0);

-- SEARCH alerts USING PRIMARY KEY (alert_id=?): a key
update "alerts" set "name" = ?, "revision" = "alerts"."revision" + 1, "write_id" = substr(? || ' ' || "alerts"."write_id", 1, 264), "updated_at" = ? where ((("alerts"."alert_id" = ? and "alerts"."deleted_at" is null) and instr(?, char(10) || "alerts"."revision" || char(10)) > 0) and instr("alerts"."write_id", ?) = 0);

-- SEARCH alerts USING PRIMARY KEY (alert_id=?): a key
update "alerts" set "next_due_at" = ?, "failed_at" = null where "alerts"."alert_id" = ? and "alerts"."next_due_at" = ? and "alerts"."revision" = ?;

-- SEARCH alerts USING PRIMARY KEY (alert_id=?): a key
update "alerts" set "on_after" = null, "next_due_at" = iif(null is not null and "alerts"."type" in ('conversions_changed', 'weekly_report'), iif("alerts"."on_after" is null, ?, "alerts"."next_due_at"), null), "revision" = "alerts"."revision" + 1, "write_id" = substr(? || ' ' || "alerts"."write_id", 1, 264), "updated_at" = ? where (("alerts"."alert_id" = ? and "alerts"."deleted_at" is null) and instr("alerts"."write_id", ?) = 0);

-- SEARCH annotations USING PRIMARY KEY (annotation_id=?): a key
update "annotations" set "text" = ?, "revision" = "annotations"."revision" + 1, "write_id" = substr(? || ' ' || "annotations"."write_id", 1, 264), "updated_at" = ? where (("annotations"."annotation_id" = ? and "annotations"."deleted_at" is null) and instr("annotations"."write_id", ?) = 0);

-- SEARCH annotations USING PRIMARY KEY (annotation_id=?): a key
update "annotations" set "text" = ?, "revision" = "annotations"."revision" + 1, "write_id" = substr(? || ' ' || "annotations"."write_id", 1, 264), "updated_at" = ? where ((("annotations"."annotation_id" = ? and "annotations"."deleted_at" is null) and instr(?, char(10) || "annotations"."revision" || char(10)) > 0) and instr("annotations"."write_id", ?) = 0);

-- SEARCH annotations USING PRIMARY KEY (annotation_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
update "annotations" set … = ?, "revision" = "annotations"."revision" + 1, "write_id" = substr(? || ' ' || "annotations"."write_id", 1, 264), "updated_at" = ? where ((("annotations"."annotation_id" = ? and "annotations"."deleted_at" is null) and instr(?, char(10) || "annotations"."revision" || char(10)) > 0 and exists (select 1 from "pages" where "pages"."page_id" = ?)) and instr("annotations"."write_id", ?) = 0);

-- SEARCH annotations USING PRIMARY KEY (annotation_id=?): a key
update "annotations" set … = ?, "revision" = "annotations"."revision" + 1, "write_id" = substr(? || ' ' || "annotations"."write_id", 1, 264), … = ? where (("annotations"."annotation_id" = ? and "annotations"."deleted_at" is null) and instr("annotations"."write_id", ?) = 0);

-- SEARCH api_keys USING PRIMARY KEY (api_key_id=?): a key
update "api_keys" set "expires_at" = min("api_keys"."expires_at", ?), "revoked_at" = coalesce("api_keys"."revoked_at", ?) where ("api_keys"."api_key_id" = ? and "api_keys"."shared_path" is not null) returning "hash" as "hash", "api_keys"."revoked_at" as "revokedAt";

-- SEARCH api_keys USING PRIMARY KEY (api_key_id=?): a key
-- SEARCH api_keys USING COVERING INDEX api_keys_hash (hash=?): a key
update "api_keys" set "expires_at" = min(coalesce("api_keys"."expires_at", ?), ?) where ("api_keys"."api_key_id" = ? and exists (select 1 from "api_keys" where "api_keys"."hash" = ?)) returning "api_key_id" as "apiKeyId", "hash" as "hash", "name" as "name", "scopes" as "scopes", "created_at" as "createdAt", "expires_at" as "expiresAt", "revoked_at" as "revokedAt", "limit_tier" as "limitTier", "last_used_at" as "lastUsedAt", "is_sign_in" as "isSignIn", "shared_path" as "sharedPath", "shared_by" as "sharedBy";

-- SEARCH api_keys USING PRIMARY KEY (api_key_id=?): a key
update "api_keys" set "last_used_at" = ? where ("api_keys"."api_key_id" = ? and coalesce("api_keys"."last_used_at", 0) <= ?);

-- SEARCH api_keys USING PRIMARY KEY (api_key_id=?): a key
update "api_keys" set "revoked_at" = coalesce("api_keys"."revoked_at", ?) where "api_keys"."api_key_id" = ? returning "api_key_id" as "apiKeyId", "hash" as "hash", "name" as "name", "scopes" as "scopes", "created_at" as "createdAt", "expires_at" as "expiresAt", "revoked_at" as "revokedAt", "limit_tier" as "limitTier", "last_used_at" as "lastUsedAt", "is_sign_in" as "isSignIn", "shared_path" as "sharedPath", "shared_by" as "sharedBy";

-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SEARCH persons USING INDEX persons_email (email=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
-- SEARCH persons USING INDEX persons_email (email=?): a key
-- SEARCH accounts USING COVERING INDEX accounts_domain (domain=?) LEFT-JOIN: a key
update "audience_sessions" set "person_id" = (select "persons"."person_id" from "persons" where "persons"."email" = ?), "account_id" = (select coalesce("accounts"."account_id", '') from "persons" left join "accounts" on "accounts"."domain" = "persons"."account_domain" where "persons"."person_id" = (select "persons"."person_id" from "persons" where "persons"."email" = ?)) where ("audience_sessions"."analytics_session_id" = ? and "audience_sessions"."page_id" = ? and "audience_sessions"."form_submission_id" = ? and "audience_sessions"."form_submission_identifier" = ? and "audience_sessions"."person_id" is null);

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=? AND page_id=?) LEFT-JOIN: a key
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SEARCH accounts USING COVERING INDEX accounts_domain (domain=?): a key
update "audience_sessions" set session_started_at = moved.started_at, audience_id = coalesce("audience_sessions"."audience_id", moved.audience_id), recipient_person_id = case when moved.started_at < coalesce(((select "value" as "value" from "counters" where "counters"."name" = ?)), 0) then null when "audience_sessions"."audience_id" is null then (select "audiences"."person_id" from "audiences" where "audiences"."page_id" = "audience_sessions"."page_id" and "audiences"."audience_id" = moved.audience_id and moved.started_at >= max(?, coalesce(((select "value" as "value" from "counters" where "counters"."name" = ?)), 0))) else "audience_sessions"."recipient_person_id" end, recipient_account_id = case when moved.started_at < coalesce(((select "value" as "value" from "counters" where "counters"."name" = ?)), 0) then null when "audience_sessions"."audience_id" is null then (select "accounts"."account_id" from "persons" join "accounts" on "accounts"."domain" = "persons"."account_domain" where "persons"."person_id" = (select "audiences"."person_id" from "audiences" where "audiences"."page_id" = "audience_sessions"."page_id" and "audiences"."audience_id" = moved.audience_id and moved.started_at >= max(?, coalesce(((select "value" as "value" from "counters" where "counters"."name" = ?)), 0)))) else "audience_sessions"."recipient_account_id" end, failure = iif(coalesce("audience_sessions"."audience_id", moved.audience_id) is null, "audience_sessions"."failure", null) from (select "audience_sessions"."analytics_session_id" as id, min(iif((item.value ->> 'sessionStartedAt') <= "audience_sessions"."session_started_at" - 1000, (item.value ->> 'sessionStartedAt'), "audience_sessions"."session_started_at")) as started_at, max("audiences"."audience_id") as audience_id from json_each(?) as item cross join "audience_sessions" left join "audiences" on "audiences"."page_id" = "audience_sessions"."page_id" and "audiences"."audience_id" = (item.value ->> 'audienceId') where "audience_sessions"."analytics_session_id" = (item.value ->> 'analyticsSessionId') and "audience_sessions"."page_id" = (item.value ->> 'pageId') and abs((item.value ->> 'sessionStartedAt') - "audience_sessions"."session_started_at") < ? and (item.value ->> 'sessionStartedAt') >= coalesce(nullif((select "value" as "value" from "counters" where "counters"."name" = ?), 0) + ?, 0) and ((item.value ->> 'sessionStartedAt') <= "audience_sessions"."session_started_at" - 1000 or "audience_sessions"."audience_id" is null and "audiences"."audience_id" is not null) group by "audience_sessions"."analytics_session_id") as moved where "audience_sessions"."analytics_session_id" = moved.id;

-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SEARCH s USING COVERING INDEX audience_sessions_page (page_id=? AND session_started_at>?): what the blocks of the page of an erased audience do not have
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_corrections USING PRIMARY KEY (page_id=?): what the blocks of the page of an erased audience do not have
update "audience_sessions" set … = ? where ("audience_sessions"."analytics_session_id" in (select s.analytics_session_id from "audience_sessions" as s where s.page_id = ? and s.session_started_at >= coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1) union all select "session_corrections"."analytics_session_id" from "session_corrections" where "session_corrections"."page_id" = ?) and "audience_sessions"."audience_id" = ? and +"audience_sessions"."session_started_at" <= ? and ("audience_sessions"."page_link_id" is not null or "audience_sessions"."page_title" is not null or "audience_sessions"."page_url" is not null or "audience_sessions"."utm_campaign" is not null or "audience_sessions"."utm_content" is not null or "audience_sessions"."utm_medium" is not null or "audience_sessions"."utm_source" is not null or "audience_sessions"."utm_term" is not null or "audience_sessions"."referrer" is not null or "audience_sessions"."recipient_person_id" is not null or "audience_sessions"."recipient_account_id" is not null));

-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH s USING PRIMARY KEY (analytics_session_id=?): a key
-- SEARCH erased_audiences USING PRIMARY KEY (audience_id=?): a key
update "audience_sessions" set … = ? where ("audience_sessions"."analytics_session_id" in (select s.analytics_session_id from json_each(?) as item cross join "audience_sessions" as s cross join "erased_audiences" where s.analytics_session_id = item.value ->> 'analyticsSessionId' and "erased_audiences"."audience_id" = s.audience_id and s.session_started_at <= "erased_audiences"."clears_until") and ("audience_sessions"."page_link_id" is not null or "audience_sessions"."page_title" is not null or "audience_sessions"."page_url" is not null or "audience_sessions"."utm_campaign" is not null or "audience_sessions"."utm_content" is not null or "audience_sessions"."utm_medium" is not null or "audience_sessions"."utm_source" is not null or "audience_sessions"."utm_term" is not null or "audience_sessions"."referrer" is not null or "audience_sessions"."recipient_person_id" is not null or "audience_sessions"."recipient_account_id" is not null));

-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH s USING COVERING INDEX audience_sessions_page (page_id=? AND session_started_at>? AND session_started_at<?): the sessions of 20 blocks at most that have some of an erased audience
update "audience_sessions" set … = ? where ("audience_sessions"."analytics_session_id" in (select s.analytics_session_id from json_each(?) as item cross join "audience_sessions" as s where s.page_id = ? and s.session_started_at between item.value ->> 0 and item.value ->> 1) and "audience_sessions"."audience_id" = ? and +"audience_sessions"."session_started_at" <= ? and ("audience_sessions"."page_link_id" is not null or "audience_sessions"."page_title" is not null or "audience_sessions"."page_url" is not null or "audience_sessions"."utm_campaign" is not null or "audience_sessions"."utm_content" is not null or "audience_sessions"."utm_medium" is not null or "audience_sessions"."utm_source" is not null or "audience_sessions"."utm_term" is not null or "audience_sessions"."referrer" is not null or "audience_sessions"."recipient_person_id" is not null or "audience_sessions"."recipient_account_id" is not null));

-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at>? AND session_started_at<?): these 2,000 sessions, and others of the millisecond in which the last one began
-- SEARCH counters USING PRIMARY KEY (name=?): a key
update "audience_sessions" set … = ? where ("audience_sessions"."session_started_at" >= coalesce(((select "value" as "value" from "counters" where "counters"."name" = ?)), 0) and "audience_sessions"."session_started_at" <= ? and ("audience_sessions"."recipient_person_id" is not null or "audience_sessions"."recipient_account_id" is not null));

-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SEARCH erased_identifiers USING PRIMARY KEY (identifier_hash=?): a key
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
update "audience_sessions" set … = ? where (("audience_sessions"."analytics_session_id" = ? and "audience_sessions"."page_id" = ? and "audience_sessions"."form_submission_id" = ? and "audience_sessions"."form_submission_identifier" = ? and "audience_sessions"."person_id" is null) and exists (select 1 from "erased_identifiers" where ("erased_identifiers"."identifier_hash" in (select value from json_each(?)) and "erased_identifiers"."erased_at" >= ?)));

-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
-- SEARCH audience_versions USING COVERING INDEX audience_versions_live (audience_id=?): a key
-- SEARCH audience_versions USING COVERING INDEX audience_versions_live (audience_id=?): a key
-- SEARCH audience_versions USING COVERING INDEX audience_versions_live (audience_id=?): a key
update "audience_versions" set "status" = case when exists (select 1 from "audience_versions" where ("audience_versions"."audience_id" = ? and "audience_versions"."status" = 'published')) then ? else ? end, "published_at" = ?, "obsolete_at" = case when exists (select 1 from "audience_versions" where ("audience_versions"."audience_id" = ? and "audience_versions"."status" = 'published')) then ? end, "archived_at" = case when exists (select 1 from "audience_versions" where ("audience_versions"."audience_id" = ? and "audience_versions"."status" = 'published')) then ? end, … = ? where ("audience_versions"."version_id" = ? and "audience_versions"."transition_id" = ? and "audience_versions"."status" in (…));

-- SEARCH audience_versions USING PRIMARY KEY (audience_id=? AND version_number=?): a key
-- SEARCH audience_versions USING PRIMARY KEY (audience_id=?): the latest version: LIMIT 1
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
update "audience_versions" set "supplementary_context" = ? where (("audience_versions"."audience_id" = ? and "audience_versions"."version_number" = (select "audience_versions"."version_number" from "audience_versions" where "audience_versions"."audience_id" = ? order by "audience_versions"."version_number" desc limit 1)) and "audience_versions"."status" = ? and "audience_versions"."supplementary_context" is not ? and exists (select 1 from "audiences" where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr("audiences"."write_id", ?) = 1)));

-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
-- SEARCH audience_versions USING INDEX audience_versions_sweep (sweep_at<?): a chunk of the cron: LIMIT, in the order of the index
update "audience_versions" set "sweep_at" = ? + ? where (("audience_versions"."sweep_at" <= ? and "audience_versions"."status" in (…)) and "audience_versions"."version_id" in (select "version_id" as "versionId" from "audience_versions" where ("audience_versions"."sweep_at" <= ? and "audience_versions"."status" in (…)) order by "audience_versions"."sweep_at" asc limit ?)) returning "version_id" as "versionId", "transition_id" as "transitionId";

-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
update "audience_versions" set … = ? + ? where ("audience_versions"."version_id" = ? and "audience_versions"."transition_id" = ? and "audience_versions"."status" in (…));

-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
-- SEARCH audience_versions USING INDEX audience_versions_in_flight (audience_id=?): the versions of one audience that are in flight
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
update "audience_versions" set … = ? where ("audience_versions"."version_id" in (select "audience_versions"."version_id" from "audience_versions" indexed by audience_versions_in_flight where "audience_versions"."audience_id" = ? and "audience_versions"."sweep_at" is not null) and "audience_versions"."status" in (…) and exists (select 1 from "audiences" where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr("audiences"."write_id", ?) = 1)));

-- SEARCH audience_versions USING INDEX audience_versions_live (audience_id=?): a key
-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
update "audience_versions" set … = ? where (("audience_versions"."audience_id" = ? and "audience_versions"."status" = 'published') and case when coalesce("audience_versions"."publish_at", ?) is null then "audience_versions"."publish_order" < ? else (coalesce("audience_versions"."publish_at", "audience_versions"."queued_at", 0), "audience_versions"."publish_order") < (?, ?) end and exists (select 1 from "audience_versions" where ("audience_versions"."version_id" = ? and "audience_versions"."transition_id" = ? and "audience_versions"."status" in (…))));

-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH operation_keys USING PRIMARY KEY (operation_key=?): a key
update "audience_versions" set … = ? where (("audience_versions"."version_id" = ? and "audience_versions"."audience_id" = ?) and "audience_versions"."status" in (…) and exists (select 1 from "audiences" where ("audiences"."page_id" = ? and "audiences"."audience_id" = ?)) and not exists (select 1 from "operation_keys" where "operation_keys"."operation_key" = ?));

-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
update "audience_versions" set … = ?, "cancel_reason" = 'Publishing failed, and was tried again in vain. ' || coalesce("audience_versions"."failure", 'The worker did not finish it.'), … = ? where ("audience_versions"."version_id" = ? and "audience_versions"."transition_id" = ? and "audience_versions"."status" in (…));

-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
-- SEARCH audiences USING PRIMARY KEY (page_id=? AND audience_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
-- SEARCH operation_keys USING PRIMARY KEY (operation_key=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=? AND page_id=?): a key
update "audience_versions" set … = ?, "publish_order" = (select "audiences"."revision" from "audiences" where ("audiences"."page_id" = ? and "audiences"."audience_id" = ?)), "sweep_at" = coalesce(?, ? + ?), "failure" = ?, "frozen" = (select json_object('page', json_object('title', "pages"."title", 'url', "pages"."url", 'metadata', json("pages"."metadata")), 'metadataOverride', json("audiences"."metadata_override"), 'actionFormId', "audiences"."action_form_id_override", 'actionFormInstructions', "audiences"."action_form_instructions_override", 'actionUrl', "audiences"."action_url_override", 'supplementaryContext', "audience_versions"."supplementary_context") from "audiences" join "pages" on "pages"."page_id" = "audiences"."page_id" where ("audiences"."page_id" = ? and "audiences"."audience_id" = ?)) where (("audience_versions"."version_id" = ? and "audience_versions"."audience_id" = ?) and "audience_versions"."status" in (…) and exists (select "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) as "etag", "audiences"."archived_at" as "archivedAt" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" left join "persons" on "persons"."person_id" = "audiences"."person_id" where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr(?, char(10) || "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) || char(10)) > 0 and "audiences"."archived_at" is null)) and not exists (select 1 from "operation_keys" where "operation_keys"."operation_key" = ?));

-- SEARCH audience_versions USING INDEX audience_versions_version_id (version_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH operation_keys USING PRIMARY KEY (operation_key=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=? AND page_id=?): a key
update "audience_versions" set … = ?, "publish_order" = (select "audiences"."revision" from "audiences" where ("audiences"."page_id" = ? and "audiences"."audience_id" = ?)), "sweep_at" = coalesce(?, ? + ?), "failure" = ?, "frozen" = (select json_object('page', json_object('title', "pages"."title", 'url', "pages"."url", 'metadata', json("pages"."metadata")), 'metadataOverride', json("audiences"."metadata_override"), 'actionFormId', "audiences"."action_form_id_override", 'actionFormInstructions', "audiences"."action_form_instructions_override", 'actionUrl', "audiences"."action_url_override", 'supplementaryContext', "audience_versions"."supplementary_context") from "audiences" join "pages" on "pages"."page_id" = "audiences"."page_id" where ("audiences"."page_id" = ? and "audiences"."audience_id" = ?)) where (("audience_versions"."version_id" = ? and "audience_versions"."audience_id" = ?) and "audience_versions"."status" in (…) and exists (select 1 from "audiences" where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and "audiences"."archived_at" is null)) and not exists (select 1 from "operation_keys" where "operation_keys"."operation_key" = ?));

-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=? AND page_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
update "audiences" set "custom_name" = ?, "metadata_override" = json_patch("audiences"."metadata_override", ?), "revision" = "audiences"."revision" + 1, "write_id" = substr(? || ' ' || "audiences"."write_id", 1, 264) where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr("audiences"."write_id", ?) = 0 and exists (select "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) as "etag", "audiences"."archived_at" as "archivedAt" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" left join "persons" on "persons"."person_id" = "audiences"."person_id" where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr(?, char(10) || "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) || char(10)) > 0)));

-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=? AND page_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
update "audiences" set "custom_name" = ?, "revision" = "audiences"."revision" + 1, "write_id" = substr(? || ' ' || "audiences"."write_id", 1, 264) where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr("audiences"."write_id", ?) = 0 and exists (select "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) as "etag", "audiences"."archived_at" as "archivedAt" from "audiences" inner join "pages" on "pages"."page_id" = "audiences"."page_id" left join "persons" on "persons"."person_id" = "audiences"."person_id" where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr(?, char(10) || "audiences"."revision" || '.' || "pages"."revision" || '.' || coalesce("persons"."updated_at", 0) || char(10)) > 0)));

-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
update "audiences" set "revision" = "audiences"."revision" + 1, "write_id" = substr(? || ' ' || "audiences"."write_id", 1, 264) where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr("audiences"."write_id", ?) = 0);

-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
update "audiences" set "revision" = "audiences"."revision" + 1, "write_id" = substr(? || ' ' || "audiences"."write_id", 1, 264), "archived_at" = ? where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr("audiences"."write_id", ?) = 0 and "audiences"."archived_at" is not null);

-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
update "audiences" set "revision" = "audiences"."revision" + 1, "write_id" = substr(? || ' ' || "audiences"."write_id", 1, 264), "archived_at" = ? where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr("audiences"."write_id", ?) = 0 and "audiences"."archived_at" is null);

-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
update "audiences" set "write_id" = substr(? || ' ' || "audiences"."write_id", 1, 264) where (("audiences"."page_id" = ? and "audiences"."audience_id" = ?) and instr("audiences"."write_id", ?) = 0);

-- SEARCH counters USING PRIMARY KEY (name=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
update "counters" set "value" = ? where ("counters"."name" = ? and "counters"."value" < ? and coalesce((select "session_seal"."revision" from "session_seal" where "session_seal"."id" = 1), 0) = ?);

-- SEARCH erased_audiences USING PRIMARY KEY (audience_id=?): a key
-- SEARCH erased_audiences USING COVERING INDEX erased_audiences_due (due_at<?): the erased audience that has been due longest: LIMIT, in the order of the index
update "erased_audiences" set "due_at" = ? where "erased_audiences"."audience_id" = (select audience_id from erased_audiences where due_at <= ? order by due_at limit 1) returning "audience_id" as "audienceId", "page_id" as "pageId", "clears_until" as "clearsUntil", "step" as "step", "place" as "place";

-- SEARCH erased_audiences USING PRIMARY KEY (audience_id=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
update "erased_audiences" set … = ? where ("erased_audiences"."audience_id" = ? and "erased_audiences"."step" = ? and "erased_audiences"."place" is ? and coalesce((select "session_seal"."revision" from "session_seal" where "session_seal"."id" = 1), 0) = ?);

-- SEARCH erased_audiences USING PRIMARY KEY (audience_id=?): a key
update "erased_audiences" set … = ? where ("erased_audiences"."audience_id" = ? and "erased_audiences"."step" = ? and "erased_audiences"."place" is ?);

-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
update "event_actor" set actor = ? where "event_actor"."id" = 1 and "event_actor"."actor" is not ?;

-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH events: the newest or the oldest event: max or min of the rowid
-- SEARCH alert_visits: the newest visit: max of the rowid
update "event_actor" set actor = null where "event_actor"."id" = 1 and "event_actor"."actor" is not null returning case when "event_actor".has_webhooks then coalesce((select max("events"."sequence") from "events"), 0) + coalesce((select max("alert_visits"."sequence") from "alert_visits"), 0) end as newest;

-- SEARCH event_settings USING INTEGER PRIMARY KEY (rowid=?): a key
update "event_settings" set "retention_days" = ?, "revision" = "event_settings"."revision" + 1, "write_id" = substr(? || ' ' || "event_settings"."write_id", 1, 264), "updated_at" = ? where (("event_settings"."id" = ? and instr(?, char(10) || "event_settings"."revision" || char(10)) > 0) and instr("event_settings"."write_id", ?) = 0);

-- SEARCH events USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH events USING INDEX events_fired (created_at<?): the next that name somebody who is forgotten: LIMIT
update "events" set "related" = json_remove("events"."related", '$.accountId', '$.personId') where "events"."sequence" in (select "sequence" as "sequence" from "events" where "events"."type" = 'alert.fired' and ("events"."related" ->> 'accountId' is not null or "events"."related" ->> 'personId' is not null) and "events"."created_at" < ? order by "events"."created_at" asc limit ?);

-- SEARCH events USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH events USING INDEX events_visited (created_at<?): the next that name somebody who is forgotten: LIMIT
update "events" set … = ? where "events"."sequence" in (select "sequence" as "sequence" from "events" where "events"."type" in ('account.visited', 'person.visited') and "events"."subject" is not null and "events"."created_at" < ? order by "events"."created_at" asc limit ?) returning "sequence" as "sequence";

-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
update "page_links" set "revision" = "page_links"."revision" + 1, "write_id" = substr(? || ' ' || "page_links"."write_id", 1, 264), … = ? where (("page_links"."page_link_id" = ? and "page_links"."deleted_at" is null) and instr("page_links"."write_id", ?) = 0);

-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
-- SEARCH tenant_domains USING PRIMARY KEY (tenant_domain_id=?): a key
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH page_links USING INDEX page_links_path (path=?): a key
-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
-- SEARCH page_links USING INDEX page_links_domain_path (tenant_domain_id=? AND path=?): a key
-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
update "page_links" set … = ?, "page_id" = (select "audiences"."page_id" from "audiences" where "audiences"."audience_id" = ?), "audience_id" = iif(? = 'audience', ?, null), "revision" = "page_links"."revision" + 1, "write_id" = substr(? || ' ' || "page_links"."write_id", 1, 264), "updated_at" = ? where (("page_links"."page_link_id" = ? and "page_links"."deleted_at" is null and ((? is null or exists (select 1 from "tenant_domains" where "tenant_domains"."tenant_domain_id" = ?)) and exists (select 1 from "audiences" where ("audiences"."audience_id" = ? and (? <> ? or "audiences"."archived_at" is null))) and coalesce((select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = (select "page_links"."path" from "page_links" where "page_links"."page_link_id" = ?) and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and ("page_links"."tenant_domain_id" is null and ? is null))), (select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = (select "page_links"."path" from "page_links" where "page_links"."page_link_id" = ?) and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and "page_links"."tenant_domain_id" = ?))) is null)) and instr("page_links"."write_id", ?) = 0);

-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
-- SEARCH page_links USING INDEX page_links_path (path=?): a key
-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
-- SEARCH page_links USING INDEX page_links_domain_path (tenant_domain_id=? AND path=?): a key
-- SEARCH page_links USING INDEX page_links_page_link_id (page_link_id=?): a key
update "page_links" set … = ?, "revision" = "page_links"."revision" + 1, "write_id" = substr(? || ' ' || "page_links"."write_id", 1, 264), "updated_at" = ? where (("page_links"."page_link_id" = ? and "page_links"."deleted_at" is null and coalesce((select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = ? and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and ("page_links"."tenant_domain_id" is null and (select "page_links"."tenant_domain_id" from "page_links" where "page_links"."page_link_id" = ?) is null))), (select "page_links"."page_link_id" from "page_links" where (("page_links"."path" = ? and "page_links"."page_link_id" <> ? and "page_links"."deleted_at" is null) and "page_links"."tenant_domain_id" = (select "page_links"."tenant_domain_id" from "page_links" where "page_links"."page_link_id" = ?)))) is null) and instr("page_links"."write_id", ?) = 0);

-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
update "pages" set "title" = ?, "revision" = "pages"."revision" + 1, "write_id" = substr(? || ' ' || "pages"."write_id", 1, 264), "updated_at" = ? where (("pages"."page_id" = ? and instr(?, char(10) || "pages"."revision" || '.' || "pages"."audiences_count" || char(10)) > 0) and instr("pages"."write_id", ?) = 0);

-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
-- SEARCH pages USING COVERING INDEX pages_url (url=?): a key
update "pages" set … = ?, "metadata" = json_patch("pages"."metadata", ?), "revision" = "pages"."revision" + 1, "write_id" = substr(? || ' ' || "pages"."write_id", 1, 264), "updated_at" = ? where (("pages"."page_id" = ? and instr(?, char(10) || "pages"."revision" || '.' || "pages"."audiences_count" || char(10)) > 0 and not exists (select 1 from "pages" where ("pages"."url" = ? and "pages"."page_id" <> ?))) and instr("pages"."write_id", ?) = 0);

-- SCAN item VIRTUAL TABLE INDEX 1:: the request
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SCAN visitor VIRTUAL TABLE INDEX 1:: the request
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
update "persons" set "latest_visit_at" = visit.at from (select visitor.value as id, min(max("audience_sessions"."session_started_at"), ?) as at from json_each(?) as item cross join "audience_sessions" cross join json_each(json_array("audience_sessions"."recipient_person_id", "audience_sessions"."person_id")) as visitor where "audience_sessions"."analytics_session_id" = item.value and coalesce("audience_sessions"."recipient_person_id", "audience_sessions"."person_id") is not null and visitor.value is not null group by visitor.value) as visit where "persons"."person_id" = visit.id and "persons"."latest_visit_at" <= visit.at - 3600000;

-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
-- SEARCH persons USING INDEX persons_email (email=?): a key
-- SEARCH persons USING INDEX persons_phone_number (phone_number=?): a key
-- SEARCH persons USING INDEX persons_linkedin_identity (linkedin_identity=?): a key
-- SEARCH free_mail_domains USING PRIMARY KEY (domain=?): a key
update "persons" set … = ?, "email_domain" = (select ? where not exists (select 1 from "free_mail_domains" where "free_mail_domains"."domain" = ?)), … = ?, "revision" = "persons"."revision" + 1, "write_id" = substr(? || ' ' || "persons"."write_id", 1, 264), "updated_at" = ? where (("persons"."person_id" = ? and (not exists (select 1 from "persons" where ("persons"."email" = ? and "persons"."person_id" <> ?)) and not exists (select 1 from "persons" where ("persons"."phone_number" = ? and "persons"."person_id" <> ?)) and not exists (select 1 from "persons" where ("persons"."linkedin_identity" = ? and "persons"."person_id" <> ?)))) and instr("persons"."write_id", ?) = 0);

-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
update "persons" set … = ?, "revision" = "persons"."revision" + 1, "write_id" = substr(? || ' ' || "persons"."write_id", 1, 264), "updated_at" = ? where ("persons"."person_id" = ? and instr("persons"."write_id", ?) = 0);

-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
update "persons" set … = ?, "revision" = "persons"."revision" + 1, "write_id" = substr(? || ' ' || "persons"."write_id", 1, 264), "updated_at" = ? where (("persons"."person_id" = ? and instr(?, char(10) || "persons"."revision" || char(10)) > 0) and instr("persons"."write_id", ?) = 0);

-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH audience_sessions USING INDEX audience_sessions_started (session_started_at<?): the sessions that the write removes: those of a block, and others of the millisecond in which it ends
-- SEARCH session_corrections USING PRIMARY KEY (page_id=? AND analytics_session_id=?): a key
-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_started (session_started_at>? AND session_started_at<?): the first session that is not sealed: EXISTS
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
update "session_seal" set "revision" = ? where ("session_seal"."id" = ? and coalesce((select "session_seal"."revision" from "session_seal" where "session_seal"."id" = 1), 0) = ? and not exists (select 1 from "audience_sessions" cross join "session_corrections" where "audience_sessions"."session_started_at" < ? and "session_corrections"."page_id" = "audience_sessions"."page_id" and "session_corrections"."analytics_session_id" = "audience_sessions"."analytics_session_id") and not exists (select 1 from "audience_sessions" where "audience_sessions"."session_started_at" < ? and "audience_sessions"."session_started_at" >= coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1) and ("audience_sessions"."session_started_at", "audience_sessions"."analytics_session_id") > (coalesce((select "session_seal"."sealed_at" from "session_seal" where "session_seal"."id" = 1), -1), coalesce((select "session_seal"."sealed_id" from "session_seal" where "session_seal"."id" = 1), '')))) returning "revision" as "revision";

-- SEARCH topic_entries USING PRIMARY KEY (topic_id=? AND topic_entry_id=?): a key
-- SEARCH topics USING PRIMARY KEY (topic_id=?): a key
update "topic_entries" set "revision" = "topic_entries"."revision" + 1, "write_id" = substr(? || ' ' || "topic_entries"."write_id", 1, 264), … = ? where ((("topic_entries"."topic_id" = ? and "topic_entries"."topic_entry_id" = ?) and "topic_entries"."deleted_at" is null and exists (select 1 from "topics" where ("topics"."topic_id" = ? and "topics"."deleted_at" is null))) and instr("topic_entries"."write_id", ?) = 0);

-- SEARCH topic_entries USING PRIMARY KEY (topic_id=? AND topic_entry_id=?): a key
-- SEARCH topics USING PRIMARY KEY (topic_id=?): a key
update "topic_entries" set … = ?, "revision" = "topic_entries"."revision" + 1, "write_id" = substr(? || ' ' || "topic_entries"."write_id", 1, 264), "updated_at" = ? where ((("topic_entries"."topic_id" = ? and "topic_entries"."topic_entry_id" = ?) and "topic_entries"."deleted_at" is null and exists (select 1 from "topics" where ("topics"."topic_id" = ? and "topics"."deleted_at" is null))) and instr("topic_entries"."write_id", ?) = 0);

-- SEARCH topics USING PRIMARY KEY (topic_id=?): a key
update "topics" set "revision" = "topics"."revision" + 1, "write_id" = substr(? || ' ' || "topics"."write_id", 1, 264), … = ? where (("topics"."topic_id" = ? and "topics"."deleted_at" is null) and instr("topics"."write_id", ?) = 0);

-- SEARCH topics USING PRIMARY KEY (topic_id=?): a key
update "topics" set … = ?, "revision" = "topics"."revision" + 1, "write_id" = substr(? || ' ' || "topics"."write_id", 1, 264), "updated_at" = ? where (("topics"."topic_id" = ? and "topics"."deleted_at" is null) and instr("topics"."write_id", ?) = 0);

-- SEARCH views USING PRIMARY KEY (view_id=?): a key
update "views" set "address" = ?, "revision" = "views"."revision" + 1, "write_id" = substr(? || ' ' || "views"."write_id", 1, 264), "updated_at" = ? where (("views"."view_id" = ? and "views"."deleted_at" is null) and instr("views"."write_id", ?) = 0);

-- SEARCH views USING PRIMARY KEY (view_id=?): a key
-- SEARCH views USING INDEX views_name (name_key=?): a key
update "views" set … = ?, "revision" = "views"."revision" + 1, "write_id" = substr(? || ' ' || "views"."write_id", 1, 264), "updated_at" = ? where ((("views"."view_id" = ? and "views"."deleted_at" is null) and instr(?, char(10) || "views"."revision" || char(10)) > 0 and not exists (select 1 from "views" where ("views"."name_key" = ? and "views"."deleted_at" is null and "views"."view_id" <> ?))) and instr("views"."write_id", ?) = 0);

-- SEARCH views USING PRIMARY KEY (view_id=?): a key
-- SEARCH views USING INDEX views_name (name_key=?): a key
update "views" set … = ?, "revision" = "views"."revision" + 1, "write_id" = substr(? || ' ' || "views"."write_id", 1, 264), "updated_at" = ? where ((("views"."view_id" = ? and "views"."deleted_at" is null) and not exists (select 1 from "views" where ("views"."name_key" = ? and "views"."deleted_at" is null and "views"."view_id" <> ?))) and instr("views"."write_id", ?) = 0);

-- SEARCH views USING PRIMARY KEY (view_id=?): a key
update "views" set … = ?, "revision" = "views"."revision" + 1, "write_id" = substr(? || ' ' || "views"."write_id", 1, 264), … = ? where (("views"."view_id" = ? and "views"."deleted_at" is null) and instr("views"."write_id", ?) = 0);

-- SEARCH webhook_deliveries USING PRIMARY KEY (webhook_id=? AND sequence=?): a key
-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
update "webhook_deliveries" set … = ? where ("webhook_deliveries"."webhook_id" = ? and "webhook_deliveries"."sequence" = ? and exists (select 1 from "webhooks" where (("webhooks"."webhook_id" = ? and "webhooks"."deleted_at" is null) and "webhooks"."disabled_at" is null)));

-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
update "webhooks" set "console_origin" = ?, "disabled_at" = coalesce("webhooks"."disabled_at", ?), "disabled_reason" = iif("webhooks"."disabled_at" is null, 'request', "webhooks"."disabled_reason"), "lease_id" = null, "lease_until" = null, "revision" = "webhooks"."revision" + 1, "write_id" = substr(? || ' ' || "webhooks"."write_id", 1, 264), "updated_at" = ? where (("webhooks"."webhook_id" = ? and "webhooks"."deleted_at" is null) and instr("webhooks"."write_id", ?) = 0);

-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
-- SEARCH events: the newest or the oldest event: max or min of the rowid
-- SEARCH events: the newest or the oldest event: max or min of the rowid
-- SCAN halves: halves of the numbers of events: 50 steps at most
-- SEARCH events USING INTEGER PRIMARY KEY (rowid=?): a key
-- SEARCH events USING INTEGER PRIMARY KEY (rowid=?): a key
-- SCAN halves: halves of the numbers of events: 50 steps at most
update "webhooks" set "cursor" = min("webhooks"."cursor", ( with recursive halves (low, high) as ( select coalesce((select min("events"."sequence") from "events"), 1), coalesce((select max("events"."sequence") from "events"), 0) + 1 union all select iif((select "events"."created_at" from "events" where "events"."sequence" = (low + high) / 2) < ?, (low + high) / 2 + 1, low), iif((select "events"."created_at" from "events" where "events"."sequence" = (low + high) / 2) < ?, high, (low + high) / 2) from halves where low < high) select low from halves where low = high) - 1), "lease_id" = null, "lease_until" = null where (("webhooks"."webhook_id" = ? and "webhooks"."deleted_at" is null) and "webhooks"."disabled_at" is null);

-- SCAN webhooks USING INDEX webhooks_known: the webhooks of a workspace, of which there are 20 at most, with 20 answers each
-- SEARCH webhook_deliveries USING PRIMARY KEY (webhook_id=?): the first delivery of a webhook, or the first that waits, or is due: EXISTS
update "webhooks" set "is_cleared" = 1 where ("webhooks"."is_cleared" = 0 and "webhooks"."deleted_at" is not null and not exists (select 1 from "webhook_deliveries" where "webhook_deliveries"."webhook_id" = "webhooks"."webhook_id"));

-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
-- SEARCH webhook_deliveries USING PRIMARY KEY (webhook_id=? AND sequence=?): a key
update "webhooks" set "lease_until" = ? where (("webhooks"."webhook_id" = ? and "webhooks"."deleted_at" is null) and "webhooks"."lease_id" is null and "webhooks"."lease_until" is not null and exists (select 1 from "webhook_deliveries" where ("webhook_deliveries"."webhook_id" = ? and "webhook_deliveries"."sequence" = ?)));

-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
update "webhooks" set "url" = ?, "types" = '[]', "console_origin" = null, "lease_id" = null, "lease_until" = null, "author" = ?, "revision" = "webhooks"."revision" + 1, "write_id" = substr(? || ' ' || "webhooks"."write_id", 1, 264), … = ? where (("webhooks"."webhook_id" = ? and "webhooks"."deleted_at" is null) and instr("webhooks"."write_id", ?) = 0);

-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
-- SEARCH webhook_secrets USING PRIMARY KEY (webhook_id=?): a key
update "webhooks" set … = ? + 60000, "keeps_answers" = 1 where ("webhooks"."webhook_id" = ? and "webhooks"."disabled_at" is null and "webhooks"."deleted_at" is null and ("webhooks"."lease_until" is null or "webhooks"."lease_until" <= ? or "webhooks"."lease_id" = ?) and exists (select 1 from "webhook_secrets" where "webhook_secrets"."webhook_id" = "webhooks"."webhook_id"));

-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
update "webhooks" set … = ? where (("webhooks"."webhook_id" = ? and "webhooks"."deleted_at" is null) and "webhooks"."lease_until" is not null);

-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
-- SEARCH events: the newest or the oldest event: max or min of the rowid
update "webhooks" set … = ?, "disabled_at" = iif(? is null, "webhooks"."disabled_at", ?), … = ?, "revision" = "webhooks"."revision" + (("webhooks"."failing_since" is null) <> (? is null) or ? is not null) where ("webhooks"."webhook_id" = ? and "webhooks"."lease_id" = ?) returning coalesce((select max("events"."sequence") from "events"), 0) as "newest";

-- SEARCH webhooks USING PRIMARY KEY (webhook_id=?): a key
update "webhooks" set … = ?, "revision" = "webhooks"."revision" + 1, "write_id" = substr(? || ' ' || "webhooks"."write_id", 1, 264), "updated_at" = ? where ((("webhooks"."webhook_id" = ? and "webhooks"."deleted_at" is null) and instr(?, char(10) || "webhooks"."revision" || char(10)) > 0 and ("webhooks"."format" = 'json' or instr(?, '"session.') = 0)) and instr("webhooks"."write_id", ?) = 0);

-- SEARCH websites USING PRIMARY KEY (website_id=?): a key
update "websites" set "deleted_at" = ? where ("websites"."website_id" = ? and "websites"."deleted_at" is null);

-- trigger account_log_writes_inserted 1
-- SEARCH accounts USING COVERING INDEX accounts_seq: the last one: max of an index
INSERT INTO accounts (account_id, seq, domain, name, linked_persons_count, revision, write_id, created_at, updated_at, latest_activity_at) SELECT ? ->> 'newAccountId', (SELECT coalesce(max(seq), 0) + 1 FROM accounts), ? ->> 'domain', ? ->> 'domain', 0, 1, '', ? ->> 'createdAt', ? ->> 'createdAt', coalesce(? ->> 'occurredAt', ? ->> 'createdAt') WHERE ? ->> 'domain' IS NOT NULL ON CONFLICT (domain) DO NOTHING;

-- trigger account_log_writes_inserted 2
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
-- SEARCH accounts USING COVERING INDEX accounts_domain (domain=?): a key
INSERT INTO matched_account_log_writes SELECT ?, ?, account_id FROM accounts WHERE account_id = coalesce(? ->> 'accountId', (SELECT account_id FROM accounts WHERE domain = ? ->> 'domain'));

-- trigger account_logs_inserted 1
INSERT INTO account_log_counts (account_id, source, type, logs) VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET logs = logs + 1;

-- trigger account_logs_inserted 2
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
UPDATE accounts SET latest_activity_at = coalesce(?, ?) WHERE account_id = ? AND latest_activity_at < coalesce(?, ?);

-- trigger accounts_deleted 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value - 1 WHERE name = 'accounts';

-- trigger accounts_deleted 2
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value - 1 WHERE name = 'accounts_empty' AND ? = 0;

-- trigger accounts_deleted_alerts 1
-- SEARCH alert_firings USING INDEX alert_firings_subject (subject=?): the visits and firings of what is erased: each is removed
DELETE FROM alert_firings WHERE subject = ? AND subject <> '';

-- trigger accounts_deleted_alerts 2
-- SEARCH alert_visits USING INDEX alert_visits_subject (subject=?): the visits and firings of what is erased: each is removed
UPDATE alert_visits SET subject = NULL WHERE subject = ?;

-- trigger accounts_deleting 1
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
INSERT INTO account_search (account_search, rowid, text) SELECT 'delete', seq, text FROM account_search_text WHERE account_id = ?;

-- trigger accounts_emptied 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value + iif(? = 0, 1, -1) WHERE name = 'accounts_empty';

-- trigger accounts_inserted 1
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
-- SEARCH accounts USING COVERING INDEX accounts_seq: the last one: max of an index
UPDATE accounts SET seq = (SELECT coalesce(max(seq), 0) + 1 FROM accounts) WHERE account_id = ? AND ? IS NULL;

-- trigger accounts_inserted 2
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
INSERT INTO account_search (rowid, text) SELECT seq, text FROM account_search_text WHERE account_id = ?;

-- trigger accounts_inserted 3
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value + 1 WHERE name = 'accounts';

-- trigger accounts_inserted 4
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value + 1 WHERE name = 'accounts_empty' AND ? = 0;

-- trigger accounts_text_updated 1
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
INSERT INTO account_search (rowid, text) SELECT seq, text FROM account_search_text WHERE account_id = ?;

-- trigger accounts_text_updating 1
-- SEARCH accounts USING PRIMARY KEY (account_id=?): a key
INSERT INTO account_search (account_search, rowid, text) SELECT 'delete', seq, text FROM account_search_text WHERE account_id = ?;

-- trigger alert_firings_inserted 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'alert.fired', ?, json_object('alertId', ?, 'firingId', ?, 'webhookId', ?, 'accountId', iif(? ->> 'type' IN ('accounts_visited'), nullif(?, ''), NULL), 'personId', iif(? ->> 'type' IN ('link_opened'), nullif(?, ''), NULL), 'pageId', iif(? ->> 'type' IN ('conversions_changed', 'weekly_report'), nullif(?, ''), NULL)), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger alert_visits_accounts_visited 1
INSERT INTO alert_visits (subject, started_at, created_at) VALUES (?, ?, CAST(unixepoch('subsec') * 1000 AS INTEGER));

-- trigger alert_visits_accounts_visited_later 1
INSERT INTO alert_visits (subject, started_at, created_at) VALUES (?, ?, CAST(unixepoch('subsec') * 1000 AS INTEGER));

-- trigger alert_visits_link_opened 1
INSERT INTO alert_visits (subject, started_at, created_at) VALUES (?, ?, CAST(unixepoch('subsec') * 1000 AS INTEGER));

-- trigger alert_visits_link_opened_later 1
INSERT INTO alert_visits (subject, started_at, created_at) VALUES (?, ?, CAST(unixepoch('subsec') * 1000 AS INTEGER));

-- trigger alert_visits_newest_kept 1
-- SEARCH alert_visits USING INTEGER PRIMARY KEY (rowid=?): a key
UPDATE alert_visits SET subject = NULL WHERE sequence = ? AND subject IS NOT NULL;

-- trigger alerts_inserted 1
INSERT INTO event_listeners (type, listener) SELECT 'alert.fired', 'alerts' WHERE ? IS NOT NULL ON CONFLICT DO NOTHING;

-- trigger alerts_updated 1
INSERT INTO event_listeners (type, listener) SELECT 'alert.fired', 'alerts' WHERE ? IS NOT NULL ON CONFLICT DO NOTHING;

-- trigger alerts_updated 2
-- SEARCH event_listeners USING PRIMARY KEY (type=? AND listener=?): a key
-- SCAN alerts USING INDEX alerts_on: the alerts of a workspace, of which there are 50 at most
DELETE FROM event_listeners WHERE type = 'alert.fired' AND listener = 'alerts' AND NOT EXISTS (SELECT 1 FROM alerts WHERE on_after IS NOT NULL);

-- trigger api_keys_deleted 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value - 1 WHERE name = 'api_keys';

-- trigger api_keys_inserted 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value + 1 WHERE name = 'api_keys';

-- trigger audience_names_deleted 1
INSERT INTO audience_search (audience_search, rowid, text) VALUES ('delete', ?, ?);

-- trigger audience_names_inserted 1
INSERT INTO audience_search (rowid, text) VALUES (?, ?);

-- trigger audience_sessions_inserted 1
INSERT INTO session_corrections (page_id, analytics_session_id) VALUES (?, ?);

-- trigger audience_sessions_inserted_left_out 1
-- SEARCH left_out_counts USING PRIMARY KEY (page_id=? AND day=? AND reason=?): a key
-- SEARCH left_out_visits USING PRIMARY KEY (day=? AND analytics_session_id=?): a key
UPDATE left_out_counts SET count = count - 1 WHERE (page_id, day, reason) IN ( SELECT page_id, day, reason FROM left_out_visits WHERE day IN (? / 86400000 - 1, ? / 86400000, ? / 86400000 + 1) AND analytics_session_id = ? );

-- trigger audience_sessions_inserted_left_out 2
-- SEARCH left_out_counts USING PRIMARY KEY (page_id=? AND day=? AND reason=?): a key
-- SEARCH left_out_visits USING PRIMARY KEY (day=? AND analytics_session_id=?): a key
DELETE FROM left_out_counts WHERE count = 0 AND (page_id, day, reason) IN ( SELECT page_id, day, reason FROM left_out_visits WHERE day IN (? / 86400000 - 1, ? / 86400000, ? / 86400000 + 1) AND analytics_session_id = ? );

-- trigger audience_sessions_inserted_left_out 3
-- SEARCH left_out_visits USING PRIMARY KEY (day=? AND analytics_session_id=?): a key
DELETE FROM left_out_visits WHERE day IN (? / 86400000 - 1, ? / 86400000, ? / 86400000 + 1) AND analytics_session_id = ?;

-- trigger audience_sessions_updated 1
-- SEARCH session_seal USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO session_corrections (page_id, analytics_session_id, counted) VALUES (?, ?, iif((?, ?) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1), json_array(?, ?, ?, coalesce(? + 1, 0), coalesce(? + 1, 0), ?, ?, ((? = 'pending') * 1 + (? IS NOT NULL) * 2 + (? > 0) * 4 + (? > 0) * 8), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, iif(? IS NULL, NULL, ?), nullif(?, ''), ?, ?, ?), NULL)) ON CONFLICT DO NOTHING;

-- trigger audience_versions_inserted 1
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
UPDATE audiences SET revision = revision + 1 WHERE audience_id = ?;

-- trigger audience_versions_updated 1
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
UPDATE audiences SET revision = revision + 1 WHERE audience_id = ?;

-- trigger audiences_inserted 1
-- SEARCH pages USING PRIMARY KEY (page_id=?): a key
UPDATE pages SET audiences_count = audiences_count + 1 WHERE page_id = ?;

-- trigger audiences_named 1
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
INSERT INTO audience_names (audience_id, text) SELECT audience_id, text FROM audience_name_text WHERE audience_id = ?;

-- trigger audiences_renamed 1
-- SEARCH audience_names USING INDEX audience_names_audience_id (audience_id=?): a key
DELETE FROM audience_names WHERE audience_id = ?;

-- trigger audiences_renamed 2
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
INSERT INTO audience_names (audience_id, text) SELECT audience_id, text FROM audience_name_text WHERE audience_id = ?;

-- trigger event_account_created 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'account.created', ?, json_object(), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_account_erased 1
-- SEARCH visit_days USING PRIMARY KEY (type=? AND subject=?): a key
DELETE FROM visit_days WHERE type = 'account.visited' AND subject = ?;

-- trigger event_account_erased 2
-- SEARCH events USING INDEX events_subject (subject=?): the events of the erased person or account: each is cleared
UPDATE events SET subject = NULL, related = '{}' WHERE subject = ? AND type = 'account.visited';

-- trigger event_account_erased 3
-- SEARCH events USING INDEX events_subject (subject=?): the events of the erased person or account: each is cleared
UPDATE events SET related = '{}' WHERE subject = ? AND related <> '{}';

-- trigger event_account_erased 4
-- SEARCH event_listeners EXISTS USING PRIMARY KEY (type=?): the first that listens to the type: EXISTS
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'account.erased', ?, json_object(), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.erased');

-- trigger event_account_log_created 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'account_log.created', ?, json_object('accountLogId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_account_updated 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'account.updated', ?, json_object(), (SELECT json_group_array(value) FROM json_each(json_array(iif(? IS NOT ?, 'name', NULL))) WHERE value IS NOT NULL), (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_account_visited 1
-- SEARCH visit_days USING PRIMARY KEY (type=? AND subject=?): a key
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'account.visited', ?, json_object('audienceSessionId', ?, 'analyticsSessionId', ?, 'pageId', ?, 'audienceId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'account.visited' AND subject = ? AND day >= ? / 86400000);

-- trigger event_account_visited 2
INSERT INTO visit_days (type, subject, day) VALUES ('account.visited', ?, ? / 86400000) ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;

-- trigger event_account_visited_later 1
-- SEARCH visit_days USING PRIMARY KEY (type=? AND subject=?): a key
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'account.visited', ?, json_object('audienceSessionId', ?, 'analyticsSessionId', ?, 'pageId', ?, 'audienceId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'account.visited' AND subject = ? AND day >= ? / 86400000);

-- trigger event_account_visited_later 2
INSERT INTO visit_days (type, subject, day) VALUES ('account.visited', ?, ? / 86400000) ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;

-- trigger event_api_key_created 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'api_key.created', ?, json_object(), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_api_key_revoked 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'api_key.revoked', ?, json_object(), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_api_key_updated 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'api_key.updated', ?, json_object(), (SELECT json_group_array(value) FROM json_each(json_array(iif(? IS NOT ?, 'expiresAt', NULL))) WHERE value IS NOT NULL), (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_audience_archived 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'audience.archived', ?, json_object('pageId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_audience_created 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'audience.created', ?, json_object('pageId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_audience_restored 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'audience.restored', ?, json_object('pageId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_audience_updated 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'audience.updated', ?, json_object('pageId', ?), (SELECT json_group_array(value) FROM json_each(json_array(iif(? IS NOT ?, 'customName', NULL), iif(? IS NOT ?, 'actionFormIdOverride', NULL), iif(? IS NOT ?, 'actionFormInstructionsOverride', NULL), iif(? IS NOT ?, 'actionUrlOverride', NULL), iif(? IS NOT ?, 'metadataOverride', NULL))) WHERE value IS NOT NULL), (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_audience_updated_words 1
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'audience.updated', ?, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = ?), 'versionId', ?), json_array('supplementaryContext'), (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_audience_version_cancelled 1
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'audience_version.cancelled', ?, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = ?), 'versionId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_audience_version_created 1
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'audience_version.created', ?, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = ?), 'versionId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_audience_version_published 1
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'audience_version.published', ?, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = ?), 'versionId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_audience_version_queued 1
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'audience_version.queued', ?, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = ?), 'versionId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_form_submitted 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'form.submitted', NULL, json_object('audienceSessionId', ?, 'analyticsSessionId', ?, 'pageId', ?, 'audienceId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_form_submitted_later 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'form.submitted', NULL, json_object('audienceSessionId', ?, 'analyticsSessionId', ?, 'pageId', ?, 'audienceId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_listeners_deleted 1
-- SCAN event_actor: the listeners, of which there is one for each type
-- SCAN event_listeners: the listeners, of which there is one for each type
UPDATE event_actor SET has_webhooks = 0 WHERE has_webhooks = 1 AND NOT EXISTS (SELECT 1 FROM event_listeners WHERE listener <> 'feed');

-- trigger event_listeners_deleted 2
-- SCAN event_actor: the listeners, of which there is one for each type
-- SCAN event_listeners: the listeners, of which there is one for each type
DELETE FROM event_actor WHERE NOT EXISTS (SELECT 1 FROM event_listeners);

-- trigger event_listeners_inserted 1
INSERT INTO event_actor (id) VALUES (1) ON CONFLICT DO NOTHING;

-- trigger event_listeners_inserted 2
-- SCAN event_actor: the listeners, of which there is one for each type
UPDATE event_actor SET has_webhooks = 1 WHERE has_webhooks = 0 AND ? <> 'feed';

-- trigger event_page_created 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'page.created', ?, json_object(), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_page_link_created 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'page_link.created', ?, json_object('pageId', ?, 'audienceId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_page_link_deleted 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'page_link.deleted', ?, json_object('pageId', ?, 'audienceId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_page_link_updated 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'page_link.updated', ?, json_object('pageId', ?, 'audienceId', ?), (SELECT json_group_array(value) FROM json_each(json_array(iif(? IS NOT ?, 'tenantDomainId', NULL), iif(? IS NOT ?, 'path', NULL), iif(? IS NOT ?, 'targetType', NULL), iif(? IS NOT ?, 'pageId', NULL), iif(? IS NOT ?, 'audienceId', NULL))) WHERE value IS NOT NULL), (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_page_updated 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'page.updated', ?, json_object(), (SELECT json_group_array(value) FROM json_each(json_array(iif(? IS NOT ?, 'title', NULL), iif(? IS NOT ?, 'url', NULL), iif(? IS NOT ?, 'metadata', NULL))) WHERE value IS NOT NULL), (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_person_created 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'person.created', ?, json_object(), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_person_erased 1
-- SEARCH visit_days USING PRIMARY KEY (type=? AND subject=?): a key
DELETE FROM visit_days WHERE type = 'person.visited' AND subject = ?;

-- trigger event_person_erased 2
-- SEARCH events USING INDEX events_subject (subject=?): the events of the erased person or account: each is cleared
UPDATE events SET subject = NULL, related = '{}' WHERE subject = ? AND type = 'person.visited';

-- trigger event_person_erased 3
-- SEARCH events USING INDEX events_subject (subject=?): the events of the erased person or account: each is cleared
UPDATE events SET related = '{}' WHERE subject = ? AND related <> '{}';

-- trigger event_person_erased 4
-- SEARCH event_listeners EXISTS USING PRIMARY KEY (type=?): the first that listens to the type: EXISTS
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'person.erased', ?, json_object(), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.erased');

-- trigger event_person_log_created 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'person_log.created', ?, json_object('personLogId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_person_updated 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'person.updated', ?, json_object(), (SELECT json_group_array(value) FROM json_each(json_array(iif(? IS NOT ?, 'name', NULL), iif(? IS NOT ?, 'email', NULL), iif(? IS NOT ?, 'domain', NULL), iif(? IS NOT ?, 'phoneNumber', NULL), iif(? IS NOT ?, 'linkedinProfileUrl', NULL))) WHERE value IS NOT NULL), (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_person_visited 1
-- SEARCH visit_days USING PRIMARY KEY (type=? AND subject=?): a key
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'person.visited', ?, json_object('audienceSessionId', ?, 'analyticsSessionId', ?, 'pageId', ?, 'audienceId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'person.visited' AND subject = ? AND day >= ? / 86400000);

-- trigger event_person_visited 2
INSERT INTO visit_days (type, subject, day) VALUES ('person.visited', ?, ? / 86400000) ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;

-- trigger event_person_visited_later 1
-- SEARCH visit_days USING PRIMARY KEY (type=? AND subject=?): a key
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'person.visited', ?, json_object('audienceSessionId', ?, 'analyticsSessionId', ?, 'pageId', ?, 'audienceId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'person.visited' AND subject = ? AND day >= ? / 86400000);

-- trigger event_person_visited_later 2
INSERT INTO visit_days (type, subject, day) VALUES ('person.visited', ?, ? / 86400000) ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;

-- trigger event_session_engaged 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'session.engaged', NULL, json_object('audienceSessionId', ?, 'analyticsSessionId', ?, 'pageId', ?, 'audienceId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_session_engaged_later 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'session.engaged', NULL, json_object('audienceSessionId', ?, 'analyticsSessionId', ?, 'pageId', ?, 'audienceId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_session_started 1
-- SEARCH event_actor USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO events (type, subject, related, changes, actor, created_at) SELECT 'session.started', NULL, json_object('audienceSessionId', ?, 'analyticsSessionId', ?, 'pageId', ?, 'audienceId', ?), NULL, (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- trigger event_settings_updated 1
-- SCAN event_listeners: the listeners, of which there is one for each type
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
DELETE FROM event_listeners WHERE listener = 'feed' AND type NOT IN (SELECT value FROM json_each(?));

-- trigger event_settings_updated 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
INSERT INTO event_listeners (type, listener) SELECT value, 'feed' FROM json_each(?) WHERE true ON CONFLICT DO NOTHING;

-- trigger left_out_visits_inserted 1
INSERT INTO left_out_counts (page_id, day, reason, count) VALUES (?, ?, ?, 1) ON CONFLICT (page_id, day, reason) DO UPDATE SET count = count + 1;

-- trigger matched_account_log_writes_inserted 1
INSERT INTO account_logs (account_id, account_log_id, source, type, payload, idempotency_key, fingerprint, created_at, occurred_at) VALUES (?, ? ->> 'logId', ? ->> 'source', ? ->> 'type', ?, ? ->> 'idempotencyKey', ? ->> 'fingerprint', ? ->> 'createdAt', ? ->> 'occurredAt') ON CONFLICT (account_id, account_log_id) DO NOTHING;

-- trigger matched_account_log_writes_inserted 2
INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type, created_at) SELECT 'account_log', ? ->> 'keyHash', ?, ? ->> 'logId', ? ->> 'requestDigest', ? = ? ->> 'newAccountId', ? ->> 'source', ? ->> 'type', ? ->> 'createdAt' WHERE ? ->> 'keyHash' IS NOT NULL;

-- trigger matched_person_log_writes_inserted 1
-- SEARCH persons USING COVERING INDEX persons_slug (slug=?): a key
-- SEARCH persons USING COVERING INDEX persons_slug (slug=?): a key
INSERT INTO persons (person_id, name, search_name, email, search_email, email_domain, phone_number, linkedin_profile_url, linkedin_key, slug, revision, write_id, created_at, updated_at) SELECT ?, ? ->> 'name', ? ->> 'searchName', ? ->> 'email', ? ->> 'searchEmail', ?, ? ->> 'phoneNumber', ? ->> 'linkedinProfileUrl', ? ->> 'linkedinKey', CASE WHEN NOT EXISTS (SELECT 1 FROM persons WHERE slug = ? ->> 'slug') THEN ? ->> 'slug' WHEN NOT EXISTS (SELECT 1 FROM persons WHERE slug = ? ->> 'shortSlug') THEN ? ->> 'shortSlug' ELSE ? ->> 'wholeSlug' END, 1, '', ? ->> 'createdAt', ? ->> 'createdAt' WHERE ? IS NULL ON CONFLICT (person_id) DO NOTHING;

-- trigger matched_person_log_writes_inserted 2
-- SEARCH persons USING INTEGER PRIMARY KEY (rowid=?): a key
UPDATE persons SET email = iif(?, ? ->> 'email', email), search_email = iif(?, ? ->> 'searchEmail', search_email), email_domain = iif(?, ?, email_domain), phone_number = iif(?, ? ->> 'phoneNumber', phone_number), linkedin_profile_url = iif(?, ? ->> 'linkedinProfileUrl', linkedin_profile_url), linkedin_key = iif(?, ? ->> 'linkedinKey', linkedin_key), revision = revision + 1, updated_at = max(updated_at, ? ->> 'createdAt') WHERE seq = ? AND (? OR ? OR ?);

-- trigger matched_person_log_writes_inserted 3
-- SEARCH accounts USING COVERING INDEX accounts_seq: the last one: max of an index
INSERT INTO accounts (account_id, seq, domain, name, linked_persons_count, revision, write_id, created_at, updated_at, latest_activity_at) SELECT ? ->> 'newAccountId', (SELECT coalesce(max(seq), 0) + 1 FROM accounts), ?, ?, 1, 1, '', ? ->> 'createdAt', ? ->> 'createdAt', coalesce(? ->> 'occurredAt', ? ->> 'createdAt') WHERE ? AND ? IS NOT NULL ON CONFLICT (domain) DO NOTHING;

-- trigger matched_person_log_writes_inserted 4
INSERT INTO person_logs (person_id, person_log_id, source, type, payload, idempotency_key, fingerprint, created_at, occurred_at) VALUES (?, ? ->> 'logId', ? ->> 'source', ? ->> 'type', ?, ? ->> 'idempotencyKey', ? ->> 'fingerprint', ? ->> 'createdAt', ? ->> 'occurredAt') ON CONFLICT (person_id, person_log_id) DO NOTHING;

-- trigger matched_person_log_writes_inserted 5
INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type, created_at) SELECT 'person_log', ? ->> 'keyHash', ?, ? ->> 'logId', ? ->> 'requestDigest', ? IS NULL, ? ->> 'source', ? ->> 'type', ? ->> 'createdAt' WHERE ? ->> 'keyHash' IS NOT NULL;

-- trigger page_links_counted 1
-- SEARCH page_link_counts USING PRIMARY KEY (tenant_domain_id=? AND target_type=? AND page_id=?): a key
UPDATE page_link_counts SET links = links - 1 WHERE ? IS NULL AND tenant_domain_id = coalesce(?, '') AND target_type IN ('', ?) AND page_id IN ('', ?);

-- trigger page_links_counted 2
INSERT INTO page_link_counts (tenant_domain_id, target_type, page_id, links) SELECT coalesce(?, ''), type, page, 1 FROM (SELECT '' AS type UNION ALL SELECT ?), (SELECT '' AS page UNION ALL SELECT ?) WHERE ? IS NULL ON CONFLICT DO UPDATE SET links = links + 1;

-- trigger page_links_inserted 1
-- SEARCH page_links USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO page_link_search (rowid, text) SELECT seq, text FROM page_link_search_text WHERE seq = ?;

-- trigger page_links_inserted 2
INSERT INTO page_link_counts (tenant_domain_id, target_type, page_id, links) VALUES (coalesce(?, ''), '', '', 1), (coalesce(?, ''), ?, '', 1), (coalesce(?, ''), '', ?, 1), (coalesce(?, ''), ?, ?, 1) ON CONFLICT DO UPDATE SET links = links + 1;

-- trigger page_links_text_updated 1
-- SEARCH page_links USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO page_link_search (rowid, text) SELECT seq, text FROM page_link_search_text WHERE seq = ?;

-- trigger page_links_text_updating 1
-- SEARCH page_links USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO page_link_search (page_link_search, rowid, text) SELECT 'delete', seq, text FROM page_link_search_text WHERE seq = ?;

-- trigger pages_inserted 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value + 1 WHERE name = 'pages';

-- trigger person_log_writes_inserted 1
-- SEARCH person USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN: a key
-- SEARCH persons USING COVERING INDEX persons_person_id (person_id=?): a key
-- SEARCH persons USING COVERING INDEX persons_email (email=?): a key
-- SEARCH persons USING COVERING INDEX persons_phone_number (phone_number=?): a key
-- SEARCH persons USING INDEX persons_linkedin_identity (linkedin_identity=?): a key
-- SEARCH persons USING COVERING INDEX persons_email (email=?): a key
-- SEARCH persons USING COVERING INDEX persons_phone_number (phone_number=?): a key
-- SEARCH persons USING INDEX persons_linkedin_identity (linkedin_identity=?): a key
-- SEARCH persons USING COVERING INDEX persons_email (email=?): a key
-- SEARCH free_mail_domains USING PRIMARY KEY (domain=?): a key
INSERT INTO matched_person_log_writes SELECT ?, ?, person_id, seq, fills_email, fills_phone_number, fills_linkedin, iif(seq IS NULL OR fills_email, ( SELECT ? ->> 'emailDomain' WHERE NOT EXISTS (SELECT 1 FROM free_mail_domains WHERE domain = ? ->> 'emailDomain')), NULL), seq IS NULL OR domain IS NULL FROM ( SELECT person.seq, person.domain, iif(? ->> 'personId' IS NULL, coalesce(person.person_id, ? ->> 'newPersonId'), person.person_id) AS person_id, person.email IS NULL AND ? ->> 'email' IS NOT NULL AND NOT EXISTS ( SELECT 1 FROM persons WHERE email = ? ->> 'email') AS fills_email, person.phone_number IS NULL AND ? ->> 'phoneNumber' IS NOT NULL AND NOT EXISTS ( SELECT 1 FROM persons WHERE phone_number = ? ->> 'phoneNumber') AS fills_phone_number, person.linkedin_profile_url IS NULL AND ? ->> 'linkedinProfileUrl' IS NOT NULL AND NOT EXISTS ( SELECT 1 FROM persons WHERE linkedin_identity = ? ->> 'linkedinIdentity') AS fills_linkedin FROM (SELECT 1) LEFT JOIN persons AS person ON person.seq = CASE WHEN ? ->> 'personId' IS NOT NULL THEN (SELECT seq FROM persons WHERE person_id = ? ->> 'personId') ELSE coalesce( (SELECT seq FROM persons WHERE email = ? ->> 'email'), (SELECT seq FROM persons WHERE phone_number = ? ->> 'phoneNumber'), (SELECT seq FROM persons WHERE linkedin_identity = ? ->> 'linkedinIdentity')) END );

-- trigger person_logs_inserted 1
INSERT INTO person_log_counts (person_id, source, type, logs) VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET logs = logs + 1;

-- trigger person_logs_inserted 2
-- SEARCH accounts USING INDEX accounts_domain (domain=?): a key
-- SEARCH persons USING INDEX persons_person_id (person_id=?): a key
UPDATE accounts SET latest_activity_at = coalesce(?, ?) WHERE domain = (SELECT account_domain FROM persons WHERE person_id = ?) AND latest_activity_at < coalesce(?, ?);

-- trigger persons_account_updated 1
-- SEARCH accounts USING COVERING INDEX accounts_domain (domain=?): a key
UPDATE accounts SET linked_persons_count = linked_persons_count - 1 WHERE domain = ?;

-- trigger persons_account_updated 2
-- SEARCH accounts USING COVERING INDEX accounts_domain (domain=?): a key
UPDATE accounts SET linked_persons_count = linked_persons_count + 1 WHERE domain = ?;

-- trigger persons_deleted 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value - 1 WHERE name = 'persons';

-- trigger persons_deleted 2
-- SEARCH accounts USING INDEX accounts_domain (domain=?): a key
-- SEARCH account_log_counts USING PRIMARY KEY (account_id=?): the kinds (source and type) of the logs of one owner
DELETE FROM accounts WHERE domain = ? AND linked_persons_count = 1 AND name = domain AND NOT EXISTS (SELECT 1 FROM account_log_counts WHERE account_id = accounts.account_id);

-- trigger persons_deleted 3
-- SEARCH accounts USING COVERING INDEX accounts_domain (domain=?): a key
UPDATE accounts SET linked_persons_count = linked_persons_count - 1 WHERE domain = ?;

-- trigger persons_deleted_alerts 1
-- SEARCH alert_firings USING INDEX alert_firings_subject (subject=?): the visits and firings of what is erased: each is removed
DELETE FROM alert_firings WHERE subject = ? AND subject <> '';

-- trigger persons_deleted_alerts 2
-- SEARCH alert_visits USING INDEX alert_visits_subject (subject=?): the visits and firings of what is erased: each is removed
UPDATE alert_visits SET subject = NULL WHERE subject = ?;

-- trigger persons_deleted_answers 1
DELETE FROM webhook_answers;

-- trigger persons_deleted_answers 2
-- SCAN webhooks USING INDEX webhooks_known: the webhooks of a workspace, of which there are 20 at most, with 20 answers each
UPDATE webhooks SET keeps_answers = 0 WHERE is_cleared = 0 AND keeps_answers = 1;

-- trigger persons_deleted_audiences 1
-- SEARCH audiences USING COVERING INDEX audiences_person (person_id=?): the audiences of one person: one a page
INSERT INTO erased_audiences (audience_id, page_id, clears_until, step, due_at) SELECT audience_id, page_id, unixepoch() * 1000 + 300000, 'sessions', 0 FROM audiences WHERE person_id = ?;

-- trigger persons_deleted_audiences 2
-- SEARCH audiences USING INDEX audiences_person (person_id=?): the audiences of one person: one a page
UPDATE audiences SET person_id = NULL, revision = revision + 1 WHERE person_id = ?;

-- trigger persons_deleted_logs 1
-- SEARCH person_logs USING PRIMARY KEY (person_id=?): the logs that are erased
DELETE FROM person_logs WHERE person_id = ?;

-- trigger persons_deleted_logs 2
-- SEARCH person_log_counts USING PRIMARY KEY (person_id=?): the kinds (source and type) of the logs of one owner
DELETE FROM person_log_counts WHERE person_id = ?;

-- trigger persons_deleted_sessions 1
-- SEARCH audience_sessions USING PRIMARY KEY (analytics_session_id=?): a key
-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_person (person_id=?): the sessions of the person who is erased
-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_form_email (form_submission_email=?): the sessions of the person who is erased
-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_form_phone (form_submission_phone=?): the sessions of the person who is erased
-- SEARCH audience_sessions USING COVERING INDEX audience_sessions_form_identifier (form_submission_identifier=?): the sessions of the person who is erased
UPDATE audience_sessions SET person_id = nullif(person_id, ?), account_id = iif(person_id = ?, NULL, account_id), form_submission_email = NULL, form_submission_phone = NULL, form_submission_identifier = NULL, form_submission_identifier_type = NULL, page_link_id = NULL, page_title = NULL, page_url = NULL, utm_campaign = NULL, utm_content = NULL, utm_medium = NULL, utm_source = NULL, utm_term = NULL, referrer = NULL WHERE analytics_session_id IN ( SELECT analytics_session_id FROM audience_sessions WHERE person_id = ? UNION SELECT analytics_session_id FROM audience_sessions WHERE form_submission_email = ? UNION SELECT analytics_session_id FROM audience_sessions WHERE form_submission_phone = ? UNION SELECT analytics_session_id FROM audience_sessions WHERE form_submission_identifier IN (?, ?, ?) );

-- trigger persons_deleting 1
-- SEARCH persons USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO person_search (person_search, rowid, text) SELECT 'delete', seq, text FROM person_search_text WHERE seq = ?;

-- trigger persons_inserted 1
-- SEARCH persons USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO person_search (rowid, text) SELECT seq, text FROM person_search_text WHERE seq = ?;

-- trigger persons_inserted 2
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value + 1 WHERE name = 'persons';

-- trigger persons_inserted 3
-- SEARCH accounts USING COVERING INDEX accounts_domain (domain=?): a key
UPDATE accounts SET linked_persons_count = linked_persons_count + 1 WHERE domain = ?;

-- trigger persons_renamed 1
-- SEARCH audiences USING INDEX audiences_person (person_id=?): the audiences of one person: one a page
UPDATE audiences SET revision = revision + 1 WHERE person_id = ?;

-- trigger persons_renamed_audiences 1
-- SEARCH audience_names USING COVERING INDEX audience_names_audience_id (audience_id=?): a key
-- SEARCH audiences USING INDEX audiences_person (person_id=?): the audiences of one person: one a page
DELETE FROM audience_names WHERE audience_id IN ( SELECT audience_id FROM audiences WHERE person_id = ? AND custom_name IS NULL);

-- trigger persons_renamed_audiences 2
-- SEARCH audiences USING INDEX audiences_audience_id (audience_id=?): a key
-- SEARCH audiences USING INDEX audiences_person (person_id=?): the audiences of one person: one a page
-- SEARCH persons USING INDEX persons_person_id (person_id=?) LEFT-JOIN: a key
INSERT INTO audience_names (audience_id, text) SELECT audience_id, text FROM audience_name_text WHERE audience_id IN ( SELECT audience_id FROM audiences WHERE person_id = ? AND custom_name IS NULL);

-- trigger persons_text_updated 1
-- SEARCH persons USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO person_search (rowid, text) SELECT seq, text FROM person_search_text WHERE seq = ?;

-- trigger persons_text_updating 1
-- SEARCH persons USING INTEGER PRIMARY KEY (rowid=?): a key
INSERT INTO person_search (person_search, rowid, text) SELECT 'delete', seq, text FROM person_search_text WHERE seq = ?;

-- trigger publishes_noted 1
-- SEARCH audiences USING COVERING INDEX audiences_audience_id (audience_id=?): a key
INSERT INTO publishes (page_id, published_at, version_id, audience_id, version_number) SELECT page_id, ?, ?, ?, ? FROM audiences WHERE audience_id = ?;

-- trigger tenant_domains_inserted 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value + 1 WHERE name = 'tenant_domains';

-- trigger topic_entries_inserted 1
-- SEARCH topics USING PRIMARY KEY (topic_id=?): a key
UPDATE topics SET entries_count = entries_count + 1, revision = revision + 1 WHERE topic_id = ?;

-- trigger topic_entries_updated 1
-- SEARCH topics USING PRIMARY KEY (topic_id=?): a key
UPDATE topics SET revision = revision + 1, entries_count = entries_count - iif(? IS NULL AND ? IS NOT NULL, 1, 0) WHERE topic_id = ?;

-- trigger topics_deleted 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value - 1 WHERE name = 'topics';

-- trigger topics_inserted 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value + 1 WHERE name = 'topics';

-- trigger views_deleted 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value - 1 WHERE name = 'views';

-- trigger views_inserted 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value + 1 WHERE name = 'views';

-- trigger visit_days_forgotten 1
-- SEARCH visit_days USING PRIMARY KEY (type=? AND subject=?): a key
DELETE FROM visit_days WHERE type = ? AND subject = ? AND day <= ? / 86400000;

-- trigger visit_days_removed 1
-- SEARCH visit_days USING PRIMARY KEY (type=? AND subject=?): a key
DELETE FROM visit_days WHERE type = ? AND subject = ? AND day <= ? / 86400000;

-- trigger webhook_deliveries_deleted 1
-- SEARCH webhook_answers USING PRIMARY KEY (webhook_id=? AND place=?): a key
DELETE FROM webhook_answers WHERE webhook_id = ? AND place = ? % 20 AND sequence = ?;

-- trigger webhooks_deleted 1
-- SEARCH webhook_secrets USING PRIMARY KEY (webhook_id=?): a key
DELETE FROM webhook_secrets WHERE webhook_id = ?;

-- trigger webhooks_deleted 2
-- SEARCH webhook_answers USING PRIMARY KEY (webhook_id=?): the webhooks of a workspace, of which there are 20 at most, with 20 answers each
DELETE FROM webhook_answers WHERE webhook_id = ?;

-- trigger webhooks_deleted_alerts 1
-- SCAN alerts USING INDEX alerts_on: the alerts of a workspace, of which there are 50 at most
UPDATE alerts SET on_after = NULL, next_due_at = NULL, revision = revision + 1, updated_at = ? WHERE on_after IS NOT NULL AND webhook_id = ?;

-- trigger webhooks_inserted 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
INSERT INTO event_listeners (type, listener) SELECT value, ? FROM json_each(?) WHERE ? IS NULL AND ? IS NULL ON CONFLICT DO NOTHING;

-- trigger webhooks_updated 1
-- SCAN event_listeners: the listeners, of which there is one for each type
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
DELETE FROM event_listeners WHERE listener = ? AND (? IS NOT NULL OR ? IS NOT NULL OR type NOT IN (SELECT value FROM json_each(?)));

-- trigger webhooks_updated 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:: the request
INSERT INTO event_listeners (type, listener) SELECT value, ? FROM json_each(?) WHERE ? IS NULL AND ? IS NULL ON CONFLICT DO NOTHING;

-- trigger websites_deleted 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value - 1 WHERE name = 'websites';

-- trigger websites_inserted 1
-- SEARCH counters USING PRIMARY KEY (name=?): a key
UPDATE counters SET value = value + 1 WHERE name = 'websites';
