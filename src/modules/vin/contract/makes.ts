/**
 * World manufacturer identifiers of the US market, as NHTSA lists them. Where makes share the first three
 * characters, longer prefixes separate them; what cannot be separated is left out rather than guessed.
 */
const prefixes: Record<string, string> = {
  Ford: '1FA 2FA 3FA 1ZV WF0 1FM 2FM 3FM MAJ 1FT 2FT 3FT NM0 9BF 1FD 1FC 1FB 3FD',
  Lincoln: '1LN 2LM 3LN 5LM 5LN 5LT 1L1 2L1 2LJ LFC',
  Mercury: '1ME 2ME 3ME 4M2 1ZW',
  Hyundai: 'KMH 5NP 3KPC KM8 5NM 7YA PFD 3KM 5NT KME 5XYZ',
  Genesis: 'KMT KMU 5NMM',
  Kia: 'KNA KND KNH 5XX 5XY 3KP',
  Chevrolet: '1G1 2G1 3G1 KL1 KL7 KL8 6G3 1Y1 1GN 2GN 3GN 4W1 1GC 2GC 3GC 1GB 2GB 3GB 1GA LSG',
  GMC: '1GT 2GT 3GT 1GK 2GK 3GK 1GD 2GD 3GD 1GJ',
  Buick: '1G4 2G4 3G4 KL4 W04 LRB 5GA 4GL',
  Cadillac: '1G6 2G6 3G6 1GY 3GY 1GE',
  Pontiac: '1G2 2G2 3G2 1GM 5Y2 6G2 3G7 KL2',
  Saturn: '1G8 5GZ 3GS',
  Oldsmobile: '1G3 2G3 1GH',
  Hummer: '5GT 5GR 5GN',
  Toyota:
    'JTD JTE JTM JTN JTK JTL JTF 1NX 2T1 2T3 3MY 3TM 3TY 3TJ 4T1 4T3 4T4 4TA 5TD 5TE 5TF 5TB 5YF 7MU 7SV',
  Lexus: 'JTH JTJ JT8 2T2 58A',
  Honda: '1HG 2HG 3HG JHM JHL 5J6 5FN 5FP 5KB 2HK 2HJ 19X 3CZ 7FA SHH',
  Acura: '19U 19V JH4 5J8 2HN 5FR',
  Nissan: '1N4 1N6 3N1 3N6 3N8 5N1 JN6 JN8AS JN8AT JN8AF JN1AZ',
  Infiniti: 'JNK JNR JNX 5N3 3PC 5N1AL 5N1DL JN1CV JN1EV JN1BV JN1FV',
  Subaru: 'JF1 JF2 4S3 4S4',
  Mazda: 'JM1 JM3 1YV 4F2 4F4 3MZ 3MV 7MM',
  Volkswagen: 'WVW WVG 1VW 1V2 3VW 3VV WV2',
  Audi: 'WAU WA1 WUA TRU',
  Porsche: 'WP0 WP1',
  BMW: 'WBA WBS WBX WBY WB5 WB1 5UX 5UM 5YM 3MW 4US',
  MINI: 'WMW WMZ',
  'Mercedes-Benz': 'WDB WDD WDC W1K W1N W1V W1W 4JG 55S',
  Jeep: '1J4 1J8 1JC',
  Dodge: '1B3 2B3 3B3 1B4 2B4 1B7 3B7 1D3 1D4 1D7 1D8 2D4 2D8 3D4 3D7 2B7',
  Chrysler: '1A4 1A8 2A4 2A8 3A4 3A8',
  Fiat: 'ZFA 3C3CF',
  'Alfa Romeo': 'ZAR ZAS',
  Maserati: 'ZAM ZN6',
  Mitsubishi: 'JA3 JA4 4A3 4A4 ML3',
  Suzuki: 'JS2 JS3 KL5 2S2 2S3',
  Isuzu: '4S2 JAL JAA',
  Volvo: 'YV1 YV4 7JR LVY LYV',
  Polestar: 'LPS YSM YSR',
  Saab: 'YS3',
  Jaguar: 'SAJ SAD',
  'Land Rover': 'SAL',
  Tesla: '5YJ 7SA LRW XP7 7G2',
  Rivian: '7FC 7PD',
  Lucid: '50E 7UU',
  smart: 'WME',
};

const makes = new Map(
  Object.entries(prefixes).flatMap(([make, list]) =>
    list.split(' ').map((prefix): [string, string] => [prefix, make]),
  ),
);

/** The brands that came out of Chrysler share their first three characters; the fifth separates them. */
const chrysler = new Set(['1C3', '1C4', '1C6', '2C3', '2C4', '3C3', '3C4', '3C6', '3C7', 'ZAC']);
const brands = new Map([
  ['C', 'Chrysler'],
  ['D', 'Dodge'],
  ['F', 'Fiat'],
  ['J', 'Jeep'],
  ['R', 'Ram'],
]);

export function makeOfPrefix(vin: string): string | null {
  const exact =
    makes.get(vin.slice(0, 5)) ?? makes.get(vin.slice(0, 4)) ?? makes.get(vin.slice(0, 3));
  if (exact) return exact;
  return chrysler.has(vin.slice(0, 3)) ? (brands.get(vin.charAt(4)) ?? null) : null;
}
