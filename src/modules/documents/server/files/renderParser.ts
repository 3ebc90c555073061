import sharp from 'sharp';
import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';
import { openImage } from './images.ts';
import type { PagedKind } from './kinds.ts';
import { startPdfium } from './pdf.ts';

/** A receipt can be many times as high as it is wide. */
const heightsAtMost = 3;
/** For recognition: letters of 8 points are 22 pixels high, and legal paper fits. */
const grayDpi = 200;
const graySide = 2_800;

export interface PageOptions {
  kind: PagedKind;
  page: number;
  /** A WebP of at most this width, or one byte of brightness per pixel for recognition. */
  as: { width: number } | 'gray';
}

/** Yields one page as an image; returns its size. */
export default async function* renderPage(
  input: Input,
  { kind, page, as }: PageOptions,
): AsyncGenerator<Buffer, { width: number; height: number }> {
  const limit =
    as === 'gray'
      ? { width: graySide, height: graySide, dpi: grayDpi }
      : { width: as.width, height: as.width * heightsAtMost };
  const image =
    kind === 'pdf'
      ? await pageOf(input, page, limit)
      : await openImage(await concat(input.read()), page);
  const fitted = image.resize({
    width: limit.width,
    height: limit.height,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const { data, info } = await (as === 'gray'
    ? fitted.grayscale().raw()
    : fitted.webp({ quality: 80, effort: 2 })
  ).toBuffer({ resolveWithObject: true });
  yield data;
  return { width: info.width, height: info.height };
}

async function pageOf(
  input: Input,
  page: number,
  limit: { width: number; height: number; dpi?: number },
) {
  const pdf = await (await startPdfium()).open(input.read(), input.sizeBytes);
  const { data, width, height } = pdf.render(page, limit);
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}
