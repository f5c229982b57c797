import { BlockList, isIP } from 'node:net';
import type { Bindings } from '../../config/bindings.ts';
import { report } from '../../lib/report.ts';

/** Adds an address or a range (CIDR) to the list. Returns false when it is malformed. */
function add(list: BlockList, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (prefix === undefined) {
    list.addAddress(address, family);
    return true;
  }
  if (!/^\d{1,3}$/v.test(prefix) || Number(prefix) > (version === 6 ? 128 : 32)) return false;
  list.addSubnet(address, Number(prefix), family);
  return true;
}

function readList(env: Bindings): BlockList {
  const list = new BlockList();
  const entries = (env.OWN_ADDRESSES ?? '').split(/\s+/).filter(Boolean);
  const malformed = entries.filter((entry) => !add(list, entry));
  if (malformed.length > 0) {
    const error = new Error(
      'an entry must be an address, or a range such as 203.0.113.0/24; others are ignored',
    );
    report('OWN_ADDRESSES is malformed', error, { malformed });
  }
  return list;
}

const lists = new WeakMap<Bindings, BlockList>();

/** Whether an address is one of OWN_ADDRESSES, which are read once per isolate. */
export function isOwnAddress(env: Bindings, address: string): boolean {
  const list = lists.get(env) ?? readList(env);
  lists.set(env, list);
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
