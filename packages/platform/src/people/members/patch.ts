import type { FieldViolation, MemberAddress, MemberAddressInput, MemberContact, MemberImage, MemberInput } from '@vitrine/contract'
import * as z from 'zod'
import { newId } from '../../kernel/db/id.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { MemberFieldSettings } from '../../kernel/settings/member-fields.ts'
import type { MemberDocument } from './store.ts'

/** What a member says after a change: what is absent stays, `null` clears it. */
export function patched(
  before: MemberDocument,
  { contact, profile }: Pick<MemberInput, 'contact' | 'profile'>,
  fields: readonly MemberFieldSettings[],
): MemberDocument | Refusal<'INVALID_ARGUMENT'> {
  const violations: FieldViolation[] = []
  const contactNow = contact === undefined ? before.contact : contactAfter(before.contact, contact, fields, violations)
  const profileNow = profile === undefined ? before.profile : profileAfter(before.profile, profile)
  if (violations.length > 0) return refuse('INVALID_ARGUMENT', { fieldViolations: violations })
  const { defaultAddressId, ...rest } = before
  const stillThere = contactNow.addresses.some(({ id }) => id === defaultAddressId)
  return { ...rest, contact: contactNow, profile: profileNow, ...(defaultAddressId && stillThere && { defaultAddressId }) }
}

const names = ['firstName', 'lastName', 'birthdate', 'company', 'jobTitle'] as const

function contactAfter(
  before: MemberContact,
  sent: MemberInput['contact'],
  fields: readonly MemberFieldSettings[],
  violations: FieldViolation[],
): MemberContact {
  if (!sent) return { phones: [], emails: before.emails, addresses: [] }
  const texts = Object.fromEntries(
    names.flatMap((name) => {
      const value = sent[name] === undefined ? before[name] : (sent[name]?.trim() ?? '')
      return value ? [[name, value]] : []
    }),
  )
  const customFields = customAfter(before.customFields, sent.customFields, fields, violations)
  return {
    ...texts,
    phones: sent.phones === undefined ? before.phones : [...new Set((sent.phones ?? []).map((phone) => phone.trim()).filter(Boolean))],
    emails: before.emails,
    addresses: sent.addresses === undefined ? before.addresses : addressesAfter(before.addresses, sent.addresses ?? []),
    ...(customFields && { customFields }),
  }
}

/** Addresses keep their ids; one that is new, or has an id that is none of theirs, gets one. */
function addressesAfter(before: readonly MemberAddress[], sent: readonly MemberAddressInput[]): MemberAddress[] {
  const known = new Set(before.map(({ id }) => id))
  return sent.map(({ id, streetAddress, ...rest }) => {
    const keeps = id && known.delete(id)
    const told = Object.fromEntries(Object.entries(rest).filter(([, value]) => value)) as Omit<MemberAddress, 'id'>
    const street = streetAddress && { streetAddress: { number: streetAddress.number ?? '', name: streetAddress.name ?? '' } }
    return { id: keeps ? id : newId(), ...told, ...street }
  })
}

function customAfter(
  before: MemberContact['customFields'],
  sent: NonNullable<MemberInput['contact']>['customFields'],
  fields: readonly MemberFieldSettings[],
  violations: FieldViolation[],
): MemberContact['customFields'] {
  const saved = sent === null ? {} : { ...before }
  for (const [key, said] of Object.entries(sent ?? {})) {
    const field = fields.find((one) => one.key === key)
    if (!field) continue
    const value = said?.value
    if (value === undefined || value === null || value === '') {
      delete saved[key]
      continue
    }
    const wrong = wrongFor(field, value)
    if (wrong)
      violations.push({
        field: `member.contact.customFields.${key}.value`,
        description: wrong,
        violatedRule: 'VALIDATION',
        ...(field.type === 'URL' && { ruleName: 'INVALID_CUSTOM_FIELD_URL' }),
        data: {},
      })
    else saved[key] = { name: field.name, value }
  }
  return Object.keys(saved).length > 0 ? saved : undefined
}

const longestValue = 1000

function wrongFor({ type }: MemberFieldSettings, value: unknown): string | undefined {
  switch (type) {
    case 'CHECKBOX':
      return typeof value === 'boolean' ? undefined : 'is neither true nor false'
    case 'NUMBER':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'is no number'
    case 'DATE':
      return z.iso.date().safeParse(value).success ? undefined : 'is no day such as 2026-11-21'
    case 'URL':
      return typeof value === 'string' && value.length <= longestValue && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
        ? undefined
        : 'is no address in the web'
    case 'TEXT':
      return typeof value === 'string' && value.length <= longestValue && value.isWellFormed() && !value.includes('\0')
        ? undefined
        : 'is no text of up to 1000 characters'
  }
}

function profileAfter(before: MemberDocument['profile'], sent: MemberInput['profile']): MemberDocument['profile'] {
  if (!sent) return {}
  const text = (name: 'nickname' | 'title') => (sent[name] === undefined ? before[name] : sent[name]?.trim())
  const image = (name: 'photo' | 'cover') => (sent[name] === undefined ? before[name] : sent[name] ? pictured(sent[name]) : undefined)
  const [nickname, title, photo, cover] = [text('nickname'), text('title'), image('photo'), image('cover')]
  return { ...(nickname && { nickname }), ...(title && { title }), ...(photo && { photo }), ...(cover && { cover }) }
}

type Sent = NonNullable<NonNullable<MemberInput['profile']>['photo']>

const pictured = ({ id, url, height, width, offsetX, offsetY }: Sent): MemberImage => ({
  id: id ?? '',
  url,
  height: height ?? 0,
  width: width ?? 0,
  ...(typeof offsetX === 'number' && { offsetX }),
  ...(typeof offsetY === 'number' && { offsetY }),
})
