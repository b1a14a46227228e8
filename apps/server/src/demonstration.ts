import { isLiveKey } from '@vitrine/platform/commerce/payments/stripe/live-key'
import { type Config, Misconfigured } from './config.ts'

/** What only a demonstration has open: an inbox that everybody reads, and a bank that takes test cards. */
export interface Demonstration {
  readonly inbox: boolean
  readonly sandbox: boolean
}

/**
 * What is open: what was switched on by name, and with the demo shop what nobody has switched off and nobody else does.
 * @throws Misconfigured where it would stand beside real money, or beside a mail server
 */
export function demonstrationOf({ inbox, sandbox, smtpUrl, stripe }: Doors, { isDemo, takesRealMoney }: Shops): Demonstration {
  const open = {
    inbox: inbox ?? (isDemo && smtpUrl === undefined && !takesRealMoney),
    sandbox: sandbox ?? (isDemo && stripe === undefined),
  }
  if (inbox === true && smtpUrl !== undefined)
    throw new Misconfigured('VITRINE_INBOX is on, and SMTP_URL is set: emails either go out or are shown to everybody')
  if (inbox === true && takesRealMoney)
    throw new Misconfigured('VITRINE_INBOX is on, and a shop takes real money: set SMTP_URL, so that emails go out')
  if (stripe && isLiveKey(stripe.secretKey)) {
    const both = [open.inbox && 'the inbox, which everybody reads (VITRINE_INBOX=off)', open.sandbox && 'the sandbox (PAYMENT_SANDBOX=off)']
    const left = both.filter((one) => one !== false)
    if (left.length > 0) throw new Misconfigured(`STRIPE_SECRET_KEY takes real money: switch off ${left.join(' and ')}`)
  }
  return open
}

interface Shops {
  /** Whether the shop is the demo. */
  readonly isDemo: boolean
  /** Whether one takes payments with an account that its merchant entered. */
  readonly takesRealMoney: boolean
}

type Doors = Pick<Config, 'inbox' | 'sandbox' | 'smtpUrl' | 'stripe'>
