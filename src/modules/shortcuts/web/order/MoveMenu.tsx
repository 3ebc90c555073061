import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import type { Way } from './arrange.ts';

interface Props {
  /** Name of the item being moved. */
  label: string;
  first: boolean;
  last: boolean;
  move: (way: Way) => void;
}

/** The handle of a row: drag it with a pointer, or open its menu by keyboard or touch. */
export function MoveMenu({ label, first, last, move }: Props) {
  const grip = useRef<HTMLButtonElement>(null);
  const moving = useRef(false);
  const go = (way: Way) => {
    moving.current = true;
    move(way);
  };
  // A row loses focus when React moves it in the DOM.
  useEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    grip.current?.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    go(event.key === 'ArrowUp' ? 'up' : 'down');
  };
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          ref={grip}
          label={`Move ${label}`}
          icon={GripVertical}
          tooltip={false}
          aria-keyshortcuts="Shift+ArrowUp Shift+ArrowDown"
          onKeyDown={onKeyDown}
          className="text-muted!"
        />
      </MenuTrigger>
      <MenuContent>
        <MenuItem icon={ArrowUpToLine} disabled={first} onSelect={() => go('top')}>
          Move to top
        </MenuItem>
        <MenuItem icon={ArrowUp} disabled={first} shortcut="Shift ↑" onSelect={() => go('up')}>
          Move up
        </MenuItem>
        <MenuItem icon={ArrowDown} disabled={last} shortcut="Shift ↓" onSelect={() => go('down')}>
          Move down
        </MenuItem>
        <MenuItem icon={ArrowDownToLine} disabled={last} onSelect={() => go('bottom')}>
          Move to bottom
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
