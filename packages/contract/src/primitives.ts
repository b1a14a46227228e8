import * as z from 'zod'

/** The one form of a date on the wire: UTC, milliseconds, `2026-11-21T07:30:00.000Z`. */
export const Instant = z.iso.datetime()

/** An id in the form of a GUID, of any version and any case. */
export const Guid = z.guid()

/** Text that the database can hold: no NUL, no half of a surrogate pair. Every text that comes in has a greatest length. */
export const text = (max: number, min = 0) => {
  const bounded = z
    .string()
    .max(max)
    .regex(/^[^\u0000\ud800-\udfff]*$/u, 'holds a character that is no text')
  return min > 0 ? bounded.min(min) : bounded
}

/** ISO 4217, such as `EUR`. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/)

/** ISO 3166-1 alpha-2, such as `DE`. */
export const CountryCode = z.string().regex(/^[A-Z]{2}$/)

/** An address in the World Wide Web; only http and https. */
export const Url = z.url({ protocol: /^https?$/ }).max(2048)

export const Email = z.email().max(320)

/** A decimal number as text, such as `10.50`; the wire's form of money, of quantities that are no integers, and of rates. */
export const Decimal = z.string().regex(/^-?\d+(\.\d+)?$/)

/** An amount that is sent in: from zero to 10¹⁵, with so many digits after the point at the most. */
export const amount = (maxScale = 3) =>
  z
    .string()
    .regex(
      new RegExp(`^(?:\\d{1,15}(?:\\.\\d{1,${maxScale}})?|10{15}(?:\\.0{1,${maxScale}})?)$`),
      `is no decimal from 0 to 10^15 with at most ${maxScale} places`,
    )

/** Reads a value first, keeps the types: what the program sends and what it receives are those of `schema`. */
const reading = <Schema extends z.ZodType>(read: (value: unknown) => unknown, schema: Schema) =>
  z.preprocess(read, schema) as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>

const notFinite: unknown[] = ['NaN', 'Infinity', '-Infinity']

/** A number that is sent in. The wire writes what JSON cannot as the texts `NaN`, `Infinity` and `-Infinity`: here they are no value at all. */
export const float = (min: number, max: number) =>
  reading((value) => (notFinite.includes(value) ? null : value), z.number().min(min).max(max).nullable())

/** Yes or no, also from a query, where everything is text. */
export const Flag = reading((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())

/** A whole number, also from a query, where everything is text. */
export const whole = (min: number, max: number) =>
  reading((value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value), z.int().min(min).max(max))

/** A list, also from a query, where a list of one looks like its only member. */
export const many = <Item extends z.ZodType>(item: Item, max: number) =>
  reading((value) => (typeof value === 'string' ? [value] : value), z.array(item).max(max))

const storable = (value: unknown, depth: number): boolean =>
  typeof value === 'string'
    ? value.isWellFormed() && !value.includes('\0')
    : typeof value !== 'object' || value === null
      ? true
      : depth > 0 && Object.entries(value).every(([key, inner]) => storable(key, 0) && storable(inner, depth - 1))

/** Any JSON object with text that the database can hold, at most eight levels deep. */
export const AnyObject = z
  .record(z.string(), z.unknown())
  .refine((value) => storable(value, 8), 'is nested too deeply or holds a character that is no text')

/** Text in the language of the shop and, where it differs and is known, in that of the buyer. */
export const Translatable = z.object({ original: z.string(), translated: z.string().optional() })
export interface Translatable extends z.infer<typeof Translatable> {}
