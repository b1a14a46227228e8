import type { CaptchaTokensInput } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { countedAddress } from '../../kernel/http/peer.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { SignInSettings } from '../../kernel/settings/sign-in-settings.ts'
import { freeTries, triesLeft } from '../credentials/lockout.ts'
import { type Counter, type Tries, triesOf, unlimited } from '../credentials/tries.ts'
import type { Captchas } from './captcha.ts'

/** Who tries, on which account, known or not. */
export interface Trier {
  readonly email: string
  /** Of the network; empty where the server does not tell. */
  readonly address: string
  /** The id of a device that has signed in to this account before. */
  readonly device?: string | undefined
}

/** A try that was counted. */
export interface Try {
  /** How many are left before a captcha is asked for, or a lockout. */
  readonly triesLeft: number
  /** It was right, or nothing was tried after all: it does not count. */
  giveBack(): Promise<void>
  /** Whoever got in has slipped before, no more. */
  forget(): Promise<void>
}

type Asked = '-19971' | '-19970'

/** How often emails to one address are asked for before a lockout. */
const freeEmails = 5

/** How many tries need no captcha. Past that there is one whatever the settings say: the alternative is to refuse, and so to lock people out. */
const withoutCaptcha = {
  NEVER: { account: freeTries.account, address: freeTries.address },
  SUSPICIOUS: { account: 3, address: 10 },
  ALWAYS: { account: 0, address: 0 },
} as const

export interface SignInLimits {
  /** A guess of a password or a code. Of what comes at once no more is judged than is free; then each takes a captcha, and none is refused. */
  signIn(
    site: string,
    policy: Pick<SignInSettings, 'captcha'>,
    trier: Trier,
    tokens: CaptchaTokensInput | null | undefined,
  ): Promise<Try | Refusal<Asked | 'TOO_MANY_REQUESTS'>>
  /** What was counted of an account, or of a device of it, is forgotten: its owner has proved who they are in another way. */
  forgive(site: string, trier: Pick<Trier, 'email' | 'device'>): Promise<void>
  /** An email to one address, for whoever asks. An address of the network that asks for many takes a captcha for each. */
  email(
    site: string,
    policy: Pick<SignInSettings, 'captcha'>,
    trier: Pick<Trier, 'email' | 'address'>,
    tokens: CaptchaTokensInput | null | undefined,
  ): Promise<Try | Refusal<Asked | 'TOO_MANY_REQUESTS'>>
  /** An email for somebody who has begun to prove who they are. */
  emailTo(site: string, whom: string): Promise<Try | Refusal<'TOO_MANY_REQUESTS'>>
  /** A second proof of somebody who has given the first one. A code has too few digits for a captcha to protect it, so there is a lockout. */
  proof(site: string, whose: string): Promise<Try | Refusal<'TOO_MANY_REQUESTS'>>
}

export function signInLimits({
  database,
  clock,
  captchas,
}: {
  readonly database: Database
  /** Real time: sign-ins do not go by the shop's clock. */
  readonly clock: Clock
  readonly captchas: Pick<Captchas, 'demand'>
}): SignInLimits {
  const tries: Tries = triesOf('sign_in_failure')
  const spelled = (email: string) => email.trim().toLowerCase().slice(0, 320)

  const counted = (site: string, account: Counter, address: Counter | undefined, taken: ReadonlyMap<string, number>): Try => {
    const ofAddress = async () => {
      if (address) await tries.giveBack(database, site, address.who)
    }
    return {
      triesLeft: triesLeft(taken.get(account.who) ?? 0, account.free),
      async giveBack() {
        await tries.giveBack(database, site, account.who)
        await ofAddress()
      },
      async forget() {
        await tries.forget(database, site, account.who)
        await ofAddress()
      },
    }
  }
  const locked = (seconds: number | undefined) => refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: seconds ?? 1 })

  /** Takes a try; once more with a captcha, where it takes one. */
  async function take(
    site: string,
    { account, address, solved }: { readonly account: Counter; readonly address: Counter | undefined; readonly solved: Counter },
    tokens: CaptchaTokensInput | null | undefined,
  ): Promise<Try | Refusal<Asked | 'TOO_MANY_REQUESTS'>> {
    let taken = await tries.take(database, site, address ? [account, address] : [account], clock.now())
    if (!taken.ok && taken.seconds === undefined) {
      const stopped = await captchas.demand(site, tokens)
      if (stopped) return stopped
      taken = await tries.take(database, site, address ? [solved, { ...address, free: unlimited }] : [solved], clock.now())
    }
    return taken.ok ? counted(site, account, address, taken.counts) : locked(taken.seconds)
  }

  async function wait(site: string, who: string, free: number): Promise<Try | Refusal<'TOO_MANY_REQUESTS'>> {
    const counter: Counter = { who, free, past: 'WAIT' }
    const taken = await tries.take(database, site, [counter], clock.now())
    return taken.ok ? counted(site, counter, undefined, taken.counts) : locked(taken.seconds)
  }

  const accountOf = ({ email, device }: Pick<Trier, 'email' | 'device'>) =>
    device === undefined ? `mail:${spelled(email)}` : `device:${device}`

  return {
    async signIn(site, { captcha }, trier, tokens) {
      const free = withoutCaptcha[captcha]
      const account: Counter = { who: accountOf(trier), free: free.account, past: 'STOP' }
      // What others do from the same address is nothing to a device that has signed in before.
      const apart = trier.address === '' || trier.device !== undefined
      const address: Counter | undefined = apart
        ? undefined
        : { who: `address:${countedAddress(trier.address)}`, free: free.address, past: 'STOP' }
      return take(site, { account, address, solved: { ...account, free: unlimited } }, tokens)
    },

    forgive: (site, trier) => tries.forget(database, site, accountOf(trier)),

    async email(site, { captcha }, { email, address: from }, tokens) {
      const free = withoutCaptcha[captcha]
      const most: Counter = { who: `email:${spelled(email)}`, free: freeEmails, past: 'WAIT' }
      const account: Counter = free.account < freeEmails ? { ...most, free: free.account, past: 'STOP' } : most
      const address: Counter | undefined =
        from === '' ? undefined : { who: `emails-from:${countedAddress(from)}`, free: free.address, past: 'STOP' }
      return take(site, { account, address, solved: most }, tokens)
    },

    emailTo: (site, whom) => wait(site, `email:${spelled(whom)}`, freeEmails),
    proof: (site, whose) => wait(site, `proof:${whose}`, freeTries.account),
  }
}
