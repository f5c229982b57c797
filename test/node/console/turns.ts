import { consoleAddresses } from '../../../scripts/checks/console-addresses.ts';

// Each screen has six cases. npm test takes one of them for each screen, by a seed, so that all have their turn. With
// SCREENS_SEED=all it takes all.

const cases = ['light', 'slow', 'dark', 'failing', 'phone', 'offline'] as const;
/** A theme, a width, or a state of the network. */
export type Case = (typeof cases)[number];

const { SCREENS_SEED = '' } = process.env;
const isComplete = SCREENS_SEED === 'all';

/** The addresses of the console for which it is the turn of some of these cases, and which. */
export function turnsOf(wanted: readonly Case[]) {
  if (!isComplete && !/^\d+$/.test(SCREENS_SEED)) throw new Error('SCREENS_SEED must be a number, or all.');
  if (!isComplete) process.stdout.write(`SCREENS_SEED=${SCREENS_SEED} takes these cases of the screens.\n`);
  return consoleAddresses.flatMap((address, index) => {
    const turn = cases[(Number(SCREENS_SEED) + index) % cases.length];
    const has = (one: Case) => wanted.includes(one) && (isComplete || one === turn);
    return wanted.some(has) ? [{ ...address, has }] : [];
  });
}
