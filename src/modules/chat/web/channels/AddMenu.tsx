import { Compass, Plus, SquarePen } from 'lucide-react';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { keyNames, shortcuts } from '../view/keys/shortcuts.ts';
import { openChannelDialog } from './dialogs.ts';

/** Starts a new conversation. */
export function AddMenu() {
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton label="Add" icon={Plus} />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem
          icon={SquarePen}
          shortcut={keyNames(shortcuts.newMessage.keys[0]).join(' ')}
          onSelect={() => openChannelDialog({ kind: 'message', userIds: [] })}
        >
          New message
        </MenuItem>
        <MenuItem icon={Plus} onSelect={() => openChannelDialog({ kind: 'create' })}>
          Create channel
        </MenuItem>
        <MenuItem icon={Compass} onSelect={() => openChannelDialog({ kind: 'browse' })}>
          Browse channels
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
