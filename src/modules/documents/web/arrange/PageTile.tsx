import { clsx } from 'clsx';
import { ArrowLeft, ArrowRight, RotateCw, X } from 'lucide-react';
import type { RefObject } from 'react';
import {
  type CardKind,
  useDragCard,
  useDropTarget,
} from '../../../../platform/web/records/useCardDrag.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { pageHref } from '../state/labels.ts';
import type { ArrangedPage } from './pages.ts';

interface Props {
  kind: CardKind<ArrangedPage>;
  page: ArrangedPage;
  at: number;
  isLast: boolean;
  isSelected: boolean;
  onSelect: () => void;
  onTurn: () => void;
  onRemove: () => void;
  /** Puts a page at the place of this one. */
  onPlace: (page: ArrangedPage) => void;
  onMove: (to: number) => void;
}

/** One page of the arrangement: dragged by its picture, or moved by its buttons. */
export function PageTile(props: Props) {
  const { kind, page, at, isLast, isSelected } = props;
  const { ref: handle, dragged } = useDragCard(kind, page, true);
  const { ref: place, over } = useDropTarget(
    kind,
    (other) => other.key !== page.key,
    props.onPlace,
  );
  const name = `page ${at + 1}`;
  return (
    <li
      ref={place as RefObject<HTMLLIElement | null>}
      className={clsx(
        'flex flex-col gap-1 rounded-md border p-2',
        over || isSelected ? 'border-accent' : 'border-border',
        dragged && 'opacity-50',
      )}
    >
      <div
        ref={handle as RefObject<HTMLDivElement | null>}
        className="flex aspect-3/4 cursor-grab items-center justify-center overflow-hidden rounded-sm bg-sunken"
      >
        <img
          src={pageHref(page.documentId, page.versionNumber, page.page)}
          alt={page.name}
          loading="lazy"
          draggable={false}
          style={{ rotate: `${page.rotate}deg` }}
          className={clsx(
            'object-contain',
            page.rotate % 180 === 0 ? 'max-h-full max-w-full' : 'max-h-3/4 max-w-full',
          )}
        />
      </div>
      <div className="flex items-center justify-between">
        <Checkbox
          label={<span className="text-sm tabular-nums">{at + 1}</span>}
          aria-label={`Select ${name}`}
          checked={isSelected}
          onCheckedChange={props.onSelect}
        />
        <IconButton label={`Turn ${name}`} icon={RotateCw} size="sm" onClick={props.onTurn} />
      </div>
      <div className="flex items-center justify-between">
        <span className="flex">
          <IconButton
            label={`Move ${name} back`}
            icon={ArrowLeft}
            size="sm"
            disabled={at === 0}
            onClick={() => props.onMove(at - 1)}
          />
          <IconButton
            label={`Move ${name} forward`}
            icon={ArrowRight}
            size="sm"
            disabled={isLast}
            onClick={() => props.onMove(at + 1)}
          />
        </span>
        <IconButton label={`Leave out ${name}`} icon={X} size="sm" onClick={props.onRemove} />
      </div>
    </li>
  );
}
