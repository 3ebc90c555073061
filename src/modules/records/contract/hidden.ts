/** A character that no reference can contain, so that offsets stay the same. */
const blank = (length: number) => '\0'.repeat(length);

const fence = /^ {0,3}(`{3,}|~{3,})/;
const link =
  /\[[^[\]\n]{0,500}\]\((?:(?!\]\()[^)\s]){1,2000}\)|(?:https?:\/\/|www\.)[^\s<>]{1,2000}|<[a-z]{2,10}:[^\s<>]{1,2000}>/giu;

/** The text with code and links blanked out; every other character keeps its offset. */
export function hideCodeAndLinks(text: string): string {
  const lines = text.includes('`') || text.includes('~~~') ? hideCode(text) : text;
  return lines.replace(link, (found) => blank(found.length));
}

function hideCode(text: string): string {
  let open = '';
  const lines = text.split('\n').map((line) => {
    const mark = fence.exec(line)?.[1] ?? '';
    if (open === '') {
      if (mark === '') return hideSpans(line);
      open = mark;
    } else if (mark.startsWith(open) && line.trim() === mark) open = '';
    return blank(line.length);
  });
  return lines.join('\n');
}

/** Spans between two runs of the same number of backticks, nearest first. */
function hideSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: marks, index }) => {
    return { length: marks.length, start: index, end: index + marks.length };
  });
  const closes = nextAlike(runs.map(({ length }) => length));
  let shown = '';
  let at = 0;
  runs.forEach(({ start }, index) => {
    const close = runs[closes[index] ?? -1];
    if (start < at || !close) return;
    shown += line.slice(at, start) + blank(close.end - start);
    at = close.end;
  });
  return shown + line.slice(at);
}

/** For each number, the index of its next occurrence. */
function nextAlike(numbers: readonly number[]): (number | undefined)[] {
  const latest = new Map<number, number>();
  return numbers
    .map((_, index) => numbers.length - 1 - index)
    .map((place) => {
      const number = numbers[place] ?? 0;
      const next = latest.get(number);
      latest.set(number, place);
      return next;
    })
    .reverse();
}
