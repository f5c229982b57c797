import listed from 'email-providers/all.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { isFreeMail } from '../../../src/lib/free-mail.ts';

/** What the package lists though it is nobody's, or a company's. */
const testDomains =
  'example.com test.com test.de mydomain.com yourdomain.com yoursubdomain.findhere.com yoursubdomain.zzn.com yourname.ddns.org yourname.freeservers.com';

test('the whole list of the package is free mail, but the domains of examples', () => {
  expect(listed.length).toBeGreaterThan(8000);
  expect(listed.filter((domain) => !isFreeMail(domain)).sort()).toEqual(testDomains.split(' ').sort());
});

test.each(
  'gmail.com googlemail.com hotmail.fr hotmail.pt outlook.de live.co.uk yahoo.co.in yahoo.pl rediffmail.com privaterelay.appleid.com duck.com tuta.com posteo.de mozmail.com simplelogin.co fastmail.com gmx.ch ya.ru bk.ru list.ru ymail.com mailinator.com'.split(
    ' ',
  ),
)('%s is free mail', (domain) => expect(isFreeMail(domain)).toBe(true));

test.each(['müll.email', 'xn--mll-hoa.email'])('%s is free mail in either spelling', (domain) =>
  expect(isFreeMail(domain)).toBe(true),
);

test('a name that is reserved for tests never is', () => {
  const names = Array.from({ length: 300_000 }, (_, n) => `company-${n}.${n % 2 ? 'example' : 'test'}`);
  expect(names.filter(isFreeMail)).toEqual([]);
});

test.each(
  'acme.example example.com example.org google.com microsoft.com apple.com amazon.com ibm.com oracle.com sap.com siemens.com bosch.de bmw.de vodafone.com cloudflare.com stripe.com hubspot.com shopify.com mit.edu ox.ac.uk nhs.uk admin.ch mail.hotmail.fr notgmail.com'.split(
    ' ',
  ),
)('%s is not', (domain) => expect(isFreeMail(domain)).toBe(false));
