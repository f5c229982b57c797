import { idTime } from '../../db/id-time.ts';
import { minuteMs } from '../../lib/durations.ts';
import { newId } from '../../lib/ids.ts';
import { keptCalls } from '../campaigns/limits.ts';

// D1's answer to a call that writes rows may be lost, and the call is then sent again. A row that said what it said before
// has no id of the call. So the campaign notes a call with the first row that it changes, and such a call, sent again,
// changes no row. A call that changed nothing is noted nowhere: when it is sent again, it leaves alone what others
// may have written since.

/** The ids of the writes of a call begin with the call, and end with the position of the row. */
const positionLength = 2;
const callLength = 'entry_'.length + 26 - positionLength;

/** A new call that writes up to 100 rows. */
export const newCall = (): string => newId('entry').slice(0, callLength);
/** The id of the write of a row. */
export const writeIdIn = (call: string, position: number): string =>
  call + String(position).padStart(positionLength, '0');

/** How long before a call another one may begin that writes after it: a task waits 15 seconds for D1, which goes on for 30. */
const mostLate = minuteMs;
/** What is as late as that, as rows note it, and as erasures do. */
export const lateFields = (now: number) => ({
  lateId: `entry_${idTime(now - mostLate)}`,
  lateTime: now - mostLate,
});

/** SQL of the call of a write id. */
const callOf = (writeId: string) => `substr(${writeId}, 1, ${callLength})`;

/** SQL of the calls of a campaign with the one of a write, which may be there. */
export const withCall = (writeId: string): string => `iif(instr(calls, ${callOf(writeId)}), calls,
    substr(${callOf(writeId)} || ' ' || calls, 1, ${keptCalls * (callLength + 1)}))`;

/** SQL of whether others may have written a row, or erased its person, after the call. `write` is SQL of the JSON of the row. */
export const isOvertaken = (write: string): string => `iif(row_revision IS NULL,
      coalesce((SELECT max(erased_at) FROM erased_identifiers), 0) > ${write} ->> 'lateTime',
      write_id > ${write} ->> 'lateId' AND ${callOf('write_id')} IS NOT ${write} ->> 'call')`;
