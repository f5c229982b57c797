import { readdirSync, readFileSync } from 'node:fs';
import type { AudienceSession } from '@footfall/client';
import { expect, test } from 'vitest';
import { Outcome } from '../../console/src/screens/sessions/visit-columns.tsx';

const styles = new URL('../../console/src/styles/', import.meta.url);

test('figures are equally large on all screens', () => {
  const files = readdirSync(styles).filter((file) =>
    readFileSync(new URL(file, styles), 'utf8').includes('--text-figure:'),
  );
  expect(files).toEqual(['tokens.css']);
});

test('a visit that goes on is no warning, and a form has not the colour of what can be done', () => {
  const classOf = (visit: Partial<AudienceSession>) =>
    Outcome({ visit: visit as AudienceSession }).props.class;
  expect(classOf({ computationStatus: 'pending' })).toBe('badge badge-good');
  expect(classOf({ hasFormSubmit: true })).toBe('badge');
});
