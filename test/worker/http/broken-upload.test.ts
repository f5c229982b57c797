import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Problem, send, tableSizes } from '../support/client.ts';

afterEach(() => vi.restoreAllMocks());

/** A body that ends early after `start`, as workerd reports it for a client that disconnected. */
const broken = (start: string) =>
  new ReadableStream({
    pull(controller) {
      if (start !== '') controller.enqueue(new TextEncoder().encode(start));
      controller.error(new Error('Network connection lost.'));
    },
  });

describe('a body that breaks off', () => {
  const uploads: [what: string, start: string, headers: Record<string, string>][] = [
    ['with a length', '{"name":"a', { 'content-length': '1000' }],
    ['streamed', '{"name":"a', {}],
    ['before its first byte', '', {}],
    ['behind what is whole', '{"name":"a"}', {}],
  ];

  test.each(uploads)(
    '%s is a 400, writes nothing and is not logged as an error',
    async (_what, start, headers) => {
      const logged = vi.spyOn(console, 'error');
      await send('GET', '/v0/accounts'); // Creates the key before the rows are counted.
      const sizes = await tableSizes();
      const { status, body } = await send<Problem>('POST', '/v0/persons', undefined, {
        rawBody: broken(start),
        headers,
        bindings: {},
      });
      expect([status, body.code, body.detail]).toEqual([
        400,
        'invalid_json',
        'The body broke off before its end.',
      ]);
      expect(logged).not.toHaveBeenCalled();
      expect(await tableSizes()).toEqual(sizes);
    },
  );
});
