import type { PersonLog } from '@footfall/client';
import { go, here, useRoute } from '../../nav/router.ts';

interface FilterProps {
  label: string;
  param: 'source' | 'type';
  values: string[];
}

function Filter({ label, param, values }: FilterProps) {
  const chosen = useRoute().query[param] ?? '';
  const offered = [...new Set(chosen ? [...values, chosen] : values)].toSorted();
  return (
    <select
      aria-label={label}
      value={chosen}
      onChange={(event) => go(here({ [param]: event.currentTarget.value, show: undefined }))}
    >
      <option value="">{`Any ${label.toLocaleLowerCase()}`}</option>
      {offered.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </select>
  );
}

/** Filters of logs by source and type: the values that the loaded logs have. */
export function LogFilters({ logs }: { logs: Pick<PersonLog, 'source' | 'type'>[] }) {
  return (
    <>
      <Filter label="Source" param="source" values={logs.map(({ source }) => source)} />
      <Filter label="Type" param="type" values={logs.map(({ type }) => type)} />
    </>
  );
}
