import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { countedAddress } from '../../kernel/http/peer.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { freeTries, triesLeft } from '../credentials/lockout.ts'
import { type Counter, triesOf, unlimited } from '../credentials/tries.ts'

/** Tells people from programs, by a puzzle that a program solves dearly. */
export interface StaffCaptcha {
  /** What a puzzle is asked for with. */
  siteKey(site: string): string
  /** Whether somebody has solved one that was not used before; `missing` where they have sent none. */
  check(site: string, solution: string | undefined): Promise<'missing' | 'wrong' | undefined>
}

/** A try that was counted. */
export interface StaffTry {
  /** How many are left before a captcha is asked for, or a lockout. */
  readonly triesLeft: number
  /** It was right, or nothing was tried after all: it does not count. */
  giveBack(): Promise<void>
  /** Whoever got in has slipped before, no more. */
  forget(): Promise<void>
}

export interface StaffTrier {
  readonly email: string
  readonly address: string
  /** The id of a device that has signed in to this account before. */
  readonly device: string | undefined
}

const staffTries = triesOf('staff_failure')

const mailCounter = (email: string): string => `mail:${email.trim().toLowerCase()}`
const deviceCounter = (device: string): string => `device:${device}`

function counted(database: Database, site: string, counters: readonly Counter[], counts: ReadonlyMap<string, number>): StaffTry {
  const [account, ...others] = counters as [Counter, ...Counter[]]
  const back = async (all: readonly Counter[]) => {
    for (const { who } of all) await staffTries.giveBack(database, site, who)
  }
  return {
    triesLeft: triesLeft(counts.get(account.who) ?? 0, account.free),
    giveBack: () => back(counters),
    async forget() {
      await staffTries.forget(database, site, account.who)
      await back(others)
    },
  }
}

/** Counts one of each; past what is free it takes a captcha, and then always goes on. */
async function withCaptcha(
  { database, clock, captcha }: { readonly database: Database; readonly clock: Clock; readonly captcha: StaffCaptcha },
  site: string,
  counters: readonly Counter[],
  solution: string | undefined,
): Promise<StaffTry | 'missing' | 'wrong'> {
  const taken = await staffTries.take(database, site, counters, clock.now())
  if (taken.ok) return counted(database, site, counters, taken.counts)
  const stopped = await captcha.check(site, solution)
  if (stopped) return stopped
  const free = counters.map((counter) => ({ ...counter, free: unlimited }))
  const again = await staffTries.take(database, site, free, clock.now())
  return counted(database, site, counters, again.ok ? again.counts : new Map())
}

type Counting = Parameters<typeof withCaptcha>[0]

/** A guess of a password: nobody is locked out by those of others, because past five of them each takes a captcha, and none is refused. */
export function trySignIn(
  deps: Counting,
  site: string,
  { email, address, device }: StaffTrier,
  solution: string | undefined,
): Promise<StaffTry | 'missing' | 'wrong'> {
  const account: Counter = { who: device === undefined ? mailCounter(email) : deviceCounter(device), free: freeTries.account, past: 'STOP' }
  const shared: Counter[] = address === '' ? [] : [{ who: `address:${countedAddress(address)}`, free: freeTries.address, past: 'STOP' }]
  return withCaptcha(deps, site, device === undefined ? [account, ...shared] : [account], solution)
}

/**
 * A second proof of somebody who has given the first one. A code has too few digits for a captcha to protect it, so there is a lockout, for
 * whoever `whose` names: a device that has signed in before, a session, or else the account.
 */
export async function tryProof(
  { database, clock }: Pick<Counting, 'database' | 'clock'>,
  site: string,
  whose: string,
): Promise<StaffTry | Refusal<'TOO_MANY_REQUESTS'>> {
  const counter: Counter = { who: `proof:${whose}`, free: freeTries.account, past: 'WAIT' }
  const taken = await staffTries.take(database, site, [counter], clock.now())
  if (!taken.ok) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: taken.seconds ?? 1 })
  return counted(database, site, [counter], taken.counts)
}

/** An email with a link to a new password: five an hour for one mailbox, and a captcha for each where one address asks for many. */
export async function tryRecovery(
  deps: Counting,
  site: string,
  { email, address }: Pick<StaffTrier, 'email' | 'address'>,
  solution: string | undefined,
): Promise<Refusal<'TOO_MANY_REQUESTS'> | 'missing' | 'wrong' | undefined> {
  const from: Counter = { who: `recovery-address:${countedAddress(address)}`, free: freeTries.address, past: 'STOP' }
  const asked = address === '' ? undefined : await withCaptcha(deps, site, [from], solution)
  if (typeof asked === 'string') return asked
  const mailbox: Counter = { who: `recovery:${email.trim().toLowerCase()}`, free: freeTries.account, past: 'WAIT' }
  const taken = await staffTries.take(deps.database, site, [mailbox], deps.clock.now())
  if (taken.ok) return undefined
  await asked?.giveBack()
  return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: taken.seconds ?? 1 })
}

/** What was counted of an account is forgotten: its owner has proved who they are in another way. */
export const forgiveSignIns = (database: Database, site: string, email: string): Promise<void> =>
  staffTries.forget(database, site, mailCounter(email))

export const forgiveProofs = (database: Database, site: string, staffId: string): Promise<void> =>
  staffTries.forget(database, site, `proof:${staffId}`)
