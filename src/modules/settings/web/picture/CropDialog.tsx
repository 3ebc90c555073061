import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { renewAvatar } from '../../../people/web/public.ts';
import { setAvatar } from '../../contract.ts';
import { fieldsOf } from '../failure.ts';

interface Props {
  file: File;
  userId: number;
  open: boolean;
  close: () => void;
}

/** A preview of the cropped photo before it is uploaded. */
export function CropDialog({ file, userId, open, close }: Props) {
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const [state, setState] = useState<'drawing' | 'drawn' | 'broken'>('drawing');
  const draw = useCallback(
    (element: HTMLCanvasElement | null) => {
      canvas.current = element;
      if (!element) return;
      setState('drawing');
      drawSquare(file, element).then(
        () => setState('drawn'),
        // The file type alone does not make it an image.
        () => setState('broken'),
      );
    },
    [file],
  );
  const { mutate, isPending } = useMutation({
    mutationFn: async (drawn: HTMLCanvasElement) =>
      call(setAvatar, { body: { image: await readSquare(drawn) } }),
    onSuccess: () => {
      renewAvatar(userId);
      close();
    },
    onError: (error) =>
      toastError(error, fieldsOf(error)?.image ?? 'Couldn’t save photo. Try again.'),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      size="sm"
      title="Your photo"
      description="Cropped to a square around the center."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            disabled={state !== 'drawn'}
            pending={isPending}
            pendingLabel="Saving…"
            onClick={() => canvas.current && mutate(canvas.current)}
          >
            Save photo
          </Button>
        </>
      }
    >
      {state === 'broken' ? (
        <Notice tone="danger" live>
          This file can’t be displayed. Choose a PNG, JPEG, WebP or GIF image.
        </Notice>
      ) : (
        <canvas
          ref={draw}
          role="img"
          aria-label="Photo preview"
          className="mx-auto block size-48 rounded-full bg-fill"
        />
      )}
    </Dialog>
  );
}

const sidePx = 512;

/** The part of an image that is kept: the largest square around its center. */
function centerSquare(width: number, height: number) {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

/** Draws the cropped image. Throws if the file is not an image. */
async function drawSquare(file: Blob, canvas: HTMLCanvasElement): Promise<void> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { x, y, side } = centerSquare(image.width, image.height);
  const size = Math.min(sidePx, Math.round(side));
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Canvas is not available in this browser');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, side, side, 0, 0, size, size);
  image.close();
}

/** The cropped image as base64, small enough to upload: half a megapixel at most, compressed. */
async function readSquare(canvas: HTMLCanvasElement): Promise<string> {
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/webp', 0.9),
  );
  if (!blob) throw new Error('Failed to encode the image');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
