import { go, here, useRoute } from './router.ts';

/** What the address asks to create on this screen (`?new=…`), and a function that ends it. */
export function useNew(): [what: string | undefined, close: () => void] {
  const { query } = useRoute();
  return [query.new, () => go(here({ new: undefined }), { replace: true })];
}
