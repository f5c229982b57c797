import type { LeftOut } from './beacon.ts';

/**
 * Why visits of this browser are not measured; undefined if they are. `#footfall=ignore` in the address switches them
 * off, `#footfall=count` on. The address loses it, and no route before it,
 * when this is stored, so that a copied link switches no one else off.
 */
export function leftOutAs(): LeftOut | undefined {
  const [address = '', order] = location.href.split('#footfall=');
  try {
    if (order) {
      localStorage['footfall:ignore'] = +(order === 'ignore');
      history.replaceState(history.state, '', address);
    }
    if (localStorage['footfall:ignore'] === '1') return 'own';
  } catch {
    // Blocked or full.
  }
  return navigator.webdriver ? 'automated' : undefined;
}
