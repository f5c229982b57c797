import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PersonCreate } from '../../src/people/persons/body-schemas.ts';
import { Person } from '../../src/people/persons/schemas.ts';
import { persons } from '../../src/people/tables/persons.ts';
import { namesOf, visitFacts } from '../../src/vocabulary/visit-facts.ts';

// What a declaration needs in other files, where neither a type nor another test misses it. A failure names the file.

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
const counts = namesOf('count');
const beacons = counts.map((name) => visitFacts[name].beacon);

test.for([
  ['src/visits/tracker/visit.ts', beacons],
  ['src/vocabulary/measures.ts', counts],
  ['test/worker/models/sessions/model.ts', beacons],
  ['docs/developers/tracker.md', namesOf('request')],
] as const)('%s has %j', ([file, names]) => {
  const text = read(file);
  expect(
    names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)),
    `missing in ${file}`,
  ).toEqual([]);
});

const fields = Object.keys(PersonCreate.shape);
test.for([
  ['src/people/persons/schemas.ts', Person.shape],
  ['src/people/tables/persons.ts', persons],
] as const)('%s has each field that a person may have', ([file, known]) => {
  expect(
    fields.filter((field) => !(field in known)),
    `missing in ${file}`,
  ).toEqual([]);
});
