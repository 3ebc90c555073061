import { type RefObject, useEffect, useRef } from 'react';
import type { Decoder } from '../../decoding/decoder.ts';
import type { CameraScans } from '../../useCameraScans.ts';
import { frameShare } from '../region.ts';
import type { RunningCamera } from '../useCamera.ts';
import { useFrames } from '../useFrames.ts';
import { Controls } from './Controls.tsx';

export const boxClasses =
  'relative flex aspect-4/3 w-full flex-col overflow-hidden rounded-md sm:aspect-video';

interface Props {
  scans: CameraScans;
  decoder: Decoder;
  state: RunningCamera;
}

/** What the camera sees, and what one can do meanwhile. */
export function Live({ scans, decoder, state }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const { stream } = state;
  const { camera, done, manner } = scans;
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    // Refused only when it is stopped again before it runs.
    element.play().catch(() => {});
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  useFolding(video, camera.stop);
  useFrames({ video, decoder, onCode: scans.read, onBroken: () => camera.fail('unreadable') });
  return (
    <div className="flex flex-col gap-3">
      <div className={`${boxClasses} bg-sunken`}>
        <video
          ref={video}
          muted
          playsInline
          aria-label="What the camera sees"
          className="absolute inset-0 size-full object-cover"
        />
        <Frame />
      </div>
      <p role="status" className="text-sm text-muted">
        {manner.keepsOn && done.count > 0
          ? `${done.count} read, the last was ${done.last}. Hold the next one inside the frame.`
          : 'Hold the code inside the frame. It is read by itself.'}
      </p>
      <Controls {...{ scans, state }} />
    </div>
  );
}

/** Folded away with what surrounds it, the camera would look on unseen. */
function useFolding(video: RefObject<HTMLVideoElement | null>, stop: () => void): void {
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      // Taken away as a whole, it has been stopped or paused already.
      if (element.isConnected && entry?.contentRect.width === 0) stop();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [video, stop]);
}

/** Where the code is looked for: a line in a line, to be seen on dark as on bright pictures. */
function Frame() {
  const place = {
    x: `${((1 - frameShare.width) / 2) * 100}%`,
    y: `${((1 - frameShare.height) / 2) * 100}%`,
    width: `${frameShare.width * 100}%`,
    height: `${frameShare.height * 100}%`,
    rx: 8,
  };
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      <rect {...place} className="fill-none stroke-text stroke-[6]" />
      <rect {...place} className="fill-none stroke-surface stroke-2" />
    </svg>
  );
}
