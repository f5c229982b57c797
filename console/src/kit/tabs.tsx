import { useRoute } from '../nav/router.ts';
import { Choice } from './pills.tsx';

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
export const Tabs = <Id extends string>({ label, tabs, param = 'tab' }: TabsProps<Id>) => (
  <Choice
    label={label}
    param={param}
    choices={tabs.map(({ id, label: text }) => ({ value: id, label: text }))}
    class="tabs wrap line"
  />
);
