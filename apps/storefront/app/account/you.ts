import type { Member } from '@vitrine/contract'

/** What members say of themselves, as the form holds it. */
export interface You {
  firstName: string
  lastName: string
  /** `1815-12-10`, or nothing. */
  birthdate: string
  phones: readonly string[]
}

/** What is wrong, by the id of the field. */
export type YouWrong = Readonly<Partial<Record<string, string>>>

export const youOf = ({ contact }: Member): You => ({
  firstName: contact?.firstName ?? '',
  lastName: contact?.lastName ?? '',
  birthdate: contact?.birthdate ?? '',
  phones: contact?.phones ?? [],
})

const text = (form: FormData, name: string, most: number) =>
  String(form.get(name) ?? '')
    .trim()
    .replace(/\s+/g, ' ')
    .slice(0, most)

export const readYou = (form: FormData, mostPhones: number): You => ({
  firstName: text(form, 'firstName', 100),
  lastName: text(form, 'lastName', 100),
  birthdate: text(form, 'birthdate', 10),
  phones: [...new Set(form.getAll('phone').map((phone) => String(phone).trim().replace(/\s+/g, ' ').slice(0, 50)))]
    .filter(Boolean)
    .slice(0, mostPhones),
})

export function wrongInYou({ birthdate, phones }: You, now: Date): YouWrong {
  const born = new Date(`${birthdate}T00:00:00.000Z`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(birthdate) && !Number.isNaN(born.getTime()) && born.toISOString().startsWith(birthdate)
  return {
    ...(birthdate && !isDay && { birthdate: 'This is no day, like 1990-12-24.' }),
    ...(isDay && born > now && { birthdate: 'This day is still to come.' }),
    ...(isDay && born.getUTCFullYear() < 1890 && { birthdate: 'One figure of the year may be wrong.' }),
    ...Object.fromEntries(
      phones.flatMap((phone, at) =>
        /^[+\d][\d\s()/.-]{3,}$/.test(phone) ? [] : [[`phone-${at}`, 'Figures only, with a + before the country.']],
      ),
    ),
  }
}
