import { Arrow } from '../../kit/arrow.tsx';
import { modulesOf, pathOf, svgOf } from './qr.ts';

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

/** Gives the reader a file. */
function download(name: string, file: Blob | null): void {
  if (!file) return;
  const url = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The browser may begin after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
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
        <button
          type="button"
          class="button row"
          onClick={() => download(`${fileName}.svg`, new Blob([svgOf(modules)], { type: 'image/svg+xml' }))}
        >
          Download SVG <Arrow name="down" />
        </button>
        <button
          type="button"
          class="button row"
          onClick={async () => download(`${fileName}.png`, await pngOf(modules))}
        >
          Download PNG <Arrow name="down" />
        </button>
        <p class="note muted">SVG for print, PNG for slides and messages.</p>
      </div>
    </div>
  );
}
