import { askWith } from '../../../analytics/store/ask.ts';
import type { VisitorKind } from '../../../analytics/visitors.ts';
import type { Database } from '../../../db/client.ts';
import type { Bound } from '../../../db/statement.ts';
import type { CursorBinding, Listing } from '../../../lib/cursor.ts';
import { type DateRange, rangeOf } from '../../../lib/range.ts';
import { accountOrThrow, selectAccountExists } from '../../../people/accounts/store/internal.ts';
import { personOrThrow, selectPerson } from '../../../people/persons/store/internal.ts';
import type { AudienceSessionList, VisitorRole } from '../schemas.ts';
import { visitsOf } from './of-visitor.ts';
import { pageOf } from './page.ts';
import { decodePlace } from './select.ts';

interface VisitorListing extends DateRange, Listing {
  /** In which roles the visitor came. */
  by: VisitorRole;
}

/** Sessions of a visitor, latest start first. `exists` selects the visitor: its rows are given to `orThrow`. */
async function listOf<Row>(
  db: Database,
  [kind, id]: [VisitorKind, string],
  { by, limit, cursor, ...dates }: VisitorListing,
  [exists, orThrow]: [Bound<Row>, (row: Row | undefined) => unknown],
): Promise<AudienceSessionList> {
  const { startDate, endDate } = dates;
  const binding: CursorBinding = [`${kind}_audience_sessions`, id, by, startDate, endDate];
  const after = cursor === undefined ? undefined : decodePlace(binding, cursor);
  const now = Date.now();
  const visits = visitsOf({ who: [kind, id], by, range: rangeOf(dates), after, take: limit + 1, now });
  const [[visitor]] = await askWith(db, [visits.inquiry], [exists]);
  orThrow(visitor);
  const { rows, ...rest } = await visits.read(db);
  return pageOf(rows, { limit, binding, now, ...rest });
}

/** Sessions of an account, of all pages, latest start first. Throws `account_not_found`, `invalid_cursor`. */
export const listAccountSessions = (
  db: Database,
  accountId: string,
  listing: VisitorListing,
): Promise<AudienceSessionList> =>
  listOf(db, ['account', accountId], listing, [selectAccountExists({ accountId }), accountOrThrow]);

/** Sessions of a person, as `listAccountSessions`. Throws `person_not_found`, `invalid_cursor`. */
export const listVisitsOfPerson = (
  db: Database,
  personId: string,
  listing: VisitorListing,
): Promise<AudienceSessionList> =>
  listOf(db, ['person', personId], listing, [selectPerson({ personId }), personOrThrow]);
