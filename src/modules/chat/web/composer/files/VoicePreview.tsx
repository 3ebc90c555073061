import { Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { duration } from '../../parts/duration.ts';
import type { DraftFile } from '../../state/store/drafts.ts';
import { useLocalUrl } from './attach.ts';

/** Plays a voice note before it is sent. */
export function VoicePreview({ file }: { file: DraftFile }) {
  const local = useLocalUrl(file.id);
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [playedMs, setPlayedMs] = useState(0);
  const lengthMs = file.durationMs ?? 0;
  const url = local ?? file.attachment?.url;
  const toggle = () => {
    const { current } = audio;
    if (!current) return;
    if (playing) current.pause();
    // Rejected only if there is nothing to play.
    else current.play().catch(() => setPlaying(false));
  };
  return (
    <>
      <IconButton
        label={playing ? 'Pause voice note' : 'Play voice note'}
        icon={playing ? Pause : Play}
        variant="secondary"
        tooltip={false}
        disabled={!url}
        onClick={toggle}
        className="rounded-full! touch:size-11!"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium text-text">Voice note</span>
        <span aria-hidden="true" className="my-1 block h-1 overflow-hidden rounded-sm bg-fill">
          <span
            className="block h-full bg-accent"
            style={{ width: `${lengthMs ? Math.min(100, (playedMs / lengthMs) * 100) : 0}%` }}
          />
        </span>
      </span>
      <span className="shrink-0 text-xs text-muted tabular-nums">
        {duration(playedMs || lengthMs)}
      </span>
      {/* biome-ignore lint/a11y/useMediaCaption: the user's own recording */}
      <audio
        ref={audio}
        src={url}
        preload="auto"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setPlayedMs(currentTarget.currentTime * 1_000)}
        onEnded={() => {
          setPlaying(false);
          setPlayedMs(0);
        }}
      />
    </>
  );
}
