import type { Corners } from './geometry.ts';

/** What the worker does with a photo; `key` names it. */
export type PhotoWork = { key: string; file: Blob } & ({ kind: 'open' } | PageWork);

/** `sidePx`: how long the longer side of the page becomes at most. */
export interface PageWork {
  kind: 'page';
  corners: Corners;
  isReadable: boolean;
  sidePx: number;
}

export interface PhotoRequest {
  id: number;
  work: PhotoWork;
}

export interface OpenedPhoto {
  /** Upright as it was taken, small enough for a screen. */
  picture: ImageBitmap;
  /** Of the page, in fractions of the photo; null if none was found. */
  corners: Corners | null;
}

/** A page as a JPEG. */
export interface PagePicture {
  jpeg: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** Without a result if the photo could not be read. */
export interface PhotoReply {
  id: number;
  result?: OpenedPhoto | PagePicture;
}
