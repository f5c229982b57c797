const digits = '0123456789abcdefghjkmnpqrstvwxyz';

let last = { time: -1, text: '', count: 0 };

function begin(time: number) {
  let text = '';
  for (let rest = time, digit = 0; digit < 10; digit++) {
    text = digits.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  const random = crypto.getRandomValues(new Uint8Array(13));
  for (let digit = 0; digit < 11; digit++) {
    const byte = random[digit] ?? 0;
    // The version, 0111, begins the first digit of these; the variant, 10, is inside the fourth.
    text += digits.charAt(digit === 0 ? 14 | (byte & 1) : digit === 3 ? 8 | (byte & 19) : byte & 31);
  }
  return { time, text, count: ((random[11] ?? 0) << 8) | (random[12] ?? 0) };
}

/** A new TypeID of a time: the prefix and a UUIDv7 in base 32. Those of one time are in the order in which they are made. */
export function newId(prefix: string, time: number): string {
  if (time !== last.time) last = begin(time);
  const count = ++last.count;
  let id = `${prefix}_${last.text}`;
  for (let shift = 20; shift >= 0; shift -= 5) id += digits.charAt((count >>> shift) & 31);
  return id;
}

/** Milliseconds since 1970 as a timestamp. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();
