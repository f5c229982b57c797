import { expect, test } from 'vitest';
import { linksFile, visitsIn } from '../../../console/src/screens/campaigns/links-file.ts';
import { campaignRow as row } from './row.ts';

test('the file of links has a column for each of the list, and no formula', () => {
  const visits = visitsIn(
    '\ufeffby,row,value,totalSessions,conversionCount\r\npageLinkId,value,page_link_1,12,3\r\npageLinkId,unknown,,40,0\r\n',
  );
  const file = linksFile(
    [
      row({ columns: { email: 'zoe@x.example', city: 'Köln, Süd' } }),
      row({
        personName: '=1+1',
        columns: { email: 'b@x.example', plan: 'pro' },
        isLinkDeleted: true,
        pageLinkId: 'page_link_2',
      }),
    ],
    visits,
  );
  expect(file).toBe(
    [
      '\ufeffPerson,email,city,plan,Link,Visits,Conversions',
      'Zoë Bauer,zoe@x.example,"Köln, Süd",,https://www.example.com/for/zoe,12,3',
      `"'=1+1",b@x.example,,pro,,0,0`,
      '',
    ].join('\r\n'),
  );
});
