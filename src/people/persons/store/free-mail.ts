import { eq, type SQL, sql } from 'drizzle-orm';
import { existsIn } from '../../../db/sql.ts';
import type { Param } from '../../../db/statement.ts';
import { freeMailDomains } from '../../tables/free-mail.ts';

/** A domain of an email as a person keeps it: null for free mail, by which no company is known. */
export const unlessFreeMail = (domain: Param<string | null>): SQL<string | null> =>
  sql`(select ${domain} where not ${existsIn(freeMailDomains, eq(freeMailDomains.domain, domain))})`;
