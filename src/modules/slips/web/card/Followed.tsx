import { Eye } from 'lucide-react';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../../platform/web/ui/Popover.tsx';
import type { SlipState } from '../../contract.ts';

interface Props {
  followed: NonNullable<SlipState['followed']>;
  now: Date;
}

/** Who opened a slip and when, for its author and moderators. */
export function Followed({ followed: { recipients, views, openerCount }, now }: Props) {
  const label =
    openerCount === 0
      ? 'Not opened yet'
      : `Opened by ${openerCount} ${openerCount === 1 ? 'person' : 'people'}`;
  return (
    <Popover>
      <PopoverTrigger className={buttonClasses({ variant: 'ghost', size: 'sm' })}>
        <Eye aria-hidden />
        {label}
      </PopoverTrigger>
      <PopoverContent align="start" className="w-80 p-3">
        {recipients && (
          <p className="pb-2 text-sm text-pretty text-muted">
            For {recipients.map(({ name }) => name).join(', ')}
          </p>
        )}
        {views.length === 0 ? (
          <p className="text-sm text-muted">No openings yet. Each one is listed here.</p>
        ) : (
          <ol aria-label="Openings" className="flex flex-col gap-1.5">
            {views.map(({ userId, name, openedAt }) => (
              <li key={`${userId} ${openedAt}`} className="flex justify-between gap-3 text-sm">
                <span className="min-w-0 truncate text-text">{name}</span>
                <time
                  dateTime={openedAt}
                  title={exactTime(openedAt)}
                  className="shrink-0 text-muted"
                >
                  {relativeTime(new Date(openedAt), now)}
                </time>
              </li>
            ))}
          </ol>
        )}
      </PopoverContent>
    </Popover>
  );
}
