import { wallTimeAt } from '../../contract/wallTime.ts';
import { zone } from '../time/zone.ts';

/** Files of a paste; none if the clipboard has rich text (a spreadsheet copy includes an image). */
export function pastedFiles(data: DataTransfer, now: Date): File[] {
  const files = [...data.files];
  const hasText = data.types.includes('text/plain') && data.types.includes('text/html');
  return hasText ? [] : files.map((file) => named(file, now));
}

export interface Dropped {
  files: File[];
  folders: number;
}

/** Files of a drop; folders are only counted, because they cannot be sent. */
export function droppedFiles(data: DataTransfer): Dropped {
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry?.()?.isDirectory ?? false;
  const files = items.filter((item) => !isFolder(item)).map((item) => item.getAsFile());
  return {
    files: files.filter((file) => file !== null),
    folders: items.filter(isFolder).length,
  };
}

/** Every browser names a clipboard image image.png: replace that with a useful name. */
function named(file: File, now: Date): File {
  const generic = /^image\.(\w+)$/i.exec(file.name);
  if (file.name && !generic) return file;
  const extension = generic?.[1] ?? file.type.split('/')[1]?.split(/\W/)[0] ?? 'bin';
  const kind = file.type.startsWith('image/') ? 'Image' : 'File';
  return new File([file], `${kind} ${fileStamp(now)}.${extension}`, { type: file.type });
}

/** `2026-11-20 14.05.12`: sortable and valid on every file system. */
export function fileStamp(at: Date): string {
  return wallTimeAt(zone(), at.getTime()).replace('T', ' ').replaceAll(':', '.');
}
