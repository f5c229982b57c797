import { type SQL, sql } from 'drizzle-orm';
import { mayNamePerson } from '../../../analytics/tables/sessions.ts';
import { statement } from '../../../db/statement.ts';
import { keptNames } from '../../tables/sources.ts';
import { asAnswered, type Line, ownAudiences, type PartParams } from './parts.ts';

// What an erasure deletes because an identifier in it is the person's, and that may have those of others too. Nobody knows
// which words of it are whose. So a form is of whom its first identifier leads to, as when it is merged, and the rest
// is told without its words if it names another person.

/** Whether a text is an identifier of the person, whose row is selected too. */
const isTheirs = (text: string) =>
  sql.raw(`${text} in (persons.person_id, persons.email, persons.phone_number, persons.linkedin_identity)`);

const isIn = (column: string, { personId }: PartParams) =>
  sql`exists (select 1 from persons where ${sql.raw(column)} = item_named.value and person_id <> ${personId})`;
/** Whether a JSON array has an identifier of another person. */
const namesOther = (list: SQL, of: PartParams) =>
  sql`exists (select 1 from json_each(${list}) as item_named where ${sql.join(
    ['person_id', 'email', 'phone_number', 'linkedin_identity'].map((column) => isIn(column, of)),
    sql` or `,
  )})`;

/** How many identifiers of a delivery are looked up at most: one with more is of many. */
const lookedUp = sql.raw('20');

interface WaitingLine extends Line {
  row: string;
  namesOthers: number;
}
const waitingPlace = sql`waiting.campaign_id || ' ' || waiting.part_id || ' ' || printf('%04d', item.key)`;
const selectWaiting = statement(
  (of: PartParams) => sql<WaitingLine>`select ${waitingPlace} as place,
      json_object('campaignId', waiting.campaign_id) as value, item.value as "row",
      ${namesOther(sql`item.value -> '$.of'`, of)} as "namesOthers"
    from campaign_waiting_rows as waiting cross join persons cross join json_each(waiting.rows) as item
    where persons.person_id = ${of.personId} and item.type = 'object'
      and exists (select 1 from json_each(item.value, '$.of') as one where ${isTheirs('one.value')})
      and ${waitingPlace} > ${of.after}
    order by 1 limit ${of.take}`,
);

interface GivenUpLine extends Line {
  body: string;
  isSender: number;
  isTheirPage: number;
}
const selectGivenUp = statement(
  (of: PartParams) => sql<GivenUpLine>`select given_up_id as place, json_object('givenUpId', given_up_id,
      'sessionId', given_up.session_id, 'pageId', given_up.page_id, 'receivedAt', given_up.received_at) as value, body,
      case when json_array_length(given_up.identifiers) > 0 then ${isTheirs('given_up.identifiers ->> 0')}
        else coalesce(audience_sessions.person_id = ${of.personId}, 0) end as "isSender",
      exists (select 1 from audiences where audiences.audience_id = given_up.audience_id
        and coalesce(audiences.person_id, ${of.personId}) = ${of.personId}) as "isTheirPage"
    from given_up cross join persons left join audience_sessions on analytics_session_id = given_up.session_id
    where persons.person_id = ${of.personId} and sent_at is null and kind = 'visit' and given_up_id > ${of.after} and (
      exists (select 1 from json_each(given_up.identifiers) as one where ${isTheirs('one.value')})
      or given_up.audience_id in ${ownAudiences(of)} or audience_sessions.person_id = ${of.personId})
    order by given_up_id limit ${of.take}`,
);

interface KeptLine extends Line {
  body: string;
  namesOthers: number;
}
const selectKept = statement(
  (
    of: PartParams,
  ) => sql<KeptLine>`select kept_id as place, json_object('keptId', kept_id, 'type', kept_deliveries.type,
      'reason', reason, 'receivedAt', received_at, 'sourceId', kept_deliveries.source_id,
      'source', sources.name, 'deliveryKey', delivery_key) as value, body,
      json_array_length(identifiers) > ${lookedUp} or ${namesOther(sql`identifiers`, of)} as "namesOthers"
    from persons cross join kept_deliveries left join sources on sources.source_id = kept_deliveries.source_id
    where persons.person_id = ${of.personId} and (${sql.raw(keptNames('persons'))}) and kept_id > ${of.after}
    order by kept_id limit ${of.take}`,
);

/** The fields of a visit that may name whose page it was. */
const ofPage = ['audienceId', 'versionId', 'experimentId', 'unit', ...mayNamePerson];
const without = (of: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name)));

type Message = { visit: Record<string, unknown>; message?: Message };

function visitLine({ value, body, isSender, isTheirPage }: GivenUpLine): string {
  const sent = JSON.parse(body) as Message;
  // A visit that came in an outage has its key around it.
  const { visit, ...rest } = sent.message ?? sent;
  const left = [...(isSender ? [] : ['formSubmit']), ...(isTheirPage ? [] : ofPage)];
  const message = { ...rest, visit: without(visit, left) };
  return JSON.stringify({ ...asAnswered(value), message });
}

/** A part whose lines have a text of their own behind `value`, which is as it was sent: null if it names others. */
const whole = (value: string, name: string, text: string, namesOthers: number) =>
  `${JSON.stringify({ ...asAnswered(value), namesOthers: namesOthers === 1 }).slice(0, -1)},"${name}":${namesOthers ? 'null' : text}}`;

/** The parts, in their order, and the JSON of a row. Of those with whole bodies there are few in an answer. */
export const mixedParts = [
  {
    kind: 'waiting_row',
    most: 100,
    select: selectWaiting,
    toJson: ({ value, row, namesOthers }: WaitingLine) => whole(value, 'row', row, namesOthers),
  },
  { kind: 'given_up', most: 20, select: selectGivenUp, toJson: visitLine },
  {
    kind: 'kept_delivery',
    most: 5,
    select: selectKept,
    toJson: ({ value, body, namesOthers }: KeptLine) => whole(value, 'body', body, namesOthers),
  },
] as const;
