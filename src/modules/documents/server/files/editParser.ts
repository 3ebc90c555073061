import sharp from 'sharp';
import { concat, type Input, Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { type PagedKind, pagesAtMost, pictureMaxPixels } from './kinds.ts';
import { type Pdf, type Pdfium, startPdfium } from './pdf.ts';

export interface EditPlan {
  parts: readonly {
    /** Index of the file. */
    file: number;
    /** Numbered from 1, in this order; without it, all of them. */
    pages?: readonly number[];
    /** Clockwise, in degrees. */
    rotate?: 90 | 180 | 270;
  }[];
  /** Turns photos of paper into gray images with full contrast. */
  enhancesImages?: boolean;
}

interface EditOptions {
  /** In the order of their bytes. */
  files: readonly { kind: PagedKind; sizeBytes: number }[];
  plan: EditPlan;
}

/** Yields the new PDF. */
export default async function* editPages(
  input: Input,
  { files, plan }: EditOptions,
): AsyncGenerator<Buffer, 'done' | 'too many pages'> {
  const pdfium = await startPdfium();
  const opened = new Map<number, Pdf>();
  const result = pdfium.create();
  for (const { file, pages, rotate = 0 } of plan.parts) {
    const pdf = opened.get(file) ?? (await open(file));
    opened.set(file, pdf);
    const all = () => Array.from({ length: pdf.pageCount }, (_, index) => index + 1);
    if (result.pageCount + (pages?.length ?? pdf.pageCount) > pagesAtMost) return 'too many pages';
    if (pages?.some((page) => page > pdf.pageCount))
      throw new Unreadable('A file has fewer pages than were chosen.');
    result.append(pdf, pages ?? all(), rotate);
  }
  if (result.pageCount === 0) throw new Unreadable('Choose at least one page.');
  yield result.save();
  return 'done';

  async function open(index: number): Promise<Pdf> {
    const file = files[index];
    if (!file) throw new RangeError('The plan names a file that was not given');
    const start = files.slice(0, index).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const bytes = input.read({ start, end: start + file.sizeBytes });
    return file.kind === 'pdf'
      ? pdfium.open(bytes, file.sizeBytes)
      : imagesAsPdf(pdfium, await concat(bytes), plan.enhancesImages ?? false);
  }
}

sharp.concurrency(1);
sharp.cache(false);

/** Letter, in points. */
const shortSide = 612;
const longSide = 792;
/** 300 dpi. */
const longSidePixels = 3_300;

async function imagesAsPdf(pdfium: Pdfium, bytes: Buffer, isEnhanced: boolean): Promise<Pdf> {
  const pdf = pdfium.create();
  const pages = await countPages(bytes);
  for (let page = 0; page < Math.min(pages, pagesAtMost + 1); page += 1) {
    const { data, width, height } = await jpegOf(bytes, page, isEnhanced);
    const paper =
      width > height
        ? { width: longSide, height: shortSide }
        : { width: shortSide, height: longSide };
    const scale = Math.min(paper.width / width, paper.height / height);
    pdf.addPicture(data, { width: width * scale, height: height * scale }, paper);
  }
  return pdf;
}

const unreadableImage = () => new Unreadable('An image is damaged and can’t be opened.');

/** Only TIFF images have pages; those of others are the pictures of an animation. */
async function countPages(bytes: Buffer): Promise<number> {
  try {
    const { format, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return format === 'tiff' ? pages : 1;
  } catch {
    throw unreadableImage();
  }
}

async function jpegOf(bytes: Buffer, page: number, isEnhanced: boolean) {
  const image = sharp(bytes, {
    ...(page > 0 && { page }),
    limitInputPixels: pictureMaxPixels,
    failOn: 'error',
  })
    .autoOrient()
    .flatten({ background: 'white' })
    .resize({
      width: longSidePixels,
      height: longSidePixels,
      fit: 'inside',
      withoutEnlargement: true,
    });
  try {
    const { data, info } = await (isEnhanced ? image.grayscale().normalize() : image)
      .toColorspace(isEnhanced ? 'b-w' : 'srgb')
      .timeout({ seconds: 20 })
      .jpeg({ quality: 85 })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    throw unreadableImage();
  }
}
