import { departments, roles, stores } from '../../../../platform/contract/access.ts';
import { departmentNames, roleNames } from '../../../../platform/contract/names.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { optionsOf, storeField } from '../../../../platform/web/records/filters.ts';
import { accountStates } from '../../../people/contract.ts';
import { filterNames, publicStates, type UserFilters } from './useUserList.ts';

const stateNames = { active: 'Active', disabled: 'Disabled', waiting: 'Waiting' };
const searchAfterMs = 300;

interface Props {
  filters: UserFilters;
  readOnly: boolean;
}

/** Search and filters of the users; all of them live in the URL. */
export function UserFilterBar({ filters, readOnly }: Props) {
  const { role, department, store, state } = filters;
  return (
    <FilterBar
      search={{
        name: 'search',
        label: 'Search users',
        placeholder: 'Search by name, username, email, or department...',
        className: '@2xl:w-full @5xl:w-[26rem]',
        maxLength: 200,
        pauseMs: searchAfterMs,
      }}
      fields={[
        {
          name: 'role',
          label: 'Role',
          options: optionsOf('Any role', roles, roleNames),
          value: role ?? '',
        },
        {
          name: 'department',
          label: 'Department',
          options: optionsOf('Any department', departments, departmentNames),
          value: department ?? '',
        },
        !readOnly && storeField(stores, store),
        {
          name: 'state',
          label: 'State',
          options: optionsOf('Any state', readOnly ? publicStates : accountStates, stateNames),
          value: state ?? '',
        },
      ]}
      fieldClassName="flex-1 basis-32 @5xl:max-w-44 @5xl:basis-28"
      names={filterNames}
      resets="page"
    />
  );
}
