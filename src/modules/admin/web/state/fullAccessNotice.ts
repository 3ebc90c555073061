import { toast } from '../../../../platform/web/ui/toast.ts';
import { hasFullAccess, type Rights } from '../rules/rights.ts';

/** Shows a toast if full access was lost with another permission; not if it was removed itself. */
export function noticeLostFullAccess(before: Rights, after: Rights, switched: string): void {
  if (switched === 'full_access' || !hasFullAccess(before) || hasFullAccess(after)) return;
  toast({ title: 'Full Access has been automatically disabled' });
}
