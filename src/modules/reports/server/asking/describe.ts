import { storeNames } from '../../../../platform/contract/names.ts';
import type * as contract from '../../contract/report.ts';
import { findReport, reports } from '../all.ts';
import type { Scope } from '../policy.ts';
import type { Grouping, Measure, Report } from '../report.ts';

/** The reports somebody with this sight may read, each without what is not theirs to know. */
export const describe = (sight: Scope): contract.Description[] =>
  reports
    .filter((report) => report.isFor?.may(sight) ?? true)
    .map((report) => toDescription(report, sight));

export const measuresFor = (report: Report, sight: Scope): readonly Measure[] =>
  report.measures.filter(({ isMoney }) => sight.money || !isMoney);

export const groupingsFor = (report: Report, sight: Scope): readonly Grouping[] =>
  report.groupings.filter(({ isPersonal }) => sight.people || !isPersonal);

/** The measures the cards are of, as far as this sight goes. */
export function leadingFor(report: Report, sight: Scope): string[] {
  const told = new Set(measuresFor(report, sight).map(({ id }) => id));
  return report.leading.filter((id) => told.has(id));
}

/** A measure as it is told; what only the server goes by stays. */
export const toMeasure = ({ id, label, formula, unit, better, isTarget }: Measure) => ({
  ...{ id, label, formula, unit, better },
  isTarget: isTarget ?? false,
});

function toDescription(report: Report, sight: Scope): contract.Description {
  const { id, title, about, isSnapshot = false } = report;
  return {
    ...{ id, title, about, isSnapshot },
    measures: measuresFor(report, sight).map(toMeasure),
    leading: leadingFor(report, sight),
    groupings: groupingsFor(report, sight).map((grouping) => toGrouping(grouping, sight)),
  };
}

function toGrouping({ id, label, choices }: Grouping, { stores }: Scope): contract.Grouping {
  if (id === 'store') {
    return { id, label, choices: stores.map((key) => ({ key, label: storeNames[key] })) };
  }
  return { id, label, ...(choices && { choices: [...choices] }) };
}

/** Whoever is told the same figures of these reports has the same key; where records lead to is not among it. */
export function scopeKey(
  { stores, money, people, userId }: Scope,
  ids: readonly contract.ReportId[],
): string {
  const isByReader = ids.some((id) => findReport(id).isByReader);
  return JSON.stringify([stores, money, people, isByReader ? userId : null]);
}
