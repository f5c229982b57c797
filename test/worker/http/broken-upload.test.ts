import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Problem, send, tableSizes } from '../support/client.ts';

afterEach(() => vi.restoreAllMocks());

/** A body that breaks off behind `start`, as workerd tells of a client that went away. */
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
    '%s is a 400, writes nothing and is no error of the service',
    async (_what, start, headers) => {
      const logged = vi.spyOn(console, 'error');
      await send('GET', '/v0/accounts'); // The key is there before the rows are counted.
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
