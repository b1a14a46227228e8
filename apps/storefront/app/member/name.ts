import type { Member } from '@vitrine/contract'

type Named = Pick<Member, 'contact' | 'profile' | 'loginEmail'>

const beginning = (email: string | undefined): string => email?.split('@')[0] ?? ''

/** What they said they are called: the first name, else another name that they chose; empty where they said nothing. */
export function nameGiven({ contact, profile, loginEmail }: Named): string {
  const chosen = profile?.nickname?.trim() ?? ''
  // Whoever gave no name has the beginning of their email for one.
  return contact?.firstName?.trim() || (chosen === beginning(loginEmail) ? '' : chosen)
}

/** What they are called by where they need a name: else what their email begins with. */
export const nameOf = (member: Named): string => nameGiven(member) || beginning(member.loginEmail)
