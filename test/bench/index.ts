import { cleanUp } from './measure/cleanup.ts';
import { printGoals } from './measure/goals.ts';
import { describeMachine } from './measure/machine.ts';
import { arrival } from './scenarios/arrival.ts';
import { cache } from './scenarios/cache.ts';
import { channels } from './scenarios/channels.ts';
import { chat } from './scenarios/chat.ts';
import { chatSearch } from './scenarios/chatSearch.ts';
import { customers } from './scenarios/customers.ts';
import { dashboard } from './scenarios/dashboard.ts';
import { documents } from './scenarios/documents.ts';
import { fanout } from './scenarios/fanout.ts';
import { growth } from './scenarios/growth.ts';
import { imports } from './scenarios/imports.ts';
import { pace } from './scenarios/pace.ts';
import { pages } from './scenarios/pages.ts';
import { people } from './scenarios/people.ts';
import { posts } from './scenarios/posts.ts';
import { reads } from './scenarios/reads.ts';
import { reconnect } from './scenarios/reconnect.ts';
import { repairOrders } from './scenarios/repairOrders.ts';
import { reports } from './scenarios/reports.ts';
import { revocation } from './scenarios/revocation.ts';
import { rush } from './scenarios/rush.ts';
import { soak } from './scenarios/soak.ts';
import { start } from './scenarios/start.ts';
import { vehicles } from './scenarios/vehicles.ts';

// npm run bench [-- scenario …]: measures the real server on this machine, over loopback only. Figures are meaningful only in
// comparison within their row. Ends with the goals of the scenarios that ran.

const scenarios: Record<string, () => Promise<void>> = {
  fanout,
  chat,
  chatSearch,
  channels,
  pace,
  start,
  pages,
  posts,
  people,
  cache,
  customers,
  dashboard,
  documents,
  imports,
  repairOrders,
  reports,
  revocation,
  vehicles,
  reads,
  reconnect,
  arrival,
  rush,
  growth,
  soak,
};
/** Takes an hour, so it runs only when named. */
const onlyNamed = 'soak';

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !scenarios[name]);
if (unknown || process.platform !== 'linux') {
  console.error(
    unknown
      ? `There is no benchmark "${unknown}"; there are ${Object.keys(scenarios).join(', ')}.`
      : 'The benchmarks read /proc, so they need Linux.',
  );
  process.exit(2);
}

let failed = false;
try {
  console.log(await describeMachine());
  for (const [name, run] of Object.entries(scenarios)) {
    if (wanted.length === 0 ? name !== onlyNamed : wanted.includes(name)) await run();
  }
  printGoals();
} catch (error) {
  console.error(error);
  failed = true;
} finally {
  await cleanUp();
}
process.exit(failed ? 1 : 0);
