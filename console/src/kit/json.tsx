/** A value of JSON: objects and lists unfold, texts are only texts. */
export function Json({ value, name, isOpen = true }: { value: unknown; name?: string; isOpen?: boolean }) {
  const label = name === undefined ? null : <span class="muted">{name}: </span>;
  const isTree = typeof value === 'object' && value !== null;
  const entries = isTree ? Object.entries(value) : [];
  if (entries.length === 0) {
    return (
      <div class="json-line">
        {label}
        <span class={isTree ? undefined : typeof value === 'string' ? 'good' : 'accent'}>
          {JSON.stringify(value)}
        </span>
      </div>
    );
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
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
