import encodeQR from 'qr';
import { save } from '../../data/file.ts';
import { Button, Icon } from '../../kit/button.tsx';

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
const pathOf = (modules: boolean[][]): string =>
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

/** A module in the picture has so many pixels: enough for print. */
const pixels = 16;

function pngOf(modules: boolean[][]): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = modules.length * pixels;
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(pixels, pixels);
    context.fillStyle = '#000';
    context.fill(new Path2D(pathOf(modules)));
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

export interface QrCodeProps {
  address: string;
  /** The name of its files, without the ending. */
  fileName: string;
}

/** The QR code of an address, black on white in both themes, to see and to download. It is made in the browser. */
export function QrCode({ address, fileName }: QrCodeProps) {
  const modules = modulesOf(address);
  if (!modules) return <p class="muted">The address is too long for a QR code.</p>;
  const size = modules.length;
  const savePng = async () => {
    const file = await pngOf(modules);
    if (file) save(file, `${fileName}.png`);
  };
  return (
    <div class="qr-code wrap">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        shape-rendering="crispEdges"
        role="img"
        aria-label={`QR code of ${address}`}
      >
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={pathOf(modules)} />
      </svg>
      <div class="stack">
        <Button
          class="button row"
          onClick={() => save(new Blob([svgOf(modules)], { type: 'image/svg+xml' }), `${fileName}.svg`)}
        >
          Download SVG <Icon name="down" />
        </Button>
        <Button class="button row" onClick={savePng}>
          Download PNG <Icon name="down" />
        </Button>
        <p class="note muted">SVG for print, PNG for slides and messages.</p>
      </div>
    </div>
  );
}
