/** What `request.cf` says about the network of a request. */
export interface Network {
  asn?: unknown;
  asOrganization?: unknown;
}

/**
 * The vendors of mail gateways that open the links of mails, by the names of their networks. Some of their customers'
 * people browse from there too (browser isolation, web gateways, Windows 365): see `hasInput` of a visit.
 */
const vendors =
  /proofpoint|mimecast|barracuda|trend ?micro|ironport|messagelabs|symantec|forcepoint|websense|sophos|fireeye|trellix|microsoft/iv;

/** Networks of the same vendors, for the day when one is renamed. */
const networks = new Set([
  ...[13916, 22843, 26211, 52129], // Proofpoint
  ...[30031, 39588, 42427, 60492], // Mimecast
  15324, // Barracuda
  16417, // Cisco IronPort
  ...[8074, 8075, 12076], // Microsoft, of Defender's Safe Links
]);

/** Whether a network belongs to a vendor whose mail gateways open links. */
export const isScannerNetwork = ({ asn, asOrganization }: Network): boolean =>
  (typeof asn === 'number' && networks.has(asn)) ||
  (typeof asOrganization === 'string' && vendors.test(asOrganization));
