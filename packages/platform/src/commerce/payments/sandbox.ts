import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { retrying } from '../../kernel/db/retry.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Seals } from '../../kernel/seals.ts'
import { type Behaviour, brandOf, passesLuhn, sandboxCards } from './cards.ts'
import type {
  Authorization,
  AuthorizationAgain,
  CardFace,
  ChargeAgain,
  PaymentProvider,
  ProviderEvent,
  ProviderResult,
  ProviderStatement,
} from './provider.ts'
import type { SandboxScript } from './sandbox-script.ts'
import {
  bySandbox,
  captureCharge,
  findCharge,
  forgetCard,
  moveCharge,
  type NewCharge,
  openCharge,
  refundCharge,
  type SandboxCharge,
  takeDueTellings,
  voidCharge,
} from './sandbox-store.ts'

export interface SandboxDeps {
  readonly database: Database
  readonly clock: Clock
  /** What it does with the next payments, whatever their cards. */
  readonly script: Pick<SandboxScript, 'next'>
  readonly sealing: Seals
  readonly origin: string
  /** Whether new payments of a shop may be made with it: not where it sells in earnest. */
  readonly takesPayments: PaymentProvider['takesPayments']
}

export interface SandboxCard {
  readonly number: string
  readonly expiryMonth: number
  readonly expiryYear: number
}

export interface Sandbox extends PaymentProvider {
  /** Turns a test card into a token, or says which field is wrong. The number is forgotten here. */
  tokenize(
    site: string,
    card: SandboxCard,
  ): Promise<{ readonly token: string; readonly card: CardFace } | { readonly wrong: 'cardNumber' | 'expiryMonth'; readonly why: string }>
  /** The buyer's answer on the bank's page, as a token for `confirm`; undefined where nothing waits for one. */
  answer(charge: SandboxCharge, answer: 'CONFIRM' | 'REFUSE'): Promise<string | undefined>
  /** Hears what the bank tells by itself. */
  onEvent(listener: Teller): void
  /** Tells what is due; the platform calls it every second. */
  tellDue(): Promise<void>
}

/** Shorter than a provider is waited for. */
const patienceMs = 6000
const tokenSeconds = 15 * 60
const lateMs = 5000

type Teller = (event: ProviderEvent) => Promise<void>

/** A card is saved under the charge that it was saved with. */
const sandboxCardPrefix = 'sandbox_card_'

/** Why a card that is charged again is refused, by how it behaves. */
const refusedAgain: Readonly<Record<string, string>> = { ONCE: 'CARD_DECLINED', THREE_D_SECURE_EACH_TIME: 'AUTHENTICATION_REQUIRED' }

const cardGone: ProviderResult = { state: 'DECLINED', reason: 'CARD_GONE', message: 'The bank keeps no such card.', retryable: false }

/** How a saved card behaves when its holder pays with it: what was confirmed once is not asked for again, unless it is each time. */
function withHolder(kept: string): Behaviour {
  if (kept === 'ONCE') return sandboxCards['4000000000000002']!
  const known = Object.values(sandboxCards).find(({ kind }) => kind === kept)
  return !known || known.kind === 'THREE_D_SECURE' || known.kind === 'DECLINE' ? { kind: 'APPROVE' } : known
}

/** What would be approved at once is approved once the buyer has confirmed it; cards for bad days behave as they always do. */
const confirmed = (behaviour: Behaviour): Behaviour => (behaviour.kind === 'APPROVE' ? { kind: 'THREE_D_SECURE' } : behaviour)

/**
 * The built-in bank for development and demonstrations. It keeps its own books as a real one would, in tables that the shop does not read,
 * and never a card number: a token holds how the card behaves and its last four digits.
 */
export function sandbox({ database: shared, clock, sealing, origin, takesPayments, script }: SandboxDeps): Sandbox {
  // A bank does not go down with the shop: what it writes down is written again when the database comes back. Each of its statements may be.
  const database: Db = { query: (statement) => retrying(() => shared.query(statement), patienceMs) }
  let tell: Teller | undefined

  async function opened(site: string, token: string) {
    const card = await sealing.open(site, 'sandbox-card', token)
    if (!card) return undefined
    return card as unknown as CardFace & { readonly behaviour: Behaviour }
  }

  /** A card that the bank has saved, by the charge that it was saved with. */
  async function findKept(site: string, kept: string): Promise<SandboxCharge | undefined> {
    const charge = kept.startsWith(sandboxCardPrefix) ? await findCharge(database, site, kept.slice(sandboxCardPrefix.length)) : undefined
    return charge?.kept ? charge : undefined
  }

  async function authorized(request: Parameters<PaymentProvider['authorize']>[0], signal: AbortSignal): Promise<ProviderResult> {
    const { site, paymentId, amount, currency, token, returnUrl, delayCapture, keep = false, requires3dSecure } = request
    const card = token === undefined ? undefined : await opened(site, token)
    if (!card) {
      const before = await findCharge(database, site, paymentId)
      if (before) return resultOf(before)
    }
    if (!card) return { state: 'DECLINED', reason: 'INVALID_TOKEN', message: 'The card token is unknown or too old.', retryable: true }
    return authorizedWith(
      { site, paymentId, amount, currency, returnUrl, delayCapture, keep, ...(requires3dSecure && { requires3dSecure }) },
      card,
      signal,
    )
  }

  const hasRunOut = ({ goodUntil }: SandboxCharge) => goodUntil !== null && goodUntil < clock.now().toISOString().slice(0, 7)

  /** The holder of a saved card pays with it. */
  async function authorizedAgain(request: AuthorizationAgain, signal: AbortSignal): Promise<ProviderResult> {
    const { site, paymentId, kept } = request
    const before = await findCharge(database, site, paymentId)
    if (before) return resultOf(before)
    const card = await findKept(site, kept)
    if (!card) return cardGone
    const behaviour = hasRunOut(card) ? sandboxCards['4000000000000069']! : withHolder(card.behaviour)
    return authorizedWith({ ...request, keep: false }, { behaviour, ...(card.goodUntil && { goodUntil: card.goodUntil }) }, signal)
  }

  async function authorizedWith(
    request: Pick<Authorization, 'site' | 'paymentId' | 'amount' | 'currency' | 'returnUrl' | 'delayCapture' | 'requires3dSecure'> & {
      readonly keep: boolean
    },
    card: Pick<CardFace, 'goodUntil'> & { readonly behaviour: Behaviour },
    signal: AbortSignal,
  ): Promise<ProviderResult> {
    const { site, paymentId, amount, currency, returnUrl, delayCapture, keep, requires3dSecure } = request
    const said = await script.next(database, site)
    const before = said && (await findCharge(database, site, paymentId))
    if (before) return resultOf(before)
    const behaviour = requires3dSecure ? confirmed(said ?? card.behaviour) : (said ?? card.behaviour)
    if (behaviour.kind === 'TIME_OUT') {
      await sleep(120_000, undefined, { signal, ref: false }).catch(() => {})
      throw new Error('the sandbox bank did not answer')
    }
    const now = clock.now()
    const charge: NewCharge = {
      site,
      paymentId,
      behaviour: behaviour.kind,
      amount,
      currency,
      state: firstState(behaviour, delayCapture),
      reason: behaviour.kind === 'DECLINE' ? behaviour.reason : null,
      returnUrl,
      delayed: delayCapture,
      kept: keep,
      goodUntil: card.goodUntil ?? null,
      createdAt: now,
    }
    return resultOf(await openCharge(database, charge, tellingOf(behaviour.kind, delayCapture, now)))
  }

  const resultOf = (charge: SandboxCharge): ProviderResult => {
    const reference = `sandbox_${charge.paymentId}`
    switch (charge.state) {
      case 'APPROVED':
      case 'AUTHORIZED':
        return { state: charge.state, reference, ...(charge.kept && { kept: `${sandboxCardPrefix}${charge.paymentId}` }) }
      case 'PENDING':
        return { state: 'PENDING', reference }
      case 'ACTION_REQUIRED':
        return { state: 'ACTION_REQUIRED', reference, actionUrl: `${origin}/sandbox/3-d-secure/${charge.paymentId}` }
      case 'DECLINED':
        return declineOf(charge.reason)
      case 'VOIDED':
        return { state: 'DECLINED', reason: 'VOIDED', message: 'The payment was given up.', retryable: false }
    }
  }

  async function chargedAgain({ site, paymentId, amount, currency, kept, delayCapture }: ChargeAgain): Promise<ProviderResult> {
    const before = await findKept(site, kept)
    if (!before) return cardGone
    const refused = hasRunOut(before) ? 'EXPIRED_CARD' : refusedAgain[before.behaviour]
    const now = clock.now()
    const charge = await openCharge(
      database,
      {
        site,
        paymentId,
        behaviour: before.behaviour,
        amount,
        currency,
        state: refused ? 'DECLINED' : before.behaviour === 'LATE' ? 'PENDING' : delayCapture ? 'AUTHORIZED' : 'APPROVED',
        reason: refused ?? null,
        returnUrl: '',
        delayed: delayCapture,
        kept: false,
        goodUntil: before.goodUntil,
        createdAt: now,
      },
      tellingOf(before.behaviour, delayCapture, now),
    )
    return resultOf(charge)
  }

  return {
    id: bySandbox,
    asks: 'HERE',
    takesPayments,
    keeping: {
      charge: chargedAgain,
      authorize: authorizedAgain,
      forget: async (site, kept) => forgetCard(database, site, kept.slice(sandboxCardPrefix.length)),
    },

    async tokenize(site, { number, expiryMonth, expiryYear }) {
      const behaviour = sandboxCards[number]
      if (!passesLuhn(number)) return { wrong: 'cardNumber', why: 'is no card number' }
      if (!behaviour) return { wrong: 'cardNumber', why: 'is no test card; the sandbox takes no other' }
      const now = clock.now()
      if (expiryYear * 12 + expiryMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1)
        return { wrong: 'expiryMonth', why: 'is in the past' }
      const goodUntil = `${expiryYear}-${String(expiryMonth).padStart(2, '0')}`
      const card = { brand: brandOf(number), last4: number.slice(-4), goodUntil }
      return { token: await sealing.seal(site, 'sandbox-card', { ...card, behaviour }, tokenSeconds), card }
    },

    async read(site, token) {
      const card = await opened(site, token)
      return card && { brand: card.brand, last4: card.last4, ...(card.goodUntil && { goodUntil: card.goodUntil }) }
    },

    authorize: authorized,

    async capture(charge) {
      const moved = await captureCharge(database, charge, new Date(clock.now().getTime() + lateMs))
      return moved
        ? resultOf(moved)
        : { state: 'DECLINED', reason: 'NOT_AUTHORIZED', message: 'Nothing is authorised that could be captured.', retryable: false }
    },

    async void({ site, paymentId, amount, currency }) {
      await voidCharge(database, {
        site,
        paymentId,
        behaviour: 'NONE',
        amount,
        currency,
        state: 'VOIDED',
        reason: null,
        returnUrl: '',
        delayed: false,
        kept: false,
        goodUntil: null,
        createdAt: clock.now(),
      })
    },

    async refund({ site, paymentId, refundId, amount }) {
      const done = await refundCharge(database, { site, paymentId }, refundId, amount)
      return done
        ? { state: 'APPROVED', reference: `sandbox_refund_${refundId}` }
        : { state: 'DECLINED', reason: 'NOT_REFUNDABLE', message: 'That much was not charged.', retryable: false }
    },

    async find({ site, paymentId }) {
      const charge = await findCharge(database, site, paymentId)
      return charge ? resultOf(charge) : { state: 'UNKNOWN' }
    },

    async statement({ site, paymentId }) {
      const charge = await findCharge(database, site, paymentId)
      return charge && statementOf(charge)
    },

    async confirm({ site, paymentId }, resultToken) {
      const said = await sealing.open(site, 'sandbox-confirmation', resultToken)
      if (said?.['paymentId'] !== paymentId) return undefined
      const charge = await findCharge(database, site, paymentId)
      return charge && resultOf(charge)
    },

    async answer(charge, answer) {
      const to = answer === 'REFUSE' ? 'DECLINED' : charge.delayed ? 'AUTHORIZED' : 'APPROVED'
      const moved = await moveCharge(database, charge, ['ACTION_REQUIRED'], to, answer === 'REFUSE' ? 'AUTHENTICATION_FAILED' : null)
      // The same answer once more, as after a double click, is no other answer.
      const said = moved ?? (await findCharge(database, charge.site, charge.paymentId))
      if (!said?.behaviour.startsWith('THREE_D_SECURE') || said.state !== to) return undefined
      return sealing.seal(charge.site, 'sandbox-confirmation', { paymentId: charge.paymentId }, tokenSeconds)
    },

    onEvent(listener) {
      tell = listener
    },

    async tellDue() {
      const due = await shared.transact((db) => takeDueTellings(db, clock.now()))
      for (const charge of due) {
        const { site, paymentId, disputed } = charge
        await tell?.({ site, paymentId, result: resultOf(charge), ...(disputed > 0 && { statement: statementOf(charge) }) })
      }
    },
  }
}

function firstState(behaviour: Behaviour, delayCapture: boolean): SandboxCharge['state'] {
  switch (behaviour.kind) {
    case 'DECLINE':
      return 'DECLINED'
    case 'THREE_D_SECURE':
    case 'THREE_D_SECURE_EACH_TIME':
      return 'ACTION_REQUIRED'
    case 'LATE':
      return 'PENDING'
    default:
      return delayCapture ? 'AUTHORIZED' : 'APPROVED'
  }
}

/** Nobody gives money back on the sandbox bank's own pages; what it takes back by itself are its disputes. */
const statementOf = ({ paymentId, disputed, returned }: SandboxCharge): ProviderStatement => ({
  refunds: [],
  disputes: disputed > 0 ? [{ reference: `sandbox_dispute_${paymentId}`, amount: disputed, reversed: returned }] : [],
})

/** When the bank tells by itself, and how often. What is only held cannot be disputed yet. */
function tellingOf(kind: string, held: boolean, now: Date): { readonly at: Date; readonly times: number } | undefined {
  const after = (ms: number, times: number) => ({ at: new Date(now.getTime() + ms), times })
  switch (kind) {
    case 'LATE':
      return after(lateMs, 1)
    case 'TWICE':
      return after(1000, 2)
    case 'DISPUTE':
      return held ? undefined : after(lateMs, 1)
    case 'DISPUTE_WON':
      return held ? undefined : after(lateMs, 2)
    default:
      return undefined
  }
}

function declineOf(reason: string | null): ProviderResult {
  if (reason === 'AUTHENTICATION_REQUIRED')
    return { state: 'DECLINED', reason, message: 'The bank wants its customer to confirm this payment.', retryable: true }
  const known = Object.values(sandboxCards).find((card) => card.kind === 'DECLINE' && card.reason === reason)
  if (known?.kind === 'DECLINE') return { state: 'DECLINED', reason: known.reason, message: known.message, retryable: known.retryable }
  return { state: 'DECLINED', reason: reason ?? 'CARD_DECLINED', message: 'The buyer did not confirm the payment.', retryable: true }
}
