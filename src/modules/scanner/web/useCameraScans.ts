import { useCallback, useState } from 'react';
import { classify } from '../contract/classify.ts';
import { useCamera } from './camera/useCamera.ts';
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

const tones = {
  /** Short and high, like a hand scanner. */
  read: { hertz: 1_480, ms: 90 },
  /** The user has to check. */
  doubt: { hertz: 320, ms: 240 },
} as const;

const volume = 0.12;
const fadeMs = 12;
let context: AudioContext | undefined;

/** Browsers allow sound only after a user gesture: called when the camera is started. */
function allowBeeps(): void {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  void context.resume();
}

function beep(kind: keyof typeof tones): void {
  if (context?.state !== 'running') return;
  const { hertz, ms } = tones[kind];
  const now = context.currentTime;
  const end = context.currentTime + ms / 1_000;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.frequency.value = hertz;
  // Fade in and out, because an abrupt start or end clicks.
  gain.gain.setValueAtTime(0, now);
  gain.gain.linearRampToValueAtTime(volume, now + fadeMs / 1_000);
  gain.gain.setValueAtTime(volume, end - fadeMs / 1_000);
  gain.gain.linearRampToValueAtTime(0, end);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(end);
}

const key = 'forecourt-scanner';

/** Scan preferences of this device, stored in the browser. */
interface ScanPreferences {
  /** Keep scanning after a code that needs no check. */
  keepsOn: boolean;
  sound: boolean;
}

const defaults: ScanPreferences = { keepsOn: false, sound: true };

function useScanPreferences() {
  const [preferences, setPreferences] = useState(readPreferences);
  const change = (part: Partial<ScanPreferences>) => {
    const next = { ...preferences, ...part };
    setPreferences(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is unavailable: the choice lasts until the page is closed.
    }
  };
  return [preferences, change] as const;
}

function readPreferences(): ScanPreferences {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<ScanPreferences>;
    return { keepsOn: stored.keepsOn === true, sound: stored.sound !== false };
  } catch {
    // Storage is unavailable or its content is invalid.
    return defaults;
  }
}
