import { useEffect, useRef } from 'react';
import { pastedFiles } from '../../../../platform/web/files/incoming.ts';

/** Files pasted anywhere on the page, unless what has the focus took them. */
export function usePaste(onFiles: (files: File[]) => void): void {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData ? pastedFiles(event.clipboardData, new Date()) : [];
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
