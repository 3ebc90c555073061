import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Code } from '../decoding/code.ts';
import { type Decoder, DecoderUnavailable } from '../decoding/decoder.ts';
import { picturesIn, readPixels } from '../decoding/picture.ts';

const noPicture = 'This file is not a picture that can be read. Choose a PNG, JPEG or WebP.';
const noCode = 'No code was found in the picture. Take it closer, straight on and without glare.';
const noDecoder =
  'The barcode reader could not be loaded. Check the connection and try again, or type the code.';

interface Options {
  tool: RefObject<HTMLElement | null>;
  decoder: Decoder;
  onCodes: (codes: Code[]) => void;
}

/** Reads the codes of a picture that was chosen, dropped or pasted. */
export function usePictures({ tool, decoder, onCodes }: Options) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [over, setOver] = useState(false);

  async function read(file: Blob): Promise<void> {
    setPending(true);
    setProblem(undefined);
    try {
      const pixels = await readPixels(file).catch(() => null);
      if (!pixels) return setProblem(noPicture);
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
      const [picture] = picturesIn(event.clipboardData);
      if (!picture || !tool.current?.checkVisibility()) return;
      if (isElsewhere(event.target, tool.current)) return;
      event.preventDefault();
      void latest.current(picture);
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
      const [picture] = picturesIn(event.dataTransfer);
      if (picture) void read(picture);
      else setProblem(noPicture);
    },
  };
  const forgetProblem = () => setProblem(undefined);
  return { read: (file: Blob) => void read(file), pending, problem, over, dropping, forgetProblem };
}

/** A picture pasted into a chat or a note is meant for them. */
function isElsewhere(target: EventTarget | null, tool: HTMLElement): boolean {
  if (!(target instanceof Element) || tool.contains(target)) return false;
  return target.closest('input, textarea, [contenteditable]') !== null;
}
