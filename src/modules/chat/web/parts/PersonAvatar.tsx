import { Avatar, type AvatarProps } from '../../../../platform/web/ui/Avatar.tsx';
import { useAvatar } from '../../../people/web/public.ts';

/** A person's photo, or their initials. */
export function PersonAvatar({ userId, ...props }: Omit<AvatarProps, 'src'> & { userId: number }) {
  return <Avatar {...props} src={useAvatar(userId)} />;
}
