import { here, useRoute } from '../nav/router.ts';

export interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly { id: Id; label: string }[];
  /** The name in the address; `tab` if nothing is given. */
  param?: string;
}

/** The tab that the address names, or the first. */
export function useTab<Id extends string>(tabs: readonly { id: Id }[], param = 'tab'): Id | undefined {
  const { query } = useRoute();
  return (tabs.find(({ id }) => id === query[param]) ?? tabs[0])?.id;
}

/** Links to the parts of a record; which one is shown stands in the address. */
export function Tabs<Id extends string>({ label, tabs, param = 'tab' }: TabsProps<Id>) {
  const shown = useTab(tabs, param);
  return (
    <nav class="tabs wrap line" aria-label={label}>
      {tabs.map(({ id, label: text }, index) => (
        <a
          key={id}
          href={here({ [param]: index === 0 ? undefined : id })}
          aria-current={id === shown ? 'true' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
