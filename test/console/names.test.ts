import { expect, test } from 'vitest';
import { nameOf } from '../../src/vocabulary/names.ts';

test('a record is called by the first of its fields that is not blank', () => {
  expect(nameOf('person', { name: ' Zoë ', email: 'zoe@northwind.example' })).toBe('Zoë');
  expect(nameOf('person', { name: ' ', email: 'zoe@northwind.example' })).toBe('zoe@northwind.example');
  expect(nameOf('person', { name: '', email: null })).toBeUndefined();
  expect(nameOf('page', { title: '', url: 'https://northwind.example/' })).toBe('https://northwind.example/');
});
