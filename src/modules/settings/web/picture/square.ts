const sidePx = 512;

/** What of a picture is kept: the largest square around its center. */
export function centerSquare(width: number, height: number) {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

/** Draws the middle of the picture as it will be shown. Throws when the file is no picture. */
export async function drawSquare(file: Blob, canvas: HTMLCanvasElement): Promise<void> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { x, y, side } = centerSquare(picture.width, picture.height);
  const size = Math.min(sidePx, Math.round(side));
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, side, side, 0, 0, size, size);
  picture.close();
}

/** The drawn picture as base64, small enough to send: half a megapixel at most, compressed. */
export async function readSquare(canvas: HTMLCanvasElement): Promise<string> {
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/webp', 0.9),
  );
  if (!blob) throw new Error('The picture could not be drawn');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
