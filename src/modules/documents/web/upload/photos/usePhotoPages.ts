import { useEffect, useState } from 'react';
import { type Corners, wholePhoto } from './geometry.ts';
import type { OpenedPhoto } from './messages.ts';
import { openPhotoReader, type PhotoReader } from './photoReader.ts';

/** How the page in a photo is cut out. */
export interface PageCut {
  /** Of the page as it is read, in fractions of the photo as it was taken. */
  corners: Corners;
  /** By how often 90 degrees clockwise the photo is turned to be read. */
  turns: number;
  /** Whether its paper becomes white. */
  isReadable: boolean;
}

/** A page that was photographed. */
export interface PhotoPage extends PageCut {
  key: string;
  file: File;
  /** Null while it is read; `failed` if it cannot be. */
  photo: OpenedPhoto | 'failed' | null;
}

let count = 0;

const newPage = (file: File): PhotoPage => ({
  key: `photo${++count}`,
  file,
  photo: null,
  corners: wholePhoto,
  turns: 0,
  isReadable: true,
});

/** The photographed pages of one document, in order. */
export function usePhotoPages() {
  const [reader] = useState<PhotoReader>(openPhotoReader);
  const [pages, setPages] = useState<readonly PhotoPage[]>([]);
  useEffect(() => () => reader.close(), [reader]);
  const change = (key: string, changed: Partial<PhotoPage>) =>
    setPages((current) =>
      current.map((page) => (page.key === key ? { ...page, ...changed } : page)),
    );
  const read = (added: PhotoPage) =>
    reader.open(added).then(
      (photo) => change(added.key, { photo, corners: photo.corners ?? wholePhoto }),
      () => change(added.key, { photo: 'failed' }),
    );
  return {
    reader,
    pages,
    change,
    add(files: readonly File[]) {
      const added = files.map(newPage);
      setPages((current) => [...current, ...added]);
      for (const page of added) void read(page);
    },
    /** Puts another photo in its place. */
    retake(key: string, file: File) {
      const added = newPage(file);
      setPages((current) => current.map((page) => (page.key === key ? added : page)));
      void read(added);
    },
    remove: (key: string) => setPages((current) => current.filter((page) => page.key !== key)),
    move(from: number, to: number) {
      const others = pages.filter((_, at) => at !== from);
      setPages([...others.slice(0, to), ...pages.slice(from, from + 1), ...others.slice(to)]);
    },
  };
}
