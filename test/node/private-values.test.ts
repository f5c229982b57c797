import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutAt, withoutPrivateValues } from '../../src/lib/private-values.ts';
import { storedAddress } from '../../src/lib/stored-address.ts';

const origin = 'https://www.site.example:8080';

/** An address as it came, and as it is shown: what stands between ‹ and › is replaced. */
const address = (marked: string) =>
  [marked.replaceAll(/[‹›]/g, ''), marked.replaceAll(/‹.*?›/g, 'redacted')] as const;

/** Replaced by visit.js and before an address is stored. */
const everywhere = [
  '/a?email=‹x›',
  '/a?E-Mail=‹x›&userEmail=‹y›&email_address=‹z›',
  '/a?user[email]=‹x›&user%5Bemail%5D=‹y›',
  '/a?token=‹x›&access_token=‹y›&accessToken=‹z›',
  '/a?code=‹1›&key=‹2›&apiKey=‹3›&api_key=‹4›',
  '/a?password=‹x›&pwd=‹y›&pass=‹z›&passwd=‹0›',
  '/a?phone=‹1›&tel=‹2›&telephone=‹3›&mobilePhone=‹4›',
  '/a?session=‹1›&PHPSESSID=‹2›&sid=‹3›&sessionId=‹4›',
  '/a?auth=‹1›&oauth_verifier=‹2›&sig=‹3›&X-Amz-Signature=‹4›',
  '/a?first_name=‹Anna›&lastName=‹L›&username=‹al›',
  '/a;jsessionid=‹12›?x=1',
  '/a?x=1&amp;token=‹2›',
  '/a?x=1?token=‹a/b==›',
  '/a#/reset?token=‹1›&plan=pro',
  '/a#access_token=‹1›&state=2',
  '/a?q=‹anna@acme.example›&r=‹anna%40acme.example›',
  '/a?next=‹%2Fx%3Fq%3Danna%2540acme.example›',
  '/a?‹anna@acme.example›',
  '/u/‹anna@acme.example›/x',
  '/u/‹anna%40acme.example›',
].map(address);

/** Replaced only before an address is stored. */
const whenStored = [
  '/a?telefon=‹1›&kennwort=‹2›&Passwort=‹3›&vorname=‹4›',
  '/a?handy=‹1›&mobil=‹2›&benutzer=‹3›&e_mail=‹4›',
  '/a?prenom=‹1›&nom=‹2›&nom_famille=‹3›&pr%C3%A9nom=‹4›',
  '/a?mot_de_passe=‹1›&motdepasse=‹2›&mdp=‹3›&jeton=‹4›',
  '/a?t%C3%A9l%C3%A9phone=‹1›&courriel=‹2›&utilisateur=‹3›',
  '/a?tel%C3%A9fono=‹1›&contrase%C3%B1a=‹2›&correo=‹3›',
  '/a?nombre=‹1›&apellidos=‹2›&clave=‹3›&usuario=‹4›&movil=‹5›',
  '/a?nome=‹1›&cognome=‹2›&utente=‹3›&telefono=‹4›&senha=‹5›',
  '/a?voornaam=‹1›&achternaam=‹2›&wachtwoord=‹3›&telefoon=‹4›',
  '/a?gebruiker=‹1›&mobiel=‹2›',
  '/a?next=‹%2Fa%3Ftoken%3Dabc›',
  '/a?next=‹%252Fa%253Fplan%253Dpro%2526reset_token%253Dabc›&x=1',
  '/a?next=‹/a%3Fkennwort%3Dabc›&state=‹token=abc›',
  '/a#/login?next=‹%2F%3Fuser%5Bfirst%5D%3DAnna›',
].map(address);

const staying = [
  '/a?next=%2Fuser%2F1%3Fplan%3Dpro&x=YXV0aG9y==',
  '/a?nominal=1&phenomenon=2&economy=3&telescope=4',
  '/a?next=%2Fa%3Ftoken%3D&q=token',
  '/@anna/posts',
  '/a?email=&token',
  '/a?keyword=shoes&passengers=2&sidebar=1&codec=av1',
  '/a?plan=pro&page=2&hotel=x&utm_medium=email',
].map(address);

test.each([...everywhere, ...whenStored, ...staying])('%s is stored as %s', (address, stored) => {
  expect(storedAddress(origin + address)).toBe(origin + stored);
});

test.each([...everywhere, ...staying])('%s is sent as %s', (address, sent) => {
  expect(withoutPrivateValues(origin + address)).toBe(origin + sent);
});

test.each([
  ['sent', withoutPrivateValues],
  ['stored', (address: string) => storedAddress(withoutPrivateValues(address))],
])('%s a second time, an address changes nothing, and no value has an @', (_, replaced) => {
  const part = fc.constantFrom(
    ...['?', '&', '#', ';', '/', '=', '@', '%40', '%2540', 'token', 'a', 'é', '.', 'plan', ' '],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const shown = replaced(`${origin}/${parts.join('')}`);
      expect(replaced(shown)).toBe(shown);
      expect(shown.startsWith(`${origin}/`)).toBe(true);
      for (const [, value = ''] of shown.matchAll(/=([^?&#;=/]*)/g)) expect(value).not.toMatch(/.@|.%40/);
    }),
    { numRuns: 2000 },
  );
});

test('text of a campaign with an @ is replaced as a whole', () => {
  const texts = ['news', 'anna@acme.example', 'a%40b', 'a%2540b', 'spring & summer'];
  expect(texts.map(withoutAt)).toEqual(['news', 'redacted', 'redacted', 'redacted', 'spring & summer']);
});
