import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Camera, Crop, ImageOff, Images, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fileStamp } from '../../../../../platform/web/files/incoming.ts';
import { plural } from '../../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { FormDialog } from '../../../../../platform/web/ui/FormDialog.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';
import { wholePhoto } from './geometry.ts';
import { PageDialog } from './PageDialog.tsx';
import { pdfOfPhotos } from './photoPdf.ts';
import { type PhotoReader, photoTypes } from './photoReader.ts';
import { type PhotoPage, usePhotoPages } from './usePhotoPages.ts';

interface Props {
  onClose: () => void;
  /** All pages in one PDF. */
  onDone: (pdf: File) => void;
}

/** 200 dots per inch on a letter page: readable print, and a few hundred kilobytes each. */
const pageSidePx = 2_200;
const tileSidePx = 480;

/** Takes photos of the pages of one document, in order, and makes one PDF of them. */
export function PhotoDialog({ onClose, onDone }: Props) {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const { reader, pages, change, add, retake, remove, move } = usePhotoPages();
  const [adjusted, setAdjusted] = useState<string>();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      const pictures = [];
      for (const page of pages) {
        const { corners, isReadable } = page;
        pictures.push(await reader.page(page, { corners, isReadable, sidePx: pageSidePx }));
      }
      const name = `Scan ${fileStamp(new Date())}.pdf`;
      return new File([pdfOfPhotos(pictures)], name, { type: 'application/pdf' });
    },
    onSuccess: onDone,
  });
  const isReady = pages.length > 0 && pages.every(({ photo }) => photo && photo !== 'failed');
  const at = pages.findIndex(({ key }) => key === adjusted);
  const page = pages[at];
  return (
    <>
      <FormDialog
        title="Take photos"
        description="One photo for each page. They become one PDF."
        verb={pages.length > 0 ? `Use ${plural(pages.length, 'page')}` : 'Use pages'}
        pending={isPending}
        isDisabled={!isReady}
        isDirty={pages.length > 0}
        refusal={error && 'Couldn’t read a photo. Remove it and take it again.'}
        onClose={onClose}
        onSubmit={() => mutate()}
      >
        <ol aria-label="Pages" className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3">
          {pages.map((one, nth) => (
            <PhotoTile
              key={one.key}
              page={one}
              reader={reader}
              at={nth}
              isLast={nth === pages.length - 1}
              onAdjust={() => setAdjusted(one.key)}
              onMove={(to) => move(nth, to)}
              onRemove={() => {
                remove(one.key);
                reset();
              }}
            />
          ))}
        </ol>
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={() => camera.current?.click()}>
            <Camera aria-hidden="true" />
            {pages.length === 0 ? 'Take first page' : 'Take next page'}
          </Button>
          <Button onClick={() => gallery.current?.click()}>
            <Images aria-hidden="true" />
            Choose photos
          </Button>
        </div>
        <input
          ref={camera}
          type="file"
          accept={photoTypes}
          capture="environment"
          hidden
          aria-label="Photo of the next page"
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <input
          ref={gallery}
          type="file"
          accept={photoTypes}
          multiple
          hidden
          aria-label="Photos of pages"
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </FormDialog>
      {page?.photo && page.photo !== 'failed' && (
        <PageDialog
          key={page.key}
          name={`page ${at + 1}`}
          photo={page.photo}
          cut={page}
          onClose={() => setAdjusted(undefined)}
          onSave={(cut) => {
            change(page.key, cut);
            setAdjusted(undefined);
          }}
          onRetake={(file) => {
            retake(page.key, file);
            setAdjusted(undefined);
          }}
        />
      )}
    </>
  );
}

interface TileProps {
  page: PhotoPage;
  reader: PhotoReader;
  at: number;
  isLast: boolean;
  onAdjust: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function PhotoTile({ page, reader, at, isLast, onAdjust, onMove, onRemove }: TileProps) {
  const source = usePicture(page, reader);
  const name = `page ${at + 1}`;
  const isFailed = page.photo === 'failed';
  const photo = page.photo === 'failed' ? null : page.photo;
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <button
        type="button"
        aria-label={`Adjust ${name}`}
        disabled={!photo}
        className="relative flex aspect-3/4 items-center justify-center overflow-hidden rounded-md bg-sunken hover:bg-hover"
        onClick={onAdjust}
      >
        {isFailed ? (
          <span className="flex flex-col items-center gap-2 px-3 text-center text-sm text-danger">
            <ImageOff aria-hidden="true" className="size-5" />
            This photo can’t be read. Remove it and take it again.
          </span>
        ) : source ? (
          <>
            <img src={source} alt="" className="max-h-full max-w-full object-contain" />
            <span className="absolute right-1.5 bottom-1.5 rounded-sm bg-raised p-1 text-text shadow-float">
              <Crop aria-hidden="true" className="size-4" />
            </span>
          </>
        ) : (
          <Spinner label={`Reading ${name}`} />
        )}
      </button>
      {photo?.corners === null && page.corners === wholePhoto && (
        <p className="text-xs text-muted">Page edges not found. Adjust the corners.</p>
      )}
      <span className="flex items-center justify-between">
        <span className="flex">
          <IconButton
            label={`Move ${name} back`}
            icon={ArrowLeft}
            size="sm"
            disabled={at === 0}
            onClick={() => onMove(at - 1)}
          />
          <IconButton
            label={`Move ${name} forward`}
            icon={ArrowRight}
            size="sm"
            disabled={isLast}
            onClick={() => onMove(at + 1)}
          />
        </span>
        <IconButton label={`Remove ${name}`} icon={Trash2} size="sm" onClick={onRemove} />
      </span>
    </li>
  );
}

/** The address of a small picture of the page as it is cut. */
function usePicture(page: PhotoPage, reader: PhotoReader): string | undefined {
  const { key, file, photo, corners, isReadable } = page;
  const isOpen = photo !== null && photo !== 'failed';
  const [source, setSource] = useState<string>();
  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    let url: string | undefined;
    reader.page({ key, file }, { corners, isReadable, sidePx: tileSidePx }).then(
      ({ jpeg }) => {
        if (!isCurrent) return;
        url = URL.createObjectURL(new Blob([jpeg], { type: 'image/jpeg' }));
        setSource(url);
      },
      // The photo was opened before: what fails now is the worker of a dialog that was closed.
      () => undefined,
    );
    return () => {
      isCurrent = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [reader, key, file, isOpen, corners, isReadable]);
  return source;
}
