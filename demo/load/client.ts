import {
  createFootfall,
  type Footfall,
  FootfallProblem,
  getHealth,
  isProblem,
  type ProblemCode,
  paginate,
  searchPersons,
} from '#footfall/client';
import { UserError } from '../../scripts/lib/settings.ts';

const silence = (address: string) =>
  new UserError(`nothing answers on ${address}: run npm start in another terminal, or set PORT to its port.`);

/** Throws UserError when no server answers on an address. */
export async function assertAnswers(address: string): Promise<void> {
  await getHealth({ client: createFootfall({ baseUrl: address, retries: 0 }) }).catch((error: unknown) => {
    // Any other problem is an answer.
    if (isProblem(error, 'network_failed')) throw silence(address);
  });
}

/** Calls `use` with a client of the server on an address. Throws UserError for a problem. */
export async function using(
  address: string,
  key: string,
  use: (client: Footfall) => Promise<void>,
): Promise<void> {
  try {
    await use(createFootfall({ baseUrl: address, key }));
  } catch (error) {
    if (!(error instanceof FootfallProblem)) throw error;
    if (error.code === 'network_failed') throw silence(address);
    throw new UserError(JSON.stringify(error.document ?? error.message));
  }
}

/** The id that a creation answers, or the id of what exists when the creation is the problem with this code. */
export async function createdOrExisting(creation: Promise<string>, code: ProblemCode): Promise<string> {
  try {
    return await creation;
  } catch (error) {
    if (!isProblem(error, code)) throw error;
    return String(error.document?.conflictingId);
  }
}

/** The ids of all persons, by their email. */
export async function idsByEmail(client: Footfall): Promise<Map<string | null, string>> {
  const ids = new Map<string | null, string>();
  const persons = paginate(searchPersons, { client, query: { limit: 100 } });
  for await (const { email, personId } of persons) ids.set(email, personId);
  return ids;
}

/** The id of the person with an email. Throws UserError when there is none. */
export type PersonIds = (email: string) => string;

/** Finds persons by their email. */
export async function personIds(client: Footfall): Promise<PersonIds> {
  const ids = await idsByEmail(client);
  return (email) => {
    const id = ids.get(email);
    if (id === undefined) throw new UserError(`nobody has the address ${email}, whom the demo data needs.`);
    return id;
  };
}
