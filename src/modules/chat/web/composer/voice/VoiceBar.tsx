import { Check, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { duration } from '../../parts/duration.ts';
import type { Recording } from './recorder.ts';
import { longestMs, type Recorder } from './useRecorder.ts';

interface VoiceProps {
  recorder: Recorder;
  box: RefObject<HTMLTextAreaElement | null>;
}

/** Shown while recording; the focus then returns to the box. */
export function VoiceBar({ recorder, box }: VoiceProps) {
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

interface Props {
  recording: Recording;
  onStop: () => void;
  onCancel: () => void;
}

const bars = 32;
const everyMs = 90;

/** Shows the duration and level of the current recording. */
function RecordingBar({ recording, onStop, onCancel }: Props) {
  const [now, setNow] = useState(recording.startedAt);
  const levels = useRef<number[]>(Array.from({ length: bars }, () => 0));
  const done = useRef<HTMLButtonElement>(null);
  const latest = useRef(onStop);
  latest.current = onStop;

  useEffect(() => done.current?.focus(), []);
  useEffect(() => {
    const timer = setInterval(() => {
      levels.current = [...levels.current.slice(1), recording.level()];
      setNow(performance.now());
      if (performance.now() - recording.startedAt >= longestMs) latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [recording]);

  return (
    <fieldset
      aria-label="Voice note"
      className="flex min-h-11 flex-wrap items-center gap-3 px-3 py-1"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <span role="status" className="flex items-center gap-2 text-sm font-medium text-danger">
        <span aria-hidden="true" className="size-2.5 rounded-full bg-danger" />
        Recording
      </span>
      <span role="timer" className="text-sm text-text tabular-nums">
        {duration(now - recording.startedAt)}
      </span>
      <span
        aria-hidden="true"
        // If there is not enough space, the latest levels show.
        className="flex h-6 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden"
      >
        {levels.current.map((level, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
            key={index}
            className="min-w-0.5 flex-1 rounded-sm bg-accent"
            style={{ height: `${Math.max(10, level * 100)}%` }}
          />
        ))}
      </span>
      <span className="flex gap-2">
        <Button size="sm" className="touch:h-11" onClick={onCancel}>
          <X aria-hidden="true" />
          Cancel
        </Button>
        <Button ref={done} size="sm" variant="primary" className="touch:h-11" onClick={onStop}>
          <Check aria-hidden="true" />
          Done
        </Button>
      </span>
    </fieldset>
  );
}
