import {
  type Access,
  adminPermissions,
  type Grants,
  permits,
} from '../../../platform/contract/access.ts';
import { useAddress } from '../../../platform/web/router/address.ts';

/** Any one is enough for the admin tools; their contents decide what each user sees. */
export const adminToolsAccess: readonly Access[] = [
  { page: 'admin_panel' },
  ...adminPermissions.filter((one) => one !== 'platform_integration').map((admin) => ({ admin })),
];

export const canUseAdminTools = (user: Grants): boolean =>
  adminToolsAccess.some((access) => permits(access, user));

/** Not `view`, which the admin tools use themselves. */
const parameter = 'home';
const adminTools = 'admin-tools';

/** Whether the home page shows the admin tools instead of the dashboard, and switches between them. */
export function useHomeView(): { showsAdminTools: boolean; toggle: () => void } {
  const { query, setQuery } = useAddress();
  const showsAdminTools = query.get(parameter) === adminTools;
  return {
    showsAdminTools,
    toggle: () => setQuery({ [parameter]: showsAdminTools ? null : adminTools }, { push: true }),
  };
}
