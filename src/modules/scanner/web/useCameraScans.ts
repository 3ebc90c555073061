import { useCallback, useState } from 'react';
import { classify } from '../contract/classify.ts';
import { allowBeeps, beep } from './camera/beep.ts';
import { useCamera } from './camera/useCamera.ts';
import { useManner } from './camera/useManner.ts';
import type { Code } from './decoding/code.ts';
import { judge } from './reading.ts';

/** Called with what the camera read; `goesOn`: it looks for the next one already. */
type OnRead = (code: Code, goesOn: boolean) => void;

/** The camera, how this device likes to scan with it, and what comes of each code. */
export function useCameraScans(onRead: OnRead) {
  const camera = useCamera();
  const [manner, setManner] = useManner();
  const [done, setDone] = useState({ count: 0, last: '' });
  const { start, stop } = camera;
  return {
    camera,
    manner,
    setManner,
    /** How many were read since it was started, and the last of them. */
    done,
    start: useCallback(() => {
      allowBeeps();
      setDone({ count: 0, last: '' });
      start();
    }, [start]),
    read(code: Code) {
      const isClear = judge({ ...code, source: 'camera' }).verdict === 'clear';
      const goesOn = manner.keepsOn && isClear;
      navigator.vibrate?.(isClear ? 60 : [60, 80, 60]);
      if (manner.sound) beep(isClear ? 'read' : 'doubt');
      if (!goesOn) stop();
      if (goesOn) {
        const last = classify(code.text, code.format).value;
        setDone(({ count }) => ({ count: count + 1, last }));
      }
      onRead(code, goesOn);
    },
  };
}
export type CameraScans = ReturnType<typeof useCameraScans>;
