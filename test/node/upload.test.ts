import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, type Server, startServer, stop } from './processes.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer(migratedStateDir());
});
afterAll(async () => {
  await stop(server, 'SIGINT', 'group');
  cleanUp();
});

const length = 'content-length: 1000\r\n\r\n{"name":"half';
const chunk = 'transfer-encoding: chunked\r\n\r\n8\r\n{"name":\r\n';

/** Sends the head of a POST and half of its body. */
function halfSent(rest: string) {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  const head = ['POST /v0/persons HTTP/1.1', 'host: x', `x-api-key: ${server.key}`, 'connection: close'];
  socket.write(`${[...head, 'content-type: application/json'].join('\r\n')}\r\n${rest}`);
  return socket;
}

/** Waits until the worker has the request: it answers a later one. */
const seen = () => call(server, 'GET', '/health');

describe('half an upload', () => {
  test.each([
    ['with a length', length],
    ['in chunks', chunk],
    ['in chunks, the next one broken', `${chunk}ZZ\r\n`],
  ])('%s is answered with 400 and logged as no error', async (_what, rest) => {
    const socket = halfSent(rest);
    await seen();
    socket.end();
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('The body broke off before its end.');

    for (const leave of ['destroy', 'resetAndDestroy'] as const) {
      const gone = halfSent(rest);
      await seen();
      gone[leave]();
      await seen();
    }
    const persons = await call<{ totalCount: number }>(server, 'GET', '/v0/persons/search?query=half');
    expect(persons.body.totalCount).toBe(0);
    expect(server.printed()).not.toMatch(/"level":"error"|Network connection lost/);
  });
});
