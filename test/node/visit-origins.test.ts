import { expect, test } from 'vitest';
import { visitOrigins } from '../../scripts/server/visit-origins.ts';

test('npm start takes visits from the origins of wrangler.toml, and from its demo website', () => {
  const demo = 'http://127.0.0.1:8788 http://localhost:8788';
  expect(visitOrigins('http://localhost:5173 https://www.acme.example', 8788)).toBe(
    `http://localhost:5173 https://www.acme.example ${demo}`,
  );
  expect(visitOrigins('', 8788)).toBe(demo);
  expect(visitOrigins(undefined, 8788)).toBe(demo);
});
