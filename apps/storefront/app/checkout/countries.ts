import { inWords } from '../shop/text.ts'

/** How a country writes its postcodes. */
interface Code {
  /** `German`, for the sentence that says what is wrong. */
  of: string
  /** So many figures and nothing else. */
  figures?: number
  /** Otherwise: what it looks like without spaces and dashes, how it is written, and an example of it. */
  shape?: RegExp
  write?: (bare: string) => string
  like?: string
}

const cut =
  (at: number, by = ' ') =>
  (bare: string) =>
    `${bare.slice(0, at)}${by}${bare.slice(at)}`
const figures = (of: string, figures: number, write?: Code['write']): Code => ({ of, figures, ...(write && { write }) })

const codes: Readonly<Record<string, Code>> = {
  AT: figures('Austrian', 4),
  AU: figures('Australian', 4),
  BE: figures('Belgian', 4),
  BG: figures('Bulgarian', 4),
  BR: figures('Brazilian', 8, cut(5, '-')),
  CA: { of: 'Canadian', shape: /^[A-Z]\d[A-Z]\d[A-Z]\d$/, write: cut(3), like: 'K1A 0B1' },
  CH: figures('Swiss', 4),
  CN: figures('Chinese', 6),
  CY: figures('Cypriot', 4),
  CZ: figures('Czech', 5, cut(3)),
  DE: figures('German', 5),
  DK: figures('Danish', 4),
  EE: figures('Estonian', 5),
  ES: figures('Spanish', 5),
  FI: figures('Finnish', 5),
  FR: figures('French', 5),
  GB: { of: 'British', shape: /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/, write: (bare) => cut(bare.length - 3)(bare), like: 'EC1A 1BB' },
  GR: figures('Greek', 5, cut(3)),
  HR: figures('Croatian', 5),
  HU: figures('Hungarian', 4),
  IE: { of: 'Irish', shape: /^[A-Z]\d[\dW][A-Z\d]{4}$/, write: cut(3), like: 'D02 AF30' },
  IL: figures('Israeli', 7),
  IN: figures('Indian', 6),
  IS: figures('Icelandic', 3),
  IT: figures('Italian', 5),
  JP: figures('Japanese', 7, cut(3, '-')),
  KR: figures('Korean', 5),
  LI: figures('Liechtenstein', 4),
  LT: { of: 'Lithuanian', shape: /^(LT)?\d{5}$/, write: (bare) => `LT-${bare.slice(-5)}`, like: 'LT-01103' },
  LU: { of: 'Luxembourgish', shape: /^L?\d{4}$/, write: (bare) => bare.slice(-4), like: '1009' },
  LV: { of: 'Latvian', shape: /^(LV)?\d{4}$/, write: (bare) => `LV-${bare.slice(-4)}`, like: 'LV-1010' },
  MT: { of: 'Maltese', shape: /^[A-Z]{3}\d{4}$/, write: cut(3), like: 'VLT 1117' },
  MX: figures('Mexican', 5),
  NL: { of: 'Dutch', shape: /^[1-9]\d{3}[A-Z]{2}$/, write: cut(4), like: '1012 AB' },
  NO: figures('Norwegian', 4),
  NZ: figures('New Zealand', 4),
  PL: figures('Polish', 5, cut(2, '-')),
  PT: figures('Portuguese', 7, cut(4, '-')),
  RO: figures('Romanian', 6),
  SE: figures('Swedish', 5, cut(3)),
  SG: figures('Singapore', 6),
  SI: figures('Slovenian', 4),
  SK: figures('Slovak', 5, cut(3)),
  TR: figures('Turkish', 5),
  UA: figures('Ukrainian', 5),
  US: { of: 'US', shape: /^\d{5}(\d{4})?$/, write: (bare) => (bare.length > 5 ? cut(5, '-')(bare) : bare), like: '94107' },
}

/** Where letters come without one, or often do. */
const without = new Set(
  'AE AG AN AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GN GQ GY HK JM KI KM KN KP LC ML MO MR MU MW NA NR NU PA QA RW SB SC SL SR ST SY TD TF TG TK TL TO TT TV TZ UG VU YE ZW'.split(
    ' ',
  ),
)

const states: Readonly<Record<string, string>> = {
  US: 'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming',
  CA: 'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon',
  AU: 'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
  BR: 'AC Acre|AL Alagoas|AP Amapá|AM Amazonas|BA Bahia|CE Ceará|DF Distrito Federal|ES Espírito Santo|GO Goiás|MA Maranhão|MT Mato Grosso|MS Mato Grosso do Sul|MG Minas Gerais|PA Pará|PB Paraíba|PR Paraná|PE Pernambuco|PI Piauí|RJ Rio de Janeiro|RN Rio Grande do Norte|RS Rio Grande do Sul|RO Rondônia|RR Roraima|SC Santa Catarina|SP São Paulo|SE Sergipe|TO Tocantins',
  JP: '01 Hokkaido|02 Aomori|03 Iwate|04 Miyagi|05 Akita|06 Yamagata|07 Fukushima|08 Ibaraki|09 Tochigi|10 Gunma|11 Saitama|12 Chiba|13 Tokyo|14 Kanagawa|15 Niigata|16 Toyama|17 Ishikawa|18 Fukui|19 Yamanashi|20 Nagano|21 Gifu|22 Shizuoka|23 Aichi|24 Mie|25 Shiga|26 Kyoto|27 Osaka|28 Hyogo|29 Nara|30 Wakayama|31 Tottori|32 Shimane|33 Okayama|34 Hiroshima|35 Yamaguchi|36 Tokushima|37 Kagawa|38 Ehime|39 Kochi|40 Fukuoka|41 Saga|42 Nagasaki|43 Kumamoto|44 Oita|45 Miyazaki|46 Kagoshima|47 Okinawa',
}

/** What is asked of an address in a country, and in which order people there write it. */
export interface Habit {
  postcode: { label: string; needed: boolean; numeric: boolean }
  town: string
  /** The town stands before the postcode. */
  townFirst: boolean
  state?: { label: string; choices: readonly (readonly [code: string, name: string])[] } | undefined
}

const townFirst = new Set(['US', 'CA', 'AU', 'GB', 'IE', 'NZ', 'IN', 'SG', 'KR', 'UA', 'BR'])
const postcodeNames: Readonly<Record<string, string>> = { US: 'ZIP code', CA: 'Postal code', IE: 'Eircode', IN: 'PIN code' }
const townNames: Readonly<Record<string, string>> = { US: 'City', CA: 'City', AU: 'Suburb or town', BR: 'City', IN: 'City', JP: 'City' }

const stateNames: Readonly<Record<string, string>> = { CA: 'Province', JP: 'Prefecture' }

export function habitOf(country: string): Habit {
  const choices = states[country]?.split('|').map((each) => {
    const at = each.indexOf(' ')
    return [`${country}-${each.slice(0, at)}`, each.slice(at + 1)] as const
  })
  return {
    postcode: {
      label: postcodeNames[country] ?? 'Postcode',
      needed: !without.has(country) && country !== 'IE',
      numeric: codes[country]?.figures !== undefined || country === 'US',
    },
    town: townNames[country] ?? 'Town',
    townFirst: townFirst.has(country),
    state: choices && { label: stateNames[country] ?? 'State', choices },
  }
}

const bareOf = (code: string) => code.toUpperCase().replace(/[\s.–-]/g, '')

/** A postcode as the country writes it: `1012ab` in the Netherlands is `1012 AB`. */
export function writePostcode(country: string, written: string): string {
  const text = written.trim().toUpperCase()
  const code = codes[country]
  const bare = bareOf(text)
  if (!code || whatIsWrong(country, written)) return text
  return code.write ? code.write(bare) : bare
}

/** What is wrong with a postcode, as a sentence; undefined where nothing is, or where we do not know how the country writes them. */
export function whatIsWrong(country: string, written: string): string | undefined {
  const { needed, label } = habitOf(country).postcode
  if (!written.trim()) return needed ? `The ${lower(label)} is missing.` : undefined
  const code = codes[country]
  if (!code) return undefined
  const bare = bareOf(written)
  const one = `${/^[AEIOU](?!S$)/.test(code.of) ? 'An' : 'A'} ${code.of} ${lower(label)}`
  if (code.figures !== undefined) {
    if (/\D/.test(bare)) return `${one} has ${inWords(code.figures)} figures and no letters.`
    if (bare.length !== code.figures) return `${one} has ${inWords(code.figures)} figures; this one has ${inWords(bare.length)}.`
    return undefined
  }
  return code.shape?.test(bare) ? undefined : `${one} looks like ${code.like}.`
}

const lower = (label: string) => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase())

const union = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

/** What the number is called under which an authority knows a buyer, and what to write where it cannot be right. */
export function taxIdOf(country: string): { label: string; like: string } {
  if (country === 'BR') return { label: 'CPF or CNPJ', like: 'A CPF has eleven figures, a CNPJ fourteen; one of them may be wrong.' }
  if (union.has(country)) return { label: 'VAT number', like: `It begins with ${prefixOf(country)}; one figure may be wrong.` }
  return { label: country === 'GB' || country === 'CH' || country === 'NO' ? 'VAT number' : 'Tax number', like: 'One figure may be wrong.' }
}

const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country)

/** A tax number as it is sent: of the Union with its country in front, elsewhere as it was written. */
export function writeTaxId(country: string, written: string): string {
  const text = written.trim().toUpperCase()
  if (!text || country === 'BR') return text
  const bare = text.replace(/[\s./-]/g, '')
  return union.has(country) && /^U?\d/.test(bare) ? prefixOf(country) + bare : bare
}

/** Of Brazil's two kinds, people have the one and companies the other. */
export const taxIdKind = (country: string, id: string) =>
  country !== 'BR' ? 'UNSPECIFIED' : /^\D*(?:\d\D*){11}$/.test(id) ? 'CPF' : 'CNPJ'

/** All countries (ISO 3166-1) people live in. */
export const countryCodes =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** `Germany`, in a language. */
export const countryName = (country: string, locale: string): string => {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
  } catch {
    return country
  }
}

/** Every country by its code and name, in the order of their names. */
export function countriesIn(locale: string): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.Collator(locale)
  return countryCodes.map((code) => [code, countryName(code, locale)] as const).sort(([, one], [, other]) => names.compare(one, other))
}
