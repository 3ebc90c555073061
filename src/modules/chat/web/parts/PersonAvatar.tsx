import { useDrawn } from '../../../../platform/web/state/drawn.ts';
import { Avatar, type AvatarProps } from '../../../../platform/web/ui/Avatar.tsx';
import { useAvatar } from '../../../people/web/public.ts';

/** A person's photo, or their initials. */
export function PersonAvatar({ userId, ...props }: Omit<AvatarProps, 'src'> & { userId: number }) {
  const photo = useAvatar(userId);
  // Photos would delay the scripts, and the server does not know the theme they are for.
  return <Avatar {...props} src={useDrawn() ? undefined : photo} />;
}
