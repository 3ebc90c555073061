import { wallTimeAt } from '../../../../../platform/contract/wallTime.ts';
import { zone } from '../../../../../platform/web/time/zone.ts';

/** Files of a paste; none where the clipboard means its words (a table copied from a spreadsheet brings a picture along). */
export function pastedFiles(data: DataTransfer, now: Date): File[] {
  const files = [...data.files];
  const words = data.types.includes('text/plain') && data.types.includes('text/html');
  return words ? [] : files.map((file) => named(file, now));
}

export interface Dropped {
  files: File[];
  folders: number;
}

/** Files of a drop; a folder cannot be sent, and its contents are not guessed at. */
export function droppedFiles(data: DataTransfer): Dropped {
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry?.()?.isDirectory ?? false;
  const files = items.filter((item) => !isFolder(item)).map((item) => item.getAsFile());
  return {
    files: files.filter((file) => file !== null),
    folders: items.filter(isFolder).length,
  };
}

/** A picture from the clipboard is called image.png by every browser, which tells nobody anything. */
function named(file: File, now: Date): File {
  const generic = /^image\.(\w+)$/i.exec(file.name);
  if (file.name && !generic) return file;
  const ending = generic?.[1] ?? file.type.split('/')[1]?.split(/\W/)[0] ?? 'bin';
  const what = file.type.startsWith('image/') ? 'Picture' : 'File';
  return new File([file], `${what} ${fileStamp(now)}.${ending}`, { type: file.type });
}

/** `2026-11-20 14.05.12`: sorts by itself, and every file system takes it. */
export function fileStamp(at: Date): string {
  return wallTimeAt(zone(), at.getTime()).replace('T', ' ').replaceAll(':', '.');
}
