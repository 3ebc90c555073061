import type { Attachment } from '../../../contract.ts';
import { FileLine } from './FileLine.tsx';
import { fitInto } from './kinds.ts';

const box = { width: 400, height: 300 };

export function VideoClip({ file }: { file: Attachment }) {
  const size = fitInto(file.width ?? 640, file.height ?? 360, box);
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
