import { UserError } from '../../scripts/lib/settings.ts';
import type { Problem } from '../../src/http/problem.ts';
import type { ErrorCode } from '../../src/lib/errors.ts';
import type { PersonList } from '../../src/persons/schemas.ts';

/** The API for the loader. Every unexpected answer throws a UserError. */
export interface Api {
  /** Sends a request and returns the answer. A 409 with `code` is also returned. */
  send: <T>(method: 'GET' | 'POST' | 'PATCH', route: string, body?: object, code?: ErrorCode) => Promise<T>;
  /** Creates a resource, unless a 409 with this code says that it exists. Returns its id. */
  create: (route: string, body: object, id: string, code: ErrorCode) => Promise<string>;
}

const silence = (address: string) =>
  new UserError(`nothing answers on ${address}: run npm start in another terminal, or set PORT to its port.`);

/** Throws UserError when no server answers on an address. */
export async function assertAnswers(address: string): Promise<void> {
  await fetch(`${address}/health`).catch(() => {
    throw silence(address);
  });
}

/** The API of the server on an address, used with a key. */
export function connect(address: string, key: string): Api {
  async function request<T>(method: string, route: string, body?: object, code?: ErrorCode) {
    const response = await fetch(`${address}${route}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw silence(address);
    });
    const text = await response.text();
    const answer = response.ok || response.status === 409 ? (JSON.parse(text) as T & Partial<Problem>) : null;
    if (answer === null || (!response.ok && answer.code !== code))
      throw new UserError(`${method} ${route} answered ${response.status}: ${text}`);
    return answer;
  }
  return {
    send: request,
    create: async (route, body, id, code) => {
      const answer = await request<Partial<Record<string, string>>>('POST', route, body, code);
      return answer.conflictingId ?? answer[id] ?? '';
    },
  };
}

interface List<T> {
  items: T[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** All items of a list, from its first page to its last. */
export async function listAll<T>({ send }: Api, route: string): Promise<T[]> {
  const items: T[] = [];
  for (let cursor = ''; ; ) {
    const page = await send<List<T>>('GET', `${route}?limit=100${cursor}`);
    items.push(...page.items);
    if (!page.hasMore) return items;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor ?? '')}`;
  }
}

/** The id of the person with this email. Throws UserError when there is none. */
export async function personIdOf({ send }: Api, email: string): Promise<string> {
  const route = `/v0/persons/search?query=${encodeURIComponent(email)}`;
  const { items } = await send<PersonList>('GET', route);
  const person = items.find((item) => item.email === email);
  if (!person) throw new UserError(`nobody has the address ${email}, whom the demo data needs.`);
  return person.personId;
}
