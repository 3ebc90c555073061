import { Network } from 'lucide-react';
import { Link } from 'wouter';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import type { EmployeePage } from '../../contract/employee.ts';
import { EmployeeAvatar } from '../parts/EmployeeAvatar.tsx';
import { chartHref, employeeHref } from '../state/labels.ts';

/** Who stands above an employee, and who reports to them. */
export function ReportingSection({ employee }: { employee: EmployeePage }) {
  const { id, managers, reports } = employee;
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <RecordSection
        label="Managers"
        aside={
          <Link href={chartHref(id)} className="inline-flex items-center gap-1.5 text-muted">
            <Network aria-hidden="true" className="size-3.5" />
            Org chart
          </Link>
        }
      >
        {managers.length === 0 ? (
          <p className="text-sm text-muted">Reports to no one.</p>
        ) : (
          <ul className="flex flex-col">
            {managers.map((manager) => (
              <PersonLine key={manager.id} person={manager} />
            ))}
          </ul>
        )}
      </RecordSection>
      {reports.length > 0 && (
        <RecordSection label="Direct reports" aside={plural(reports.length, 'person', 'people')}>
          <ul className="flex flex-col">
            {reports.map((report) => (
              <PersonLine key={report.id} person={report} />
            ))}
          </ul>
        </RecordSection>
      )}
    </div>
  );
}

function PersonLine({
  person: { id, name, jobTitle },
}: {
  person: { id: number; name: string; jobTitle?: string | null };
}) {
  return (
    <li className="relative flex min-h-10 items-center gap-3 rounded-md px-1 hover:bg-hover">
      <EmployeeAvatar userId={id} name={name} size="sm" />
      <span className="min-w-0">
        <Link
          href={employeeHref(id)}
          className="block truncate text-sm text-text after:absolute after:inset-0 hover:no-underline"
        >
          {name}
        </Link>
        {jobTitle && <span className="block truncate text-xs text-muted">{jobTitle}</span>}
      </span>
    </li>
  );
}
