import { Panel } from '../../../../platform/web/frame/Panel.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { type Description, type Report, rowsAtMost } from '../../contract/report.ts';
import type { ReportQuery } from '../address.ts';
import { groupingLabelOf } from '../figures/measures.ts';
import { shortSpanOf } from '../spans.ts';
import { FiguresTable } from './FiguresTable.tsx';
import { comparedIn } from './shown.ts';

interface Props {
  description: Description;
  report: Report | undefined;
  asked: ReportQuery;
  ask: (asked: ReportQuery) => void;
  today: string;
}

/** All measures, row by row, beside another span. */
export function FiguresPanel({ description, report, asked, ask, today }: Props) {
  const { query, setQuery } = useAddress();
  const compared = comparedIn(query);
  const by = report?.by ?? asked.by ?? description.groupings[0]?.id ?? '';
  return (
    <Panel
      title={`By ${groupingLabelOf(description, by).toLowerCase()}`}
      action={
        <SelectField
          label="Compared with"
          labelHidden
          className="w-56 @max-xl:w-[100cqi] @max-xl:pt-1 @3xl:w-72"
          options={[
            {
              value: '',
              label: `Beside ${report ? shortSpanOf(report.previous, today) : 'before'}`,
            },
            { value: 'year', label: 'Beside a year ago' },
            { value: 'none', label: 'Figures only' },
          ]}
          value={query.get('compare') ?? ''}
          onChange={({ target }) => setQuery({ compare: target.value })}
        />
      }
    >
      {!report ? (
        <Waiting />
      ) : report.rows.length === 0 ? (
        <EmptyState
          title="Nothing in this period"
          description={
            asked.only
              ? 'Choose other days, or take back what the report is narrowed to.'
              : 'Choose other days: what happened in them stands here.'
          }
          action={<Button onClick={() => ask({})}>Clear filters</Button>}
        />
      ) : (
        <>
          <FiguresTable {...{ description, report, asked, ask, compared }} />
          {report.isCut && (
            <p className="mt-2 text-sm text-muted">
              {`The first ${rowsAtMost} rows; the total counts all of them. An export of the records holds the rest.`}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

const lines = Array.from({ length: 6 }, (_, at) => at);

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col pt-9">
      {lines.map((line) => (
        <span key={line} className="flex h-12 items-center gap-6 border-b border-border px-2">
          <Skeleton className="h-3 w-36" />
          <Skeleton className="h-3 w-52" />
        </span>
      ))}
    </div>
  );
}
