import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Code } from '../decoding/code.ts';
import { type Decoder, DecoderUnavailable } from '../decoding/decoder.ts';

const notAnImage = 'This file is not a readable image. Choose a PNG, JPEG or WebP.';
const noCode = 'No code found in the image. Take it closer, straight on and without glare.';
const noDecoder =
  'Couldn’t load the barcode reader. Check your connection and try again, or type the code.';

interface Options {
  tool: RefObject<HTMLElement | null>;
  decoder: Decoder;
  onCodes: (codes: Code[]) => void;
}

/** Reads codes from an image that was chosen, dropped or pasted. */
export function useImages({ tool, decoder, onCodes }: Options) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [over, setOver] = useState(false);

  async function read(file: Blob): Promise<void> {
    setPending(true);
    setProblem(undefined);
    try {
      const pixels = await readPixels(file).catch(() => null);
      if (!pixels) return setProblem(notAnImage);
      const codes = await decoder.read(pixels, { thorough: true });
      if (codes.length === 0) return setProblem(noCode);
      onCodes(codes);
    } catch (error) {
      setProblem(error instanceof DecoderUnavailable ? noDecoder : noCode);
    } finally {
      setPending(false);
    }
  }

  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const [image] = imageFilesIn(event.clipboardData);
      if (!image || !tool.current?.checkVisibility()) return;
      if (isForAnotherField(event.target, tool.current)) return;
      event.preventDefault();
      void latest.current(image);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [tool]);

  const dropping = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false);
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      const [image] = imageFilesIn(event.dataTransfer);
      if (image) void read(image);
      else setProblem(notAnImage);
    },
  };
  const clearProblem = () => setProblem(undefined);
  return { read: (file: Blob) => void read(file), pending, problem, over, dropping, clearProblem };
}

/** An image pasted into a chat or note field belongs there. */
function isForAnotherField(target: EventTarget | null, tool: HTMLElement): boolean {
  if (!(target instanceof Element) || tool.contains(target)) return false;
  return target.closest('input, textarea, [contenteditable]') !== null;
}

const longestSidePx = 2_600;

/**
 * The pixels of an image file on a white background, because a code on a transparent one would be black on
 * black. Throws if the browser cannot read the file as an image.
 */
async function readPixels(file: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, longestSidePx / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No 2D canvas context');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}

/** The image files in dropped or pasted data. */
function imageFilesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}
