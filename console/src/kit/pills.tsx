import { here, useRoute } from '../nav/router.ts';
import { Icon } from './icon.tsx';

export interface FilterPillsProps {
  /** The label of each name in the address that filters: `{ referrer: 'Referrer' }`. */
  filters: Record<string, { label: string; show?: (value: string) => string }>;
}

/** The filters in the address, each with a link that removes it. */
export function FilterPills({ filters }: FilterPillsProps) {
  const { query } = useRoute();
  const active = Object.entries(filters).filter(([name]) => query[name]);
  if (active.length === 0) return null;
  return (
    <ul class="pills" aria-label="Filters">
      {active.map(([name, { label, show }]) => {
        const value = query[name] ?? '';
        const text = show?.(value) ?? value;
        return (
          <li key={name} class="pill">
            <span>
              {label}: <b>{text}</b>
            </span>
            <a href={here({ [name]: undefined })} aria-label={`Remove the filter ${label}: ${text}`}>
              <Icon name="close" />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

export interface ChoiceProps {
  label: string;
  /** The name in the address. */
  param: string;
  /** The first is the one without a value in the address. */
  choices: readonly { value: string; label: string }[];
}

/** A few choices beside each other, in the address: all, with people, without. */
export function Choice({ label, param, choices }: ChoiceProps) {
  const { query } = useRoute();
  const chosen = choices.find(({ value }) => value === query[param]) ?? choices[0];
  return (
    <nav class="choice" aria-label={label}>
      {choices.map((choice, index) => (
        <a
          key={choice.value}
          href={here({ [param]: index === 0 ? undefined : choice.value })}
          aria-current={choice === chosen ? 'true' : undefined}
        >
          {choice.label}
        </a>
      ))}
    </nav>
  );
}
