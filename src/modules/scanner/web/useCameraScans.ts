import { useCallback, useState } from 'react';
import { classify } from '../contract/classify.ts';
import { allowBeeps, beep } from './camera/beep.ts';
import { useCamera } from './camera/useCamera.ts';
import { useScanPreferences } from './camera/useScanPreferences.ts';
import type { Code } from './decoding/code.ts';
import { assess } from './reading.ts';

/** Called with each code; `continues` is true while the camera keeps scanning. */
type OnRead = (code: Code, continues: boolean) => void;

/** The camera, the scan preferences of this device, and the handling of each code. */
export function useCameraScans(onRead: OnRead) {
  const camera = useCamera();
  const [preferences, setPreferences] = useScanPreferences();
  const [done, setDone] = useState({ count: 0, last: '' });
  const { start, stop } = camera;
  return {
    camera,
    preferences,
    setPreferences,
    /** The number of codes since it was started, and the last one. */
    done,
    start: useCallback(() => {
      allowBeeps();
      setDone({ count: 0, last: '' });
      start();
    }, [start]),
    read(code: Code) {
      const isClear = assess({ ...code, source: 'camera' }).verdict === 'clear';
      const continues = preferences.keepsOn && isClear;
      navigator.vibrate?.(isClear ? 60 : [60, 80, 60]);
      if (preferences.sound) beep(isClear ? 'read' : 'doubt');
      if (!continues) stop();
      if (continues) {
        const last = classify(code.text, code.format).value;
        setDone(({ count }) => ({ count: count + 1, last }));
      }
      onRead(code, continues);
    },
  };
}
export type CameraScans = ReturnType<typeof useCameraScans>;
