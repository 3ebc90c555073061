// Finds regular expressions that take more than linear time: a malicious text could block the server, or the page of
// everyone who reads it. Run by `npm run check`.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { check } from 'recheck';
import { parseSync } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
/** Hashes of expressions that were found safe, because some take seconds to analyze. Delete it to check all again. */
const verifiedFile = path.join(import.meta.dirname, 'safeExpressions.txt');
const timeoutMs = 60_000;

/** In a comment right above, with the reason why the text is short or trusted. */
const exemption = /\bBounded: \S/;

interface Expression {
  source: string;
  flags: string;
  file: string;
  line: number;
}

interface Node {
  type: string;
  start: number;
  regex?: { pattern: string; flags: string };
  callee?: { name?: string };
}

/** The literals of a file, and the expressions built inside functions, without exempted ones. */
function readFile(file: string): { literals: Expression[]; built: Expression[] } {
  const code = fs.readFileSync(path.join(root, file), 'utf8');
  const lines = code.split('\n');
  const literals: Expression[] = [];
  const built: Expression[] = [];
  const visit = (node: unknown, isInFunction: boolean): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, regex, callee } = node as Node;
    const isInner = isInFunction || /Function/.test(type ?? '');
    const isBuilt = type === 'NewExpression' && callee?.name === 'RegExp' && isInFunction;
    if (regex || isBuilt) {
      const line = code.slice(0, start).split('\n').length;
      if (!lines.slice(Math.max(0, line - 4), line).some((text) => exemption.test(text))) {
        if (regex) literals.push({ source: regex.pattern, flags: regex.flags, file, line });
        else built.push({ source: '', flags: '', file, line });
      }
    }
    for (const child of Object.values(node)) visit(child, isInner);
  };
  if (/\//.test(code)) {
    visit(parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program, false);
  }
  return { literals, built };
}

/** The expressions that a module builds while it is loaded. */
async function builtBy(file: string): Promise<Expression[]> {
  const found: Expression[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [source, flags = ''], newTarget) {
      found.push({ source: String(source?.source ?? source), flags, file, line: 0 });
      return Reflect.construct(target, [source, flags], newTarget);
    },
  });
  await import(path.join(root, file)).finally(() => {
    globalThis.RegExp = Original;
  });
  return found;
}

const files = fs
  .globSync('src/{main,modules,platform}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\/test\//.test(file))
  .sort();
const problems: string[] = [];
const expressions: Expression[] = [];
for (const file of files) {
  const { literals, built } = readFile(file);
  expressions.push(...literals);
  for (const { line } of built) {
    problems.push(`${file}:${line} is built while running: say in a comment what bounds it`);
  }
  const code = fs.readFileSync(path.join(root, file), 'utf8');
  const isBuiltOnLoading = /^(?!\s*\/\/).*new RegExp\(/m.test(code) && !exemption.test(code);
  if (isBuiltOnLoading && !file.endsWith('.tsx')) expressions.push(...(await builtBy(file)));
}

const hashOf = ({ source, flags }: Expression) =>
  createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 16);
const verified = new Set(
  fs.existsSync(verifiedFile) ? fs.readFileSync(verifiedFile, 'utf8').split('\n') : [],
);
const used = new Set<string>();
for (const expression of expressions) {
  const { source, flags, file, line } = expression;
  const hash = hashOf(expression);
  if (!verified.has(hash) && !used.has(hash)) {
    const found = await check(source, flags, { timeout: timeoutMs });
    if (found.status !== 'safe') {
      const why =
        found.status === 'vulnerable' ? found.complexity.summary : 'too complex to analyze';
      problems.push(`${file}:${line} ${why}: /${source.slice(0, 120)}/${flags}`);
      continue;
    }
  }
  used.add(hash);
}

if (process.env.CI !== 'true') fs.writeFileSync(verifiedFile, [...used].sort().join('\n'));
for (const problem of problems) console.error(problem);
console.log(`${expressions.length} regular expressions, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
