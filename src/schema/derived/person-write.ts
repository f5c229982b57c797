// What the triggers that write persons share: of logs (log-writes.sql.ts), and of persons by themselves (person-writes.sql.ts).
// Each has a JSON object `new.write` with the fields of src/people/persons/identity.ts;
// src/people/persons/write-sql.ts has how it is read.

interface NewPerson {
  /** The field with the id of the person's first write. */
  writeId: string;
  /** The field with the time. */
  at: string;
  /** Columns that only this write has, and their SQL. */
  own?: Record<string, string>;
  /** The condition. */
  when: string;
}

/** The statement that inserts a person, with the first slug that is free, behind the trigger's `email_domain`. */
export const insertPerson = ({ writeId, at, own = {}, when }: NewPerson): string => {
  const [names, values] = [Object.keys(own), Object.values(own)].map((list) =>
    list.map((one) => `${one}, `).join(''),
  );
  return `INSERT INTO persons (person_id, name, search_name, email, search_email, email_domain, phone_number,
    linkedin_profile_url, linkedin_key, slug, ${names}revision, write_id, created_at, updated_at, gone)
  SELECT new.person_id, new.write ->> 'name', new.write ->> 'searchName', new.write ->> 'email',
    new.write ->> 'searchEmail', new.email_domain, new.write ->> 'phoneNumber',
    new.write ->> 'linkedinProfileUrl', new.write ->> 'linkedinKey',
    CASE
      WHEN NOT EXISTS (SELECT 1 FROM persons WHERE slug = new.write ->> 'slug') THEN new.write ->> 'slug'
      WHEN NOT EXISTS (SELECT 1 FROM persons WHERE slug = new.write ->> 'shortSlug') THEN new.write ->> 'shortSlug'
      ELSE new.write ->> 'wholeSlug'
    END,
    ${values}1, new.write ->> '${writeId}', new.write ->> '${at}', new.write ->> '${at}',
    coalesce((SELECT gone FROM persons ORDER BY seq DESC LIMIT 1), 0)
  WHERE ${when}
  ON CONFLICT (person_id) DO NOTHING;`;
};

/** SQL of the `seq` of the next account. */
export const nextAccount = '(SELECT coalesce(max(seq), 0) + 1 FROM accounts)';
