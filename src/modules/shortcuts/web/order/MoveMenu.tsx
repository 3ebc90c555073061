import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import type { Way } from './arrange.ts';

interface Props {
  /** Of what is moved. */
  label: string;
  first: boolean;
  last: boolean;
  move: (way: Way) => void;
}

/** The grip of a row: what the pointer drags, the keyboard and the thumb choose from a menu. */
export function MoveMenu({ label, first, last, move }: Props) {
  const grip = useRef<HTMLButtonElement>(null);
  const moving = useRef(false);
  const go = (way: Way) => {
    moving.current = true;
    move(way);
  };
  // A row that changes its place in the document loses the focus.
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
