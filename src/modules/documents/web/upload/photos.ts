import type { PdfPhoto } from './photoPdf.ts';

/** A page that was photographed, with the turns made since. */
export interface PhotoPage {
  key: string;
  file: File;
  /** Clockwise, in degrees. */
  rotate: number;
}

/** 200 dots per inch on a letter page: readable print, and a few hundred kilobytes each. */
const longestSidePx = 2_200;

/** The photo as a JPEG, turned upright. Throws if the browser cannot read it as an image. */
export async function jpegOf({ file, rotate }: PhotoPage): Promise<PdfPhoto> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, longestSidePx / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const isTurned = rotate % 180 !== 0;
  const canvas = document.createElement('canvas');
  canvas.width = isTurned ? height : width;
  canvas.height = isTurned ? width : height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No 2D canvas context');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((rotate * Math.PI) / 180);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', 0.82),
  );
  if (!blob) throw new Error('The photo has no JPEG');
  const jpeg = new Uint8Array(await blob.arrayBuffer());
  return { jpeg, width: canvas.width, height: canvas.height };
}
