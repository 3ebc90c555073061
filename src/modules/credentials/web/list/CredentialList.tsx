import { IdCard, ListChecks, RefreshCw, ShieldAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { departments } from '../../../../platform/contract/access.ts';
import { departmentNames } from '../../../../platform/contract/names.ts';
import { ExportButton } from '../../../../platform/web/download/ExportButton.tsx';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { optionsOf, storeField } from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import {
  type Choices,
  type CredentialRow,
  exportCredentials,
  statusFilters,
  withinDays,
} from '../../contract.ts';
import { filterTexts } from '../state/labels.ts';
import {
  filterNames,
  type ListFilters,
  useCredentialList,
  useKinds,
} from '../state/useCredentials.ts';
import { CredentialTable } from './CredentialTable.tsx';
import { StatusChips } from './StatusChips.tsx';

const KindsDialog = lazyPart(() => import('../rules/KindsDialog.tsx'), { place: 'dialog' });
const SettingsDialog = lazyPart(() => import('../rules/SettingsDialog.tsx'), { place: 'dialog' });
const RenewalsDialog = lazyPart(() => import('./RenewalsDialog.tsx'), { place: 'dialog' });

interface Props {
  scope: 'team' | 'all';
  choices: Choices;
}

type Opened = 'kinds' | 'settings' | 'renewals';

/** Credentials of a team or of all employees, what needs attention first. */
export default function CredentialList({ scope, choices }: Props) {
  const { query } = useAddress();
  const { filters, pages, byStatus } = useCredentialList(scope);
  const [opened, setOpened] = useState<Opened>();
  const [chosen, setChosen] = useState<readonly CredentialRow[]>([]);
  const close = () => setOpened(undefined);
  const isHr = scope === 'all';
  const { scope: _, ...exportFilters } = filters;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <StatusChips byStatus={byStatus} status={filters.status} />
        {isHr && (
          <div className="flex flex-wrap gap-2">
            {choices.may.write && chosen.length > 0 && (
              <Button variant="primary" onClick={() => setOpened('renewals')}>
                <RefreshCw aria-hidden="true" />
                {`Renew ${chosen.length}`}
              </Button>
            )}
            {choices.may.editKinds && (
              <>
                <Button onClick={() => setOpened('kinds')}>
                  <ListChecks aria-hidden="true" />
                  Kinds
                </Button>
                <Button onClick={() => setOpened('settings')}>
                  <ShieldAlert aria-hidden="true" />
                  Rules
                </Button>
              </>
            )}
            {choices.may.write && (
              <ExportButton
                noun="credentials"
                save={() => saveFile(exportCredentials, { body: exportFilters })}
              />
            )}
          </div>
        )}
      </div>
      <FilterBar
        search={{
          label: 'Search employees',
          placeholder: 'Name or job title',
          className: '@2xl:w-full @4xl:w-60',
          maxLength: 100,
        }}
        fields={useFields(filters, choices, isHr)}
        fieldClassName="flex-1 basis-32 @4xl:max-w-44"
        names={filterNames}
      />
      <RecordList
        pages={pages}
        one="credential"
        many="credentials"
        icon={IdCard}
        isFiltered={filterNames.some((name) => query.get(name))}
        texts={{
          noMatch: { title: 'No credentials found', description: 'Nothing matches these filters.' },
          none: {
            title: 'No credentials yet',
            description: isHr
              ? 'Licenses and certifications of employees appear here, and what their jobs need.'
              : 'Licenses and certifications of your team appear here, and what their jobs need.',
          },
        }}
        skeleton={['w-40', 'w-32', 'w-24']}
        isRoomy
      >
        {(rows) => (
          <CredentialTable
            rows={rows}
            isStale={pages.isStale}
            choosing={isHr && choices.may.write ? { chosen, setChosen } : undefined}
          />
        )}
      </RecordList>
      <Suspense>
        {opened === 'kinds' && <KindsDialog onClose={close} />}
        {opened === 'settings' && <SettingsDialog onClose={close} />}
        {opened === 'renewals' && (
          <RenewalsDialog
            rows={chosen}
            onClose={close}
            onRenewed={() => {
              setChosen([]);
              close();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function useFields(filters: ListFilters, { stores }: Choices, isHr: boolean) {
  const kinds = useKinds().filter(({ isArchived }) => !isArchived);
  return [
    {
      name: 'kind',
      label: 'Kind',
      options: [
        { value: '', label: 'All kinds' },
        ...kinds.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
      value: String(filters.kindId ?? ''),
    },
    isHr && storeField(stores, filters.store),
    isHr && {
      name: 'department',
      label: 'Department',
      options: optionsOf('All departments', departments, departmentNames),
      value: filters.department ?? '',
    },
    {
      name: 'status',
      label: 'Status',
      options: optionsOf('Any status', statusFilters, filterTexts),
      value: filters.status ?? '',
    },
    {
      name: 'within',
      label: 'Expires',
      options: [
        { value: '', label: 'Any expiry' },
        ...withinDays.map((days) => ({ value: String(days), label: `Within ${days} days` })),
      ],
      value: String(filters.within ?? ''),
    },
  ];
}
