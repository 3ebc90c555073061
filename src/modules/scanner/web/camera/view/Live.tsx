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

/** The live camera image with its controls. */
export function Live({ scans, decoder, state }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const { stream } = state;
  const { camera, done, preferences } = scans;
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    // Rejected only if it is stopped before it starts.
    element.play().catch(() => {});
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  useStopWhenHidden(video, camera.stop);
  useFrames({ video, decoder, onCode: scans.read, onBroken: () => camera.fail('unreadable') });
  return (
    <div className="flex flex-col gap-3">
      <div className={`${boxClasses} bg-sunken`}>
        <video
          ref={video}
          muted
          playsInline
          aria-label="Camera preview"
          className="absolute inset-0 size-full object-cover"
        />
        <Frame />
      </div>
      <p role="status" className="text-sm text-muted">
        {preferences.keepsOn && done.count > 0
          ? `${done.count} scanned, last: ${done.last}. Hold the next code inside the frame.`
          : 'Hold the code inside the frame to scan it.'}
      </p>
      <Controls scans={scans} state={state} />
    </div>
  );
}

/** Stops the camera when its section is collapsed, so that it never records unseen. */
function useStopWhenHidden(video: RefObject<HTMLVideoElement | null>, stop: () => void): void {
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      // If it is unmounted, it has already been stopped or paused.
      if (element.isConnected && entry?.contentRect.width === 0) stop();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [video, stop]);
}

/** The scan frame: two outlines, visible on dark and bright video. */
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
