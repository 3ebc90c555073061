import { useEffect, useMemo, useRef, useState } from 'react';
import type { VoiceNote } from '../../state/session/drafts/uploads.ts';
import { microphoneSentence, type Recording, record } from './recorder.ts';

/** Recording stops here; the note is kept. */
export const longestMs = 30 * 60_000;

export type RecorderState =
  | { phase: 'idle' | 'asking' }
  | { phase: 'recording'; recording: Recording }
  | { phase: 'refused'; reason: string };

const idle: RecorderState = { phase: 'idle' };

/** Records one voice note at a time; stops when its conversation is left. */
export function useRecorder(onNote: (note: VoiceNote) => void) {
  const [state, setState] = useState(idle);
  const latest = useRef(onNote);
  latest.current = onNote;
  const actions = useMemo(() => recorderActions(setState, (note) => latest.current(note)), []);
  useEffect(() => actions.leave, [actions]);
  return { state, ...actions };
}

export type Recorder = ReturnType<typeof useRecorder>;

function recorderActions(show: (state: RecorderState) => void, onNote: (note: VoiceNote) => void) {
  let current: Recording | null = null;
  let asking = false;
  /** The conversation was left while the microphone was requested. */
  let left = false;

  const end = () => {
    const recording = current;
    current = null;
    show(idle);
    return recording;
  };
  const stop = async () => {
    const note = await end()?.stop();
    if (note && !left) onNote(note);
  };
  const begin = async () => {
    if (asking || current) return;
    asking = true;
    left = false;
    show({ phase: 'asking' });
    try {
      const recording = await record();
      if (left) return recording.cancel();
      current = recording;
      recording.onEnded(() => void stop());
      show({ phase: 'recording', recording });
    } catch (error) {
      if (!left) show({ phase: 'refused', reason: microphoneSentence(error) });
    } finally {
      asking = false;
    }
  };
  return {
    start: () => void begin(),
    stop: () => void stop(),
    cancel: () => end()?.cancel(),
    dismissError: () => show(idle),
    leave() {
      left = true;
      end()?.cancel();
    },
  };
}
