const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new TypeID: the prefix and a UUIDv7 in base 32. */
export function newId(prefix: string): string {
  let id = '';
  for (let rest = Date.now(), digit = 0; digit < 10; digit++) {
    id = alphabet[rest % 32] + id;
    rest = Math.floor(rest / 32);
  }
  const random = crypto.getRandomValues(new Uint8Array(16));
  for (let digit = 0; digit < 16; digit++) {
    const byte = random[digit] ?? 0;
    // The version, 0111, begins the first digit of these; the variant, 10, is inside the fourth.
    id += alphabet[digit === 0 ? 14 | (byte & 1) : digit === 3 ? 8 | (byte & 19) : byte & 31];
  }
  return `${prefix}_${id}`;
}

/** Milliseconds since 1970 as a timestamp. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();
