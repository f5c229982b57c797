import { signIn } from './sign-in.ts';
import { newSigner, type Signer, signed } from './signer.ts';

let serial = 0;
let shared: Promise<Signer> | undefined;

/** A team of Cloudflare Access with one application, whose certs the service gets in place of those of Cloudflare. */
export async function newTeam() {
  const issuer = `https://team${++serial}.cloudflareaccess.com`;
  // Making a key takes a tenth of a second: teams share one.
  shared ??= newSigner();
  const signer = await shared;
  const team = {
    issuer,
    audience: `aud${serial}`,
    signer,
    /** The answer of the certs. */
    answer: () => Response.json({ keys: [signer.cert], public_cert: {}, public_certs: [] }) as Response,
    /** How often the certs were read. */
    reads: 0,
    bindings: { ACCESS_TEAM_DOMAIN: issuer, ACCESS_AUDIENCE: `aud${serial}`, ACCESS_SCOPES: 'read write' },
    /** The claims of a token that is valid for a day from now. */
    claims: (more: object = {}) => {
      const now = Math.floor(Date.now() / 1000);
      return {
        iss: issuer,
        aud: [team.audience],
        type: 'app',
        sub: 'b0f7',
        identity_nonce: 'x',
        country: 'DE',
        email: 'ada@acme.example',
        iat: now,
        nbf: now,
        exp: now + 86_400,
        ...more,
      };
    },
    token: (more: object = {}, by = signer, header: object = {}) => signed(team.claims(more), by, header),
  };
  teams.set(`${issuer}/cdn-cgi/access/certs`, team);
  return team;
}
export type Team = Awaited<ReturnType<typeof newTeam>>;
const teams = new Map<string, Pick<Team, 'answer' | 'reads'>>();

/** Answers the service's requests for certs. Every other request fails. */
export const serveCerts = () =>
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const team = teams.get(String(input));
    if (!team) throw new Error(`nothing answers ${input}`);
    team.reads += 1;
    return Promise.resolve().then(() => team.answer());
  });

/** `POST /v0/sign_in` as it arrives behind Access, with this token. */
export const arrive = (team: Team, token: string, bindings: object = {}, body: unknown = {}) =>
  signIn(body, {
    bindings: { ...team.bindings, ...bindings },
    headers: { 'cf-access-jwt-assertion': token },
  });
