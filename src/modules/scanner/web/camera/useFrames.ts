import { type RefObject, useEffect, useRef } from 'react';
import type { Code } from '../decoding/code.ts';
import type { Decoder } from '../decoding/decoder.ts';
import { regionOf } from './region.ts';
import { createReadConfirmation } from './steady.ts';
import { createScannedCodes } from './taken.ts';

/** Ten frames a second are enough and keep the phone cool. */
const restMs = 100;

interface Options {
  video: RefObject<HTMLVideoElement | null>;
  decoder: Decoder;
  onCode: (code: Code) => void;
  onBroken: () => void;
}

/** Decodes the video frame by frame; reports each reliable code once while it stays in view. */
export function useFrames({ video, decoder, onCode, onBroken }: Options): void {
  const latest = useRef({ onCode, onBroken });
  latest.current = { onCode, onBroken };
  useEffect(() => {
    const canvas = document.createElement('canvas');
    const confirm = createReadConfirmation();
    const scanned = createScannedCodes();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;

    async function scanFrame(): Promise<void> {
      const frame = video.current && grab(video.current, canvas);
      const codes = frame ? await decoder.read(frame) : [];
      if (over) return;
      const now = performance.now();
      const found = confirm(scanned.unscanned(nearestFirst(codes, canvas), now), now);
      timer = setTimeout(next, restMs);
      if (!found) return;
      scanned.add(found, now);
      latest.current.onCode(found);
    }
    const next = () =>
      void scanFrame().catch(() => {
        if (!over) latest.current.onBroken();
      });
    next();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [video, decoder]);
}

/** The current pixels in the frame; null until the video is playing. */
function grab(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  if (video.readyState < video.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
  const { x, y, width, height } = regionOf(
    { width: video.videoWidth, height: video.videoHeight },
    { width: video.clientWidth, height: video.clientHeight },
  );
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(video, x, y, width, height, 0, 0, width, height);
  return context?.getImageData(0, 0, width, height) ?? null;
}

function nearestFirst(codes: readonly Code[], { width, height }: HTMLCanvasElement): Code[] {
  const distance = ({ x, y }: Code) => Math.hypot(x - width / 2, y - height / 2);
  return codes.toSorted((a, b) => distance(a) - distance(b));
}
