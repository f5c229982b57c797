import { bodyOf, type Call, invalid, json, Problem, problemOf } from './http.ts';
import { timestamp } from './ids.ts';
import {
  insertMany,
  insertOne,
  noteAuthor,
  type Outcome,
  type Row,
  rowOf,
  selectMany,
  selectOne,
  writeOf,
} from './log-writes.ts';

/** The refusal of a different request with a known key. It names the fields that differ. */
function mismatch(personLogId: string, first: Record<string, string>, now: Record<string, string>): Problem {
  const names = new Set([...Object.keys(first), ...Object.keys(now)]);
  const fields = [...names].filter((name) => first[name] !== now[name]).sort();
  const detail = `The idempotency key was used for another request; it differs in ${fields.join(', ')}.`;
  return new Problem(422, 'idempotency_mismatch', detail, { personLogId, fields });
}

/** The answer to a write. If the log is of an earlier request, it is a replay. Throws a Problem for a refusal. */
function writtenOf({ logId, fingerprint }: Row, outcome: Outcome | undefined) {
  if (!outcome || outcome.personId === null)
    throw new Problem(404, 'person_not_found', 'There is no person with this id.');
  const { personId, personLogId, createdAt, createdPerson, source, type, other } = outcome;
  const replayed = personLogId !== logId;
  if (replayed && other !== null) throw mismatch(personLogId, JSON.parse(other), fingerprint ?? {});
  const at = timestamp(createdAt);
  const personLog = {
    personId,
    personLogId,
    createdAt: at,
    createdPerson: Boolean(createdPerson),
    source,
    type,
  };
  return { personLog, replayed };
}

export async function createLog(call: Call): Promise<Response> {
  const { db } = call;
  const write = writeOf(await bodyOf(call));
  const row = rowOf(write, Date.now(), call.actor);
  const [, [outcome]] = await db.batch<[[], Outcome[]]>([
    db.sql(insertOne, JSON.stringify(row), JSON.stringify(write.payload)),
    db.sql(selectOne, row.keyHash, row.requestDigest),
  ]);
  const { personLog, replayed } = writtenOf(row, outcome);
  if (replayed) call.headers['idempotent-replayed'] = 'true';
  return json(call, personLog, 201);
}

/** Up to 100 writes in one batch. A refused write does not stop the others. */
export async function createLogs(call: Call): Promise<Response> {
  const { db } = call;
  const { writes } = await bodyOf(call);
  if (!Array.isArray(writes) || writes.length < 1 || writes.length > 100) throw invalid(['writes']);
  const now = Date.now();
  const valid = writes.map((write, index) => writeOf(write, `writes.${index}.`));
  const rows = valid.map((write) => rowOf(write, now));
  const items = rows.map((row, index) => ({ row, payload: valid[index]?.payload }));
  const keys = rows.map(({ keyHash, requestDigest }) => [keyHash, requestDigest]);
  const [, , , found] = await db.batch<[[], [], [], (Outcome & { position: number })[]]>([
    db.sql(noteAuthor, null),
    db.sql(insertMany, JSON.stringify(items)),
    db.sql(noteAuthor, JSON.stringify(call.actor)),
    db.sql(selectMany, JSON.stringify(keys)),
  ]);
  const outcomes = new Map(found.map((outcome) => [outcome.position, outcome]));
  const results = rows.map((row, index) => {
    try {
      return { status: 201, ...writtenOf(row, outcomes.get(index)), problem: null };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { status: error.status, replayed: false, personLog: null, problem: problemOf(error, call) };
    }
  });
  return json(call, { results });
}
