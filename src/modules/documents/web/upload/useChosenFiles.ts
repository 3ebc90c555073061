import { useState } from 'react';

/** A file that is about to be uploaded. */
export interface ChosenFile {
  key: string;
  file: File;
  origin: 'upload' | 'camera';
}

/** The same file chosen twice counts once. */
const isSameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

let count = 0;

const chosenFile = (file: File, origin: ChosenFile['origin'] = 'upload'): ChosenFile => ({
  key: `file${++count}`,
  file,
  origin,
});

export function useChosenFiles(first: readonly File[]) {
  const [files, setFiles] = useState(() => first.map((file) => chosenFile(file)));
  const add = (more: readonly File[], origin?: ChosenFile['origin']) =>
    setFiles((current) => [
      ...current,
      ...more
        .filter((file) => !current.some((one) => isSameFile(one.file, file)))
        .map((file) => chosenFile(file, origin)),
    ]);
  const remove = (key: string) => setFiles((current) => current.filter((one) => one.key !== key));
  return { files, add, remove };
}
