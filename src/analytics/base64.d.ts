// TypeScript 7.0 does not know these methods of ECMAScript 2026, which workerd has.
interface Uint8ArrayConstructor {
  fromBase64(text: string): Uint8Array<ArrayBuffer>;
}
interface Uint8Array {
  toBase64(): string;
  setFromBase64(text: string): { read: number; written: number };
}
