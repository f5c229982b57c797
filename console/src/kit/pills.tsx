import { here, type Query, useRoute } from '../nav/router.ts';
import { Icon } from './button.tsx';

/** A filter in the address. */
export interface Pill {
  label: string;
  text: string;
  /** The change of the address that removes it. */
  remove: Query;
  /** It is another value of the one before it: either may hold. */
  isAlternative?: boolean;
}

/** The filters in the address, each with a link that removes it. */
export function FilterPills({ pills }: { pills: Pill[] }) {
  if (pills.length === 0) return null;
  return (
    <ul class="pills row" aria-label="Filters">
      {pills.map(({ label, text, remove, isAlternative }) => (
        <li key={`${label}: ${text}`} class="pill">
          <span>
            {isAlternative ? 'or' : `${label}:`} <b>{text}</b>
          </span>
          <a href={here(remove)} aria-label={`Remove the filter ${label}: ${text}`}>
            <Icon name="close" />
          </a>
        </li>
      ))}
    </ul>
  );
}

interface ChoiceProps {
  label: string;
  /** The name in the address. */
  param: string;
  /** The first is the one without a value in the address. */
  choices: readonly { value: string; label: string }[];
  class?: string;
}

/** A few choices beside each other, in the address: all, with people, without. */
export function Choice({ label, param, choices, class: name = 'choice box' }: ChoiceProps) {
  const { query } = useRoute();
  const chosen = choices.find(({ value }) => value === query[param]) ?? choices[0];
  return (
    <nav class={name} aria-label={label}>
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

interface TabsProps<Id extends string> {
  label: string;
  /** One without a label is in no list: something else leads to it. */
  tabs: readonly { id: Id; label?: string }[];
  /** The name in the address; `tab` if nothing is given. */
  param?: string;
}

/** The tab that the address names, or the first. */
export function useTab<Id extends string>(tabs: readonly { id: Id }[], param = 'tab'): Id | undefined {
  const { query } = useRoute();
  return (tabs.find(({ id }) => id === query[param]) ?? tabs[0])?.id;
}

/** Links to the parts of a record; which one is shown stands in the address. */
export const Tabs = <Id extends string>({ label, tabs, param = 'tab' }: TabsProps<Id>) => (
  <Choice
    label={label}
    param={param}
    choices={tabs.flatMap(({ id, label: text }) => (text === undefined ? [] : { value: id, label: text }))}
    class="tabs wrap line"
  />
);
