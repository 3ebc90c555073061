import { cleanUp } from './measure/cleanup.ts';
import { describeMachine } from './measure/machine.ts';
import { fanout } from './scenarios/fanout.ts';
import { pages } from './scenarios/pages.ts';
import { people } from './scenarios/people.ts';
import { posts } from './scenarios/posts.ts';
import { revocation } from './scenarios/revocation.ts';
import { start } from './scenarios/start.ts';

// npm run bench [-- fanout|start|pages|posts|people|revocation …]: measures the real product on this
// machine, over loopback only. A figure is worth what it is beside the other one of its row.

const scenarios: Record<string, () => Promise<void>> = {
  fanout,
  start,
  pages,
  posts,
  people,
  revocation,
};

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
    if (wanted.length === 0 || wanted.includes(name)) await run();
  }
} catch (error) {
  console.error(error);
  failed = true;
} finally {
  await cleanUp();
}
process.exit(failed ? 1 : 0);
