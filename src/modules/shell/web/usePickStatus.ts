import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../../access/contract.ts';
import { updateCurrentUser } from '../../access/web/public.ts';
import { useSetStatus } from '../../presence/web/public.ts';

/** Sets the user's own status and shows it everywhere at once. */
export function usePickStatus(user: CurrentUser) {
  const client = useQueryClient();
  const { mutate } = useSetStatus(user.id, ({ status }) => updateCurrentUser(client, { status }));
  return mutate;
}
