import { describe, test } from 'vitest';
import { scopes } from '../../../../src/lib/api-key.ts';
import { inTurn } from '../../../turns.ts';
import { mintKey } from '../../support/client.ts';
import { expectRefusals, ids, other, pathWith, prepareRoutes } from '../../support/route-requests.ts';
import { idRoutes, parametersOf } from '../../support/routes.ts';

prepareRoutes();

describe.each(inTurn(idRoutes, 6))('$name with unknown ids', (route) => {
  const codes = route.operation.errors?.filter((error) => error.endsWith('_not_found')) ?? [];
  /** The error code for a parameter. If only the whole path is looked up, it is that of the last resource. */
  const codeOf = (parameter = '') =>
    codes.find((code) => code === `${parameter.replace(/_id$/, '')}_not_found`) ?? codes[0];
  const unknown = (prefix: string) => `${prefix}_01kafz8q6tf7n9t3cwh2k5v4xe`;

  test.each(parametersOf(route.path))('answers 404 for an unknown %s', async (parameter) => {
    const own = ids[parameter] ?? '';
    const bad = {
      unknown: unknown(parameter.replace(/_id$/, '')),
      // A number has none.
      ...(own.toUpperCase() === own ? {} : { 'another case': own.toUpperCase() }),
      'a space behind': `${own}%20`,
      'a NUL behind': `${own}%00`,
      NUL: '%00',
      'no UTF-8': '%FF',
      'a broken escape': '%zz',
      'a slash': 'a%2Fb',
      'the folder above': '..%2f',
      'a quote': "'%20or%20'1'='1",
      'a wild card': '%25%25',
      __proto__: '__proto__',
      '2,000 characters': 'a'.repeat(2000),
      '1,000 escaped characters': '%C3%A9'.repeat(1000),
    };
    const kinds = Object.entries(ids).filter(([kind]) => kind !== parameter);
    const cases = Object.fromEntries(
      [...Object.entries(bad), ...kinds].map(([name, id]) => [
        name,
        { path: pathWith(route.path, { ...ids, [parameter]: id }) },
      ]),
    );
    await expectRefusals(route, cases, `404 ${codeOf(parameter)}`);
  });

  test('answers 404 for an id of another owner, and for every id of another workspace', async () => {
    const key = await mintKey([...scopes], 'acme');
    const [owner, ...owned] = parametersOf(route.path);
    await expectRefusals(route, { 'another workspace': { key } }, `404 ${codeOf(owner)}`);
    for (const parameter of owned) {
      const path = pathWith(route.path, { ...ids, [parameter]: other[parameter] ?? '' });
      await expectRefusals(route, { [parameter]: { path } }, `404 ${codeOf(parameter)}`);
    }
  });
});
