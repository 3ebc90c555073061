import { useCallback, useEffect, useRef, useState } from 'react';
import { type CameraProblem, obstacle, problemOf } from './problems.ts';
import { type CameraChoice, closeStream, listCameras, openStream } from './stream.ts';

export type CameraState =
  | { phase: 'off' }
  | { phase: 'starting' }
  | { phase: 'on'; stream: MediaStream; cameras: CameraChoice[]; cameraId: string | undefined }
  /** The page is hidden: the camera is released until it is visible again. */
  | { phase: 'paused' }
  | { phase: 'failed'; problem: CameraProblem };

export type RunningCamera = Extract<CameraState, { phase: 'on' }>;

export interface Camera {
  state: CameraState;
  /** Starts the camera; `deviceId` switches to another one. */
  start: (deviceId?: string) => void;
  stop: () => void;
  fail: (problem: CameraProblem) => void;
}

/** The device's camera, active while started and the page is visible. */
export function useCamera(): Camera {
  const [state, setState] = useState<CameraState>({ phase: 'off' });
  const activeStream = useRef<MediaStream | null>(null);
  const chosen = useRef<string>(undefined);
  // Increments on every start and stop, so that a stream that opens late is closed again.
  const turn = useRef(0);

  const release = useCallback((next: CameraState) => {
    turn.current += 1;
    if (activeStream.current) closeStream(activeStream.current);
    activeStream.current = null;
    setState(next);
  }, []);

  const start = useCallback(
    (deviceId?: string) => {
      const problem = obstacle();
      if (problem) return setState({ phase: 'failed', problem });
      chosen.current = deviceId ?? chosen.current;
      release({ phase: 'starting' });
      const mine = turn.current;
      void open(chosen.current).then((opened) => {
        if (mine !== turn.current) return opened.phase === 'on' && closeStream(opened.stream);
        if (opened.phase === 'on') activeStream.current = opened.stream;
        setState(opened);
      });
    },
    [release],
  );
  const stop = useCallback(() => release({ phase: 'off' }), [release]);
  const fail = useCallback(
    (problem: CameraProblem) => release({ phase: 'failed', problem }),
    [release],
  );

  useEffect(() => stop, [stop]);
  useLoss(state, fail);
  usePause(state, start, release);
  return { state, start, stop, fail };
}

type Opened = RunningCamera | Extract<CameraState, { phase: 'failed' }>;

async function open(deviceId: string | undefined): Promise<Opened> {
  try {
    const stream = await openStream(deviceId);
    const cameras = await listCameras();
    const cameraId = stream.getVideoTracks()[0]?.getSettings().deviceId;
    return { phase: 'on', stream, cameras, cameraId };
  } catch (error) {
    return { phase: 'failed', problem: problemOf(error) };
  }
}

function useLoss(state: CameraState, fail: Camera['fail']): void {
  const stream = state.phase === 'on' ? state.stream : null;
  useEffect(() => {
    const track = stream?.getVideoTracks()[0];
    if (!track) return;
    const lost = () => fail('lost');
    track.addEventListener('ended', lost);
    return () => track.removeEventListener('ended', lost);
  }, [stream, fail]);
}

function usePause(
  { phase }: CameraState,
  start: Camera['start'],
  release: (next: CameraState) => void,
): void {
  useEffect(() => {
    const onVisibilityChange = () => {
      if (document.hidden && (phase === 'on' || phase === 'starting')) release({ phase: 'paused' });
      if (!document.hidden && phase === 'paused') start();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, [phase, start, release]);
}
