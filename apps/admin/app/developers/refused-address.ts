import type { Refused } from '@vitrine/client'

/** What is wrong with the address that the server was to call; undefined where something else was refused. */
export function refusedAddress({ code, fieldViolations }: Refused, at: string, example: string): string | undefined {
  if (code === 'OUTBOUND_ADDRESS_NOT_ALLOWED') return 'This server calls public addresses by https, and what its operator has opened.'
  return fieldViolations.some(({ field }) => field === at) ? `An address looks like ${example}.` : undefined
}
