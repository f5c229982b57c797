/** The beginning of what a receiver answered: other people's text. */
export function Answer({ text }: { text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <figure class="stack">
      <figcaption class="note muted">What it answered, the first 1,024 bytes</figcaption>
      <div class="copy-block stack-2 box">
        <pre>
          <code>{text}</code>
        </pre>
      </div>
    </figure>
  );
}
