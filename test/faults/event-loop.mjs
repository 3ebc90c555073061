// Runs inside the server under test, and prints the longest block of its event loop whenever it increases. Measures CPU
// time between two turns, because the server is not responsible for other load on the machine.
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
    process.stderr.write(`event loop blocked: ${ms} ms\n`);
  }, 1).unref();
}
