// Imported before everything else, by every command: says so where this Node.js is too old, in words that old ones understand.
// npm leaves out the parts for the build on the same versions, which would only show as an error of the build.
const [major, minor] = process.versions.node.split('.').map(Number);
const old = major < 20 || (major === 20 && minor < 19);
const between = major === 21 || (major === 22 && minor < 12);
if (old || between) {
  const needed = old ? '20.19 or newer' : '20.19, or 22.12 or newer';
  process.stderr.write(`Forecourt needs Node.js ${needed}; this is ${process.versions.node}.\n`);
  process.exit(1);
}
