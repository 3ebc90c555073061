import { ContactRound, Keyboard, LogOut, MessageSquare, UserRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { permits } from '../../../../platform/contract/access.ts';
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
} from '../../../../platform/web/ui/Menu.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { useLogout } from '../../../access/web/public.ts';
import { employeeHref } from '../../../employees/web/public.ts';
import { StatusChoices } from '../../../presence/web/public.ts';
import { ChatSettings, loadChat } from '../chat/chatModule.ts';
import { usePickStatus } from '../usePickStatus.ts';
import { PersonLine, personLineClasses } from './PersonLine.tsx';

interface Props {
  user: CurrentUser;
  collapsed: boolean;
}

/** Account menu at the bottom of the sidebar. */
export function PersonMenu({ user, collapsed }: Props) {
  const [settings, setSettings] = useState<'never' | 'open' | 'closed'>('never');
  const [, navigate] = useLocation();
  const pickStatus = usePickStatus(user);
  const logout = useLogout();

  return (
    <>
      <Menu>
        <MenuTrigger className={personLineClasses(collapsed)}>
          <PersonLine user={user} collapsed={collapsed} />
        </MenuTrigger>
        <MenuContent side="top" align="start" className="w-64">
          {permits('signedIn', user) && (
            <>
              <StatusChoices status={user.status} onPick={pickStatus} />
              <MenuSeparator />
              <MenuItem icon={MessageSquare} onSelect={() => setSettings('open')}>
                Chat Settings
              </MenuItem>
              <MenuItem icon={Keyboard} shortcut="?" onSelect={() => void openShortcuts()}>
                Keyboard Shortcuts
              </MenuItem>
              <MenuItem icon={UserRound} onSelect={() => navigate('/profile')}>
                Profile
              </MenuItem>
              <MenuItem icon={ContactRound} onSelect={() => navigate(employeeHref(user.id))}>
                My File
              </MenuItem>
            </>
          )}
          <MenuItem icon={LogOut} onSelect={() => void logout()}>
            Sign Out
          </MenuItem>
        </MenuContent>
      </Menu>
      <Suspense>
        {settings !== 'never' && (
          <ChatSettings
            userId={user.id}
            open={settings === 'open'}
            onClose={() => setSettings('closed')}
          />
        )}
      </Suspense>
    </>
  );
}

async function openShortcuts() {
  const { showShortcuts } = await loadChat();
  showShortcuts();
}
