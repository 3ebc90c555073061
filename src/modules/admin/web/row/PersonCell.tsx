import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { useAvatar } from '../../../people/web/public.ts';
import type { UserRow } from '../list/userRow.ts';
import { fullName } from '../rules/labels.ts';

/** Photo, name and email. */
export function PersonCell({ user }: { user: UserRow }) {
  const name = fullName(user);
  const src = useAvatar(user.id);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} src={src} />
      <div className="min-w-0">
        <p
          className="truncate text-base font-medium text-text"
          title={`${name} · ${user.username}`}
        >
          {name}
          <span className="pl-2 text-xs font-normal text-muted">{user.username}</span>
        </p>
        <p className="truncate text-xs text-muted" title={user.email}>
          {user.email}
        </p>
      </div>
    </div>
  );
}
