import { writeFileSync } from 'node:fs';
import path from 'node:path';
import tlds from 'tlds' with { type: 'json' };
import { root } from '../lib/settings.ts';

/** Where the worker reads from which top-level domains are public. */
export const rootBitsFile = path.join(root, 'src/outbound/webhooks/root-bits.ts');

/** The top-level domains of the root zone that no shorter rule covers: `arpa` has no websites. */
export const publicNames: string[] = tlds.filter((name) => /^[a-z]{3,}$/v.test(name) && name !== 'arpa');

/** Ten bits for each name. */
const bytes = Math.ceil((publicNames.length * 10) / 8);

/** The source of `rootBitsFile`. */
export async function rootBitsSource(): Promise<string> {
  const { placesOf } = await import('../../src/outbound/webhooks/root-zone.ts');
  const bits = new Uint8Array(bytes);
  for (const name of publicNames)
    for (const place of placesOf(name, bytes * 8))
      bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  const text = Buffer.from(bits).toString('base64');
  return `// Made by npm run build from the package tlds: see root-zone.ts.\nexport const rootBits =\n  '${text}';\n`;
}

/** Writes `rootBitsFile`. */
export const writeRootBits = async (): Promise<void> => writeFileSync(rootBitsFile, await rootBitsSource());
