import { Avatar, type AvatarProps } from '../../../../../platform/web/ui/Avatar.tsx';
import { useAvatar } from '../../../../people/web/public.ts';

/** A person's picture, or their initials where they have none. */
export function PersonAvatar({ userId, ...props }: Omit<AvatarProps, 'src'> & { userId: number }) {
  return <Avatar {...props} src={useAvatar(userId)} />;
}
