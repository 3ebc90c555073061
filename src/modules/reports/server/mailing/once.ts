import { scopeKey } from '../query/describe.ts';
import type { GetReport } from '../query/run.ts';

/** For sending one view to many people: calculates the report once per scope. */
export function memoizeByScope(getReport: GetReport): GetReport {
  const reports = new Map<string, Awaited<ReturnType<GetReport>>>();
  return async (platform, scope, id, question, options) => {
    const key = scopeKey(scope, [id]);
    const report = reports.get(key) ?? (await getReport(platform, scope, id, question, options));
    reports.set(key, report);
    return report;
  };
}
