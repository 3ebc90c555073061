import { storeNames } from '../../../../platform/contract/names.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type * as contract from '../../contract/report.ts';
import { findReport, reports } from '../all.ts';
import type { Scope } from '../policy.ts';
import type { Grouping, Measure, Report } from '../report.ts';

/** The reports this scope may read, each without hidden measures and groupings. */
export const describe = (db: Db<AnyTables>, scope: Scope): Promise<contract.Description[]> =>
  Promise.all(
    reports
      .filter((report) => report.isFor?.may(scope) ?? true)
      .map(async (report) => toDescription(report, scope, (await report.formulas?.(db)) ?? {})),
  );

export const measuresFor = (report: Report, scope: Scope): readonly Measure[] =>
  report.measures.filter(({ isMoney }) => seesMoney(report, scope) || !isMoney);

/** Whether the scope may see the cost and gross of this report. */
export const seesMoney = ({ isOfDeals }: Report, scope: Scope): boolean =>
  isOfDeals ? scope.dealMoney : scope.money;

export const groupingsFor = (report: Report, scope: Scope): readonly Grouping[] =>
  report.groupings.filter(({ isPersonal }) => scope.people || !isPersonal);

/** The leading measures this scope may see. */
export function leadingFor(report: Report, scope: Scope): string[] {
  const visible = new Set(measuresFor(report, scope).map(({ id }) => id));
  return report.leading.filter((id) => visible.has(id));
}

/** A measure without its server-only fields. */
const toMeasure = ({ id, label, formula, unit, better, isTarget }: Measure) => ({
  id,
  label,
  formula,
  unit,
  better,
  isTarget: isTarget ?? false,
});

function toDescription(
  report: Report,
  scope: Scope,
  formulas: Readonly<Record<string, string>>,
): contract.Description {
  const { id, title, about, isSnapshot = false } = report;
  return {
    id,
    title,
    about,
    isSnapshot,
    measures: measuresFor(report, scope).map((measure) => ({
      ...toMeasure(measure),
      formula: formulas[measure.id] ?? measure.formula,
    })),
    leading: leadingFor(report, scope),
    groupings: groupingsFor(report, scope).map((grouping) => toGrouping(grouping, scope)),
  };
}

function toGrouping({ id, label, choices }: Grouping, { stores }: Scope): contract.Grouping {
  if (id === 'store') {
    return { id, label, choices: stores.map((key) => ({ key, label: storeNames[key] })) };
  }
  return { id, label, ...(choices && { choices: [...choices] }) };
}

/** Scopes with the same key get the same figures of these reports; links of records may differ. */
export function scopeKey(
  { stores, money, dealMoney, people, userId }: Scope,
  ids: readonly contract.ReportId[],
): string {
  const isByReader = ids.some((id) => findReport(id).isByReader);
  return JSON.stringify([stores, money, dealMoney, people, isByReader ? userId : null]);
}
