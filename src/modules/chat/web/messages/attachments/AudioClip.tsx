import { Download, Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { buttonClasses } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import type { Attachment } from '../../../../attachments/contract.ts';
import { duration } from '../../parts/duration.ts';
import { downloadOf } from './kinds.ts';

/**
 * A voice note or other audio. Uses the recorded duration: browser recordings have no length in their
 * metadata.
 */
export function AudioClip({ file }: { file: Attachment }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [positionMs, setPositionMs] = useState(0);
  const [metadataMs, setMetadataMs] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const lengthMs = file.durationMs ?? metadataMs;
  const toggle = () => {
    if (playing) return audio.current?.pause();
    void audio.current?.play().catch(() => setFailed(true));
  };
  return (
    <div className="flex w-full max-w-sm items-center gap-2 rounded-md border border-border bg-sunken p-1.5 pr-2">
      {/* biome-ignore lint/a11y/useMediaCaption: there is no transcript */}
      <audio
        ref={audio}
        src={file.url}
        preload={file.durationMs === null ? 'metadata' : 'none'}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPositionMs(0)}
        onError={() => setFailed(true)}
        onTimeUpdate={({ currentTarget }) => setPositionMs(currentTarget.currentTime * 1_000)}
        onLoadedMetadata={({ currentTarget: { duration: seconds } }) =>
          setMetadataMs(Number.isFinite(seconds) ? seconds * 1_000 : null)
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
        <span className="min-w-0 flex-1 truncate text-xs text-danger">Couldn’t play the file</span>
      ) : (
        <input
          type="range"
          aria-label={`Position in ${file.name}`}
          min={0}
          max={Math.max(1, lengthMs ?? 1)}
          value={Math.min(positionMs, lengthMs ?? 0)}
          step={100}
          aria-valuetext={duration(positionMs)}
          onChange={({ target }) => {
            const ms = Number(target.value);
            setPositionMs(ms);
            if (audio.current) audio.current.currentTime = ms / 1_000;
          }}
          className="h-1 min-w-0 flex-1 accent-accent"
        />
      )}
      <span className="shrink-0 text-xs text-muted tabular-nums">
        {duration(playing || positionMs > 0 ? positionMs : (lengthMs ?? 0))}
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
