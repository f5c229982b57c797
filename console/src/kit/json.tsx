/** A value of JSON: objects and lists unfold, texts are only texts. */
export function Json({ value, name, isOpen = true }: { value: unknown; name?: string; isOpen?: boolean }) {
  const label = name === undefined ? null : <span class="json-name muted">{name}: </span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div class="json-line">
        {label}
        <span class={`json-${value === null ? 'null' : typeof value}`}>{JSON.stringify(value)}</span>
      </div>
    );
  }
  const entries = Object.entries(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) {
    return (
      <div class="json-line">
        {label}
        {open}
        {close}
      </div>
    );
  }
  return (
    <details class="json" open={isOpen}>
      <summary>
        {label}
        {open}
        <span class="muted"> {entries.length} </span>
        {close}
      </summary>
      {entries.map(([key, inner]) => (
        <Json key={key} name={key} value={inner} isOpen={entries.length <= 20} />
      ))}
    </details>
  );
}
