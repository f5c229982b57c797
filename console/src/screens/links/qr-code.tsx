import { save } from '../../data/file.ts';
import { Button, Icon } from '../../kit/button.tsx';
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
