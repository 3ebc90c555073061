import type { Bucket } from '../../contract/storage.ts';

export const engineName: Record<Bucket['engine'], string> = {
  disk: 'Disk',
  s3: 'S3',
  gcs: 'Google Cloud Storage',
};

const folderNames: Record<string, string> = {
  other: 'Chat attachments',
  public: 'Public files',
  'sales-documents': 'Sales documents',
  'service-records': 'Service records',
  'hr-files': 'HR files',
};

export const folderName = (name: string) => folderNames[name] ?? name;

/** Always in kilobytes, so that sizes are easy to compare. */
export function sizeInKb(bytes: number): string {
  const kb = bytes / 1024;
  const digits = kb < 10 ? 1 : 0;
  return `${kb.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} KB`;
}

export const countOf = (count: number, noun: string, plural = `${noun}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
