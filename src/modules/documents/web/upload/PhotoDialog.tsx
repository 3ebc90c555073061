import { useMutation } from '@tanstack/react-query';
import { Camera, RotateCw, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fileStamp } from '../../../../platform/web/files/incoming.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { pdfOfPhotos } from './photoPdf.ts';
import { jpegOf, type PhotoPage } from './photos.ts';

interface Props {
  onClose: () => void;
  /** All pages in one PDF. */
  onDone: (pdf: File) => void;
}

let count = 0;

/** Takes photos of the pages of one document, in order. */
export function PhotoDialog({ onClose, onDone }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [pages, setPages] = useState<PhotoPage[]>([]);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const photos = [];
      // One after the other: a photo takes tens of megabytes while it is drawn.
      for (const page of pages) photos.push(await jpegOf(page));
      const name = `Scan ${fileStamp(new Date())}.pdf`;
      return new File([pdfOfPhotos(photos)], name, { type: 'application/pdf' });
    },
    onSuccess: onDone,
    onError: () =>
      toast({
        variant: 'destructive',
        title: 'Couldn’t read a photo',
        description: 'Remove it and take it again.',
      }),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissable={pages.length === 0}
      title="Take photos"
      description="One photo for each page. They become one PDF."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={pages.length === 0}
            pending={isPending}
            onClick={() => mutate()}
          >
            {pages.length > 0 ? `Use ${plural(pages.length, 'page')}` : 'Use pages'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ol aria-label="Pages" className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3">
          {pages.map((page, at) => (
            <PhotoTile
              key={page.key}
              page={page}
              name={`page ${at + 1}`}
              onTurn={() =>
                setPages(
                  pages.map((one) =>
                    one === page ? { ...one, rotate: (one.rotate + 90) % 360 } : one,
                  ),
                )
              }
              onRemove={() => setPages(pages.filter((one) => one !== page))}
            />
          ))}
        </ol>
        <Button className="self-center" onClick={() => input.current?.click()}>
          <Camera aria-hidden="true" />
          {pages.length === 0 ? 'Take first page' : 'Take next page'}
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/*"
          capture="environment"
          multiple
          hidden
          aria-label="Photos of pages"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            setPages([
              ...pages,
              ...files.map((file) => ({ key: `photo${++count}`, file, rotate: 0 })),
            ]);
            target.value = '';
          }}
        />
      </div>
    </Dialog>
  );
}

interface TileProps {
  page: PhotoPage;
  name: string;
  onTurn: () => void;
  onRemove: () => void;
}

function PhotoTile({ page, name, onTurn, onRemove }: TileProps) {
  const source = useObjectUrl(page.file);
  return (
    <li className="flex flex-col gap-1">
      <span className="flex aspect-3/4 items-center justify-center overflow-hidden rounded-md bg-sunken">
        {source && (
          <img
            src={source}
            alt={name}
            style={{ rotate: `${page.rotate}deg` }}
            className="max-h-full max-w-full object-contain"
          />
        )}
      </span>
      <span className="flex items-center justify-between">
        <IconButton label={`Turn ${name}`} icon={RotateCw} size="sm" onClick={onTurn} />
        <IconButton label={`Remove ${name}`} icon={Trash2} size="sm" onClick={onRemove} />
      </span>
    </li>
  );
}

function useObjectUrl(file: File): string | undefined {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return source;
}
