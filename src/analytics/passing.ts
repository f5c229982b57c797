import type { TextName } from '../vocabulary/facts.ts';
import { flag } from '../vocabulary/flags.ts';
import { type Block, numbersIn, packedTextsIn, pendingAt, textsIn } from './block.ts';
import { type Numbers, type Places, placesPassing } from './columns.ts';
import { mostSessions } from './cut.ts';
import type { TextList } from './id-list.ts';
import { wantedStatus } from './lifetime.ts';
import type { Question, State, Wanted } from './question.ts';

// Which sessions of a block a question asks for.

/** By code, 1 if a session with it passes a filter, 0 if not. */
export function passing(wanted: Wanted, texts: TextList): Uint8Array {
  const [named, others] = 'not' in wanted ? [0, 1] : [1, 0];
  const passes = new Uint8Array(texts.length + 1).fill(others);
  for (const text of 'not' in wanted ? wanted.not : wanted) {
    const code = text === null ? 0 : texts.indexOf(text) + 1;
    if (code > 0 || text === null) passes[code] = named;
  }
  return passes;
}

/** Places, if they are so few that reading only these is faster. */
export const ifFew = (places: Places | undefined, { count }: Block): Places | undefined =>
  places && places.length < count / 4 ? places : undefined;

const placesUpTo = (count: number): Places => Int32Array.from({ length: count }, (_, index) => index);
/** Places from 0 on, for the largest block so far, and an array for those that pass: as `Rooms`, used again. */
let all = placesUpTo(mostSessions);
let passed: Places = new Int32Array(mostSessions);
function allPlaces({ count }: Block): Places {
  if (all.length < count) [all, passed] = [placesUpTo(count), new Int32Array(count)];
  return all.subarray(0, count);
}

/**
 * Of some places, the places of sessions whose code passes, valid until the next block is searched. `some` may be in the
 * same array. A loop without branches, over a million sessions.
 */
function placesWith(passes: Uint8Array, codes: Numbers, some: Places): Places {
  let size = 0;
  for (let nth = 0; nth < some.length; nth++) {
    const index = some[nth] ?? 0;
    passed[size] = index;
    size += passes[codes[index] ?? 0] ?? 0;
  }
  return passed.subarray(0, size);
}

/** Of some places, or of all, those of sessions that have a wanted text, as `placesWith`. */
function placesHaving(block: Block, name: TextName, wanted: Wanted, places: Places | undefined): Places {
  const some = places ?? allPlaces(block);
  const packed = packedTextsIn(block, name);
  const found =
    packed &&
    placesPassing(packed.codes, passing(wanted, packed.texts), { count: block.count, some, into: passed });
  if (found) return found;
  const { codes, texts } = textsIn(block, name, ifFew(places, block));
  return placesWith(passing(wanted, texts), codes, some);
}

/** Whether the session at a place has a state. `places`: those that are asked for. */
function stateFilter(
  block: Block,
  { status: asked, hasConversion, hasFormSubmit }: State,
  now: number,
  places: Places | undefined,
) {
  const { status, ahead } = wantedStatus(asked);
  const isPending = pendingAt(block, now + ahead, places);
  const flags = numbersIn(block, 'flags', places);
  const has = (index: number, bit: number) => Number(((flags[index] ?? 0) & bit) !== 0);
  const statusOf = (index: number) =>
    isPending(index) ? 'pending' : has(index, flag.hasFailed) ? 'failed' : 'completed';
  return (index: number): boolean =>
    (status === null || statusOf(index) === status) &&
    (hasConversion === null || has(index, flag.hasConversion) === hasConversion) &&
    (hasFormSubmit === null || has(index, flag.hasFormSubmit) === hasFormSubmit);
}

/** Whether the session at a place has a visitor in one of some columns. */
function visitorFilter(
  block: Block,
  { columns, id }: NonNullable<Question['visitor']>,
  places: Places | undefined,
) {
  const having = columns.map((name) => {
    const { codes, texts } = textsIn(block, name, places);
    return { codes, code: texts.indexOf(id) + 1 };
  });
  return (index: number): boolean => having.some(({ codes, code }) => code > 0 && codes[index] === code);
}

/** The places of the sessions of a block that a question asks for. Undefined if it has no filter. */
export function placesOf(block: Block, { filters, state, visitor, now }: Question): Places | undefined {
  let places: Places | undefined;
  for (const [name, values] of Object.entries(filters))
    places = placesHaving(block, name as TextName, values, places);
  if (visitor)
    places = (places ?? allPlaces(block)).filter(visitorFilter(block, visitor, ifFew(places, block)));
  if (!state) return places;
  const isOf = stateFilter(block, state, now, ifFew(places, block));
  return (places ?? allPlaces(block)).filter(isOf);
}
