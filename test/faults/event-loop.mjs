// Runs inside the server under test: says for how long its event loop was held up, whenever that is a new record.
// What counts is how long it computed between two turns: how long others kept it from computing, on a machine
// that does other things too, is no fault of the server.
const startedMs = 8_000;

if (process.argv[1]?.endsWith('src/main/server.ts')) {
  let longestMs = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    const ms = Math.round((now.user - before.user + now.system - before.system) / 1_000);
    before = now;
    if (process.uptime() * 1_000 < startedMs || ms <= longestMs) return;
    longestMs = ms;
    process.stderr.write(`event loop held up: ${ms} ms\n`);
  }, 1).unref();
}
