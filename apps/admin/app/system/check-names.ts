import type { Right, SystemCheck } from '@vitrine/contract'

interface CheckName {
  readonly name: string
  /** Where in the admin it is changed, for whoever may. */
  readonly place?: { readonly to: string; readonly says: string; readonly needs?: Right }
}

/** What each check is called, and where it leads. */
export const checkNames: Readonly<Record<SystemCheck['id'], CheckName>> = {
  HTTPS: { name: 'Encryption' },
  PAYMENTS: { name: 'Payments', place: { to: '/payments', says: 'Payments' } },
  EMAIL: { name: 'Email', place: { to: '/mail', says: 'Email notifications' } },
  SECOND_FACTOR: { name: 'Owners’ sign-in', place: { to: '/account', says: 'Your account' } },
  OWNER_EMAIL: { name: 'Owners’ email', place: { to: '/staff', says: 'Staff', needs: 'staff.read' } },
  TRUSTED_PROXIES: { name: 'Proxy' },
  SECRET: { name: 'Keys' },
  OPEN: { name: 'Going live', place: { to: '/start', says: 'Start' } },
  BACKUP: { name: 'Backups' },
  STORAGE: { name: 'Storage' },
  DATABASE: { name: 'Database' },
  VIDEO: { name: 'Films and sound' },
  DEMO_DATA: { name: 'Demo data' },
}

/** The checks as text, for a message to whoever looks after the server. */
export const reportOf = (checks: readonly SystemCheck[]): string =>
  checks
    .map(({ id, status, message, figure }) => `${status.padEnd(7)} ${checkNames[id].name}${figure ? ` (${figure})` : ''}: ${message}`)
    .join('\n')

/** What the head of the page says. */
export function headingOf(checks: readonly SystemCheck[]): { readonly title: string; readonly facts: string } {
  const failed = checks.filter(({ status }) => status === 'FAILED').length
  const warnings = checks.filter(({ status }) => status === 'WARNING').length
  if (failed + warnings === 0) return { title: 'Everything is in order', facts: 'the shop can be open to everybody' }
  const needing = failed + warnings
  const title = needing === 1 ? 'One thing needs you' : `${words[needing] ?? String(needing)} things need you`
  const facts =
    failed === 0
      ? 'the shop can be open to everybody'
      : failed === 1
        ? 'one of them before the shop goes public'
        : `${(words[failed] ?? String(failed)).toLowerCase()} of them before the shop goes public`
  return { title, facts: needing === 1 && failed === 1 ? 'before the shop goes public' : facts }
}

const words = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']
