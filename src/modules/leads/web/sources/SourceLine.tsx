import { ChevronRight } from 'lucide-react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { typeNames } from '../../contract/lead.ts';
import type { Source } from '../../contract/settings.ts';

interface Props {
  source: Source;
  withStore: boolean;
  onOpen: () => void;
}

/** A source in the list; opens its details. */
export function SourceLine({ source, withStore, onOpen }: Props) {
  const { name, type, store, hasKey, isActive, received, refused, lastAt } = source;
  const details = [
    typeNames[type],
    plural(received, 'lead'),
    lastAt && `last ${relativeTime(new Date(lastAt), new Date())}`,
  ];
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full cursor-default items-center gap-3 rounded-sm px-1 py-2 text-left hover:bg-hover touch:min-h-11"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate text-base font-medium text-text">{name}</span>
          <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
            {withStore && <StoreMark store={store} />}
            <span>{details.filter(Boolean).join(' · ')}</span>
          </span>
        </span>
        {refused > 0 && <Badge tone="warning">{`${refused} rejected`}</Badge>}
        {!isActive ? <Badge>Inactive</Badge> : hasKey && <Badge tone="info">API key</Badge>}
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </button>
    </li>
  );
}
