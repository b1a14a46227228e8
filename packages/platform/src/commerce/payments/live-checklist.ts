import type { LiveChecklistItem, SystemCheck } from '@vitrine/contract'
import type { Sections } from '../../kernel/settings/sections.ts'

/** What is known of a shop that is to take real money. */
export interface LiveFacts {
  readonly settings: Pick<Sections, 'payments' | 'pages' | 'taxes' | 'shipping'>
  /** The account as Stripe showed it now; undefined where the shop has no keys, a sentence where Stripe does not take them. */
  readonly account: { readonly takesCharges: boolean } | { readonly refused: string } | undefined
  readonly checks: readonly Pick<SystemCheck, 'id' | 'status' | 'message'>[]
  /** Whether the account has ever told something by itself. */
  readonly hasHeard: boolean
  /** Whether the clock of the shop shows real time. */
  readonly isRealTime: boolean
}

const ok = (message: string) => ({ status: 'OK' as const, message })
const warning = (message: string) => ({ status: 'WARNING' as const, message })
const failed = (message: string) => ({ status: 'FAILED' as const, message })

const wanted = [
  ['IMPRINT', 'an imprint'],
  ['PRIVACY', 'a privacy policy'],
  ['TERMS', 'terms'],
  ['WITHDRAWAL', 'the right of withdrawal'],
] as const

type Rule = (facts: LiveFacts) => Omit<LiveChecklistItem, 'id'>

/** As a system check has it; one that was not made says nothing against it. */
const asChecked =
  (id: SystemCheck['id']): Rule =>
  ({ checks }) => {
    const found = checks.find((check) => check.id === id)
    return found ? { status: found.status, message: found.message } : ok('')
  }

const rules: Readonly<Record<LiveChecklistItem['id'], Rule>> = {
  ACCOUNT({ account, settings: { payments } }) {
    if (!account) return failed('Enter the keys of your account at Stripe first.')
    if ('refused' in account) return failed(`Stripe does not take the keys: ${account.refused}`)
    if (payments?.stripe?.mode === 'TEST') return warning('The keys are for tests: cards of Stripe’s tests pay, and no money moves.')
    return account.takesCharges
      ? ok('The account takes payments.')
      : failed('Stripe takes no payments for this account yet: finish its set-up there.')
  },
  HTTPS: asChecked('HTTPS'),
  EMAIL: asChecked('EMAIL'),
  CLOCK: ({ isRealTime }) =>
    isRealTime ? ok('The store clock shows real time.') : failed('The store clock was moved: return it to real time first.'),
  WEBHOOK: ({ account, hasHeard }) =>
    !account
      ? failed('It is set with the keys.')
      : hasHeard
        ? ok('Stripe has told the shop what happened.')
        : warning('It is set, and Stripe has told nothing yet: that comes with the first payment.'),
  LEGAL_PAGES({ settings: { pages } }) {
    const missing = wanted.filter(([kind]) => !pages?.published.some((page) => page.kind === kind)).map(([, name]) => name)
    return missing.length === 0
      ? ok('Imprint, privacy policy, terms and right of withdrawal are published.')
      : warning(`Not published yet: ${missing.join(', ')}. Most countries ask for them.`)
  },
  TAXES: ({ settings: { taxes } }) =>
    taxes.regions.length > 0 ? ok('Taxes are set up.') : warning('No tax is collected anywhere. That is right only where you owe none.'),
  DELIVERY({ settings: { shipping } }) {
    const delivers = shipping.zones.some(({ active, options, carriers = [] }) => active !== false && options.length + carriers.length > 0)
    return delivers
      ? ok('Goods can be delivered.')
      : warning('There is no delivery option: only what is downloaded or a gift card can be bought.')
  },
}

const order = { FAILED: 0, WARNING: 1, OK: 2 }

/** Everything that is looked at before a shop takes real money: first what prevents that, then what should be better. */
export const liveChecklist = (facts: LiveFacts): LiveChecklistItem[] =>
  (Object.entries(rules) as [LiveChecklistItem['id'], Rule][])
    .map(([id, rule]) => ({ id, ...rule(facts) }))
    .toSorted((one, other) => order[one.status] - order[other.status])

/** What prevents it. Where the keys are for tests nothing but the account does: no money moves. */
export const blockersOf = (items: readonly LiveChecklistItem[], mode: 'LIVE' | 'TEST'): LiveChecklistItem['id'][] =>
  items.filter(({ id, status }) => status === 'FAILED' && (mode === 'LIVE' || id === 'ACCOUNT')).map(({ id }) => id)
