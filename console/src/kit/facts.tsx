import type { ComponentChildren } from 'preact';

/** What is known of a record: names and values. Empty values are omitted. */
export const Facts = ({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ComponentChildren])[];
}) => (
  <dl class="facts">
    {facts
      .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt class="muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
