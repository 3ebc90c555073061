import { useEffect, useState } from 'react';
import { localFile } from './attach.ts';

/** An object URL for a file added in this tab; null for other files. */
export function useLocalUrl(id: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const file = localFile(id);
    if (!file) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(objectUrl);
    };
  }, [id]);
  return url;
}
