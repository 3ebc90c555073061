import { useQuery } from '@tanstack/react-query';
import { type Grants, permits } from '../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { workAccess } from '../../contract/order.ts';
import { countMyWork } from '../../contract.ts';

/** Whether repair orders name the user as a technician, who then has a page of their own. */
export function useIsTechnician(user: Grants): boolean {
  const { data } = useQuery({
    ...queryOptionsFor(countMyWork),
    enabled: permits(workAccess.read, user),
  });
  return data?.isTechnician ?? false;
}
