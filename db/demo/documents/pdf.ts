/** A line of text, or a label with its value beside it. */
export type Line = string | readonly [label: string, value: string];

export interface Page {
  heading: string;
  lines: readonly Line[];
  /** Names under the lines for signatures at the bottom. */
  signatures?: readonly string[];
}

const left = 64;
const valueLeft = 230;
const right = 548;
const top = 716;
const lineHeight = 18;
const signatureTop = 110;

/** Signs beyond Latin-1 that the fonts of a PDF have, by their code there. */
const codes: Record<string, number> = {
  '–': 0x96,
  '—': 0x97,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
};

const bytesOf = (text: string): string =>
  [...text]
    .map((sign) => {
      const code = codes[sign] ?? sign.codePointAt(0) ?? 0;
      return code < 256 ? String.fromCharCode(code) : '?';
    })
    .join('');

const textAt = (x: number, y: number, font: 'F1' | 'F2', size: number, text: string): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${bytesOf(text).replace(/[\\()]/g, '\\$&')}) Tj ET`;

const ruleAt = (y: number, from = left, to = right): string =>
  `0.6 w ${from} ${y} m ${to} ${y} l S`;

function drawingOf({ heading, lines, signatures = [] }: Page): string {
  const drawn = [textAt(left, top, 'F2', 18, heading), ruleAt(top - 12)];
  lines.forEach((line, index) => {
    const y = top - 44 - index * lineHeight;
    if (typeof line === 'string') drawn.push(textAt(left, y, 'F1', 10, line));
    else {
      drawn.push(textAt(left, y, 'F2', 10, line[0]), textAt(valueLeft, y, 'F1', 10, line[1]));
    }
  });
  const width = (right - left) / Math.max(1, signatures.length);
  signatures.forEach((name, index) => {
    const x = left + index * width;
    drawn.push(
      ruleAt(signatureTop, x, x + width - 20),
      textAt(x, signatureTop - 14, 'F1', 8, name),
    );
  });
  return drawn.join('\n');
}

/** A PDF of letter pages. */
export function pdfOf(pages: readonly Page[]): Buffer {
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const firstPage = 5;
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...pages.flatMap((page, index) => {
      const drawing = drawingOf(page);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${firstPage + index * 2 + 1} 0 R
/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`, 'latin1');
}
