// Imported first by every command: reports a Node.js that is too old, in syntax that old versions can parse.
// On those versions npm skips packages that the build needs, which would only show as a build error.
const [major, minor] = process.versions.node.split('.').map(Number);
const old = major < 20 || (major === 20 && minor < 19);
const between = major === 21 || (major === 22 && minor < 12);
if (old || between) {
  const needed = old ? '20.19 or newer' : '20.19, or 22.12 or newer';
  process.stderr.write(`Forecourt needs Node.js ${needed}; this is ${process.versions.node}.\n`);
  process.exit(1);
}
