import { env } from 'cloudflare:workers';
import listed from 'email-providers/all.json' with { type: 'json' };
import { hostName } from '../../../../src/lib/host.ts';
import { domainOfEmail, normaliseDomain, normaliseEmail } from '../../../../src/lib/normalise.ts';
import { send } from '../../support/client.ts';
import { log, newPerson } from '../../support/persons.ts';

const { results } = await env.DB.prepare('SELECT domain FROM free_mail_domains').all<{ domain: string }>();
const freeMail = new Set(results.map(({ domain }) => domain));

/** What the package lists that is nobody's, a company's or an institution's: see scripts/d1/free-mail.ts. */
const unlisted =
  'example.com test.com test.de mydomain.com yourdomain.com yoursubdomain.findhere.com yoursubdomain.zzn.com yourname.ddns.org yourname.freeservers.com www.com about.com alibaba.com ancestry.com arcotronics.bg bt.com casablancaresort.com casino.com check.com clerk.com discovery.com facebook.com game.com games.com handbag.com homestead.com ivillage.com law.com looksmart.co.uk looksmart.com medscape.com money.net music.com name.com naplesnews.net oath.com parrot.com recycler.com revenue.com spa.com space.com swissinfo.org techspot.com telstra.com gsredcross.org live.mdx.ac.uk live.vu.edu.au mail.bcu.ac.uk mijnhva.nl nus.edu.sg sfgov.net unican.es upf.org'.split(
    ' ',
  );
test('the whole list of the package is free mail, but what belongs to somebody', () => {
  expect(listed.length).toBeGreaterThan(8000);
  const others = listed.filter((domain) => !freeMail.has(normaliseDomain(domain.replace(/^.*@/, ''))));
  expect(others.sort()).toEqual(unlisted.sort());
});

test('each of its domains is the full name of a host, as emails have it', () => {
  expect([...freeMail].filter((domain) => domainOfEmail(normaliseEmail(`x@${domain}`)) !== domain)).toEqual(
    [],
  );
  expect([...freeMail].filter((domain) => hostName(domain) === undefined)).toEqual([]);
});

const providers =
  'gmail.com googlemail.com hotmail.fr hotmail.pt outlook.de live.co.uk yahoo.co.in yahoo.pl rediffmail.com privaterelay.appleid.com duck.com tuta.com posteo.de mozmail.com simplelogin.co simplelogin.com addy.io erine.email magenta.de o2online.de fastmail.com gmx.ch ya.ru bk.ru list.ru ymail.com mailinator.com sunrise.ch telia.com inbox.lt onmicrosoft.com bluewin.ch tele2.se btinternet.com'.split(
    ' ',
  );
test.each([...providers, 'müll.email', '雨云.com'])('%s is free mail', (domain) =>
  expect(freeMail).toContain(domain),
);

test.each(
  'acme.example example.com example.org google.com microsoft.com apple.com amazon.com ibm.com oracle.com sap.com siemens.com bosch.de bmw.de vodafone.com cloudflare.com stripe.com hubspot.com shopify.com mit.edu ox.ac.uk nhs.uk admin.ch mail.hotmail.fr notgmail.com com www.com clerk.com name.com bt.com facebook.com alibaba.com'.split(
    ' ',
  ),
)('%s is not free mail', (domain) => expect(freeMail).not.toContain(domain));

let serial = 0;
const emailAt = (domain: string) => `free${serial++}@${domain}`;
const emailDomainOf = (personId: string) =>
  env.DB.prepare('SELECT email_domain FROM persons WHERE person_id = ?').bind(personId).first('email_domain');
const hasAccount = async (domain: string) =>
  (await env.DB.prepare('SELECT 1 FROM accounts WHERE domain = ?').bind(domain).first()) !== null;
const create = async (fields: object) => (await newPerson(fields)).personId;
const logged = async (fields: object) => (await log(fields)).body.personId;

/** The ways in which a person gets an email. */
const ways: [way: string, give: (email: string) => Promise<string>][] = [
  ['a new person', (email) => create({ email })],
  [
    'a change of a person',
    async (email) => {
      const personId = await create({ email: emailAt('before.example') });
      await send('PATCH', `/v0/persons/${personId}`, { email });
      return personId;
    },
  ],
  ['a log of a new person', (email) => logged({ email })],
  ['a log that fills a blank', async (email) => logged({ personId: await create({}), email })],
];
test.each(ways)('%s keeps the domain of a company, and not that of free mail', async (_, give) => {
  const company = `company${serial++}.example`;
  expect(await emailDomainOf(await give(emailAt(company)))).toBe(company);
  expect(await hasAccount(company)).toBe(true);
  expect(await emailDomainOf(await give(emailAt('posteo.de')))).toBe(null);
  expect(await hasAccount('posteo.de')).toBe(false);
});

test('a change of the list changes no person that is there, and the domain of a person links them all the same', async () => {
  const domain = `listed${serial++}.example`;
  const before = await create({ email: emailAt(domain) });
  await env.DB.prepare('INSERT INTO free_mail_domains (domain) VALUES (?)').bind(domain).run();
  expect(await emailDomainOf(before)).toBe(domain);
  const after = await create({ email: emailAt(domain) });
  const linked = () =>
    env.DB.prepare('SELECT linked_persons_count FROM accounts WHERE domain = ?')
      .bind(domain)
      .first('linked_persons_count');
  expect([await emailDomainOf(after), await linked()]).toEqual([null, 1]);
  await send('PATCH', `/v0/persons/${after}`, { domain });
  expect(await linked()).toBe(2);
  await env.DB.prepare('DELETE FROM free_mail_domains WHERE domain = ?').bind(domain).run();
});
