import type { Bindings } from '../config/bindings.ts';

const known = new Map<string, unknown>();

/** Reads a file of JSON that `npm run build` makes from schemas, once: the Worker would be larger with it. */
export async function readAsset<T>({ ASSETS }: Bindings, name: string): Promise<T> {
  const read = known.get(name);
  if (read) return read as T;
  // The host says nothing: an asset has no other.
  const response = await ASSETS.fetch(`https://assets.local/${name}`);
  if (!response.ok) throw new Error(`the asset ${name} is a ${response.status}`);
  const found = await response.json<T>();
  known.set(name, found);
  return found;
}
