import { afterEach } from 'vitest';
import { endTest } from './open.ts';

// The files of a worker share open.ts and its browser. Each needs this hook of its own.
afterEach(({ task }) => endTest(task.result?.state === 'fail'));
