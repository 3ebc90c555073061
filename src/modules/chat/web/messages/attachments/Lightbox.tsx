import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { fileSize } from '../../../../../platform/web/format/fileSize.ts';
import { buttonClasses } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import type { Attachment } from '../../../../attachments/contract.ts';
import { downloadOf } from './kinds.ts';

interface Props {
  pictures: readonly Attachment[];
  first: string;
  by: string;
  onClose: () => void;
}

/** A message's images at full size, one at a time. */
export function Lightbox({ pictures, first, by, onClose }: Props) {
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      pictures.findIndex(({ id }) => id === first),
    ),
  );
  const picture = pictures[at];
  if (!picture) return null;
  const go = (step: number) => setAt((at + step + pictures.length) % pictures.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || pictures.length < 2) return;
    event.preventDefault();
    go(step);
  };
  const place = pictures.length > 1 ? ` · ${at + 1} of ${pictures.length}` : '';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={picture.name}
      description={`${by} · ${fileSize(picture.size)}${place}`}
      size="lg"
      footer={
        <>
          {pictures.length > 1 && (
            <span className="mr-auto flex gap-2">
              <IconButton label="Previous image" icon={ChevronLeft} onClick={() => go(-1)} />
              <IconButton label="Next image" icon={ChevronRight} onClick={() => go(1)} />
            </span>
          )}
          <a href={downloadOf(picture)} download={picture.name} className={buttonClasses()}>
            <Download aria-hidden />
            Download
          </a>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut; the buttons below do the same */}
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need a place to be pressed
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="flex h-[min(60dvh,560px)] items-center justify-center rounded-md bg-sunken"
      >
        <img
          key={picture.id}
          src={picture.url}
          alt={picture.name}
          className="max-h-full max-w-full object-contain"
        />
      </div>
    </Dialog>
  );
}
