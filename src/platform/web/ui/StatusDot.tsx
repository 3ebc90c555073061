import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface Shape {
  label: string;
  color: string;
  drawing: ReactNode;
}

const ring = <circle cx="6" cy="6" r="4" className="fill-none stroke-current stroke-2" />;

// Each presence has its own shape, so that it is readable without color.
const offline: Shape = { label: 'Offline', color: 'text-muted', drawing: ring };
const shapes: Record<string, Shape> = {
  online: {
    label: 'Online',
    color: 'text-presence-online',
    drawing: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  },
  away: {
    label: 'Away',
    color: 'text-presence-away',
    drawing: <path d="M6.6 1a5 5 0 1 0 4.3 7.4A5.2 5.2 0 0 1 6.6 1Z" fill="currentColor" />,
  },
  unavailable: {
    label: 'Unavailable',
    color: 'text-presence-busy',
    drawing: (
      <path
        d="M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1ZM3.2 5.1h5.6v1.8H3.2Z"
        fill="currentColor"
        fillRule="evenodd"
      />
    ),
  },
  invisible: {
    label: 'Invisible',
    color: 'text-muted',
    drawing: (
      <>
        {ring}
        <path d="M2.2 9.8 9.8 2.2" className="stroke-current stroke-2" />
      </>
    ),
  },
  'in-meeting': {
    label: 'In meeting',
    color: 'text-presence-meeting',
    drawing: <rect x="1.5" y="1.5" width="9" height="9" rx="2" fill="currentColor" />,
  },
  'on-vacation': {
    label: 'On vacation',
    color: 'text-presence-away',
    drawing: <path d="M6 .9 11.4 10.6H.6Z" fill="currentColor" />,
  },
  offline,
};

/** The label of a presence, as shown beside its dot. */
export function statusLabel(status: string): string {
  return (shapes[status] ?? offline).label;
}

export interface StatusDotProps {
  status: string;
  /** Off if the label is already beside it. */
  labelled?: boolean | undefined;
  className?: string | undefined;
}

export function StatusDot({ status, labelled = true, className }: StatusDotProps) {
  const shape = shapes[status] ?? offline;
  return (
    <svg
      viewBox="0 0 12 12"
      data-status={status}
      className={clsx('size-2.5 shrink-0', shape.color, className)}
      role={labelled ? 'img' : undefined}
      aria-label={labelled ? shape.label : undefined}
      aria-hidden={labelled ? undefined : true}
    >
      {shape.drawing}
    </svg>
  );
}
