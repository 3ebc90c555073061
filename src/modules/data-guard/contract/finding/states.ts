/** By state: its name and license number format without spaces (AAMVA’s table of formats). */
const rows = `AL Alabama|\\d{7,8}
AK Alaska|\\d{6,7}
AZ Arizona|[A-Z]\\d{8}|\\d{9}
AR Arkansas|\\d{8,9}
CA California|[A-Z]\\d{7}
CO Colorado|\\d{9}|[A-Z]{1,2}\\d{3,6}
CT Connecticut|\\d{9}
DE Delaware|\\d{6,7}
DC District of Columbia|\\d{7}|\\d{9}
FL Florida|[A-Z]\\d{12}
GA Georgia|\\d{7,9}
HI Hawaii|[A-Z]\\d{8}|\\d{9}
ID Idaho|[A-Z]{2}\\d{6}[A-Z]|\\d{9}
IL Illinois|[A-Z]\\d{11,12}
IN Indiana|[A-Z]\\d{9}|\\d{10}
IA Iowa|\\d{3}[A-Z]{2}\\d{4}|\\d{9}
KS Kansas|K\\d{8}|\\d{9}
KY Kentucky|[A-Z]\\d{8,9}|\\d{9}
LA Louisiana|\\d{9}
ME Maine|\\d{7}[A-Z]?|\\d{8}
MD Maryland|[A-Z]\\d{12}
MA Massachusetts|[A-Z]{1,2}\\d{7,8}|\\d{9}
MI Michigan|[A-Z]\\d{10}|[A-Z]\\d{12}
MN Minnesota|[A-Z]\\d{12}
MS Mississippi|\\d{9}
MO Missouri|[A-Z]\\d{5,9}|\\d{9}
MT Montana|\\d{9}|\\d{13,14}
NE Nebraska|[A-Z]\\d{6,8}
NV Nevada|\\d{9,10}|\\d{12}
NH New Hampshire|\\d{2}[A-Z]{3}\\d{5}|NH[A-Z]\\d{8}
NJ New Jersey|[A-Z]\\d{14}
NM New Mexico|\\d{8,9}
NY New York|[A-Z]\\d{7}|\\d{8,9}|\\d{16}
NC North Carolina|\\d{6,12}
ND North Dakota|[A-Z]{3}\\d{6}|\\d{9}
OH Ohio|[A-Z]{2}\\d{6}|\\d{8}
OK Oklahoma|[A-Z]?\\d{9}
OR Oregon|[A-Z]?\\d{6,9}
PA Pennsylvania|\\d{8}
RI Rhode Island|[1-9]\\d{6}|V\\d{6}
SC South Carolina|\\d{6,11}
SD South Dakota|\\d{6,10}|\\d{12}
TN Tennessee|\\d{7,9}
TX Texas|\\d{7,8}
UT Utah|\\d{6,10}
VT Vermont|\\d{8}|\\d{7}A
VA Virginia|[A-Z]\\d{8,11}|\\d{9}
WA Washington|WDL[A-Z0-9]{9}
WV West Virginia|\\d{7}|[A-Z]{1,2}\\d{5,6}
WI Wisconsin|[A-Z]\\d{13}
WY Wyoming|\\d{9,10}`;

export interface State {
  /** As written in the text. */
  word: string;
  form: RegExp;
}

const forms = new Map<string, RegExp>();
const names: string[] = [];
for (const row of rows.split('\n')) {
  const [title = '', ...form] = row.split('|');
  const short = title.slice(0, 2);
  const name = title.slice(3);
  const shape = new RegExp(`^(?:${form.join('|')})$`);
  forms.set(short, shape);
  forms.set(name.toLowerCase(), shape);
  names.push(name);
}
/** Abbreviations only in capitals: "in", "or", "me" and "ok" are words. */
const shorts = new RegExp(
  `\\b(?:${[...forms.keys()].filter((key) => key.length === 2).join('|')})\\b`,
);
// West Virginia before Virginia.
const longs = new RegExp(
  `\\b(?:${names.toSorted((a, b) => b.length - a.length).join('|')})\\b`,
  'i',
);

/** The state named right before or after the license keyword. */
export function stateNear(before: string, rest: string): State | null {
  for (const text of [before.slice(-16), rest]) {
    const word = shorts.exec(text)?.[0] ?? longs.exec(text)?.[0];
    const form =
      word === undefined ? undefined : forms.get(word.length === 2 ? word : word.toLowerCase());
    if (word !== undefined && form) return { word, form };
  }
  return null;
}
