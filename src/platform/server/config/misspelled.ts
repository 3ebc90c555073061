/** Variables of other programs with names similar to ours. */
const foreign = new Set(['HOSTNAME', 'PORTS']);

/**
 * Environment variables that look like misspelled settings, each with the probable setting. `known` are the names
 * of all settings.
 */
export function misspelledSettings(
  names: readonly string[],
  known: readonly string[],
): { name: string; meant: string }[] {
  return names.flatMap((name) => {
    if (known.includes(name) || foreign.has(name)) return [];
    const plain = name.toUpperCase().replace(/^FORECOURT_/, '');
    const meant = known.find((setting) => looksLike(plain, setting));
    return meant ? [{ name, meant }] : [];
  });
}

function looksLike(name: string, setting: string): boolean {
  if (name === setting || name.replaceAll('_', '') === setting.replaceAll('_', '')) return true;
  // Half of a name, as SMTP for SMTP_URL; half of DATA_DIR and the like is too generic.
  if (setting.startsWith(`${name}_`))
    return ['SMTP', 'DATABASE', 'REDIS', 'STORAGE', 'TRUSTED'].includes(name);
  if (/^SMTP_(HOST|SERVER|USER)$/.test(name)) return setting === 'SMTP_URL';
  if (setting.length < 6 || name.length < 6) return false;
  const most = setting.length >= 12 ? 3 : 1;
  // No more letters differ than the distance: with fifty settings this leaves a few pairs.
  return Math.abs(name.length - setting.length) <= most && distance(name, setting) <= most;
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, sign] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const change = (row[j] ?? 0) + (sign === b[j] ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
