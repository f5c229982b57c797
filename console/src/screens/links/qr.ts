import encodeQR from 'qr';

/** The white edge, in modules: scanners need four. */
const edge = 4;
/** The modules of the QR code of an address, with its edge; true is black. Undefined if the address is too long for one. */
export function modulesOf(address: string): boolean[][] | undefined {
  try {
    // Scanners agree on ASCII only: other letters of a path are percent-encoded.
    return encodeQR(new URL(address).href, 'raw', { ecc: 'medium', border: edge });
  } catch {
    return undefined;
  }
}

/** The black modules as a path of SVG, with a run of modules in one step. */
export const pathOf = (modules: boolean[][]): string =>
  modules
    .flatMap((row, y) =>
      row.flatMap((isBlack, x) => {
        if (!isBlack || row[x - 1]) return [];
        const end = row.indexOf(false, x);
        const length = (end < 0 ? row.length : end) - x;
        return [`M${x} ${y}h${length}v1h-${length}z`];
      }),
    )
    .join('');

/** The code as a file. */
export const svgOf = (modules: boolean[][]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules.length} ${modules.length}" shape-rendering="crispEdges">` +
  `<path fill="#fff" d="M0 0h${modules.length}v${modules.length}H0z"/><path d="${pathOf(modules)}"/></svg>\n`;
