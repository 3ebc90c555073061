import { Download, Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { buttonClasses } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import type { Attachment } from '../../../contract.ts';
import { duration } from '../../composer/voice/duration.ts';
import { downloadOf } from './kinds.ts';

/** A voice note or another sound. What its recorder measured is trusted: a recording of a browser knows no length. */
export function AudioClip({ file }: { file: Attachment }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [atMs, setAtMs] = useState(0);
  const [foundMs, setFoundMs] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const lengthMs = file.durationMs ?? foundMs;
  const toggle = () => {
    if (playing) return audio.current?.pause();
    void audio.current?.play().catch(() => setFailed(true));
  };
  return (
    <div className="flex w-full max-w-sm items-center gap-2 rounded-md border border-border bg-sunken p-1.5 pr-2">
      {/* biome-ignore lint/a11y/useMediaCaption: nobody wrote down what was said */}
      <audio
        ref={audio}
        src={file.url}
        preload={file.durationMs === null ? 'metadata' : 'none'}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAtMs(0)}
        onError={() => setFailed(true)}
        onTimeUpdate={({ currentTarget }) => setAtMs(currentTarget.currentTime * 1_000)}
        onLoadedMetadata={({ currentTarget: { duration: seconds } }) =>
          setFoundMs(Number.isFinite(seconds) ? seconds * 1_000 : null)
        }
      />
      <IconButton
        label={playing ? `Pause ${file.name}` : `Play ${file.name}`}
        tooltip={false}
        icon={playing ? Pause : Play}
        variant="primary"
        size="sm"
        className="rounded-full!"
        disabled={failed}
        onClick={toggle}
      />
      {failed ? (
        <span className="min-w-0 flex-1 truncate text-xs text-danger">It could not be played.</span>
      ) : (
        <input
          type="range"
          aria-label={`Position in ${file.name}`}
          min={0}
          max={Math.max(1, lengthMs ?? 1)}
          value={Math.min(atMs, lengthMs ?? 0)}
          step={100}
          aria-valuetext={duration(atMs)}
          onChange={({ target }) => {
            const ms = Number(target.value);
            setAtMs(ms);
            if (audio.current) audio.current.currentTime = ms / 1_000;
          }}
          className="h-1 min-w-0 flex-1 accent-accent"
        />
      )}
      <span className="shrink-0 text-xs text-muted tabular-nums">
        {duration(playing || atMs > 0 ? atMs : (lengthMs ?? 0))}
      </span>
      <a
        href={downloadOf(file)}
        download={file.name}
        aria-label={`Download ${file.name}`}
        className={`${buttonClasses({ variant: 'ghost', size: 'sm' })} w-7 px-0! text-muted touch:w-10`}
      >
        <Download aria-hidden />
      </a>
    </div>
  );
}
