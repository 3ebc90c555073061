import { clsx } from 'clsx';
import { type Grants, permits } from '../../../../platform/contract/access.ts';
import {
  DataCell,
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../platform/web/ui/DataTable.tsx';
import { Panel } from '../../../../platform/web/ui/frame/Panel.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { recordAccess, type Stats } from '../../contract.ts';
import { Explained } from '../parts/Explained.tsx';
import { daysOf } from '../state/labels.ts';
import { columnsOf } from './columns.tsx';

/** Below this width each store is a card. */
const row =
  '@5xl:grid-cols-[7rem_repeat(var(--columns),minmax(0,1fr))] @5xl:gap-x-3 @5xl:items-baseline';

/** Results by store: month to date, and open items. */
export function Standings({ stats, user }: { stats: Stats; user: Grants }) {
  const { standings = [], days } = stats;
  const columns = columnsOf(stats, permits(recordAccess, user));
  const shown = columns.filter(({ cell }) => standings.some((one) => cell(one) !== undefined));
  if (standings.length === 0) return null;
  return (
    <Panel title="By store" note={`${daysOf(days.from, days.to)}; open items as of now`}>
      <DataTable
        label="By store"
        style={{ '--columns': shown.length } as React.CSSProperties}
        className="text-sm tabular-nums"
      >
        <DataRows className="@max-5xl:hidden">
          <DataRow className={clsx('grid border-b border-border py-2 text-xs text-muted', row)}>
            <DataHeading>Store</DataHeading>
            {shown.map(({ name, figure }) => (
              <DataHeading key={name} className="text-right">
                <Explained name={name} figure={figure} />
              </DataHeading>
            ))}
          </DataRow>
        </DataRows>
        <DataRows>
          {standings.map((standing) => (
            <DataRow
              key={standing.store}
              className={clsx('grid border-b border-border py-3 @max-5xl:gap-y-2', row)}
            >
              <DataCell className="text-base font-semibold text-text @5xl:text-sm">
                <StoreMark store={standing.store} />
              </DataCell>
              {shown.map(({ name, figure, cell }) => (
                <DataCell
                  key={name}
                  className="flex items-center justify-between gap-4 text-text @5xl:block @5xl:text-right"
                >
                  <span className="text-muted @5xl:hidden">
                    <Explained name={name} figure={figure} />
                  </span>
                  {cell(standing)}
                </DataCell>
              ))}
            </DataRow>
          ))}
        </DataRows>
      </DataTable>
    </Panel>
  );
}
