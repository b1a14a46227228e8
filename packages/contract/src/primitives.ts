import * as z from 'zod'

/** The one form of a date on the wire: UTC, milliseconds, `2026-11-21T07:30:00.000Z`. */
export const Instant = z.iso.datetime()

/** An id in the form of a GUID, of any version and any case. */
export const Guid = z.guid()

/** Text that the database can hold: no NUL, no half of a surrogate pair. Every input text has a maximum length. */
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

/** A web address; only http and https. */
export const Url = z.url({ protocol: /^https?$/ }).max(2048)

export const Email = z.email().max(320)

/** A decimal number as text, such as `10.50`; the wire's form of money, of quantities that are no integers, and of rates. */
export const Decimal = z.string().regex(/^-?\d+(\.\d+)?$/)

/** An input amount: from zero to 10¹⁵, with at most this many decimals. */
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

/** An input number. The wire writes what JSON cannot as the texts `NaN`, `Infinity` and `-Infinity`: here they are null. */
export const float = (min: number, max: number) =>
  reading((value) => (notFinite.includes(value) ? null : value), z.number().min(min).max(max).nullable())

/** A boolean, also from a query, where everything is text. */
export const Flag = reading((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())

/** A whole number, also from a query, where everything is text. */
export const whole = (min: number, max: number) =>
  reading((value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value), z.int().min(min).max(max))

/** A list, also from a query, where a list of one looks like its only member. */
export const many = <Item extends z.ZodType>(item: Item, max: number) =>
  reading((value) => (typeof value === 'string' ? [value] : value), z.array(item).max(max))

/** A map by names of the caller's own, with at most this many of them. They are counted before any is read. */
export const record = <Key extends z.ZodType<string, string>, Value extends z.ZodType>(key: Key, value: Value, most: number) =>
  (
    z.preprocess(
      (given, context) => {
        if (typeof given !== 'object' || given === null || Array.isArray(given) || Object.keys(given).length <= most) return given
        context.addIssue({ code: 'custom', message: `has more than ${most} fields`, params: { rule: 'MAX_SIZE', threshold: most } })
        return z.NEVER
      },
      z.record(key, value),
    ) as unknown as z.ZodType<Record<string, z.output<Value>>, Record<string, z.input<Value>>>
  ).meta({ maxProperties: most })

const mostValues = 10_000
const mostLevels = 8

/** Whether all of its text can be stored by the database, within the limits of depth and number of values. */
function isStorable(value: unknown): boolean {
  let left = mostValues
  const fits = (inner: unknown, levels: number): boolean => {
    if (--left < 0) return false
    if (typeof inner === 'string') return inner.isWellFormed() && !inner.includes('\0')
    if (typeof inner !== 'object' || inner === null) return true
    if (levels === 0) return false
    if (Array.isArray(inner)) return inner.every((item) => fits(item, levels - 1))
    return Object.entries(inner).every(([name, item]) => fits(name, 0) && fits(item, levels - 1))
  }
  return fits(value, mostLevels)
}

const stored = `is nested more than ${mostLevels} levels deep, has more than ${mostValues} values, or holds a character that is no text`

/** An object that the database can hold, whatever it has beside its own fields. */
export const storable = <Schema extends z.ZodType>(schema: Schema) => schema.refine(isStorable, stored)

/** Any JSON object with text that the database can hold, at most eight levels deep and with 10,000 names and values at most. */
export const AnyObject = z
  .record(z.string(), z.unknown())
  .refine(isStorable, stored)
  .meta({ maxProperties: mostValues / 2 })

/** Any JSON value, within the bounds of `AnyObject`. */
export const AnyValue = z.unknown().refine(isStorable, stored)

/** Text in the language of the shop and, if different and known, in that of the buyer. */
export const Translatable = z.object({ original: z.string(), translated: z.string().optional() })
export interface Translatable extends z.infer<typeof Translatable> {}
