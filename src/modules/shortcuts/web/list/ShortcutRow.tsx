import { clsx } from 'clsx';
import { EyeOff, Pencil, Trash2, Users } from 'lucide-react';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { Shortcut } from '../../contract.ts';
import { audienceText } from '../form/audience.ts';
import { iconOf } from '../icons.ts';
import { MoveMenu } from '../order/MoveMenu.tsx';
import type { useArranging } from '../order/useArranging.ts';
import { useDragRow } from '../order/useDragRow.ts';

interface Props {
  shortcut: Shortcut;
  arranging: ReturnType<typeof useArranging<number>>;
  edit: () => void;
  remove: () => void;
}

export function ShortcutRow({ shortcut, arranging, edit, remove }: Props) {
  const { id, title, url, icon, category, isGlobal, isActive } = shortcut;
  const drag = useDragRow('shortcuts', id, arranging.drop);
  const Icon = iconOf(icon);
  return (
    <li
      ref={drag.ref}
      className={clsx('relative flex items-center gap-2 border-b border-border py-2', drag.classes)}
    >
      <MoveMenu
        label={title}
        first={arranging.isFirst(id)}
        last={arranging.isLast(id)}
        move={(way) => arranging.move(id, way)}
      />
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 @2xl:flex @2xl:items-center @2xl:gap-4">
        <div className="min-w-0 flex-1">
          <p className="truncate text-base font-medium text-text">{title}</p>
          <p className="truncate text-sm text-muted">{url}</p>
        </div>
        <p className="flex min-w-0 flex-wrap gap-1 max-@2xl:mt-1 @2xl:max-w-1/2 @2xl:justify-end">
          <Badge className="max-w-full">
            <span className="truncate">{category}</span>
          </Badge>
          {!isGlobal && (
            <Badge tone="info" icon={Users} className="max-w-full [&_svg]:shrink-0">
              <span className="truncate">{audienceText(shortcut)}</span>
            </Badge>
          )}
          {!isActive && (
            <Badge tone="warning" icon={EyeOff}>
              Hidden
            </Badge>
          )}
        </p>
      </div>
      <div className="flex shrink-0">
        <IconButton label={`Edit ${title}`} icon={Pencil} tooltip={false} onClick={edit} />
        <IconButton label={`Delete ${title}`} icon={Trash2} tooltip={false} onClick={remove} />
      </div>
    </li>
  );
}
