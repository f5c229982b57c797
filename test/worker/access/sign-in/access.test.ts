import { arrive, newTeam, serveCerts, type Team } from '../../support/access.ts';
import { signIn } from '../../support/sign-in.ts';
import { newSigner, signed } from '../../support/signer.ts';
import { costOf } from '../../support/statements.ts';
import { setClock } from '../../support/times.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const hour = 3_600_000;

beforeEach(() => {
  serveCerts();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The lines that the worker logs as errors. */
const logged = () => vi.spyOn(console, 'error').mockImplementation(() => {});

describe('a user of Cloudflare Access', () => {
  test.each<[what: string, bindings: object, scopes: string[]]>([
    ['no scopes', { ACCESS_SCOPES: '' }, ['read']],
    ['unset scopes', { ACCESS_SCOPES: undefined }, ['read']],
    ['all scopes', { ACCESS_SCOPES: 'read write  admin' }, ['read', 'write', 'admin']],
    ['scopes with commas', { ACCESS_SCOPES: 'admin, read,admin' }, ['admin', 'read']],
  ])('gets the scopes of the settings: %s', async (_what, bindings, scopes) => {
    const team = await newTeam();
    expect((await arrive(team, await team.token(), bindings)).body.scopes).toEqual(scopes);
  });
});

describe('a token that is refused', () => {
  const cut = (token: string, part: number, change: (text: string) => string) =>
    token
      .split('.')
      .map((text, index) => (index === part ? change(text) : text))
      .join('.');
  const text = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '');
  const seconds = () => Math.floor(Date.now() / 1000);

  test.each<[what: string, token: (team: Team) => Promise<string>]>([
    ['no token', async () => 'nonsense'],
    ['two parts', async (team) => (await team.token()).split('.').slice(0, 2).join('.')],
    ['four parts', async (team) => `${await team.token()}.x`],
    ['no signature', async (team) => cut(await team.token(), 2, () => '')],
    ['a header that is not JSON', async (team) => cut(await team.token(), 0, () => 'e30x')],
    ['a header that is null', async (team) => cut(await team.token(), 0, () => text(null))],
    ['claims that are no object', async (team) => signed('x', team.signer)],
    ['claims that are null', async (team) => signed(null, team.signer)],
    [
      'the signature of another token',
      async (team) => {
        const [, , signature = ''] = (await team.token({ email: 'eve@acme.example' })).split('.');
        return cut(await team.token(), 2, () => signature);
      },
    ],
    [
      'other claims under the signature',
      async (team) => cut(await team.token(), 1, () => text(team.claims({ email: 'eve@acme.example' }))),
    ],
    [
      'another header over the signature',
      async (team) => cut(await team.token(), 0, () => text({ alg: 'RS256', kid: team.signer.kid })),
    ],
    [
      'a signature with another key',
      async (team) => team.token({}, { ...(await newSigner()), kid: team.signer.kid }),
    ],
    ['a key that the team does not have', async (team) => team.token({}, await newSigner())],
    ['no kid', async (team) => team.token({}, team.signer, { kid: undefined })],
    ['a kid that is a number', async (team) => team.token({}, team.signer, { kid: 1 })],
    [
      'the algorithm none',
      async (team) => `${text({ alg: 'none', kid: team.signer.kid })}.${text(team.claims())}.`,
    ],
    ['the algorithm HS256', async (team) => team.token({}, team.signer, { alg: 'HS256' })],
    ['the algorithm RS512', async (team) => team.token({}, team.signer, { alg: 'RS512' })],
    ['a critical extension', async (team) => team.token({}, team.signer, { crit: ['exp'] })],
    ['another team', async (team) => team.token({ iss: 'https://other.cloudflareaccess.com' })],
    ['another team of a similar name', async (team) => team.token({ iss: `${team.issuer}.evil.example` })],
    ['no team', async (team) => team.token({ iss: undefined })],
    ['another application', async (team) => team.token({ aud: ['other'] })],
    ['a part of the application', async (team) => team.token({ aud: [team.audience.slice(0, -1)] })],
    ['no application', async (team) => team.token({ aud: undefined })],
    ['an empty list of applications', async (team) => team.token({ aud: [] })],
    ['an end in the past', async (team) => team.token({ exp: seconds() - 1 })],
    ['no end', async (team) => team.token({ exp: undefined })],
    ['an end that is text', async (team) => team.token({ exp: '9999999999' })],
    ['an end without a number', async (team) => team.token({ exp: null })],
    ['a start in two minutes', async (team) => team.token({ nbf: seconds() + 120 })],
    ['a start that is text', async (team) => team.token({ nbf: '0' })],
    [
      'a service token, without an email',
      async (team) => team.token({ email: undefined, common_name: 'ci' }),
    ],
    ['an empty email', async (team) => team.token({ email: '' })],
    ['an email that is a list', async (team) => team.token({ email: ['ada@acme.example'] })],
    ['an email with a control character', async (team) => team.token({ email: 'ada@acme.example\u001b[2J' })],
  ])('has %s', async (_what, tokenOf) => {
    const team = await newTeam();
    const token = await tokenOf(team);
    const lines = logged();
    await writesNothing(async () => {
      const { result, trips } = await costOf(() => arrive(team, token));
      expect([result.status, result.body.code, trips]).toEqual([401, 'invalid_sign_in', 0]);
      expect(result.body.detail).toContain('is not valid here');
    });
    expect(lines).not.toHaveBeenCalled();
  });

  test.each<[what: string, token: (team: Team) => Promise<string>]>([
    ['is for several applications', (team) => team.token({ aud: ['other', team.audience] })],
    ['names its application alone', (team) => team.token({ aud: team.audience })],
    ['has no start', (team) => team.token({ nbf: undefined })],
    ['is of a clock that is ahead', (team) => team.token({ nbf: seconds() + 30 })],
  ])('but not when it %s', async (_what, tokenOf) => {
    const team = await newTeam();
    expect((await arrive(team, await tokenOf(team))).status).toBe(201);
  });
});

describe('the settings', () => {
  test.each<[what: string, bindings: object]>([
    ['are not there', { ACCESS_TEAM_DOMAIN: undefined, ACCESS_AUDIENCE: undefined }],
    ['are empty', { ACCESS_TEAM_DOMAIN: '', ACCESS_AUDIENCE: '' }],
  ])('%s: a token is not looked at', async (_what, bindings) => {
    const team = await newTeam();
    const lines = logged();
    const { status, body } = await arrive(team, await team.token(), bindings);
    expect([status, body.code, body.detail]).toEqual([
      401,
      'invalid_sign_in',
      'Send the code of a sign-in link.',
    ]);
    expect([team.reads, lines.mock.calls]).toEqual([0, []]);
  });

  test.each<[what: string, bindings: object, named: string]>([
    ['no team', { ACCESS_TEAM_DOMAIN: '' }, 'ACCESS_TEAM_DOMAIN'],
    [
      'a team over plain HTTP',
      { ACCESS_TEAM_DOMAIN: 'http://acme.cloudflareaccess.com' },
      'ACCESS_TEAM_DOMAIN',
    ],
    [
      'a team with a path',
      { ACCESS_TEAM_DOMAIN: 'https://acme.cloudflareaccess.com/x' },
      'ACCESS_TEAM_DOMAIN',
    ],
    ['no audience', { ACCESS_AUDIENCE: '' }, 'ACCESS_AUDIENCE'],
    ['two audiences', { ACCESS_AUDIENCE: 'a b' }, 'ACCESS_AUDIENCE'],
    ['a scope of websites', { ACCESS_SCOPES: 'read collect' }, 'ACCESS_SCOPES'],
    ['an unknown scope', { ACCESS_SCOPES: 'read,root' }, 'ACCESS_SCOPES'],
  ])('that have %s let nobody in, and are logged once', async (_what, bindings, named) => {
    const team = await newTeam();
    const lines = logged();
    const env = { ...team.bindings, ...bindings };
    const token = await team.token();
    expect((await arrive(team, token, env)).status).toBe(401);
    expect(team.reads).toBe(0);
    expect(lines).toHaveBeenCalledTimes(1);
    expect(String(lines.mock.calls[0]?.[0])).toContain(named);
  });

  test('may name the team without a scheme', async () => {
    const team = await newTeam();
    const ACCESS_TEAM_DOMAIN = team.issuer.replace('https://', '');
    expect((await arrive(team, await team.token(), { ACCESS_TEAM_DOMAIN })).status).toBe(201);
  });

  test('say what to send to a request without a token', async () => {
    const team = await newTeam();
    const { status, body } = await signIn({}, { bindings: team.bindings });
    expect([status, body.detail]).toEqual([
      401,
      'Send the code of a sign-in link, or come through Cloudflare Access.',
    ]);
  });
});

describe('the keys of a team', () => {
  test('are read once an hour', async () => {
    const now = Date.now() + 10 * 24 * hour;
    setClock(now);
    const team = await newTeam();
    for (const elapsed of [0, 1000, hour - 1, hour]) {
      vi.setSystemTime(now + elapsed);
      expect((await arrive(team, await team.token())).status).toBe(201);
    }
    expect(team.reads).toBe(2);
  });

  test('are read again for a new one, but at most once a minute for tokens of strangers', async () => {
    const now = Date.now() + 20 * 24 * hour;
    setClock(now);
    const team = await newTeam();
    expect((await arrive(team, await team.token())).status).toBe(201);
    for (let n = 0; n < 5; n++)
      expect((await arrive(team, await team.token({}, await newSigner()))).status).toBe(401);
    expect(team.reads).toBe(1);
    const next = await newSigner();
    team.answer = () => Response.json({ keys: [team.signer.cert, next.cert] });
    vi.setSystemTime(now + 60_000);
    expect((await arrive(team, await team.token({}, next))).status).toBe(201);
    expect((await arrive(team, await team.token())).status).toBe(201);
    expect(team.reads).toBe(2);
  });

  test('of the last day hold when the team does not answer', async () => {
    const now = Date.now() + 30 * 24 * hour;
    setClock(now);
    const lines = logged();
    const team = await newTeam();
    expect((await arrive(team, await team.token())).status).toBe(201);
    team.answer = () => new Response('', { status: 502 });
    vi.setSystemTime(now + 2 * hour);
    for (let n = 0; n < 3; n++) expect((await arrive(team, await team.token())).status).toBe(201);
    expect([team.reads, lines.mock.calls.length]).toEqual([2, 1]);
    vi.setSystemTime(now + 25 * hour);
    expect((await arrive(team, await team.token())).status).toBe(503);
  });

  test.each<[what: string, answer: () => Response]>([
    ['an error', () => new Response('', { status: 500 })],
    ['a redirect', () => new Response('', { status: 302, headers: { location: 'https://evil.example' } })],
    ['a page', () => new Response('<html>')],
    ['no keys', () => Response.json({})],
    [
      'nothing at all',
      () => {
        throw new TypeError('Network connection lost.');
      },
    ],
  ])('cannot be read: %s is a 503 and a line in the log, without the token', async (_what, answer) => {
    const lines = logged();
    const team = await newTeam();
    team.answer = answer;
    const token = await team.token();
    const { status, body, headers } = await arrive(team, token);
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'sign_in_unavailable', '1']);
    expect(lines).toHaveBeenCalledTimes(1);
    expect(String(lines.mock.calls[0]?.[0])).not.toContain(token.slice(0, 20));
  });

  test.each([[[null]], [[{}]], [['x']], [[{ kid: 'k', kty: 'RSA' }]]])(
    'may be nonsense: %j',
    async (keys) => {
      const team = await newTeam();
      team.answer = () => Response.json({ keys: [...keys, { ...team.signer.cert, kid: 'other' }] });
      expect((await arrive(team, await team.token({}, team.signer, { kid: 'k' }))).status).toBe(401);
    },
  );
});
