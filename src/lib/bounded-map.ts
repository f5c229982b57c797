/** A Map with at most a number of entries, for what an isolate remembers: one more forgets the oldest. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    const oldest = this.keys().next();
    if (this.size >= this.#most && !oldest.done) this.delete(oldest.value);
    return super.set(key, value);
  }
}
