import { HonoBase } from 'hono/hono-base';
import { TrieRouter } from 'hono/router/trie-router';
import type { BlankSchema, Schema } from 'hono/types';
import type { AppEnv } from './app-env.ts';

/**
 * Hono with one router. The package's own class has two, and the first answer would wait for one of them to compile the
 * routes.
 */
export class Hono<E extends AppEnv = AppEnv, S extends Schema = BlankSchema> extends HonoBase<E, S> {
  constructor() {
    super({ router: new TrieRouter() });
  }
}
