import { nodeCrypto } from '../../lib/node.ts';

/** A delivery as it came: nothing of its body is parsed. */
export interface Incoming {
  method: string;
  url: string;
  header: (name: string) => string | undefined;
  bytes: Uint8Array;
}

/** What a delivery says of its signature. */
interface Signed {
  /** One of these must be right. */
  signatures: readonly string[];
  /** What is signed before the body, and behind it. */
  before?: string;
  after?: string;
  /** When it was signed, in milliseconds since 1970. */
  at?: number;
}

/** How a provider signs: HMAC-SHA256, always over the raw body. */
export interface Signature {
  encoding: 'hex' | 'base64';
  /** How old or how far ahead a signed time may be, in milliseconds. */
  tolerance?: number;
  /** Undefined for what is missing or malformed. */
  read: (incoming: Incoming) => Signed | undefined;
  /** The key of a secret, where it is not its text. */
  keyOf?: (secret: string) => Uint8Array;
}

const utf8 = new TextEncoder();
/** The most signatures that are looked at: a sender sends two while it changes its secret. */
const mostSignatures = 10;

function isEqual(text: string, other: string): boolean {
  const [a, b] = [utf8.encode(text), utf8.encode(other)];
  return a.length === b.length && nodeCrypto().timingSafeEqual(a, b);
}

/** Whether a delivery is signed with one of the secrets, at about this time. */
export function isSigned(
  { encoding, tolerance, read, keyOf }: Signature,
  incoming: Incoming,
  secrets: readonly string[],
  now: number,
): boolean {
  const signed = read(incoming);
  if (!signed || signed.signatures.length > mostSignatures) return false;
  const { signatures, before = '', after = '', at } = signed;
  if (tolerance !== undefined && (at === undefined || Math.abs(now - at) > tolerance)) return false;
  return secrets.some((secret) => {
    const hmac = nodeCrypto().createHmac('sha256', keyOf?.(secret) ?? secret);
    const digest = hmac.update(before).update(incoming.bytes).update(after).digest(encoding);
    return signatures.filter((one) => isEqual(one, digest)).length > 0;
  });
}

/** A signature that is all of a header, behind a mark. */
export const wholeHeader =
  (name: string, mark = '') =>
  ({ header }: Incoming): Signed | undefined => {
    const value = header(name);
    return value?.startsWith(mark) ? { signatures: [value.slice(mark.length)] } : undefined;
  };

/** Signatures in a header of the form `t=<seconds>,v1=<hex>`, over the time and the body. */
export const timedPairs =
  (name: string) =>
  ({ header }: Incoming): Signed | undefined => {
    const pairs = (header(name) ?? '').split(',').map((pair) => /^(\w+)=(\S+)$/.exec(pair)?.slice(1));
    const valuesOf = (key: string) => pairs.flatMap((pair) => (pair?.[0] === key ? (pair[1] ?? []) : []));
    const [[time = '', ...others], signatures] = [valuesOf('t'), valuesOf('v1')];
    if (!/^\d{1,10}$/.test(time) || others.length > 0 || pairs.includes(undefined)) return undefined;
    return { signatures, before: `${time}.`, at: Number(time) * 1000 };
  };

/** What the header fields of Standard Webhooks begin with: `svix` where only those of Svix are sent. */
export const standardStart = (header: Incoming['header']): 'webhook' | 'svix' =>
  header('webhook-signature') === undefined ? 'svix' : 'webhook';

/** Signatures of Standard Webhooks, also with the names that Svix gives the header fields. */
export function standardHeaders({ header }: Incoming): Signed | undefined {
  const start = standardStart(header);
  const [id = '', time = '', all = ''] = ['id', 'timestamp', 'signature'].map((of) =>
    header(`${start}-${of}`),
  );
  if (!/^[\w\-]{1,255}$/v.test(id) || !/^\d{1,10}$/.test(time) || all.includes(', ')) return undefined;
  const signatures = all.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
  return { signatures, before: `${id}.${time}.`, at: Number(time) * 1000 };
}
