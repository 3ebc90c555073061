const sidePx = 512;

/** The part of an image that is kept: the largest square around its center. */
export function centerSquare(width: number, height: number) {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

/** Draws the cropped image. Throws if the file is not an image. */
export async function drawSquare(file: Blob, canvas: HTMLCanvasElement): Promise<void> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { x, y, side } = centerSquare(image.width, image.height);
  const size = Math.min(sidePx, Math.round(side));
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Canvas is not available in this browser');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, side, side, 0, 0, size, size);
  image.close();
}

/** The cropped image as base64, small enough to upload: half a megapixel at most, compressed. */
export async function readSquare(canvas: HTMLCanvasElement): Promise<string> {
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/webp', 0.9),
  );
  if (!blob) throw new Error('Failed to encode the image');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
