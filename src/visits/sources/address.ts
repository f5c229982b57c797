import { checksum } from '../../lib/token.ts';

const prefix = 'source_';
const pattern = /^src_([a-z0-9]{1,32})_([0-7][0-9a-z]{25})([0-9A-Za-z]{6})$/v;

/** The address of a source, which follows from its id: `src_<workspace>_<id><checksum>`. It is no secret. */
export function sourceAddress(workspace: string, sourceId: string): string {
  const body = `src_${workspace}_${sourceId.slice(prefix.length)}`;
  return body + checksum(body);
}

/** The workspace and the source that an address names, or undefined when it is malformed or its checksum is wrong. */
export function readSourceAddress(address: string): { workspace: string; sourceId: string } | undefined {
  const [, workspace, id, sum] = pattern.exec(address) ?? [];
  if (!workspace || !id || checksum(address.slice(0, -6)) !== sum) return undefined;
  return { workspace, sourceId: prefix + id };
}
