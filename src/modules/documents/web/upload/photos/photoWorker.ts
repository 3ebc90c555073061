import { findPage, type GrayImage, searchSidePx } from './findPage.ts';
import { type Corners, scaled } from './geometry.ts';
import type {
  OpenedPhoto,
  PagePicture,
  PageWork,
  PhotoReply,
  PhotoRequest,
  PhotoWork,
} from './messages.ts';
import { type ColorImage, straighten, whiten } from './straighten.ts';

/** More than what a page becomes; the photos of today’s phones would take 200 MB of their memory. */
const photoSidePx = 3_600;
const pictureSidePx = 1_400;

/** The photo that was read last: it is opened, shown and straightened one after the other. */
let kept: { key: string; photo: ColorImage } | null = null;

async function photoOf({ key, file }: PhotoWork): Promise<ColorImage> {
  if (kept?.key !== key) kept = { key, photo: await read(file) };
  return kept.photo;
}

async function read(file: Blob): Promise<ColorImage> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const photo = drawn(bitmap, bitmap, photoSidePx);
  bitmap.close();
  return photo;
}

/** At most so many pixels wide and high, on white. */
function drawn(
  image: CanvasImageSource,
  size: { width: number; height: number },
  sidePx: number,
): ColorImage {
  const scale = Math.min(1, sidePx / Math.max(size.width, size.height));
  const width = Math.max(Math.round(size.width * scale), 1);
  const height = Math.max(Math.round(size.height * scale), 1);
  const context = contextOf(width, height);
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return { data: data as ColorImage['data'], width, height };
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No 2D canvas context');
  return context;
}

function canvasOf({ data, width, height }: ColorImage): OffscreenCanvas {
  const context = contextOf(width, height);
  context.putImageData(new ImageData(data, width, height), 0, 0);
  return context.canvas;
}

async function open(work: PhotoWork): Promise<OpenedPhoto> {
  const photo = await photoOf(work);
  const canvas = canvasOf(photo);
  const small = grayOf(drawn(canvas, photo, searchSidePx));
  const found = findPage(small);
  const picture = canvasOf(drawn(canvas, photo, pictureSidePx)).transferToImageBitmap();
  return { picture, corners: found && inFractions(found, small) };
}

function grayOf({ data, width, height }: ColorImage): GrayImage {
  const gray = new Uint8Array(width * height);
  for (let at = 0; at < gray.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
    gray[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return { data: gray, width, height };
}

/** Corners a little outside of the photo are put at its edge. */
function inFractions(corners: Corners, { width, height }: GrayImage): Corners {
  const [a, b, c, d] = scaled(corners, { width: 1 / width, height: 1 / height }).map(
    ({ x, y }) => ({
      x: Math.min(Math.max(x, 0), 1),
      y: Math.min(Math.max(y, 0), 1),
    }),
  );
  return [a, b, c, d] as unknown as Corners;
}

async function pageOf(work: PhotoWork & PageWork): Promise<PagePicture> {
  const { corners, isReadable, sidePx } = work;
  const page = straighten(await photoOf(work), corners, sidePx);
  if (isReadable) whiten(page);
  const blob = await canvasOf(page).convertToBlob({ type: 'image/jpeg', quality: 0.82 });
  const jpeg = new Uint8Array(await blob.arrayBuffer());
  return { jpeg, width: page.width, height: page.height };
}

async function answer({ id, work }: PhotoRequest): Promise<void> {
  const post = (reply: PhotoReply, transfer: Transferable[]) =>
    self.postMessage(reply, { transfer });
  try {
    if (work.kind === 'open') {
      const result = await open(work);
      post({ id, result }, [result.picture]);
    } else {
      const result = await pageOf(work);
      post({ id, result }, [result.jpeg.buffer]);
    }
  } catch {
    // It is no image that this browser can read: the page says so.
    post({ id }, []);
  }
}

// One after the other: a photo takes tens of megabytes while it is worked on.
let last = Promise.resolve();
self.addEventListener('message', ({ data }: MessageEvent<PhotoRequest>) => {
  last = last.then(() => answer(data));
});
