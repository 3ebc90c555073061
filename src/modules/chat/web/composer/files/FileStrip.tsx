import { memo, useLayoutEffect, useRef } from 'react';
import type { DraftFile } from '../../store/drafts.ts';
import { FileChip } from './FileChip.tsx';

interface Props {
  files: readonly DraftFile[];
  draftKey: string;
}

/** The files attached to the draft. */
export const FileStrip = memo(function FileStrip({ files, draftKey }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const known = useRef(files.length);
  useLayoutEffect(() => {
    // Scroll to the file just added.
    const { current } = list;
    if (current && files.length > known.current) current.scrollTop = current.scrollHeight;
    known.current = files.length;
  }, [files.length]);
  if (files.length === 0) return null;
  return (
    <ul
      ref={list}
      aria-label="Attached files"
      className="scroll-area grid max-h-48 grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-2 overflow-y-auto px-3 pt-1 pb-2"
    >
      {files.map((file) => (
        <FileChip key={file.id} file={file} draftKey={draftKey} />
      ))}
    </ul>
  );
});
