import { FolderCheck, ListChecks } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ExportButton } from '../../../../platform/web/download/ExportButton.tsx';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { employeeField, optionsOf, storeField } from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { documentTypes } from '../../../documents/contract.ts';
import {
  cabinetOf,
  checklistKinds,
  checklistNames,
  type RecordKind,
  recordOf,
} from '../../contract/kinds.ts';
import {
  type BoardFilters,
  boardFilterNames,
  boards,
  type RecordChoices,
  useBoard,
  useChoices,
} from '../state/useJackets.ts';
import { BoardTable } from './BoardTable.tsx';

const ChecklistsDialog = lazyPart(() => import('../checklists/ChecklistsDialog.tsx'), {
  place: 'dialog',
});

const texts: Record<RecordKind, { one: string; search: string; done: string; when: string }> = {
  deal: {
    one: 'incomplete jacket',
    search: 'Deal, stock, vehicle, VIN, customer',
    done: 'Every jacket is complete',
    when: 'Signed deals appear here until everything they need is filed or waived.',
  },
  repair_order: {
    one: 'incomplete repair order',
    search: 'RO, vehicle, VIN, customer',
    done: 'Every repair order is complete',
    when: 'Closed repair orders appear here until everything they need is filed or waived.',
  },
  employee: {
    one: 'incomplete file',
    search: 'Name',
    done: 'Every personnel file is complete',
    when: 'New hires appear here until everything they need is filed or waived.',
  },
};

/** The records whose jacket lacks something, oldest first. */
export function Board({ records }: { records: RecordChoices }) {
  const { record } = records;
  const { query } = useAddress();
  const { filters, pages } = useBoard(records);
  const [isEditing, setEditing] = useState(false);
  const { one, search, done, when } = texts[record];
  return (
    <>
      <FilterBar
        search={{
          label: 'Search jackets',
          placeholder: search,
          className: '@2xl:w-full @4xl:w-76',
          maxLength: 100,
        }}
        fields={useFields(records, filters)}
        fieldClassName="flex-1 basis-32 @4xl:max-w-44"
        names={boardFilterNames}
      />
      <RecordList
        pages={pages}
        one={one}
        actions={
          <>
            <Button onClick={() => setEditing(true)}>
              <ListChecks aria-hidden="true" />
              Checklists
            </Button>
            {records.may.keep && (
              <ExportButton
                noun="jackets"
                save={() => saveFile(boards[record].exportCsv, { body: filters })}
              />
            )}
          </>
        }
        many="jackets"
        icon={FolderCheck}
        isFiltered={boardFilterNames.some((name) => query.get(name))}
        texts={{
          noMatch: { title: 'No jackets found', description: 'Nothing matches these filters.' },
          none: { title: done, description: when },
        }}
        skeleton={['w-20', 'w-52', 'w-36']}
        isRoomy
      >
        {(rows) => <BoardTable record={record} rows={rows} isStale={pages.isStale} />}
      </RecordList>
      <Suspense>
        {isEditing && <ChecklistsDialog record={record} onClose={() => setEditing(false)} />}
      </Suspense>
    </>
  );
}

function useFields({ record, stores }: RecordChoices, filters: BoardFilters) {
  const { staff } = useChoices();
  const types: Record<string, string> = documentTypes[cabinetOf[record]];
  const kinds = checklistKinds.filter((kind) => recordOf[kind] === record);
  return [
    storeField(stores, filters.store),
    kinds.length > 1 && {
      name: 'kind',
      label: 'Kind',
      options: optionsOf('Any kind', kinds, checklistNames),
      value: filters.kind ?? '',
    },
    {
      name: 'missing',
      label: 'Missing document',
      options: optionsOf('Any document', Object.keys(types), types),
      value: filters.missing ?? '',
    },
    record !== 'employee' &&
      employeeField({
        name: 'employeeId',
        ...(record === 'deal'
          ? { label: 'Salesperson', all: 'Any salesperson' }
          : { label: 'Advisor', all: 'Any advisor' }),
        staff,
        value: filters.employeeId,
      }),
  ];
}
