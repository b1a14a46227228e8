/**
 * Tax ids of people and companies. Each is built so that typos show: only that is checked here, not whether the number was issued. Brazil's
 * are distinguished by `type`; any other starts with its country, as those of the European Union do, or cannot be checked.
 */
import type { VatType } from './enums.ts'

/** Whether a number is valid for its kind. `{ id: '529.982.247-25', type: 'CPF' }`, `{ id: 'DE136695976', type: 'UNSPECIFIED' }` */
export function isTaxId({ id, type }: { readonly id: string; readonly type: VatType }): boolean {
  const plain = id.toUpperCase().replace(/[\s./-]/g, '')
  switch (type) {
    case 'CPF':
      return isCpf(plain)
    case 'CNPJ':
      return isCnpj(plain)
    case 'UNSPECIFIED':
      return isVatId(plain)
  }
}

const digits = (text: string): number[] => text.split('').map(Number)
const weighed = (values: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * (values[i] ?? 0), 0)
const countdown = (from: number, to = 2): number[] => Array.from({ length: from - to + 1 }, (_, i) => from - i)
const allSame = (text: string): boolean => /^(.)\1*$/.test(text)

/** Both of Brazil's end in two digits of which each checks all before it. */
function endsRight(values: readonly number[], weights: readonly (readonly number[])[]): boolean {
  return weights.every((row) => {
    const rest = weighed(values, row) % 11
    return values[row.length] === (rest < 2 ? 0 : 11 - rest)
  })
}

const isCpf = (id: string): boolean => /^\d{11}$/.test(id) && !allSame(id) && endsRight(digits(id), [countdown(10), countdown(11)])

/** Since July 2026 with letters, too; each counts as its ASCII code minus that of zero. */
const isCnpj = (id: string): boolean =>
  /^[0-9A-Z]{12}\d{2}$/.test(id) &&
  !allSame(id) &&
  endsRight(
    id.split('').map((letter) => letter.charCodeAt(0) - 48),
    [
      [...countdown(5), ...countdown(9)],
      [...countdown(6), ...countdown(9)],
    ],
  )

function isVatId(id: string): boolean {
  if (!/^[0-9A-Z+*]{2,50}$/.test(id)) return false
  const country = id.startsWith('CHE') ? 'CHE' : id.slice(0, 2)
  const rule = vatIds[country]
  if (!rule) return true
  const [form, checks] = rule
  const number = id.slice(country.length)
  return form.test(number) && (checks?.(number, id) ?? true)
}

const last = (text: string, length = 1): number => Number(text.slice(-length))

/** ISO 7064, MOD 11,10. */
function hybrid(number: string): boolean {
  let product = 10
  for (const digit of digits(number.slice(0, -1))) product = (((digit + product) % 10 || 10) * 2) % 11
  return (11 - product) % 10 === last(number)
}

function luhn(number: string): boolean {
  const sum = digits(number)
    .reverse()
    .reduce((all, digit, i) => all + (i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0)
  return sum % 10 === 0
}

/** The digit that brings a weighed sum to a multiple of ten, or of eleven; 10 where that would take two. */
const toTen = (number: string, weights: readonly number[]): number => (10 - (weighed(digits(number), weights) % 10)) % 10
const toEleven = (number: string, weights: readonly number[]): number => (11 - (weighed(digits(number), weights) % 11)) % 11

function isIrish(number: string): boolean {
  const [, figures = '', letter = '', more = ''] = /^(\d{7})([A-W])([A-IW]?)$/.exec(number) ?? []
  if (figures === '') return true
  const sum = weighed(digits(figures), countdown(8)) + 9 * (more === '' || more === 'W' ? 0 : more.charCodeAt(0) - 64)
  return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === letter
}

/** As in an IBAN: letters count from ten. */
const mod97 = (text: string): number =>
  text.split('').reduce((rest, letter) => {
    const value = Number.parseInt(letter, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)

const oldDutch = (number: string): boolean => weighed(digits(number.slice(0, 8)), countdown(9)) % 11 === Number(number[8])

type VatRule = readonly [form: RegExp, checks?: (number: string, id: string) => boolean]

const vatIds: Readonly<Record<string, VatRule>> = {
  AT: [
    /^U\d{8}$/,
    (number) => {
      const sum = digits(number.slice(1, 8)).reduce(
        (all, digit, i) => all + (i % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)),
        0,
      )
      return (10 - ((sum + 4) % 10)) % 10 === last(number)
    },
  ],
  BE: [/^[01]\d{9}$/, (number) => 97 - (Number(number.slice(0, 8)) % 97) === last(number, 2)],
  BG: [/^\d{9,10}$/],
  CHE: [/^\d{9}(MWST|TVA|IVA)?$/, (number) => toEleven(number, [5, 4, 3, 2, 7, 6, 5, 4]) === Number(number[8])],
  CY: [/^\d{8}[A-Z]$/],
  CZ: [/^\d{8,10}$/],
  DE: [/^[1-9]\d{8}$/, hybrid],
  DK: [/^\d{8}$/, (number) => weighed(digits(number), [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0],
  EE: [/^\d{9}$/, (number) => toTen(number, [3, 7, 1, 3, 7, 1, 3, 7]) === last(number)],
  EL: [/^\d{9}$/, (number) => (weighed(digits(number), [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(number)],
  ES: [/^([A-Z]\d{7}[0-9A-Z]|\d{8}[A-Z])$/],
  FI: [/^\d{8}$/, (number) => toEleven(number, [7, 9, 10, 5, 8, 4, 2]) === last(number)],
  FR: [/^[0-9A-Z]{2}\d{9}$/, (number) => !/^\d\d/.test(number) || (12 + 3 * (last(number, 9) % 97)) % 97 === Number(number.slice(0, 2))],
  GB: [/^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/],
  HR: [/^\d{11}$/, hybrid],
  HU: [/^\d{8}$/, (number) => toTen(number, [9, 7, 3, 1, 9, 7, 3]) === last(number)],
  IE: [/^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, isIrish],
  IT: [/^\d{11}$/, luhn],
  LT: [/^(\d{9}|\d{12})$/],
  LU: [/^\d{8}$/, (number) => Number(number.slice(0, 6)) % 89 === last(number, 2)],
  LV: [/^\d{11}$/],
  MT: [/^\d{8}$/, (number) => 37 - (weighed(digits(number), [3, 4, 6, 7, 8, 9]) % 37) === last(number, 2)],
  NL: [/^\d{9}B\d{2}$/, (number, id) => oldDutch(number) || mod97(id) === 1],
  NO: [/^\d{9}(MVA)?$/, (number) => toEleven(number, [3, 2, 7, 6, 5, 4, 3, 2]) === Number(number[8])],
  PL: [/^\d{10}$/, (number) => weighed(digits(number), [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(number)],
  PT: [/^\d{9}$/, (number) => toEleven(number, countdown(9)) % 10 === last(number)],
  RO: [/^\d{2,10}$/],
  SE: [/^\d{10}01$/, (number) => luhn(number.slice(0, 10))],
  SI: [/^[1-9]\d{7}$/, (number) => toEleven(number, countdown(8)) % 10 === last(number)],
  SK: [/^[1-9]\d{9}$/, (number) => Number(number) % 11 === 0],
  XI: [/^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/],
}
