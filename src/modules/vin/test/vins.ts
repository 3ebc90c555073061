import { checkDigitOf } from '../contract.ts';

/** Model lines the group sells: the first eight characters, the plant, the first and last model year. */
const lines: Record<string, string[]> = {
  Ford: [
    '1FTFW3L5 F 2024 2026',
    '1FTFW5L8 F 2024 2026',
    '1FTEW2LP F 2024 2026',
    '1FTFW7L8 F 2024 2026',
    '1FTFW1E5 F 2021 2023',
    '1FTEW1EP F 2021 2023',
    '1FTFW1ED F 2021 2023',
    '1FMSK8DH G 2021 2024',
    '1FMSK8FH G 2021 2024',
    '1FMSK8GC G 2021 2024',
    '1FMUK8DH G 2025 2026',
    '1FMUK8KH G 2025 2026',
    '1FMUK8GC G 2025 2026',
    '1FMCU9G6 U 2021 2022',
    '1FMCU9H6 U 2021 2022',
    '1FMCU9J9 U 2021 2022',
    '1FMCU9GN U 2023 2026',
    '1FMCU9MN U 2023 2026',
    '1FMCU9JA U 2023 2026',
    '1FMEE7BH L 2024 2026',
    '1FMEE9AP L 2024 2026',
    '3FMCR9B6 R 2021 2024',
    '3FMCR9C6 R 2021 2024',
    '3FMCR9D9 R 2021 2024',
    '3FTTW8A3 R 2024 2024',
    '3FTTW8H3 R 2024 2024',
    '3FTTW8S9 R 2024 2024',
    '3FTTW8H3 R 2025 2026',
    '3FTTW8SA R 2025 2026',
    '1FA6P8TH 5 2024 2026',
    '1FA6P8CF 5 2024 2026',
    '1FMJU1H8 E 2023 2024',
    '1FMJU1K8 E 2023 2024',
  ],
  Hyundai: [
    'KMHLM4DG U 2021 2026',
    'KMHLL4DG U 2021 2026',
    'KMHLP4DG U 2021 2026',
    '5NPEL4JA H 2020 2023',
    '5NPEG4JA H 2020 2023',
    '5NPEH4J2 H 2020 2023',
    '5NMJB3DE H 2022 2026',
    '5NMJE3DE H 2022 2026',
    '5NMS24AJ H 2021 2023',
    '5NMS4DAL H 2021 2023',
    '5NMP2DGL H 2024 2026',
    '5NMP5DGL H 2024 2026',
    'KM8R4DGE U 2020 2025',
    'KM8R5DGE U 2020 2025',
    'KM8HACAB U 2024 2026',
    'KM8HE3A3 U 2024 2026',
    'KM8KN4DE U 2022 2024',
    'KM8KR4DE U 2022 2024',
    '5NTJB4DE H 2022 2026',
    '5NTJE4DF H 2022 2026',
  ],
  Chevrolet: [
    '1GCUDDED Z 2022 2024',
    '1GCUDEED Z 2022 2024',
    '1GCUDGEL Z 2022 2024',
    '1GCUKDED Z 2025 2026',
    '1GCUKEED Z 2025 2026',
    '3GNAXKEV L 2021 2024',
    '3GNAXUEV L 2021 2024',
    '3GNAXHEG L 2025 2026',
    '3GNAXKEG L 2025 2026',
    '1GNEVGKW J 2021 2023',
    '1GNEVKKW J 2021 2023',
    '1GNEVGKS J 2024 2026',
    '1GNERGKS J 2024 2026',
    '1GNSKNED R 2021 2024',
    '1GNSKPED R 2021 2024',
    '1GNSKTEL R 2021 2024',
    'KL77LFE2 C 2024 2026',
    'KL77LHE2 C 2024 2026',
    'KL77LJE2 C 2024 2026',
    'KL79MPSL B 2021 2024',
    'KL79MSSL B 2021 2024',
    '1G1ZB5ST F 2020 2025',
    '1G1ZD5ST F 2020 2025',
    '1GCPTCEK 1 2023 2025',
    '1GCPTDEK 1 2023 2025',
  ],
};
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';

interface Template {
  make: string;
  start: string;
  plant: string;
  year: number;
}

const all: Template[] = Object.entries(lines).flatMap(([make, list]) =>
  list.flatMap((line) => {
    const [start = '', plant = '', first, last] = line.split(' ');
    const years = Number(last) - Number(first) + 1;
    return Array.from({ length: years }, (_, index) => {
      return { make, start, plant, year: Number(first) + index };
    });
  }),
);

function build({ start, plant, year }: Template, serial: number): string {
  const code = yearCodes.charAt((year - 1980) % 30);
  const open = `${start}0${code}${plant}${String(serial).padStart(6, '0')}`;
  return open.slice(0, 8) + checkDigitOf(open) + open.slice(9);
}

/** A VIN of every model line and year, with the expected result. */
export const templates = () =>
  all.map((one, index) => ({ ...one, vin: build(one, 900_000 + index * 37) }));

/** This many VINs, the same ones every time. */
export const sampleVins = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const one = all[(index * 101) % all.length];
    return one ? build(one, 900_000 + ((index * 7919) % 99_999)) : '';
  });
