const separators = [',', ';', '\t'];

/** The separator of a CSV text: the most frequent one in its first line, outside quotes; a comma if there is none. */
export function separatorOf(text: string): string {
  const line = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '';
  const bare = line.replace(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best));
}
