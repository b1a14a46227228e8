import type { MemberDocument } from './store.ts'

/** What somebody is called: their full name, or else their nickname. */
export function nameOf({ contact, profile }: Pick<MemberDocument, 'contact' | 'profile'>): string | undefined {
  return [contact.firstName, contact.lastName].filter(Boolean).join(' ') || profile.nickname || undefined
}
