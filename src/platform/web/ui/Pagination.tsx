import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { Button } from './Button.tsx';
import { Icon, type IconSource } from './icon.tsx';
import { pageButtons } from './pageButtons.ts';

export interface PaginationProps {
  /** What is paged, such as "Users": the name of the landmark. */
  label: string;
  page: number;
  /** Total pages. */
  pages: number;
  onPage: (page: number) => void;
}

/** First, Previous, up to five pages, Next, Last; nothing if there is only one page. */
export function Pagination({ label, page, pages, onPage }: PaginationProps) {
  if (pages <= 1) return null;
  const step = { page, pages, onPage };
  return (
    <nav aria-label={label} className="@container flex justify-center">
      <ul className="flex items-center gap-0.5">
        <Step {...step} to={1} name="First" icon={ChevronsLeft} />
        <Step {...step} to={page - 1} name="Previous" icon={ChevronLeft} />
        {pageButtons(page, pages).map((number) => (
          <li key={number}>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              className={clsx(
                'min-w-7 px-1.5! tabular-nums touch:min-w-9',
                number === page && 'bg-accent-surface! text-accent-strong!',
              )}
              onClick={() => onPage(number)}
            >
              {number}
            </Button>
          </li>
        ))}
        <Step {...step} to={page + 1} name="Next" icon={ChevronRight} after />
        <Step {...step} to={pages} name="Last" icon={ChevronsRight} after />
      </ul>
    </nav>
  );
}

interface StepProps extends Omit<PaginationProps, 'label'> {
  to: number;
  name: string;
  icon: IconSource;
  /** Shows the icon after the text. */
  after?: boolean;
}

function Step({ page, pages, onPage, to, name, icon, after }: StepProps) {
  return (
    <li>
      <Button
        size="sm"
        variant="ghost"
        disabled={to === page || to < 1 || to > pages}
        className={clsx('px-1.5! touch:min-w-8', after && 'flex-row-reverse')}
        onClick={() => onPage(to)}
      >
        <Icon of={icon} />
        <span className="sr-only @lg:not-sr-only">{name}</span>
      </Button>
    </li>
  );
}
