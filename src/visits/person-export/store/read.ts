import { and, eq, gt } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import { mayNameRecipient } from '../../../analytics/tables/sessions.ts';
import type { Database } from '../../../db/client.ts';
import { type Bound, build, type Param, statement } from '../../../db/statement.ts';
import { damagedCursor, decodeCursor, encodeCursor } from '../../../lib/cursor.ts';
import { each } from '../../../lib/each.ts';
import { logJson } from '../../../people/logs/payload.ts';
import { columnsOf, kinds, toLog } from '../../../people/logs/store/read.ts';
import { keyOf } from '../../../people/persons/identity.ts';
import type { Person } from '../../../people/persons/schemas.ts';
import { personOrThrow, selectPerson, toPerson } from '../../../people/persons/store/internal.ts';
import { personLogs } from '../../../people/tables/logs.ts';
import { toSession } from '../../sessions/store/internal.ts';
import { mixedParts } from './mixed.ts';
import { ownVisits, selectFormVisits, selectOwnAudience, type VisitRow } from './own-visits.ts';
import { accountParts, asAnswered, type Line, parts } from './parts.ts';

const selectLogs = statement(
  ({ personId, after, take }: { personId: Param<string>; after: Param<string>; take: Param<number> }) =>
    build
      .select(columnsOf(kinds.person_log))
      .from(personLogs)
      .where(and(eq(personLogs.ownerId, personId), gt(personLogs.logId, after)))
      .orderBy(personLogs.logId)
      .limit(take),
);

const nothingOfOther = each(mayNameRecipient, () => null);
const formFields = ['formSubmissionEmail', 'formSubmissionPhone', 'formSubmissionIdentifier'] as const;
const noForm = each([...formFields, 'formSubmissionIdentifierType', 'formSubmissionId'], () => null);

/**
 * A visit without what is of others: a form that somebody else sent, and a page that is not the person's. A form of somebody
 * else may have an identifier of the person, which is all that is theirs.
 */
function visitOf({ isOwn, isOfOther, accountId, ...row }: VisitRow, person: Person, now: number) {
  const { personId, email, phoneNumber, linkedinProfileUrl: url } = person;
  const known: unknown[] = [email, phoneNumber, url && keyOf('linkedinProfileUrl', url)];
  const isTheirs = row.personId === personId;
  const sent = formFields.filter((name) => row[name] !== null);
  const own = sent.filter((name) => known.includes(row[name]));
  const isSender = isTheirs || (row.personId === null && own.length === sent.length && sent.length > 0);
  const isElsewhere = isOfOther || !(isOwn || isSender);
  const visit = toSession(
    {
      ...row,
      ...(isElsewhere ? { ...nothingOfOther, audienceId: null, landingPath: null, versionId: null } : {}),
      ...(isSender ? {} : { ...noForm, ...pick(row, own) }),
      personId: isTheirs ? personId : null,
    },
    now,
  );
  return { ...visit, accountId: isTheirs ? accountId || null : null };
}

interface Part {
  kind: string;
  most: number;
  select: (of: { personId: string; after: string; take: number }) => Bound<object>;
  line: (row: never, person: Person, now: number) => Line;
}

const textOf = (kind: string, value: object) => `{"kind":"${kind}",${JSON.stringify(value).slice(1)}`;

const visitLine = (row: VisitRow, person: Person, now: number): Line => ({
  place: row.analyticsSessionId,
  value: textOf('visit', visitOf(row, person, now)),
});

const partOf = ({ kind, most, select }: (typeof parts)[number]): Part => ({
  kind,
  most,
  select,
  line: ({ place, value }: Line) => ({ place, value: textOf(kind, asAnswered(value)) }),
});

const mixedOf = ({ kind, most, select, toJson }: (typeof mixedParts)[number]): Part => ({
  kind,
  most,
  select,
  line: (row: Line) => ({
    place: row.place,
    value: `{"kind":"${kind}",${toJson(row as never).slice(1)}`,
  }),
});

/** What one statement selects each, of every person. */
const always: readonly Part[] = [
  {
    kind: 'log',
    most: 100,
    select: selectLogs,
    line: (row: Parameters<typeof toLog>[1]) => ({
      place: row.logId,
      value: `{"kind":"log",${logJson(toLog('person_log', row)).slice(1)}`,
    }),
  },
  { kind: 'visit', most: 500, select: selectFormVisits, line: visitLine },
  ...parts.map(partOf),
  ...mixedParts.map(mixedOf),
];
/** With the account that would go with the person. The visits of their own pages, which take more, come behind. */
const all: readonly Part[] = [...always, ...accountParts.map(partOf)];

/** How far an export is: the part, the place in it, and how many lines there were of each kind. */
type Place = [part: number, after: string, counts: Record<string, number>];

function placeIn(key: string): Place {
  try {
    const [part, after, counts] = JSON.parse(key) as Place;
    if (Number.isInteger(part) && part >= 0 && typeof after === 'string' && typeof counts === 'object')
      return [part, after, counts];
  } catch {
    // It is no JSON.
  }
  throw damagedCursor();
}

/**
 * The next lines of all that is stored of a person, as JSON texts. What an erasure clears is in them, and nothing of others.
 * Throws `person_not_found`, `invalid_cursor`.
 */
export async function readExport(db: Database, personId: string, cursor: string | undefined) {
  const binding = ['person_export', personId] as const;
  const [first, after, counts]: Place =
    cursor === undefined ? [0, '', {}] : placeIn(decodeCursor(binding, cursor));
  // Behind the first page of a part, the others wait until it is done.
  const asked =
    after === '' ? (first < always.length ? always : all).slice(first) : all.slice(first, first + 1);
  const now = Date.now();
  const [[row], [ownAudience], ...found] = await db.batch([
    selectPerson({ personId }),
    selectOwnAudience({ personId, after: '' }),
    ...asked.map(({ select, most }, nth) =>
      select({ personId, after: nth === 0 ? after : '', take: most + 1 }),
    ),
  ]);
  const person = toPerson(personOrThrow(row));
  const lines: string[] = [];
  const add = (kind: string, value: string) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
    lines.push(value);
  };
  const goOn = (part: number, behind = '') => ({
    lines,
    hasMore: true,
    nextCursor: encodeCursor(binding, JSON.stringify([part, behind, counts])),
  });
  if (cursor === undefined) add('person', textOf('person', person));
  for (const [nth, { kind, most, line }] of asked.entries()) {
    const made = (found[nth] ?? []).slice(0, most).map((one) => line(one as never, person, now));
    for (const { value } of made) add(kind, value);
    if ((found[nth] ?? []).length > most) return goOn(first + nth, made.at(-1)?.place);
  }
  if (first < all.length) {
    const done = first + asked.length;
    const next = done === always.length && !counts.account ? all.length : done;
    if (next < all.length || ownAudience) return goOn(next);
  } else {
    const { rows, next } = await ownVisits(db, personId, after);
    for (const one of rows) add('visit', visitLine(one, person, now).value);
    if (next !== undefined) return goOn(all.length, next);
  }
  lines.push(textOf('end', { counts }));
  return { lines, hasMore: false, nextCursor: null };
}
