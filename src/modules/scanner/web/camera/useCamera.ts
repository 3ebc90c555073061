import { useCallback, useEffect, useRef, useState } from 'react';
import { type CameraProblem, obstacle, problemOf } from './problems.ts';
import { type CameraChoice, closeStream, listCameras, openStream } from './stream.ts';

export type CameraState =
  | { phase: 'off' }
  | { phase: 'starting' }
  | { phase: 'on'; stream: MediaStream; cameras: CameraChoice[]; cameraId: string | undefined }
  /** The page is hidden: the camera is let go until it is looked at again. */
  | { phase: 'paused' }
  | { phase: 'failed'; problem: CameraProblem };

export type RunningCamera = Extract<CameraState, { phase: 'on' }>;

export interface Camera {
  state: CameraState;
  /** Asks for the camera; `deviceId` names another one than the last. */
  start: (deviceId?: string) => void;
  stop: () => void;
  fail: (problem: CameraProblem) => void;
}

/** The device's camera, while it is wanted and the page is seen. */
export function useCamera(): Camera {
  const [state, setState] = useState<CameraState>({ phase: 'off' });
  const held = useRef<MediaStream | null>(null);
  const chosen = useRef<string>(undefined);
  // Grows with every start and stop: a camera that was asked for earlier and comes late is let go.
  const turn = useRef(0);

  const release = useCallback((next: CameraState) => {
    turn.current += 1;
    if (held.current) closeStream(held.current);
    held.current = null;
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
        if (opened.phase === 'on') held.current = opened.stream;
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
    const follow = () => {
      if (document.hidden && (phase === 'on' || phase === 'starting')) release({ phase: 'paused' });
      if (!document.hidden && phase === 'paused') start();
    };
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [phase, start, release]);
}
