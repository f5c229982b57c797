import { plural } from './format.ts';
import { toast } from './toasts.ts';

/** Copies addresses, one a line, and says how many. */
export async function copyAll(addresses: string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(addresses.join('\n'));
    toast(`${plural(addresses.length, 'address', 'addresses')} copied`);
  } catch {
    toast('The browser did not allow copying the addresses.');
  }
}
