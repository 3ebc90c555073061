import { memo } from 'react';
import type { Attachment } from '../../../../attachments/contract.ts';
import { AudioClip } from './AudioClip.tsx';
import { FileLine } from './FileLine.tsx';
import { fitInto, kindOf } from './kinds.ts';
import { Pictures } from './Pictures.tsx';

interface Props {
  attachments: readonly Attachment[];
  /** The sender's name. */
  by: string;
}

/** The files of a message: images first, then the rest. */
export const Attachments = memo(function Attachments({ attachments, by }: Props) {
  if (attachments.length === 0) return null;
  const pictures = attachments.filter((file) => kindOf(file) === 'picture');
  const others = attachments.filter((file) => kindOf(file) !== 'picture');
  return (
    <div className="mt-1 flex flex-col gap-1.5">
      {pictures.length > 0 && <Pictures pictures={pictures} by={by} />}
      {others.map((file) => (
        <Other key={file.id} file={file} />
      ))}
    </div>
  );
});

function Other({ file }: { file: Attachment }) {
  const kind = kindOf(file);
  if (kind === 'audio') return <AudioClip file={file} />;
  if (kind === 'video') return <VideoClip file={file} />;
  return <FileLine file={file} />;
}

const videoBox = { width: 400, height: 300 };

function VideoClip({ file }: { file: Attachment }) {
  const size = fitInto(file.width ?? 640, file.height ?? 360, videoBox);
  return (
    <div className="flex flex-col gap-1.5">
      <video
        src={file.url}
        {...(file.thumbnailUrl && { poster: file.thumbnailUrl })}
        aria-label={file.name}
        controls
        preload="metadata"
        {...size}
        style={{ aspectRatio: `${size.width} / ${size.height}` }}
        className="block h-auto max-w-full rounded-md border border-border bg-sunken"
      />
      <FileLine file={file} />
    </div>
  );
}
