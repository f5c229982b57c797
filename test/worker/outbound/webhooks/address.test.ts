import { BlockList } from 'node:net';
import fc from 'fast-check';
import { webhookAddress } from '../../../../src/outbound/webhooks/address.ts';

const deployed = { ownHosts: ['footfall.acme.example', 'go.acme.example:8443'], isLocal: false };
const local = { ownHosts: ['127.0.0.1:8787'], isLocal: true };

const scheme = 'must begin with https://';
const fullName = 'must have the full name of a host, such as hooks.example.com';
const own = 'must not be an address of this deployment';
const port = 'must have port 443 or one above 1023';
const user = 'must not have a user name or a password';
const fragment = 'must not have a fragment (#)';
const invisible = 'must not have white space, control characters or backslashes';
const url = 'must be a URL, such as https://hooks.example.com/footfall';
const long = 'must have at most 2048 characters';
const privateName = (host: string) => `must be public: ${host} is a name of a private network`;
const reserved = (host: string) => `must be public: ${host} is of a private or reserved range`;

/** An address of so many characters. */
const ofLength = (length: number, character = 'a') => 'https://hooks.example.com/'.padEnd(length, character);

describe('accepts, and normalises,', () => {
  test.each([
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    ['https://hooks.example.com/a/b?token=1&x=%20', 'https://hooks.example.com/a/b?token=1&x=%20'],
    ['HTTPS://Hooks.Example.COM/A', 'https://hooks.example.com/A'],
    ['https://hooks.example.com./a', 'https://hooks.example.com/a'],
    ['https://hooks.example.com:443/', 'https://hooks.example.com/'],
    ['https://hooks.example.com:1024/', 'https://hooks.example.com:1024/'],
    ['https://hooks.example.com:65535/', 'https://hooks.example.com:65535/'],
    ['https://hooks.example.com:08443/', 'https://hooks.example.com:8443/'],
    ['https://hooks.ex%61mple.com/', 'https://hooks.example.com/'],
    ['https://hooks.example.com/a/../b', 'https://hooks.example.com/b'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
    ['https://a_b.example.com/', 'https://a_b.example.com/'],
    ['https://hooks.example.com/@user', 'https://hooks.example.com/@user'],
    ['https://hooks.example.com/%23', 'https://hooks.example.com/%23'],
    ['https://hooks.example.com/ü', 'https://hooks.example.com/%C3%BC'],
    ['https://localhost.example.com/', 'https://localhost.example.com/'],
    ['https://internal.example.com/', 'https://internal.example.com/'],
    ['https://acme.example/', 'https://acme.example/'],
    ['https://sub.footfall.acme.example/', 'https://sub.footfall.acme.example/'],
    ['https://93.184.215.14/', 'https://93.184.215.14/'],
    ['https://1572394766/', 'https://93.184.215.14/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
    ['https://[::ffff:93.184.215.14]:8443/', 'https://[::ffff:5db8:d70e]:8443/'],
    // The name leads to 127.0.0.1: DNS is not asked.
    ['https://127.0.0.1.nip.io/', 'https://127.0.0.1.nip.io/'],
    [ofLength(2048), ofLength(2048)],
  ])('%s', (text, normalised) => {
    expect(webhookAddress(text, deployed).url).toBe(normalised);
  });
});

describe('refuses', () => {
  test.each([
    // What is no https: address.
    ['', scheme],
    ['hooks.example.com', scheme],
    ['//hooks.example.com/', scheme],
    ['https:hooks.example.com', scheme],
    ['http://hooks.example.com/', scheme],
    ['ftp://hooks.example.com/', scheme],
    ['file:///etc/passwd', scheme],
    ['javascript:alert(1)', scheme],
    ['data:text/plain,', scheme],
    ['https://', url],
    ['https://hooks.example.com:99999/', url],
    ['https://hooks.example.com:-1/', url],
    ['https://1.2.3.4.5/', url],
    ['https://hooks.example.1/', url],
    ['https://256.256.256.256/', url],
    ['https://[::1', url],
    ['https://[fe80::1%25eth0]/', url],
    ['https://127.0.0.1%00.example.com/', url],
    // Its parts.
    ['https://user@hooks.example.com/', user],
    ['https://:secret@hooks.example.com/', user],
    ['https://hooks.example.com:443@127.0.0.1/', user],
    ['https://hooks.example.com/#part', fragment],
    ['https://hooks.example.com/#', fragment],
    ['https://hooks.example.com:80/', port],
    ['https://hooks.example.com:22/', port],
    ['https://hooks.example.com:1023/', port],
    ['https://hooks.example.com:0/', port],
    [' https://hooks.example.com/', invisible],
    ['https://hooks.example.com/a b', invisible],
    ['https://hooks.exam\nple.com/', invisible],
    ['https://hooks.example.com/\0', invisible],
    ['https://127.0.0.1\\.hooks.example.com/', invisible],
    ['https:\\\\127.0.0.1/', invisible],
    [ofLength(2049), long],
    [ofLength(1000, 'ü'), long],
    // Names of private networks.
    ['https://localhost/', privateName('localhost')],
    ['https://LOCALHOST./', privateName('localhost')],
    ['https://ⓛocalhost/', privateName('localhost')],
    ['https://local\u00adhost/', privateName('localhost')],
    ['https://a.localhost/', privateName('a.localhost')],
    ['https://localhost.localdomain/', privateName('localhost.localdomain')],
    ['https://printer.local/', privateName('printer.local')],
    ['https://printer.local./', privateName('printer.local')],
    ['https://kubernetes.default.svc.cluster.local/', privateName('kubernetes.default.svc.cluster.local')],
    ['https://metadata.google.internal/', privateName('metadata.google.internal')],
    ['https://metadata。google。internal/', privateName('metadata.google.internal')],
    ['https://vault.internal/', privateName('vault.internal')],
    ['https://nas.home.arpa/', privateName('nas.home.arpa')],
    ['https://wiki.corp/', privateName('wiki.corp')],
    ['https://nas.lan/', privateName('nas.lan')],
    ['https://intranet/', fullName],
    // Names that tools, routers and networks make up, and those that IANA keeps from DNS.
    ...[
      ...[
        'api.default.svc',
        'web.service.consul',
        'wiki.intern',
        'fritz.box',
        'nas.fritz.box',
        'a.test',
        'a.invalid',
      ],
      ...['abc.onion', 'a.alt', 'a.intranet', 'a.private', 'a.home', 'a.localdomain', 'x.arpa', 'web.docker'],
      ...['db.kube', 'node.cluster', 'a.domain', 'router.asus', 'speedport.ipp', 'a.workgroup', 'dc.acmeads'],
      ...['a.mesh', 'vm.lxd', 'a.vagrant', 'host.docker.internal', 'a.podman', 'mail.mail1', 'app.devlocal'],
    ].map((host) => [`https://${host}/`, privateName(host)]),
    ['https://metadata/', fullName],
    ['https://metadata./', fullName],
    ['https://example.com../', fullName],
    ['https://a..example.com/', fullName],
    ['https://.example.com/', fullName],
    ['https://./', fullName],
    ['https://*.example.com/', fullName],
    // Our own.
    ['https://footfall.acme.example/v0/persons', own],
    ['https://FOOTFALL.acme.example./', own],
    ['https://footfall.acme.example:8443/', own],
    ['https://foot%66all.acme.example/', own],
    ['https://go.acme.example/', own],
    ['https://go.acme.example:8443/', own],
    // IPv4, in the spellings that URL reads.
    ['https://127.0.0.1/', reserved('127.0.0.1')],
    ['https://0x7f.1/', reserved('127.0.0.1')],
    ['https://①②⑦.0.0.1/', reserved('127.0.0.1')],
    ['https://169.254.169.254/latest/meta-data/', reserved('169.254.169.254')],
    // IPv6, and IPv4 in it.
    ['https://[::1]/', reserved('[::1]')],
    ['https://[::ffff:10.0.0.1]/', reserved('[::ffff:a00:1]')],
    ['https://[::127.0.0.1]/', reserved('[::7f00:1]')],
    ['https://[2002:7f00:1::]/', reserved('[2002:7f00:1::]')],
    ['https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', reserved('[2001:0:4136:e378:8000:63bf:3fff:fdd2]')],
    ['https://[2001:db8::1]/', reserved('[2001:db8::1]')],
    ['https://[3fff::1]/', reserved('[3fff::1]')],
    ['https://[fd00::1]/', reserved('[fd00::1]')],
    ['https://[fe80::1]/', reserved('[fe80::1]')],
    ['https://[4000::1]/', reserved('[4000::1]')],
  ])('%j', (text, fault) => {
    expect(webhookAddress(text, deployed)).toEqual({ fault });
  });
});

describe('on a developer’s machine', () => {
  test.each([
    ['http://localhost:9000/hook', 'http://localhost:9000/hook'],
    ['http://localhost./hook', 'http://localhost/hook'],
    ['http://receiver.localhost:9000/', 'http://receiver.localhost:9000/'],
    ['http://127.0.0.1:80/', 'http://127.0.0.1/'],
    ['http://127.0.0.2:8788/', 'http://127.0.0.2:8788/'],
    ['http://[::1]:9000/', 'http://[::1]:9000/'],
    ['https://127.0.0.1:8443/', 'https://127.0.0.1:8443/'],
    ['https://hooks.example.com/', 'https://hooks.example.com/'],
  ])('accepts %s', (text, normalised) => {
    expect(webhookAddress(text, local)).toEqual({ url: normalised });
  });

  test.each([
    ['http://hooks.example.com/', scheme],
    ['http://10.0.0.1:9000/', scheme],
    ['http://0.0.0.0:9000/', scheme],
    ['http://[::127.0.0.1]:9000/', scheme],
    ['https://10.0.0.1/', reserved('10.0.0.1')],
    ['https://169.254.169.254/', reserved('169.254.169.254')],
    ['https://printer.local/', privateName('printer.local')],
    ['http://127.0.0.1:8787/', own],
    ['http://localhost:8787/', own],
    ['http://[::1]:8787/', own],
    ['http://user@localhost:9000/', user],
    ['http://localhost:9000/#', fragment],
  ])('refuses %s', (text, fault) => {
    expect(webhookAddress(text, local)).toEqual({ fault });
  });
});

/** What IANA's registry of special addresses has, and multicast. */
const ranges = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
].map((range) => {
  const [address = '', bits] = range.split('/');
  return { range, address, bits: Number(bits) };
});
const special = new BlockList();
for (const { address, bits } of ranges) special.addSubnet(address, bits);

type Octets = [number, number, number, number];
const octet = fc.nat(255);
/** IPv4 addresses, most of them near a special range. */
const anyIPv4: fc.Arbitrary<Octets> = fc.oneof(
  fc.tuple(octet, octet, octet, octet),
  fc.tuple(fc.constantFrom(0, 10, 127, 224, 239, 240, 255), octet, octet, octet),
  fc.tuple(fc.constant(100), fc.integer({ min: 62, max: 129 }), octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 14, max: 33 }), octet, octet),
  fc.tuple(fc.constant(169), fc.integer({ min: 253, max: 255 }), octet, octet),
  fc.tuple(
    fc.constant(192),
    fc.constantFrom(0, 31, 52, 88, 167, 168, 169, 175),
    fc.constantFrom(0, 1, 2, 48, 99, 193, 196),
    octet,
  ),
  fc.tuple(fc.constant(198), fc.constantFrom(17, 18, 19, 20, 51), fc.constantFrom(0, 99, 100, 101), octet),
  fc.tuple(fc.constant(203), fc.constant(0), fc.constantFrom(112, 113, 114), octet),
);

const numberOf = ([a, b, c, d]: Octets) => ((a * 256 + b) * 256 + c) * 256 + d;
const hex = (number: number) => number.toString(16);
/** All ways to write an IPv4 address as the host of a URL. */
const spellings: ((octets: Octets) => string)[] = [
  (octets) => octets.join('.'),
  (octets) => `${octets.join('.')}.`,
  (octets) => String(numberOf(octets)),
  (octets) => `0x${hex(numberOf(octets))}`,
  (octets) => `0${numberOf(octets).toString(8)}`,
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a, b, c, d]) => `0x${hex(a)}.0${b.toString(8)}.${c * 256 + d}`,
  (octets) => octets.map((octet) => `00${octet.toString(8)}`).join('.'),
  (octets) =>
    octets
      .map((octet) =>
        [...String(octet)].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
      )
      .join('。'),
  (octets) => [...octets.join('.')].map((character) => `%${hex(character.charCodeAt(0))}`).join(''),
  (octets) => `[::ffff:${octets.join('.')}]`,
];
/** Ways to write it in IPv6 that lead to it by some gateway, or did so once. */
const tunnels: ((octets: Octets) => string)[] = [
  (octets) => `[::${octets.join('.')}]`,
  (octets) => `[::ffff:0:${octets.join('.')}]`,
  (octets) => `[64:ff9b::${octets.join('.')}]`,
  (octets) => `[64:ff9b:1::${octets.join('.')}]`,
  ([a, b, c, d]) => `[2002:${hex(a * 256 + b)}:${hex(c * 256 + d)}::1]`,
  ([a, b, c, d]) => `[2001:0:${hex(a * 256 + b)}:${hex(c * 256 + d)}::1]`,
];

describe('any IP address', () => {
  test.each(ranges)('the first and the last address of $range are refused', ({ address, bits }) => {
    const first = numberOf(address.split('.').map(Number) as Octets);
    for (const at of [first, first + 2 ** (32 - bits) - 1])
      expect(webhookAddress(`https://${at}/`, deployed).fault).toMatch(/private or reserved range$/v);
  });

  test('an IPv4 address is accepted in every spelling if it is public, and in none if it is not', () => {
    fc.assert(
      fc.property(anyIPv4, (octets) => {
        const isSpecial = special.check(octets.join('.'));
        for (const spelling of spellings) {
          const host = spelling(octets);
          expect(webhookAddress(`https://${host}/`, deployed).url === undefined, host).toBe(isSpecial);
        }
        for (const tunnel of tunnels) {
          const host = tunnel(octets);
          expect(webhookAddress(`https://${host}/`, deployed).fault, host).toMatch(/^must be public/v);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('an IPv6 address that is not in 2000::/3 is refused, unless it is a public one of IPv4', () => {
    const part = fc.oneof(fc.constant(0), fc.nat(0xffff), fc.constantFrom(0xffff, 0x7f00, 0xff9b));
    fc.assert(
      fc.property(fc.array(part, { minLength: 8, maxLength: 8 }), (parts) => {
        const isMapped = parts.slice(0, 6).join() === '0,0,0,0,0,65535';
        fc.pre(!isMapped && (parts[0] ?? 0) >> 13 !== 1);
        const { fault } = webhookAddress(`https://[${parts.map(hex).join(':')}]/`, deployed);
        expect(fault).toMatch(/^must be public/v);
      }),
      { numRuns: 1000 },
    );
  });
});

test('what is accepted is accepted again as it is, and leads nowhere else', () => {
  const some = fc.string({
    unit: fc.constantFrom(
      ...['.', ':', '@', '#', '?', '/', '[', ']', '%', '%2e', '①', 'ü', '7', '0', 'local'],
    ),
    maxLength: 3,
  });
  const host = fc.constantFrom('hooks.example.com', '93.184.215.14', '[2606:4700::1111]', 'localhost');
  let accepted = 0;
  fc.assert(
    fc.property(some, host, some, (before, host, behind) => {
      const { url } = webhookAddress(`https://${before}${host}${behind}`, deployed);
      if (url === undefined) return;
      accepted++;
      expect(new URL(url)).toMatchObject({ username: '', password: '', hash: '' });
      expect(webhookAddress(url, deployed)).toEqual({ url });
    }),
    { numRuns: 1000 },
  );
  expect(accepted).toBeGreaterThan(50);
});
