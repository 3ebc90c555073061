import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Car, ImagePlus, Star, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { pathOf } from '../../../../platform/web/api/path.ts';
import { fetchInSession } from '../../../../platform/web/api/session.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { addPicture, putPictureFirst, removePicture } from '../../contract/pictures.ts';
import { titleOf } from '../../contract/vehicle.ts';
import type { VehiclePage } from '../../contract.ts';
import { photoHref } from '../parts/VehiclePhoto.tsx';
import { refreshVehicles } from '../state/useVehicles.ts';

/** Photos: one large, thumbnails to choose from. */
export function Photos({ car }: { car: VehiclePage }) {
  const [chosen, setChosen] = useState<string>();
  const shown = car.pictures.find(({ id }) => id === chosen) ?? car.pictures[0];
  return (
    <section aria-label="Photos" className="flex flex-col gap-2">
      {shown && (
        <img
          src={photoHref(car.id, shown.id, 'large')}
          alt={titleOf(car)}
          width={shown.width}
          height={shown.height}
          className="aspect-3/2 w-full rounded-md bg-sunken object-cover"
        />
      )}
      <div
        className={clsx(
          'flex flex-wrap items-center gap-2',
          !shown && 'min-h-15 rounded-md bg-sunken px-4 py-3',
        )}
      >
        {!shown && (
          <p className="flex items-center gap-2 text-sm text-muted">
            <Car aria-hidden="true" className="size-4" />
            No photos yet
          </p>
        )}
        {car.pictures.length > 1 &&
          car.pictures.map(({ id }, at) => (
            <button
              key={id}
              type="button"
              aria-label={`Photo ${at + 1} of ${car.pictures.length}`}
              aria-pressed={id === shown?.id}
              onClick={() => setChosen(id)}
              className={clsx(
                'overflow-hidden rounded-sm border-2',
                id === shown?.id ? 'border-accent' : 'border-transparent',
              )}
            >
              <img
                src={photoHref(car.id, id, 'small')}
                alt=""
                loading="lazy"
                className="h-11 w-16 object-cover"
              />
            </button>
          ))}
        {car.may.edit && (
          <span className="ml-auto flex gap-1">
            {shown && <PictureActions car={car} pictureId={shown.id} />}
            <AddPictures vehicleId={car.id} isFirst={car.pictures.length === 0} />
          </span>
        )}
      </div>
    </section>
  );
}

function PictureActions({ car, pictureId }: { car: VehiclePage; pictureId: string }) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const params = { vehicleId: car.id, pictureId };
  const { mutate, isPending } = useMutation({
    mutationFn: (act: typeof removePicture | typeof putPictureFirst) => call(act, { params }),
    onError: (error) => toastFailure(error, 'Couldn’t update photos'),
    onSettled: async () => {
      setConfirming(false);
      await refreshVehicles(client);
    },
  });
  return (
    <>
      {car.pictures[0]?.id !== pictureId && (
        <IconButton label="Show first" icon={Star} onClick={() => mutate(putPictureFirst)} />
      )}
      <IconButton label="Remove photo" icon={Trash2} onClick={() => setConfirming(true)} />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Remove this photo?"
        description="It will be deleted for everyone."
        confirmLabel="Remove photo"
        danger
        pending={isPending}
        onConfirm={() => mutate(removePicture)}
      />
    </>
  );
}

function AddPictures({ vehicleId, isFirst }: { vehicleId: number; isFirst: boolean }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) await uploadPicture(vehicleId, file);
    },
    onError: (error) => toastFailure(error, 'Couldn’t add photo'),
    onSettled: () => refreshVehicles(client),
  });
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Photos to add"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) mutate(files);
        }}
      />
      <Button pending={isPending} pendingLabel="Adding…" onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden="true" />
        {isFirst ? 'Add photos' : 'Add'}
      </Button>
    </>
  );
}

/** Uploads a photo unchanged; the server resizes it. */
async function uploadPicture(vehicleId: number, picture: File): Promise<void> {
  const { method, path } = addPicture;
  const address = pathOf(path, { params: { vehicleId, pictureId: uuid() } });
  const response = await fetchInSession(address, { method, body: picture });
  if (response.ok) return;
  throw new ApiError(response.status, response.statusText, await response.text());
}
