import { country } from '../lib/format.ts';

/** The flag of a country, by its code. The build has them as files: scripts/build/console.ts. */
export const Flag = ({ code }: { code: string }) => (
  <img
    class="flag"
    src={`flags/${code}.svg`}
    alt=""
    title={country(code)}
    width="18"
    height="12"
    loading="lazy"
    // Some codes are of no country, such as the one of Tor.
    onError={({ currentTarget }) => currentTarget.remove()}
  />
);
