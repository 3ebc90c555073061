import { toast } from '../../../../platform/web/ui/toast.ts';
import { hasFullAccess, type Rights } from '../rules/rights.ts';

/** Says so when full access went with something that was taken away; nothing when it was taken away itself. */
export function noticeLostFullAccess(before: Rights, after: Rights, switched: string): void {
  if (switched === 'full_access' || !hasFullAccess(before) || hasFullAccess(after)) return;
  toast({ title: 'Full Access has been automatically disabled' });
}
