import { concat, type Input, Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { countPages, openImage } from './images.ts';
import { type PagedKind, pagesAtMost } from './kinds.ts';
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
    const { pageCount } = pdf;
    if (result.pageCount + (pages?.length ?? pageCount) > pagesAtMost) return 'too many pages';
    if (pages?.some((page) => page < 1 || page > pageCount))
      throw new Unreadable('A file has fewer pages than were chosen.');
    const numbers = pages ?? Array.from({ length: pageCount }, (_, index) => index + 1);
    if (numbers.length > 0) result.append(pdf, numbers, rotate);
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

/** Letter, in points. */
const shortSide = 612;
const longSide = 792;
/** 300 dpi. */
const longSidePixels = 3_300;

async function imagesAsPdf(pdfium: Pdfium, bytes: Buffer, isEnhanced: boolean): Promise<Pdf> {
  const pdf = pdfium.create();
  const pageCount = await orRefuse(countPages(bytes));
  for (let page = 1; page <= pageCount && page <= pagesAtMost + 1; page += 1) {
    const { data, info } = await orRefuse(jpegOf(bytes, page, isEnhanced));
    const paper =
      info.width > info.height
        ? { width: longSide, height: shortSide }
        : { width: shortSide, height: longSide };
    const scale = Math.min(paper.width / info.width, paper.height / info.height);
    pdf.addPicture(data, { width: info.width * scale, height: info.height * scale }, paper);
  }
  return pdf;
}

async function jpegOf(bytes: Buffer, page: number, isEnhanced: boolean) {
  const image = (await openImage(bytes, page)).resize({
    width: longSidePixels,
    height: longSidePixels,
    fit: 'inside',
    withoutEnlargement: true,
  });
  return (isEnhanced ? image.grayscale().normalize() : image)
    .toColorspace(isEnhanced ? 'b-w' : 'srgb')
    .jpeg({ quality: 85 })
    .toBuffer({ resolveWithObject: true });
}

async function orRefuse<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch {
    // sharp distinguishes failures only by message.
    throw new Unreadable('An image is damaged and can’t be opened.');
  }
}
