/**
 * What can be done with a file: `pdf` and `image` have pages that can be shown, recognized and edited; `text` and
 * `office` only have text; `other` is kept as it is.
 */
export type FileKind = 'pdf' | 'image' | 'text' | 'office' | 'other';

/** Files with pages that can be shown. */
export type PagedKind = 'pdf' | 'image';

export const pagesAtMost = 2_000;
/** A letter page scanned at 600 dpi has 34 megapixels. Decoding needs them in memory. */
export const pictureMaxPixels = 50_000_000;

export const refusedProgram = 'Programs can’t be uploaded.';
export const refusedWebPage =
  'Web pages and SVG images can’t be uploaded. Save this file as a PDF first.';
