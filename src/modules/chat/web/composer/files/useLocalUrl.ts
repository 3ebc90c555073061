import { useEffect, useState } from 'react';
import { localFile } from './attach.ts';

/** An address for a file this tab brought in, as long as it is shown; null where another did. */
export function useLocalUrl(id: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const file = localFile(id);
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [id]);
  return url;
}
