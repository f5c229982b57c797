/** A step that is not bounded by a key or a page, and its actual bound. */
export interface Exception {
  step: RegExp;
  /** The statement of the step. */
  of: RegExp;
  why: string;
}

/** The statement that looks which tasks of the cron have work. */
const look = /^select exists \(select 1 from "audience_versions" .* as "webhooks" from \(select 1\)$/;

export const exceptions: Exception[] = [
  {
    step: /^SCAN sources USING (?:COVERING )?INDEX sources_live$/,
    of: /"sources"/,
    why: 'the sources of a workspace, of which there are 50 at most',
  },
  {
    step: /^SEARCH campaign_waiting_rows USING PRIMARY KEY \(campaign_id=\?\)$/,
    of: /^(?:update "campaigns"|delete from "campaign_waiting_rows"|DELETE FROM campaign_waiting_rows)/,
    why: 'the rows of a campaign that wait: 10,000 at most, a hundred in a row',
  },
  {
    step: /^SCAN campaign_waiting_rows$/,
    of: /campaign_waiting_rows/,
    why: 'all rows that wait, a hundred in a row: at an erasure alone, which looks for the person in them',
  },
  {
    step: /^SEARCH campaigns USING COVERING INDEX campaigns_page \(page_id=\?\)$/,
    of: /^(?:insert into "campaigns"|select count\(\*\).*from "campaigns")|FROM campaigns WHERE page_id IN \(\s*SELECT page_id FROM audiences/,
    why: 'the campaigns of a page, of which there are 100 at most',
  },
  {
    step: /^SEARCH (?:page_links USING INDEX page_links_audience \(audience_id=\?\)|campaigns USING COVERING INDEX campaigns_page \(page_id=\?\))$/,
    of: /^INSERT INTO erased_audiences .*SELECT page_link_id FROM page_links/,
    why: 'the live links to the audiences of an erased person, one a page, and the campaigns of a page, 100 at most',
  },
  {
    step: /^SEARCH other USING INDEX campaigns_page \(page_id=\?\)$/,
    of: /^update "audiences" set .* from "campaigns" as other cross join json_each/,
    why: 'the campaigns of a page, of which there are 100 at most: an audience that one of them has stays',
  },
  {
    step: /^SEARCH erased_identifiers USING COVERING INDEX erased_identifiers_erased_at$/,
    of: /\(SELECT max\(erased_at\) FROM erased_identifiers\)/,
    why: 'the last erasure: max of an index',
  },
  {
    step: /^SEARCH campaign_rows USING PRIMARY KEY \(campaign_id=\?\)$/,
    of: /^select "page_link_id" as "pageLinkId", .* as "value" from "campaign_rows"/,
    why: 'all rows of a campaign, of which there are 10,000 at most, for what came of it',
  },
  {
    step: /^SEARCH audiences USING COVERING INDEX audiences_person \(person_id=\?\)$/,
    of: /FROM campaigns WHERE page_id IN \(\s*SELECT page_id FROM audiences/,
    why: 'the audiences of one person: one a page',
  },
  {
    step: /^SEARCH audience_versions USING PRIMARY KEY \(audience_id=\?\)$/,
    of: /^UPDATE audience_versions SET snapshot = NULL, frozen = NULL/,
    why: 'the versions of the audiences of an erased person, whose words go',
  },
  {
    step: /^SEARCH audiences USING PRIMARY KEY \(page_id=\?\)/,
    of: /^update "audiences" set "field_overrides" = json_patch\("audiences"\."field_overrides", \?\) where \("audiences"\."page_id" = \? and exists/,
    why: 'the audiences of the page whose removed fields are discarded: each may have values of them',
  },
  {
    step: /^SCAN sample_data$/,
    of: /^delete from sample_data$/,
    why: 'a view of one row at most; its trigger removes the few rows of sample data',
  },
  {
    step: /^SEARCH \w+ USING .*\((?:linked_persons_count=\? AND )?(?:page|person|account)_id>\? AND \w+<\?\)/,
    of: /'e00samp1e'/,
    why: 'the rows of sample data, by a range of ids',
  },
  {
    step: /^SEARCH (?:audience_versions USING PRIMARY KEY \(audience_id=\?\)|campaign_rows USING PRIMARY KEY \(campaign_id=\?)/,
    of: /^DELETE FROM (?:audience_versions|campaign_rows) WHERE .*'e00samp1e'/,
    why: 'the versions of the audiences of sample data',
  },
  {
    step: /^SCAN (?:annotations|experiments|left_out_visits|page_links|erased_audiences)\b/,
    of: /^(?:DELETE|UPDATE|INSERT) .*'e00samp1e'/,
    why: 'once, when sample data is removed: its pages have no index here, for which all others would pay',
  },
  {
    step: /^SCAN (?:page_link_counts|session_blocks|session_corrections)\b/,
    of: /^DELETE FROM (?:page_link_counts WHERE links = 0|session_(?:blocks|corrections) WHERE .*sealed_at = -1\))/,
    why: 'once, when sample data is removed: all are sealed anew if some of it is sealed',
  },
  {
    step: /^SCAN audience_sessions\b/,
    of: /^INSERT INTO (?:latest_visits .* CROSS JOIN persons ON |session_seal .* LIMIT 500\))/,
    why: 'the visits of sample data, as it is loaded into an empty workspace; and LIMIT 500',
  },
  {
    step: /^(?:SEARCH visit USING INDEX audience_sessions_page \(page_id>\? AND page_id<\?\)|SCAN seen(?:_last_in_sample_data)?)$/,
    of: /^UPDATE latest_visits .*\bseen_last_in_sample_data\b/,
    why: 'who was seen last in the visits of sample data',
  },
  {
    step: /^SEARCH (?:persons USING INDEX persons_account \(account_domain=\?\)|log USING .*\(person_id=\?\)|account_logs USING .*\(account_id=\?\))$/,
    of: /^UPDATE (?:latest_visits .*\bseen_last_in_sample_data\b|accounts SET activity_ahead = 0, )/,
    why: 'of the five companies of sample data: the persons for whom they stay, and logs',
  },
  {
    step: /^SCAN visit$/,
    of: /^UPDATE latest_visits .*\bseen_last_in_sample_data\b/,
    why: 'once, when sample data is removed and somebody who stays was seen last in it: all visits',
  },
  {
    step: /^SEARCH accounts USING INDEX accounts_persons \(linked_persons_count=\? AND account_id=\?\)$/,
    of: /^UPDATE accounts SET latest_visit_at = .* WHERE account_id IN /,
    why: 'the accounts that visits of sample data name',
  },
  {
    step: /^SEARCH visit USING INDEX audience_sessions_page \(page_id=\?\)$/,
    of: /^UPDATE audience_sessions SET recipient_person_id = NULL, .*'e00samp1e'/,
    why: 'once, when sample data is removed: the visits of other pages that have an audience for a sample person',
  },
  {
    step: /^SCAN event_listeners$/,
    of: /^UPDATE event_listeners SET type = /,
    why: 'who listens to which type: the feed, alerts, and the webhooks of a workspace',
  },
  // Tests of versions.
  {
    step: /^SEARCH (?:experiment_units|"?units"?) USING PRIMARY KEY \(experiment_id=\?\)/,
    of: /\bexperiment_units\b/,
    why: 'the visitors of a test, which are in 64 rows',
  },
  {
    step: /^SEARCH audience_sessions USING INDEX audience_sessions_page \(page_id=\?\)/,
    of: /order by "audience_sessions"\."session_started_at" desc limit 500\)/,
    why: 'the latest visits of the page of a test: LIMIT 500',
  },
  {
    step: /^(?:SCAN|SEARCH) experiments USING (?:COVERING )?INDEX experiments_(?:list|audience|page|status)\b/,
    of: /order by "experiments"\."experiment_id" desc limit \?$|^select count\(\*\) as "value" from \(select 1 from "experiments" where .* limit \?\)$/,
    why: 'a page of tests, and a count to 1,000: LIMIT',
  },
  {
    step: /^SEARCH (?:others|of_audience) USING INDEX experiments_audience \(audience_id=\?\)/,
    of: /^update "audience_versions" set .*"frozen" = /,
    why: 'the tests of the audience of a version that loses its frozen words, unless one of them has it',
  },
  {
    step: /^SEARCH shown_in USING INDEX experiments_audience \(audience_id=\?\)/,
    of: /"audience_sessions"/,
    why: 'the tests of the audience of a visit, whose version waits to be published',
  },
  {
    step: /^SEARCH audience_sessions USING INDEX audience_sessions_person \(person_id=\?\)/,
    of: /^UPDATE experiment_units SET reached/,
    why: 'the visits with forms of a person who is erased, which lose the person',
  },
  {
    step: /^SEARCH experiments USING INDEX experiments_due \(due_at>\?\)/,
    of: /^UPDATE experiment_units SET reached/,
    why: 'the tests that have ended within a day, or have a time at which they end',
  },
  {
    step: /^SEARCH experiments USING (?:COVERING )?INDEX experiments_due \(due_at<\?\)/,
    of: /"experiments"\."due_at" <= \?/,
    why: 'the tests that end in this minute, or ended a day before: each is written',
  },
  // The last row of a key, or of an index.
  {
    step: /^SEARCH audience_versions USING PRIMARY KEY \(audience_id=\?\)/,
    of: /order by (?:"audience_versions"\.)?"?version_number"? desc limit 1/i,
    why: 'the latest version: LIMIT 1',
  },
  {
    step: /^SCAN topics USING INDEX topics_order|^SEARCH topic_entries USING INDEX topic_entries_order/,
    of: /^insert .* order by "\w+"\."sort_order" desc limit 1/,
    why: 'the last one: LIMIT 1',
  },
  {
    step: /^SCAN (?:last|persons)$/,
    of: /^insert into "?persons"? .*(?:as last order by last\.seq desc limit 1\)|SELECT gone FROM persons ORDER BY seq DESC LIMIT 1\))/i,
    why: 'the last one: LIMIT 1',
  },
  {
    step: /^SEARCH persons(?: USING INTEGER PRIMARY KEY \(rowid<\?\))?$/,
    of: /^UPDATE persons SET gone = /,
    why: 'the last one, and the one before it: max of the key, and LIMIT 1',
  },
  {
    step: /^SCAN (?:persons|accounts USING COVERING INDEX accounts_seq)$|^SEARCH (?:persons USING COVERING INDEX persons_person_id \(person_id<\?\)|accounts USING PRIMARY KEY \(account_id<\?\))$/,
    of: / as "newest", .* as "after" from \(select 1\)$|^select "block" as "block", json\("latest_visits"\."visits"\) .* desc limit 1\) \+ 1, 0\)/,
    why: 'the last one, and the one before an id: LIMIT 1',
  },
  {
    step: /^SEARCH latest_visits USING PRIMARY KEY \(kind=\?\)/,
    of: /^select "block" as "block", json\("latest_visits"\."visits"\) as "visits" from "latest_visits"/,
    why: 'the latest visits of all persons or accounts: a row for each 512',
  },
  {
    step: /^SEARCH accounts USING COVERING INDEX accounts_seq$/,
    of: /select coalesce\(max\((?:"accounts"\.)?"?seq"?\), 0\) \+ 1 from "?accounts"?\)/i,
    why: 'the last one: max of an index',
  },
  {
    step: /^SEARCH audience_sessions USING INDEX audience_sessions_(started|page) |^SCAN (audience_sessions|\(subquery-\d+\))$/,
    of: /^select count\(\*\) as "read", .* limit \?\)$/,
    why: 'the next sessions of a CSV file: LIMIT, and those that the subquery has found',
  },
  {
    step: /^SCAN events$|^SEARCH events(?: USING INTEGER PRIMARY KEY \(rowid<\?\))?$/,
    of: /^delete from "events" where "events"\."sequence" in \(select sequence from \(select sequence, created_at from "events" .* limit iif\(/,
    why: 'the oldest and the newest event, and the next to be removed: LIMIT',
  },
  {
    step: /^SEARCH event_listeners (?:EXISTS )?USING PRIMARY KEY \(type=\?\)/,
    of: /exists \(select 1 from event_listeners where type = /i,
    why: 'the first that listens to the type: EXISTS',
  },
  {
    step: /^(?:SEARCH|SCAN) (?:event_listeners|event_actor)\b/,
    of: /^(?:update event_actor|delete from event_listeners|delete from event_actor|select 1 from event_listeners)/i,
    why: 'the listeners, of which there is one for each type',
  },
  {
    step: /^SEARCH events USING INDEX events_(?:subject|named) \(/,
    of: /^UPDATE events SET (?:subject = NULL, )?related = /,
    why: 'the events of the erased person or account: each is cleared',
  },
  {
    step: /^SEARCH events USING INDEX events_(?:visited|naming) \(created_at<\?\)/,
    of: /^update "events" set .* order by "events"\."created_at" asc limit \?\)/,
    why: 'the next that name somebody who is forgotten: LIMIT',
  },
  {
    step: /^SEARCH events$/,
    of: /\((?:select )?(?:max|min)\((?:"events"\.)?"?sequence"?\)/i,
    why: 'the newest or the oldest event: max or min of the rowid',
  },
  {
    step: /^SEARCH event_authors USING INTEGER PRIMARY KEY \(rowid>\?\)/,
    of: /"until" >= "events"\."sequence" order by "event_authors"\."until" limit 1\)/,
    why: 'the author of an event: LIMIT 1',
  },
  {
    step: /^SEARCH keyed_requests USING PRIMARY KEY \(week<\?\)/,
    of: /week < \? - 1 ORDER BY week, key_hash LIMIT 2 \)/,
    why: 'the next keys to be removed: LIMIT',
  },
  {
    step: /^SCAN event_listeners$/,
    of: /^select "type" as "type" from "event_listeners" group by/,
    why: 'who listens to each type: the feed, and 20 webhooks at most',
  },
  {
    step: /^(?:SCAN|SEARCH) (?:webhooks USING (?:COVERING )?INDEX webhooks_known|webhook_answers)/,
    of: /"webhooks"|webhook_answers|^UPDATE webhooks/,
    why: 'the webhooks of a workspace, of which there are 20 at most, with 20 answers each',
  },
  {
    step: /^SEARCH events USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/,
    of: /"events"\."sequence" <= \(select min\(/,
    why: 'the events that a round looks at: 1,000 at most',
  },
  {
    step: /^(?:SCAN|SEARCH) alerts (?:EXISTS )?USING (?:COVERING )?INDEX alerts_(?:live|on|due)\b/,
    of: /"?alerts"?/,
    why: 'the alerts of a workspace, of which there are 50 at most',
  },
  {
    step: /^(?:SEARCH|SCAN) alert_visits$/,
    of: /select max\("?(?:alert_visits"\.")?sequence"?\) from "?alert_visits"?\)/i,
    why: 'the newest visit: max of the rowid',
  },
  {
    step: /^SEARCH alert_visits USING INTEGER PRIMARY KEY \(rowid>\?\)/,
    of: /order by "alert_visits"\."sequence" asc limit iif\(/,
    why: 'the visits that a round looks at: 1,000 at most',
  },
  {
    step: /^SEARCH alert_visits (?:EXISTS )?USING COVERING INDEX alert_visits_subject /,
    of: /^insert into "alert_firings" .* limit 100\)\) >= /,
    why: 'the first visit of a day, and 100 at most of some days: LIMIT',
  },
  {
    step: /^SEARCH alert_(?:visits|firings) USING (?:COVERING )?INDEX alert_(?:visits|firings)_subject \(subject=\?\)/,
    of: /^(?:delete from|update) alert_/i,
    why: 'the visits and firings of what is erased: each is removed',
  },
  {
    step: /^(?:SCAN|SEARCH) (?:alert_visits|alert_firings)\b|^SCAN \(subquery-\d+\)$/,
    of: /^delete from "alert_(?:visits|firings)" where \w+ in \(.* limit iif\(/,
    why: 'the oldest, and the next to be removed: LIMIT',
  },
  {
    step: /^SEARCH audience_sessions USING (?:COVERING )?INDEX audience_sessions_started \(session_started_at>\? AND session_started_at<\?\)/,
    of: /order by "audience_sessions"\."session_started_at" desc limit (?:10000\) as visit|\? offset \?$)/,
    why: 'the visits of a preview: 10,000 at most',
  },
  {
    step: /^SEARCH webhook_deliveries USING INDEX webhook_deliveries_waiting \(webhook_id=\? AND next_attempt_at>\?\)/,
    of: / order by "webhook_deliveries"\."next_attempt_at" limit \?$/,
    why: 'the next that wait: LIMIT. Not yet due they are only in strict order, where few wait',
  },
  {
    step: /^SEARCH webhook_deliveries USING PRIMARY KEY \(webhook_id=\? AND sequence<\?\)/,
    of: /^delete from "webhook_deliveries"/,
    why: 'the deliveries that are not kept: LIMIT',
  },
  {
    step: /^SEARCH webhook_deliveries USING (?:PRIMARY KEY|COVERING INDEX webhook_deliveries_waiting) \(webhook_id=\?/,
    of: /exists \(select 1 from "webhook_deliveries"/,
    why: 'the first delivery of a webhook, or the first that waits, or is due: EXISTS',
  },
  {
    step: /^SCAN halves$/,
    of: /with recursive halves/,
    why: 'halves of the numbers of events: 50 steps at most',
  },
  // Rows that answers show completely, and the limit of their number.
  {
    step: /^SEARCH topic_entries USING INDEX topic_entries_order \(topic_id=\?\)/,
    of: /json_group_array/,
    why: 'the entries of a topic, of which there are 50 at most',
  },
  {
    step: /^SCAN topic_entries$/,
    of: /json_group_array.* as "topic_entries"\)/,
    why: 'the entries that the subquery of this name has found',
  },
  {
    step: /^SEARCH audiences USING PRIMARY KEY \(page_id=\?\)/,
    of: /^select "audience_id" as "audienceId", "archived_at" as "archivedAt" from "audiences"/,
    why: 'the audiences of the page: the answer has an item for each',
  },
  {
    step: /^SEARCH audiences USING INDEX audiences_archived \(page_id=\?\)/,
    of: /indexed by audiences_archived/,
    why: 'the archived audiences of one page',
  },
  {
    step: /^SEARCH audiences USING INDEX audiences_groups \(page_id=\?\)/,
    of: /indexed by audiences_groups/,
    why: 'the audiences of one page that are made for many: they are compared',
  },
  {
    step: /^SEARCH audiences USING PRIMARY KEY \(page_id=\?/,
    of: / order by "audiences"\."audience_id" desc limit \?$/,
    why: 'a page of the audiences of one page: LIMIT',
  },
  {
    step: /^SCAN websites USING INDEX websites_live$/,
    of: /\(select json_group_array\("websites"\."origin"\) from "websites"/,
    why: 'the websites of a workspace, of which there are 100 at most',
  },
  {
    step: /^SEARCH pages USING COVERING INDEX pages_url \(url>\? AND url<\?\)/,
    of: /as "hasPages"/,
    why: 'exists() takes the first page of a host',
  },
  {
    step: /^SEARCH (refused_origins|unknown_pages|missed_paths) USING (COVERING )?(INDEX \w+|PRIMARY KEY) \(day[=><]\?\)/,
    of: /"(refused_origins|unknown_pages|missed_paths)"/,
    why: 'the origins that were refused, or the pages that do not exist: 20 a day, of 7 days; two outcomes of paths',
  },
  // Kinds of logs: source and type.
  {
    step: /^SEARCH (person|account)_log_counts USING PRIMARY KEY \((person|account)_id=\?( AND source=\?)?\)/,
    of: /_log_counts/,
    why: 'the kinds (source and type) of the logs of one owner',
  },
  {
    step: /^SEARCH of_kind USING COVERING INDEX (person|account)_logs_(times|ids)/,
    of: / limit \?/,
    why: 'a page of each kind that passes: LIMIT',
  },
  {
    step: /^SEARCH log USING PRIMARY KEY \(person_id=\? AND person_log_id>\?\)/,
    of: /^insert into idempotency_keys /i,
    why: 'the logs that a person got in the last five minutes',
  },
  // Timelines: an entry of each list, and the next of each that was taken.
  {
    step: /^SEARCH entry USING COVERING INDEX (person|account)_logs_times|^SEARCH entry USING COVERING INDEX audience_versions_published|^SEARCH entry USING INDEX page_links_audience \(audience_id=\? AND rowid/,
    of: /order by "entry"\."\w+" desc(?:, (?:"entry"\."\w+"|'') desc)? limit 1\)/,
    why: 'the next one of a list: LIMIT 1',
  },
  {
    step: /^SEARCH audiences USING COVERING INDEX audiences_person \(person_id=\?\)/,
    of: /recursive merged|\(select 1 from "audiences" cross join "page_links" as "entry"/,
    why: 'the audiences that were made for a person: one of a page at most',
  },
  {
    step: /^SEARCH (audiences USING COVERING INDEX audiences_person \(person_id|entry USING INDEX page_links_audience \(audience_id)=\?\)/,
    of: /\(select 1 from "audiences" (where|cross join) .* limit \?\)$/,
    why: 'a count of at most 1,001: LIMIT',
  },
  {
    step: /^SEARCH persons USING INDEX persons_account \(account_domain=\?\)/,
    of: / limit 1000\) as owner/,
    why: 'persons of an account: LIMIT',
  },
  {
    step: /^SEARCH audience_sessions USING INDEX audience_sessions_started \(session_started_at=\?\)$/,
    of: /^select \(item\.value ->> 'id'\) as "id".* as "isSender".* limit \?$/,
    why: 'the last visits of those that an answer shows: those that began in the same millisecond',
  },
  {
    step: /^SEARCH (?:opened USING INDEX audience_sessions_started \(session_started_at=\?\) LEFT-JOIN|alert_visits USING COVERING INDEX alert_visits_subject \(subject=\? AND started_at<\?\))$/,
    of: /^select "alert_firings"\."firing_id" as "id"/,
    why: 'the last visit before a firing: max of an index, and those that began in the same millisecond',
  },
  // Blocks, and the sessions and corrections that they do not have.
  {
    step: /^SEARCH session_blocks USING INDEX sqlite_autoindex_session_blocks_1 \(page_id=\? AND is_removed=\? AND first_at>\? AND first_at<\?\)/,
    of: / as "isRead", | as "hasPage", |^select "first_at" as "firstAt", "ends_at" as "endsAt", "count" as "count", "started_at" as "startedAt" /,
    why: 'the blocks of the range: one for up to 2,000 sessions',
  },
  {
    step: /^(SEARCH audience_sessions USING COVERING INDEX audience_sessions_(page \(page_id=\? AND |started \()session_started_at>\? AND session_started_at<\?\)|SEARCH session_corrections USING PRIMARY KEY \(page_id=\?\)|SCAN session_corrections$|SCAN session_seal$)/,
    of: / as "hasPage", /,
    why: 'the only row of session_seal, and the sessions that are not sealed and the corrections, which a list without filters counts: the cron leaves 500',
  },
  {
    step: /^SEARCH b USING COVERING INDEX sqlite_autoindex_session_blocks_1 \(page_id=\? AND is_removed=\? AND first_at<\?\)$/,
    of: / b\.first_at < time\.value order by b\.first_at desc, b\.part desc limit 1\)/,
    why: 'the last block before a boundary: LIMIT 1',
  },
  {
    step: /^SEARCH session_blocks USING COVERING INDEX sqlite_autoindex_session_blocks_1 \(page_id=\? AND is_removed=\?( AND first_at<\?)?\)$/,
    of: /select (max|min)\("session_blocks"\."first_at"\) from "session_blocks"/,
    why: 'the last block by then, or the first: max or min of an index',
  },
  {
    step: /^SEARCH (session_blocks|other) USING (COVERING )?INDEX sqlite_autoindex_session_blocks_1 \(page_id=\? AND is_removed=\? AND first_at=\?\)$/,
    of: / as found cross join "session_blocks"|"first_at" in \(select value from json_each\(\?\)\)/,
    why: 'the blocks of one time: more than one only if more sessions began in a millisecond than a block takes',
  },
  {
    step: /^SEARCH audience_sessions USING (COVERING )?INDEX audience_sessions_(page \(page_id=\? AND |started \()session_started_at>\? AND session_started_at<\?\)/,
    of: /^select count\(\*\) as "count", max\(at\) as "lastAt".* limit \?\)$/,
    why: 'the sessions that are not sealed: LIMIT',
  },
  {
    step: /^(SEARCH session_corrections USING PRIMARY KEY \(page_id=\?( AND analytics_session_id>\?)?\)|SCAN session_corrections$|SEARCH session_corrections USING PRIMARY KEY \(\(page_id,analytics_session_id\)>\(\?,\?\)\))/,
    of: /"session_corrections"\."analytics_session_id" limit \?\) as some/,
    why: 'corrections: LIMIT',
  },
  {
    step: /^SCAN session_corrections$/,
    of: /^select counted .* limit 5000\) as some order by at limit \?$/,
    why: '5,000 corrections that are quiet: LIMIT',
  },
  {
    step: /^SEARCH audience_sessions USING (COVERING )?INDEX audience_sessions_started \(session_started_at>\?\)/,
    of: / limit 1 offset \? - 1\)/,
    why: 'the first sessions that are not sealed: LIMIT and OFFSET',
  },
  {
    step: /^SEARCH audience_sessions USING INDEX audience_sessions_started \(session_started_at>\? AND \(session_started_at,analytics_session_id\)<\(\?,\?\)\)/,
    of: /^insert into "session_corrections"/,
    why: 'the sessions that the write seals: 2,000, and those that came since it read them',
  },
  {
    step: /^SEARCH audience_sessions USING (COVERING )?INDEX audience_sessions_started \(session_started_at<\?\)/,
    of: /^(update "session_seal"|delete from "audience_sessions")/,
    why: 'the sessions that the write removes: those of a block, and others of the millisecond in which it ends',
  },
  {
    step: /^SEARCH audience_sessions USING COVERING INDEX audience_sessions_started \(session_started_at>\? AND session_started_at<\?\)/,
    of: /^update "session_seal"/,
    why: 'the first session that is not sealed: EXISTS',
  },
  {
    step: /^SEARCH audience_sessions USING (COVERING )?INDEX audience_sessions_(page \(page_id=\? AND |started \()session_started_at=\?\)/,
    of: /"audience_sessions"\."session_started_at" = item\.value/,
    why: 'the sessions of a page that began in the same millisecond as one that blocks have found',
  },
  {
    step: /^(SEARCH audience_sessions USING INDEX audience_sessions_(page \(page_id=\?|started \(session_started_at>\?)|SCAN audience_sessions$)/,
    of: / from \(select \* from "audience_sessions" .* limit \?\) as "audience_sessions" /,
    why: 'the 400 sessions that a filtered list looks at: LIMIT',
  },
  {
    step: /^SEARCH audience_sessions USING (COVERING )?INDEX audience_sessions_person \(person_id=\?\)/,
    of: /^select .*"audience_sessions"."person_id" = \?/,
    why: 'the sessions of one person: as many as the person has submitted forms',
  },
  {
    step: /^SEARCH page_links USING INDEX page_links_audience \(audience_id=\?\)/,
    of: /count\(\*\).* limit \?\)$/,
    why: 'the links of one audience, counted to 1,000: LIMIT',
  },
  {
    step: /^SEARCH annotations USING (COVERING )?INDEX annotations_(happened|page) /,
    of: /count\(\*\).* limit \?\)$/,
    why: 'annotations, counted to 1,000: LIMIT',
  },
  {
    step: /^SEARCH annotations USING INDEX annotations_page /,
    of: / union all select .* order by "happenedAt" desc, "annotationId" desc limit \?$/,
    why: 'two lists in the order of an index, which SQLite merges: LIMIT',
  },
  {
    step: /^SEARCH publishes USING (COVERING )?PRIMARY KEY \(page_id=\? AND published_at>\?/,
    of: /count\(\*\).* limit \?\)$/,
    why: 'the publishes of one page, counted to 1,000: LIMIT',
  },
  {
    step: /^SEARCH publishes USING PRIMARY KEY \(page_id=\? AND published_at>\?/,
    of: / order by "publishes"\."published_at" desc, "publishes"\."version_id" desc limit \?$/,
    why: 'a page of the publishes of one page: LIMIT. Each has one audience',
  },
  // Full text.
  {
    step: /^SCAN (person|audience)_search VIRTUAL TABLE INDEX 0:M/,
    of: /count\(\*\).* limit \?/,
    why: 'matches, counted to 1,000: LIMIT',
  },
  {
    step: /^SCAN (account|page_link)_search VIRTUAL TABLE INDEX 0:M/,
    of: /count\(\*\)/,
    why: 'matches: their total is exact',
  },
  // Erasure.
  {
    step: /^SEARCH person_logs USING PRIMARY KEY \(person_id=\?\)/,
    of: /^DELETE FROM person_logs/,
    why: 'the logs that are erased',
  },
  {
    step: /^SEARCH audience_sessions USING COVERING INDEX audience_sessions_(person|form_\w+) /,
    of: /^UPDATE audience_sessions SET person_id = nullif/,
    why: 'the sessions of the person who is erased',
  },
  {
    step: /^SEARCH audiences USING (COVERING )?INDEX audiences_person \(person_id=\?\)/,
    of: /^(UPDATE audiences SET|INSERT INTO erased_audiences|(DELETE FROM|INSERT INTO) audience_names)/,
    why: 'the audiences of one person: one a page',
  },
  // Versions that wait; an audience has only a few.
  {
    step: /^SEARCH (?:audience_)?versions USING (COVERING )?INDEX audience_versions_in_flight \(audience_id=\?\)/,
    of: /indexed by audience_versions_in_flight/,
    why: 'the versions of one audience that are in flight',
  },
  // The numbers of who came.
  {
    step: /^(?:SCAN|SEARCH) visitor_ids\b/,
    of: /"visitor_ids"/,
    why: 'the parts of lists: one for 16,384 different visitors, of which an answer reads 6 MB at most, and a write those of one generation',
  },
  {
    step: /^SEARCH n EXISTS USING COVERING INDEX visitor_numbers_generation /,
    of: /select distinct generation from "visitor_ids"/,
    why: 'whether a block of the range has numbers of a generation: the first that is found',
  },
  {
    step: /^SEARCH visitor_numbers USING COVERING INDEX sqlite_autoindex_visitor_numbers_1 \(first_at/,
    of: /select max\(first_at\) from "visitor_numbers" where first_at <= \?.* limit 300\)/,
    why: 'the last block that begins before the range, and how many are in it: LIMIT',
  },
  {
    step: /^(?:SCAN|SEARCH) visitor_numbers USING COVERING INDEX visitor_numbers_stale\b/,
    of: /where is_stale = 1\b/,
    why: 'the first numbers that are given back: EXISTS or min of an index',
  },
  {
    step: /^SEARCH session_blocks(?: USING (?:COVERING )?INDEX sqlite_autoindex_session_blocks_1 \(page_id=\? AND is_removed=\?(?: AND first_at>\?)?\))?$/,
    of: / limit 1 offset 16\)|\(select max\(first_at\) from "session_blocks"/,
    why: 'the 17th block after those that have numbers, the last of all, and the largest rowid',
  },
  // What the service says of itself: db/given-up.ts, db/notes.ts and db/cron-note.ts limit the rows of these tables.
  {
    step: /^(?:SCAN|SEARCH) (?:given_up|service_(?:errors|notes|days))\b/,
    of: /\b(?:given_up|service_(?:errors|notes|days))\b/,
    why: 'at most 500 messages, 50 kinds of errors, two notes and 40 days',
  },
  {
    step: /^SCAN counters$/,
    of: /^select "name" as "name", "value" as "value" from "counters"$/,
    why: 'all counters: ten rows',
  },
  {
    step: /^(?:SCAN|SEARCH) (?:audience_versions|webhooks|webhook_deliveries|persons|waiting|\(subquery-\d+\))/,
    of: /^select .*(?:"waiting"$|from "webhooks" where "webhooks"\."deleted_at" is null order by "webhooks"\."webhook_id" desc limit 100$)/,
    why: 'LIMIT 1,000 of versions and deliveries in flight, 100 of webhooks and of the deliveries of one',
  },
  {
    step: /^(?:SCAN|SEARCH) \(subquery-\d+\)$/,
    of: /^select .*\(select min\(since\) from \(.* as "publishes", .* as "given_up" from /,
    why: 'LIMIT 100 of versions that are to go live',
  },
  // The look of the cron.
  {
    step: /^SEARCH (audience_versions|campaigns|form_submits|erased_identifiers|erased_audiences|events|left_out_visits|kept_deliveries|audience_sessions) USING (COVERING )?(INDEX|INTEGER PRIMARY KEY|PRIMARY KEY) .*\([\w ?<>]*[<>]\?\)$/,
    of: look,
    why: 'the first in the order of an index: EXISTS or LIMIT 1. Of sessions that wait, 500',
  },
  {
    step: /^(SCAN alert_(firings|visits)|SEARCH alert_visits USING INTEGER PRIMARY KEY \(rowid>\?\))$/,
    of: look,
    why: 'the oldest, or the first that alerts have not looked at: LIMIT 1 or EXISTS',
  },
  {
    step: /^SCAN session_corrections$/,
    of: look,
    why: 'corrections up to the first that is quiet: those before it are of sessions of the last ten minutes',
  },
  // The export of a person.
  {
    step: /^(?:SEARCH (?:audiences|audience_sessions|campaigns|events|alert_visits|page_links|campaign_rows|audience_versions|alert_firings|kept_deliveries)\b.*|SCAN waiting)$/,
    of: /^select (?:cast\(\w+ as text\) as place|(?:given_up|kept)_id as place|campaign_id \|\| ' '|waiting\.campaign_id \|\| ' ')/,
    why: 'what is stored of one person, as an erasure finds it: their audiences, one a page, what is of these, the rows that wait and the deliveries that are kept, 1,000 at most',
  },
  {
    step: /^SEARCH (?:s|audience_sessions|session_corrections|page_links|audiences|campaigns|campaign_rows)\b/,
    of: /^select (?:"analytics_session_id" as "analyticsSessionId".*as "isOfOther" from "audience_sessions"|audience_id as "audienceId", page_id as "pageId", \()/,
    why: 'the visits with a form of one person, or of their own page in three blocks of 2,000 and those that are not sealed',
  },
  // Retention of logs.
  {
    step: /^(?:SEARCH (?:person|account)_logs USING PRIMARY KEY \((?:person|account)_id>\?\)|SCAN walk)$/,
    of: /^with recursive walk \(place, nth\) as/,
    why: 'the first log of the next owner, by a LIMIT of one; 2,000 owners at most in a run of the cron',
  },
  {
    step: /^SEARCH (?:person|account)_logs USING PRIMARY KEY \((?:person|account)_id=\? AND (?:person|account)_log_id<\?\)$/,
    of: /^(?:insert into (?:person|account)_log_removals|select exists \(select 1 from json_each)/,
    why: 'old logs of the owners that the request names: a chunk of 1,000, or the first one',
  },
  // Rate limits, and chunks of the cron.
  {
    step: /^SEARCH form_submits USING PRIMARY KEY \(address_hash=\?\)/,
    of: /"form_submits"\."received_at" > \?/,
    why: 'the forms of one address: as many as the limit has in two windows',
  },
  {
    step: /^SEARCH form_submits USING PRIMARY KEY \(address_hash>\? AND address_hash<\?\)/,
    of: /"address_hash" < \? \|\| '~' and "form_submits"\."received_at" > \?/,
    why: 'the forms of one network: as many as its limit has in two windows',
  },
  {
    step: /^SEARCH (audience_versions USING INDEX audience_versions_sweep|campaigns USING COVERING INDEX campaigns_due|form_submits USING COVERING INDEX form_submits_received_at|erased_identifiers USING COVERING INDEX erased_identifiers_erased_at) \(\w+<\?\)/,
    of: / limit \?\)/,
    why: 'a chunk of the cron: LIMIT, in the order of the index',
  },
  {
    step: /^SEARCH (sign_in_codes USING COVERING INDEX sign_in_codes_end|api_keys USING COVERING INDEX api_keys_sign_in_end) \(expires_at<\?\)/,
    of: / limit \?\)/,
    why: 'a chunk that a new code or a sign-in removes: LIMIT, in the order of the index',
  },
  {
    step: /^SEARCH api_keys USING INDEX api_keys_shared_end \(expires_at<\?\)/,
    of: / limit \?\)/,
    why: 'a chunk that a new share link removes: LIMIT, in the order of the index',
  },
  {
    step: /^SEARCH (api_keys|other) USING INDEX api_keys_shared_end \(expires_at>\?\)/,
    of: /"shared_path" is not null and "(api_keys|other)"\."expires_at" > \? and "(api_keys|other)"\."revoked_at" is null/,
    why: 'the share links that work, of which a workspace has 100 at most',
  },
  {
    step: /^SEARCH (left_out_visits USING PRIMARY KEY \(day<\?\)|kept_deliveries USING PRIMARY KEY \(kept_id<\?\))/,
    of: / limit \?\)/,
    why: 'a chunk of the cron: LIMIT, in the order of the primary key',
  },
  // Clearing an erased audience. No index has the audience of a session.
  {
    step: /^SEARCH erased_audiences USING COVERING INDEX erased_audiences_due \(due_at<\?\)/,
    of: / order by due_at limit 1\)/,
    why: 'the erased audience that has been due longest: LIMIT, in the order of the index',
  },
  {
    step: /^SEARCH session_blocks USING INDEX \w+ \(page_id=\? AND is_removed=\?( AND first_at<\?)?\)/,
    of: /instr\("session_blocks"\."audience_id", json_quote\(\?\)\) > 0.* limit \?/,
    why: 'the blocks of the page of an erased audience, and the removed ones of the workspace: a row for up to 2,000 sessions',
  },
  {
    step: /^SEARCH (s USING COVERING INDEX audience_sessions_page \(page_id=\? AND session_started_at>\?\)|session_corrections USING PRIMARY KEY \(page_id=\?\))/,
    of: /^update "audience_sessions" set … = \? where .* as s where s\.page_id = \? and s\.session_started_at >= coalesce/,
    why: 'what the blocks of the page of an erased audience do not have',
  },
  {
    step: /^SEARCH s USING COVERING INDEX audience_sessions_page \(page_id=\? AND session_started_at>\? AND session_started_at<\?\)/,
    of: /^update "audience_sessions" set … = \? where .* between item\.value ->> 0 and item\.value ->> 1\)/,
    why: 'the sessions of 20 blocks at most that have some of an erased audience',
  },
  // Recipients that are kept for some days. No index has them.
  {
    step: /^(SEARCH audience_sessions USING COVERING INDEX audience_sessions_started \(session_started_at>\? AND session_started_at<\?\)|SCAN session_corrections|SEARCH \(subquery-\d+\))$/,
    of: /^select max\(started_at\) as "last" from .* limit \?\)$/,
    why: 'the next 2,000 sessions, and as many corrections: LIMIT, in the order of the index',
  },
  {
    step: /^SEARCH audience_sessions USING INDEX audience_sessions_started \(session_started_at>\? AND session_started_at<\?\)/,
    of: /^update "audience_sessions" set … = \? where .*"recipient_person_id" is not null/,
    why: 'these 2,000 sessions, and others of the millisecond in which the last one began',
  },
  {
    step: /^SCAN sqlite_master$/,
    of: /^select name, sql from sqlite_master .* limit 1000$/,
    why: 'the definitions of a database, once a minute in an isolate: LIMIT',
  },
  {
    step: /^SCAN (d1_migrations|export_changes)$|^SEARCH export_changes$/,
    of: /^select \(select name from d1_migrations order by id desc limit 1\) as "schema", coalesce\(\(select max\(sequence\)/,
    why: 'the last migration and the last change: LIMIT 1 and a maximum, in the order of primary keys',
  },
  {
    step: /^SEARCH export_changes USING INTEGER PRIMARY KEY \(rowid>\?\)/,
    of: /^select name, count\(\*\) as changes, max\(sequence\) as last from export_changes/,
    why: 'what has changed while an export runs, and is not exported yet',
  },
  {
    step: /^SCAN (exports|restores)( EXISTS)?$/,
    of: /\b(exports|restores)\b/,
    why: 'exports that run, one or a few, and the one restore',
  },
  {
    step: /^(SCAN|SEARCH) (t|c) /,
    of: /pragma_table_list t join pragma_table_xinfo/,
    why: 'the definitions of the tables',
  },
  {
    step: /^(SEARCH sources USING (COVERING )?INDEX sources_kept \(kept_count>\?\)|SCAN sources USING INDEX sources_live)$/,
    of: /^(UPDATE sources SET (dropped_count|recent)|DELETE FROM kept_deliveries WHERE (\(SELECT sum|kept_id IN \(SELECT kept_id FROM kept_too_large))/,
    why: 'the sources of a workspace, 50 at most',
  },
  {
    step: /^(SCAN kept_deliveries|SEARCH kept_deliveries USING (COVERING )?INDEX kept_deliveries_source \(source_id=\?\))$/,
    of: /^(DELETE FROM kept_deliveries |UPDATE sources SET dropped_count)/,
    why: 'the deliveries that a workspace keeps, 1,000 at most; an erasure reads no body of theirs',
  },
  {
    step: /^SEARCH kept_deliveries USING INDEX kept_deliveries_source \(source_id=\?( AND kept_id[=>]\?)?\)$/,
    of: / octet_length\("kept_deliveries"\."body"\) /,
    why: 'the next deliveries that a source keeps: LIMIT 51',
  },
];
