/**
 * Rows of values as one string. Hydration data is a string within a string, where each separate value would cost its quotes twice and an
 * entry in the framework's table.
 */
const reserved = /[%|,=\n]/g
const escaped = (value: string) => value.replace(reserved, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** Separators of rows, of values in a row, of parts in a value, and of details in a part. */
type Sign = '\n' | '|' | ',' | '='

export const value = (of: string | number | undefined): string => (of === undefined ? '' : escaped(String(of)))

export const packed = (values: readonly string[], sign: Sign): string => values.join(sign)

export const unpacked = (text: string, sign: Sign): readonly string[] => (text === '' ? [] : text.split(sign))

export const textOf = (value: string | undefined): string => decodeURIComponent(value ?? '')

/** Undefined for an empty value. */
export const textIn = (value: string | undefined): string | undefined => (value ? decodeURIComponent(value) : undefined)

export const numberIn = (value: string | undefined): number | undefined => (value ? Number(value) : undefined)
