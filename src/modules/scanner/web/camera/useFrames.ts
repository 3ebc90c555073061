import { type RefObject, useEffect, useRef } from 'react';
import type { Code } from '../decoding/code.ts';
import type { Decoder } from '../decoding/decoder.ts';
import { regionOf } from './region.ts';
import { createSteady } from './steady.ts';
import { createTaken } from './taken.ts';

/** Ten frames a second are as good as thirty, and leave the phone cool. */
const restMs = 100;

interface Options {
  video: RefObject<HTMLVideoElement | null>;
  decoder: Decoder;
  onCode: (code: Code) => void;
  onBroken: () => void;
}

/** Looks for codes in the video, one frame at a time; answers each that can be relied on, once while it stays in sight. */
export function useFrames({ video, decoder, onCode, onBroken }: Options): void {
  const latest = useRef({ onCode, onBroken });
  latest.current = { onCode, onBroken };
  useEffect(() => {
    const canvas = document.createElement('canvas');
    const look = createSteady();
    const taken = createTaken();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;

    async function round(): Promise<void> {
      const frame = video.current && grab(video.current, canvas);
      const codes = frame ? await decoder.read(frame) : [];
      if (over) return;
      const now = performance.now();
      const found = look(taken.fresh(nearestFirst(codes, canvas), now), now);
      timer = setTimeout(again, restMs);
      if (!found) return;
      taken.take(found, now);
      latest.current.onCode(found);
    }
    const again = () =>
      void round().catch(() => {
        if (!over) latest.current.onBroken();
      });
    again();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [video, decoder]);
}

/** What is in the frame right now; null until the video runs. */
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
