import { build, type Param, statement } from '../../../src/db/statement.ts';
import { persons } from '../../../src/people/tables/persons.ts';

interface Group {
  value: Param<string> | undefined;
}
const setEither = statement(({ name, email }: { name: Group; email: Group }) =>
  build.update(persons).set({ name: name.value, email: email.value }),
);

test('groups with values of the same name have different shapes', () => {
  const [given, none] = [{ value: 'x' }, { value: undefined }];
  expect(setEither({ name: given, email: none })).toMatchObject({
    text: 'update "persons" set "name" = ?1',
    params: ['x'],
  });
  expect(setEither({ name: none, email: given })).toMatchObject({
    text: 'update "persons" set "email" = ?1',
    params: ['x'],
  });
});

const setOne = statement(({ name, value }: { name: Group; value: Param<string> | undefined }) =>
  build.update(persons).set({ name: name.value, email: value }),
);

test('a value in a group and one of the same name beside it have different shapes', () => {
  expect(setOne({ name: { value: undefined }, value: 'x' }).text).toBe('update "persons" set "email" = ?1');
  expect(setOne({ name: { value: 'x' }, value: undefined }).text).toBe('update "persons" set "name" = ?1');
});
