import { clsx } from 'clsx';
import { type CSSProperties, useState } from 'react';
import { Mark } from './Mark.tsx';
import { StatusDot } from './StatusDot.tsx';

export type AvatarSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl';

const sizes: Record<AvatarSize, string> = {
  xs: 'size-5 text-[9px]',
  sm: 'size-6 text-[10px]',
  md: 'size-8 text-xs',
  lg: 'size-10 text-base',
  xl: 'size-16 text-xl',
};

// Far enough apart to distinguish people, none of them a status color at full strength.
const hues = [18, 55, 95, 150, 195, 235, 280, 330];

export interface AvatarProps {
  name: string;
  /** Derived from the name by default. */
  initials?: string | undefined;
  src?: string | null | undefined;
  status?: string | undefined;
  size?: AvatarSize | undefined;
  /** Shows the Forecourt mark instead of initials. */
  mark?: boolean | undefined;
  /** The photo loads once it is near the screen: for lists of many. */
  lazy?: boolean | undefined;
  className?: string | undefined;
}

/** A person's photo or initials. Decorative: the name is beside it; only a status is read out. */
export function Avatar(props: AvatarProps) {
  const { initials, src, status, size = 'md', mark, lazy, className } = props;
  // The username that distinguishes people of the same name is not part of initials and tint.
  const name = props.name.replace(/ \(@[^()]{1,100}\)$/, '');
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const picture = src && src !== brokenSrc && !mark ? src : undefined;
  return (
    <span className={clsx('relative inline-flex shrink-0', sizes[size], className)}>
      <span
        aria-hidden="true"
        style={{ '--hue': hueOf(name) } as CSSProperties}
        className={clsx(
          'flex size-full items-center justify-center overflow-hidden rounded-full',
          'font-medium select-none',
          mark ? 'bg-accent text-accent-text' : 'tint',
        )}
      >
        {mark && <Mark className="size-3/5!" />}
        {picture && (
          <img
            src={picture}
            alt=""
            loading={lazy ? 'lazy' : undefined}
            className="size-full object-cover"
            onError={() => setBrokenSrc(picture)}
          />
        )}
        {!mark && !picture && (initials ?? initialsOf(name))}
      </span>
      {status && (
        <StatusDot
          status={status}
          className={clsx(
            'absolute -right-0.5 -bottom-0.5 box-content rounded-full bg-surface p-0.5',
            size === 'xl' && 'size-3.5!',
          )}
        />
      )}
    </span>
  );
}

function initialsOf(name: string): string {
  const nameParts = name.trim().split(/\s+/);
  const last = nameParts.length > 1 ? nameParts.at(-1) : '';
  return `${[...(nameParts[0] ?? '')][0] ?? ''}${[...(last ?? '')][0] ?? ''}`.toUpperCase();
}

function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hues[sum % hues.length] ?? 0;
}
