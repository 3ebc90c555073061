import { clsx } from 'clsx';
import { roleNames } from '../../../../platform/contract/names.ts';
import { useDrawn } from '../../../../platform/web/state/drawn.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { useAvatar } from '../../../people/web/public.ts';

interface Props {
  user: CurrentUser;
  collapsed: boolean;
}

/** The signed-in user: avatar, name and role; only the avatar in the narrow sidebar. */
export function PersonLine({ user, collapsed }: Props) {
  const name = user.shownName;
  const photo = useAvatar(user.id);
  // The server does not know the theme, which is part of its address: the initials stand in for it.
  const src = useDrawn() ? undefined : photo;
  return (
    <>
      <Avatar name={name} src={src} status={user.status} mark={isPlatformAdmin(user)} />
      {collapsed ? (
        <span className="sr-only">{name}, account menu</span>
      ) : (
        <span className="min-w-0 flex-1">
          <span className="block truncate text-base/5 font-medium text-text">{name}</span>
          <span className="block truncate text-xs/4 text-muted">{roleNames[user.role]}</span>
          <span className="sr-only">, account menu</span>
        </span>
      )}
    </>
  );
}

export function personLineClasses(collapsed: boolean): string {
  return clsx(
    'mt-1 flex h-12 w-full items-center gap-3 rounded-md text-left hover:bg-hover data-[state=open]:bg-hover',
    collapsed ? 'justify-center' : 'px-2',
  );
}

/** The fail-safe account shows the Forecourt mark: it belongs to the platform, not to a person. */
function isPlatformAdmin({ username, protection }: CurrentUser) {
  return username === 'admin' && protection === 'protected';
}
