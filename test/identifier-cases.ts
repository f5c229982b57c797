/** What a text is as an identifier: the form that is kept, nothing (the field is left out), or a 400. */
export interface IdentifierCase {
  field: 'email' | 'domain' | 'phoneNumber' | 'linkedinProfileUrl';
  sent: string;
  is: string | null | 'refused';
}

const refused = 'refused';
const of =
  (field: IdentifierCase['field']) =>
  ([sent, is]: [string, string | null]): IdentifierCase => ({ field, sent, is });

const placeholders = ['none', 'N/A', 'null', 'undefined', '-', '.', 'unbekannt', 'n.a.', 'なし', '0'];
const linkedin = 'https://www.linkedin.com';

/** The same for the API, imports, forms and the tracker. */
export const identifierCases: IdentifierCase[] = [
  ...(['email', 'domain', 'phoneNumber', 'linkedinProfileUrl'] as const).flatMap((field) =>
    placeholders.map((sent) => of(field)([sent, null])),
  ),
  ...(
    [
      ['Anna@Acme.example', 'anna@acme.example'],
      ['mailto:anna1@acme.example', 'anna1@acme.example'],
      ['mailto://anna7@acme.example', 'anna7@acme.example'],
      ['anna2@ａｃｍｅ．ｅｘａｍｐｌｅ', 'anna2@acme.example'],
      ['ａｎｎａ３@acme.example', 'anna3@acme.example'],
      ['anna4@xn--bcher-kva.example', 'anna4@bücher.example'],
      ['anna5@BÜCHER.example', 'anna5@bücher.example'],
      ['info@www.de', 'info@www.de'],
      ['none@none.com', null],
      ['keine@keine.de', null],
      ['test@test.com', null],
      ['mailto:name@company.com', null],
      ['test@acme.example', 'test@acme.example'],
      ['anna8@test.de', 'anna8@test.de'],
      ['info@none.example', 'info@none.example'],
      ['{{email}}@acme.example', refused],
      ['#{email}@acme.example', refused],
      ['%EMAIL%@acme.example', refused],
      ['*|EMAIL|*@acme.example', refused],
      ['<email>@acme.example', refused],
      ['[email]@acme.example', refused],
      ['anna@{{domain}}.example', refused],
      ['anna@acme..example', refused],
      ['anna@.example', refused],
      ['anna@acme', refused],
      ['anna@acme,inc.example', refused],
      ['anna@*.acme.example', refused],
      ['anna@a_b.example', refused],
      ['anna@10.0.0.1', refused],
      ['anna@[::1]', refused],
      ['anna@ben@acme.example', refused],
    ] as [string, string | null][]
  ).map(of('email')),
  ...['{{phone}}', '+{{phone}}', '+49%PHONE%'].map((sent) => of('phoneNumber')([sent, refused])),
  ...(
    [
      ['https://www.Acme.example/x', 'acme.example'],
      ['www.com', 'www.com'],
      ['www.www.de', 'www.de'],
      ['https://www.co.uk/', 'www.co.uk'],
      ['www.www.com.br', 'www.com.br'],
      ['www.or.jp', 'www.or.jp'],
      ['www.gouv.fr', 'www.gouv.fr'],
      ['www.acme.co.uk', 'acme.co.uk'],
      ['www.co.example', 'co.example'],
      ['ａｃｍｅ２．example', 'acme2.example'],
      ['XN--BCHER-KVA.example', 'bücher.example'],
      ['https://n/a', null],
      ['https://', null],
      ['acme', refused],
      ['*.acme.example', refused],
      ['acme..example', refused],
      ['anna@acme.example', refused],
      ['192.168.0.1', refused],
      ['{{domain}}', refused],
      ['{{name}}.example', refused],
      ['#{domain}.example', refused],
      ['%DOMAIN%.example', refused],
    ] as [string, string | null][]
  ).map(of('domain')),
  ...(
    [
      ['https://de.linkedin.com/in/Anna-Berg?trk=x', `${linkedin}/in/Anna-Berg`],
      ['linkedin.com/in/anna-b2/', `${linkedin}/in/anna-b2`],
      [`${linkedin}/sales/lead/ACwAAB1x,NAME_SEARCH,x`, `${linkedin}/sales/lead/ACwAAB1x`],
      [`${linkedin}/pub/jane-roe/1/2/3`, `${linkedin}/pub/jane-roe/1/2/3`],
      [`${linkedin}/in/undefined`, null],
      ['@none', null],
      [`${linkedin}/in/username`, null],
      [`${linkedin}/in/Your-Name?trk=x`, null],
      ['https://x.com/username', null],
      [`${linkedin}/company/acme`, refused],
      [`${linkedin}/feed/update/urn:li:activity:7`, refused],
      [`${linkedin}/in/me`, refused],
      [`${linkedin}/in/https://www.linkedin.com/in/anna`, refused],
      [`${linkedin}/in/{{handle}}`, refused],
      [`${linkedin}/in/%HANDLE%`, refused],
      [`${linkedin}/sales/lead/{{lead}}`, refused],
      ['https://x.com/{{handle}}', refused],
      ['https://x.com/u?id=%7B%7Bid%7D%7D', refused],
      ['https://x.com/undefined', null],
      [`${linkedin}/in/`, refused],
      [`${linkedin}/in/ab`, refused],
      ['https://lnkd.in/abc', refused],
      ['https://google.com', refused],
      ['linkedin', refused],
      ['ab', refused],
    ] as [string, string | null][]
  ).map(of('linkedinProfileUrl')),
];
