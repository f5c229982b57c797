import { consoleAddresses } from '../../../scripts/checks/console-addresses.ts';
import { isTurn } from '../../turns.ts';

// Each screen has six cases, and one of them has its turn in every second run.

const cases = ['light', 'slow', 'dark', 'failing', 'phone', 'offline'] as const;
/** A case has one turn in so many. */
const turns = 2 * cases.length;
/** A theme, a width, or a state of the network. */
export type Case = (typeof cases)[number];

/** The addresses of the console for which it is the turn of some of these cases, and which. */
export const turnsOf = (wanted: readonly Case[]) =>
  consoleAddresses.flatMap((address, index) => {
    // One more screen has the case before it: (seed + index) chooses it.
    const has = (one: Case) => wanted.includes(one) && isTurn(index - cases.indexOf(one) + turns, turns);
    return wanted.some(has) ? [{ ...address, has }] : [];
  });
