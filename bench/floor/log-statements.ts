/** The idempotency key of a log, by its hash in the given parameter. */
const key = (parameter: string) =>
  `idempotency_keys where resource = 'person_log' and key_hash = ${parameter}`;

/** An identifier, or null when another person has it. */
const freeOnly = (column: string, parameter: string) =>
  `(select ${parameter} where not exists (select 1 from persons where ${column} = ${parameter}))`;

/**
 * The statements of a write, in order. Each sees the changes of those before it, and `changes()` is the number of
 * rows that the previous one changed. If the key is known, the first statement changes nothing, and neither do the
 * others. `owner` finds the person by ?1 and ?2.
 */
const statementsFor = (owner: string) => ({
  /** Fills empty fields of the person with identifiers that no other person has. */
  fill: `update persons set
      email = coalesce(persons.email, free.email),
      email_domain = iif(persons.email is null and free.email is not null, ?5, email_domain),
      search_email = iif(persons.email is null and free.email is not null, ?6, search_email),
      phone_number = coalesce(persons.phone_number, free.phone_number),
      revision = revision + 1, updated_at = max(updated_at, ?7)
    from (select ${freeOnly('email', '?3')} as email, ${freeOnly('phone_number', '?4')} as phone_number) as free
    where ${owner} and not exists (select 1 from ${key('?8')})
      and (persons.email is null and free.email is not null
        or persons.phone_number is null and free.phone_number is not null)`,
  /** The account of the company, if the previous statement created the person or filled its email. */
  account: `insert into accounts (account_id, domain, name, linked_persons_count, revision, write_id,
      created_at, updated_at, latest_activity_at)
    select ?3, account_domain, account_domain, 1, 1, '', ?4, ?4, ?4
    from (select 1 where changes() = 1) cross join persons where ${owner} and account_domain = ?5
    on conflict (domain) do nothing`,
  log: `insert into person_logs (person_id, person_log_id, source, type, payload, idempotency_key, fingerprint,
      created_at)
    select person_id, ?3, ?4, ?5, ?6, ?7, ?8, ?9
    from (select 1 where not exists (select 1 from ${key('?10')})) cross join persons where ${owner}
    returning person_id as personId`,
  key: `insert into idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner,
      source, type, created_at)
    select 'person_log', ?3, person_id, ?4, ?5, person_id = ?6, ?7, ?8, ?9
    from (select 1 where changes() = 1) cross join persons where ${owner}
    returning owner_id as personId`,
});

const by = (column: string, parameter: string) =>
  `(select person_id from persons where ${column} = ${parameter})`;

/**
 * The statements by what identifies the person: an id, one identifier, or both identifiers, of which the email wins.
 */
export const writesBy = {
  id: statementsFor('person_id = ?1'),
  email: statementsFor('email = ?1'),
  phone: statementsFor('phone_number = ?1'),
  both: statementsFor(`person_id = coalesce(${by('email', '?1')}, ${by('phone_number', '?2')})`),
};

/** A new person, unless the key is known or another person has one of the identifiers. */
export const insertPerson = `insert into persons (person_id, name, search_name, email, email_domain, search_email,
    phone_number, slug, revision, write_id, created_at, updated_at)
  select ?1, ?2, ?3, ?4, ?5, ?6, ?7,
    case when not exists (select 1 from persons where slug = ?8) then ?8
      when not exists (select 1 from persons where slug = ?9) then ?9 else ?10 end,
    1, '', ?11, ?11
  where not exists (select 1 from ${key('?12')})
    and not exists (select 1 from persons where email = ?4)
    and not exists (select 1 from persons where phone_number = ?7)`;

/** The first answer to a key. `other` is the fingerprint of its request, if that differs from this one. */
export const selectOutcome = `select owner_id as personId, log_id as personLogId, created_owner as createdPerson,
    source, type, created_at as createdAt,
    iif(request_digest = ?2, null, coalesce(
      (select fingerprint from person_logs where person_id = owner_id and person_log_id = log_id), '{}')) as other
  from ${key('?1')}`;
