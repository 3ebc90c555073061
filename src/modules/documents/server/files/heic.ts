import { createRequire } from 'node:module';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';

/** What we use of libheif. */
interface Heif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}
interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(target: Pixels, done: (pixels: Pixels | null) => void): void;
}
interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Photos of iPhones. sharp reads their header only: they are compressed as HEVC, which it cannot decode. */
export const heicTypes = new Set(['image/heic', 'image/heif']);

/** An iPhone takes 12 or 24 megapixels, and each takes 13 bytes while it is decoded. */
const heicMaxPixels = 26_000_000;

const require = createRequire(import.meta.url);

/** The main image of a file, upright, with an alpha channel. Throws Unreadable. */
export async function decodeHeic(bytes: Buffer): Promise<Pixels> {
  // It takes half a second to start, and most processes never see such a photo.
  const { HeifDecoder }: Heif = require('libheif-js/wasm-bundle');
  const images = new HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  const size = image && { width: image.get_width(), height: image.get_height() };
  if (!size || size.width * size.height > heicMaxPixels) throw new Unreadable(undecoded);
  const data = new Uint8ClampedArray(size.width * size.height * 4);
  const pixels = await new Promise<Pixels | null>((resolve) =>
    image.display({ data, ...size }, resolve),
  );
  if (!pixels) throw new Unreadable(undecoded);
  return pixels;
}

const undecoded = 'This photo can’t be shown.';
