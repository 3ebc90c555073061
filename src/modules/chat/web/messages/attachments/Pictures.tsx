import type { Attachment } from '../../../../attachments/contract.ts';
import { showDialog } from '../../state/messages/shownDialog.ts';
import { fitInto, onlyImageBox } from './kinds.ts';

const imageBox = { width: 176, height: 132 };

interface Props {
  pictures: readonly Attachment[];
  by: string;
}

/** Thumbnails of a message's images. */
export function Pictures({ pictures, by }: Props) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {pictures.map((picture) => (
        <button
          key={picture.id}
          type="button"
          aria-label={`Open image ${picture.name}`}
          onClick={() => showDialog({ kind: 'pictures', pictures, first: picture.id, by })}
          className="max-w-full overflow-hidden rounded-md border border-border bg-sunken"
        >
          <Thumbnail picture={picture} box={pictures.length === 1 ? onlyImageBox : imageBox} />
        </button>
      ))}
    </div>
  );
}

function Thumbnail({ picture, box }: { picture: Attachment; box: typeof onlyImageBox }) {
  const size = fitInto(picture.width ?? box.width, picture.height ?? box.height, box);
  return (
    <img
      src={picture.thumbnailUrl ?? picture.url}
      alt={picture.name}
      {...size}
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
      decoding="async"
      draggable={false}
      className="block h-auto max-w-full object-cover text-xs text-muted"
    />
  );
}
