import { isNoEmail } from '../../../src/lib/normalise.ts';
import { isNoAddress, isNothing } from '../../../src/lib/nothing.ts';
import { isNoProfile } from '../../../src/lib/profile.ts';

const nothing =
  'none|None|NONE|n/d|n.c.|no-profile|don\'t have one|nincs|ismeretlen|niciunul|necunoscut|nepoznato|neznano|puudub|không có|tidak ada|bilgi yok|κανένα|δεν υπάρχει|אין|לא ידוע|لا يوجد|غير معروف|ندارد|ไม่มี|नहीं है|null|NULL|undefined|nil|NaN|na|NA|N/A|n/a|n.a.|N.A|n-a|#N/A|(none)|"none"|<null>|-|--|---|–|.|..|...|/|?|*|_|0|00|000|xx|XXX|unknown|Not available|not applicable|not-specified|empty|[object Object]|keine|ohne|k.A.|k. A.|Keine Angabe|unbekannt|aucun|non renseigné|néant|ninguno|No tengo|nessuno|sconosciuto|nenhum|não tem|geen|n.v.t.|onbekend|brak|Nie dotyczy|žádný|neznámý|ingen|saknas|ukjent|ei ole|tyhjä|yok|нет|НЕТ|неизвестный|немає|нету|няма|なし|ナシ|ﾅｼ|特になし|該当なし|无|没有|暂无|空|未填写|没有邮箱|없음|ｎｏｎｅ|Ｎ／Ａ';

const something =
  'anna|anna-berg|nema|nav|pole|sin|sans|no.ne|nu.ll|noah|nonesuch|nullmann|Nic|Nada|x|+0|+491701234567|王伟|김민수|Нина|unknown-artist|none@acme.example|none.example|none.com|n.a.example|0x|1|o';

test.each(nothing.split('|'))('%j stands for nothing, in every identifier', (text) => {
  expect(
    [text, ` ${text}\t`].map((one) => [isNothing(one), isNoEmail(one), isNoAddress(one), isNoProfile(one)]),
  ).toEqual(Array(2).fill([true, true, true, true]));
});

test.each(something.split('|'))('%j does not stand for nothing', (text) => {
  expect([isNothing(text), isNoEmail(text), isNoAddress(text), isNoProfile(text)]).toEqual(
    Array(4).fill(false),
  );
});

describe('an empty text says itself that it is empty', () => {
  test.each(['', ' ', '\n'])('%j', (text) =>
    expect([isNothing(text), isNoEmail(text), isNoAddress(text), isNoProfile(text)]).toEqual(
      Array(4).fill(false),
    ),
  );
});

test.each([
  'none@none.com',
  'n/a@n/a.com',
  'null@null',
  'noemail@noemail.com',
  'keine@keine.de',
  'none@keine.de',
  'mailto:none@none.com',
  'Ｎｏｎｅ＠ｎｏｎｅ．com',
  'test@test.com',
  'Test1@test.de',
  'name@company.com',
  'user@test.co.uk',
  'なし@xn--68jub.example',
])('%j is no email', (text) => expect(isNoEmail(text)).toBe(true));
test.each([
  ...['none@acme.example', 'anna@none.example', 'nic@nic.example', 'unknown@nowhere.example'],
  ...['test@acme.example', 'anna@test.de', 'info@none.example', 'user@acme.example', 'info@example.com'],
  ...['muster@muster.de', 'foo@foo.example', 'no.ne@none.example', 'test@acme.test'],
])('%j is an email', (text) => expect(isNoEmail(text)).toBe(false));

test.each(['https://n/a', 'http://none', 'https://', 'http:', 'www.', 'https://www.', 'HTTPS://'])(
  '%j is no address',
  (text) => {
    expect([isNoAddress(text), isNoProfile(text)]).toEqual([true, true]);
  },
);

test.each([
  '@none',
  'in/none',
  '/in/n-a',
  'https://www.linkedin.com/in/undefined',
  'https://linkedin.com/in/N%2FA',
  'https://de.linkedin.com/in/None/?trk=x&utm_source=y#top',
  'https://m.linkedin.com/in/null/details/experience',
  'https://www.linkedin.com/sales/lead/undefined,NAME_SEARCH,x',
  'https://www.linkedin.com/profile/view?id=null',
  'https://www.linkedin.com/recruiter/profile?id=undefined',
  'https://x.example/none',
  'https://social.example/u/undefined?utm_source=x',
  'https://social.example/profile.php?id=undefined',
  'https://www.linkedin.com/in/username',
  'https://www.linkedin.com/in/your-name/',
  '@username',
  'https://github.com/username',
])('%j is no profile', (text) => expect(isNoProfile(text)).toBe(true));
test.each([
  'https://www.linkedin.com/in/nonesuch',
  'https://www.linkedin.com/in/keine',
  'https://www.linkedin.com/in/',
  'https://social.example/u?id=7&flag=false',
  'https://social.example/null/anna',
  'https://social.example/#/null',
  'https://null.example',
  'https://www.linkedin.com/in/username7',
  'https://github.com/username/anna',
])('%j may be a profile, or is a 400', (text) => expect(isNoProfile(text)).toBe(false));
