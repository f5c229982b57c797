// Modules of Node that a start does not need. workerd evaluates Node's streams with them, 10 of 130 ms of CPU, so the
// first use loads them: docs/decisions/0020-several-modules.md.

let crypto: typeof import('node:crypto') | undefined;
let zlib: typeof import('node:zlib') | undefined;

/** `node:crypto`, whose digests need no promise. */
export const nodeCrypto = () => (crypto ??= process.getBuiltinModule('node:crypto'));

/** `node:zlib`. */
export const nodeZlib = () => (zlib ??= process.getBuiltinModule('node:zlib'));
