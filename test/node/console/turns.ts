import { consoleAddresses } from '../../../scripts/checks/console-addresses.ts';

// Each screen has many cases: themes, widths, states of the network. npm test takes one of each matrix for a screen, by
// a seed, so that all have their turn. With SCREENS_SEED=all it takes all.

const { SCREENS_SEED = '' } = process.env;
const isComplete = SCREENS_SEED === 'all';

/** The addresses of the console, each with the cases of a matrix whose turn it is. */
export function turnsOf<Name extends string>(cases: readonly Name[]) {
  if (!isComplete && !/^\d+$/.test(SCREENS_SEED)) throw new Error('SCREENS_SEED must be a number, or all.');
  if (!isComplete) process.stdout.write(`SCREENS_SEED=${SCREENS_SEED} takes these cases of the screens.\n`);
  return consoleAddresses.map((address, index) => {
    const turn = cases[(Number(SCREENS_SEED) + index) % cases.length];
    const has = (name: Name) => isComplete || name === turn;
    return { ...address, has };
  });
}
