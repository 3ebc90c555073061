import { Avatar, type AvatarProps } from '../../../../platform/web/ui/Avatar.tsx';
import { useAvatar } from '../../../people/web/public.ts';

/** The photo of an employee, or their initials. */
export function EmployeeAvatar({
  userId,
  ...props
}: Omit<AvatarProps, 'src'> & { userId: number }) {
  return <Avatar {...props} src={useAvatar(userId)} />;
}
