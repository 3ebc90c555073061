import type { RefObject } from 'react';
import { RecordingBar } from './RecordingBar.tsx';
import type { Recorder } from './useRecorder.ts';

interface Props {
  recorder: Recorder;
  box: RefObject<HTMLTextAreaElement | null>;
}

/** Shown while recording; the focus then returns to the box. */
export function VoiceBar({ recorder, box }: Props) {
  const { state } = recorder;
  if (state.phase !== 'recording') return null;
  const then = (act: () => void) => () => {
    act();
    box.current?.focus();
  };
  return (
    <RecordingBar
      recording={state.recording}
      onStop={then(recorder.stop)}
      onCancel={then(recorder.cancel)}
    />
  );
}
