const leads = 'https://www.linkedin.com/sales/lead/';
const people = 'https://www.linkedin.com/sales/people/';
const idFrom = (page: string) => `substr(linkedin_profile_url, ${page.length + 1})`;

/** How many members a statement repairs: the index of texts takes ever longer for each row of one transaction. */
const chunk = 200;

/**
 * A statement that spells some members of Sales Navigator as migration 0061 does, and returns them: to be repeated until
 * it returns none. 0061 does all in one statement, for which D1 gives 30 seconds: too little for some thousand. Undefined
 * for a database that has 0061, or no tables yet.
 */
export function membersRepairOf(applied: readonly string[]): string | undefined {
  const has = (number: string) => applied.some((name) => name.startsWith(number));
  if (!has('0058_') || has('0061_')) return undefined;
  return `update persons set linkedin_profile_url = url, linkedin_key = null, revision = revision + 1
    from (
      select min(seq) as first, '${leads}' || substr(id, 1, instr(id || '%2C', '%2C') - 1) as url
      from (
        select seq, iif(linkedin_profile_url glob '${leads}*', ${idFrom(leads)}, ${idFrom(people)}) as id from persons
        where linkedin_profile_url glob '${leads}?*[%]2C*' or linkedin_profile_url glob '${people}?*'
      )
      where id not glob '[%]2C*'
      group by url
      having not exists (select 1 from persons where linkedin_identity = url)
      limit ${chunk}
    )
    where seq = first returning person_id`;
}
