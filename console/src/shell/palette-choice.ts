import { go } from '../nav/router.ts';

/** Something that the palette offers. */
export interface Choice {
  id: string;
  title: string;
  /** What it is: an action with its key, a person with the email address. */
  note?: string | undefined;
  run: () => void;
}

/** A choice that leads to an address, if there is one. */
export const choose = (
  id: string,
  title: string,
  note: string | undefined,
  address: string | undefined,
): Choice[] => (address === undefined ? [] : [{ id, title, note, run: () => go(address) }]);
