import { clsx } from 'clsx';
import { useState } from 'react';
import type { Document } from '../../contract/document.ts';
import { fileIcons, thumbnailHref } from '../state/labels.ts';

interface Props {
  document: Pick<Document, 'id' | 'current' | 'hasThumbnail'>;
  className?: string;
}

/** A small picture of the first page, or the kind of file. Decorative: the title is beside it. */
export function Thumbnail({ document, className }: Props) {
  const { current, hasThumbnail } = document;
  const source = hasThumbnail ? thumbnailHref(document) : undefined;
  const [broken, setBroken] = useState<string>();
  const Icon = fileIcons[current.kind];
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'flex h-10 w-8 shrink-0 items-center justify-center overflow-hidden rounded-sm border border-border bg-sunken',
        className,
      )}
    >
      {source && source !== broken ? (
        <img
          src={source}
          alt=""
          loading="lazy"
          className="size-full object-cover object-top"
          onError={() => setBroken(source)}
        />
      ) : (
        <Icon className="size-4 text-muted" />
      )}
    </span>
  );
}
