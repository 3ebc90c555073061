import { clsx } from 'clsx';
import { Car } from 'lucide-react';

interface Props {
  vehicleId: number;
  pictureId: string | null;
  className: string;
}

/** The first photo, or a placeholder. Decorative: the title is next to it. */
export function VehiclePhoto({ vehicleId, pictureId, className }: Props) {
  return (
    <span
      className={clsx(
        'grid shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken text-muted',
        className,
      )}
    >
      {pictureId ? (
        <img
          src={photoHref(vehicleId, pictureId, 'small')}
          alt=""
          loading="lazy"
          className="size-full object-cover"
        />
      ) : (
        <Car aria-hidden="true" className="size-4" />
      )}
    </span>
  );
}

export const photoHref = (vehicleId: number, pictureId: string, size: 'large' | 'small') =>
  `/api/vehicles/${vehicleId}/pictures/${pictureId}?size=${size}`;
