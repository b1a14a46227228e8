import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SubscriptionOptionInput } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Plan } from '../../selling/plans.ts'
import { showAssigned, showDetails, showOption, writtenPlan } from './rules.ts'

const monthly: Plan = {
  id: 'p1',
  title: 'Monthly',
  description: 'Every month',
  settings: { frequency: 'MONTH', interval: 1, autoRenewal: true, enableCustomerCancellation: true },
  percentOff: '10',
}
const settings = { frequency: 'WEEK' as const, interval: 2, autoRenewal: true }

const write = (sent: SubscriptionOptionInput, before?: Plan) => writtenPlan('p1', before, sent, 'EUR', 'option')
const written = (...of: Parameters<typeof write>): Plan => {
  const plan = write(...of)
  assert.ok(!(plan instanceof Refusal), 'it was refused')
  return plan
}
const wrong = (...of: Parameters<typeof write>) => {
  const refused = write(...of)
  assert.ok(refused instanceof Refusal, 'it was taken')
  const { field, violatedRule } = refused.data.fieldViolations[0]!
  return [field, violatedRule]
}

describe('a new subscription option', () => {
  test('needs a title and how often it is charged; the rest has its usual values', () => {
    assert.deepEqual(written({ title: ' Fortnightly ', subscriptionSettings: { frequency: 'WEEK', autoRenewal: true } }), {
      id: 'p1',
      title: 'Fortnightly',
      settings: { frequency: 'WEEK', interval: 1, autoRenewal: true, enableCustomerCancellation: true },
    })
    assert.deepEqual(wrong({ subscriptionSettings: settings }), ['option.title', 'REQUIRED_FIELD'])
    assert.deepEqual(wrong({ title: '  ', subscriptionSettings: settings }), ['option.title', 'REQUIRED_FIELD'])
    assert.deepEqual(wrong({ title: 'x' }), ['option.subscriptionSettings', 'REQUIRED_FIELD'])
  })

  test('renews by itself or has a number of billing cycles', () => {
    const rule = ['option.subscriptionSettings', 'REQUIRED_ONE_OF_FIELD']
    assert.deepEqual(wrong({ title: 'x', subscriptionSettings: { frequency: 'WEEK' } }), rule)
    assert.deepEqual(wrong({ title: 'x', subscriptionSettings: { frequency: 'WEEK', autoRenewal: false, billingCycles: null } }), rule)
    const six = written({ title: 'x', subscriptionSettings: { frequency: 'WEEK', billingCycles: 6 } }).settings
    assert.deepEqual([six.autoRenewal, six.billingCycles], [false, 6])
  })

  test('that renews by itself has no number of billing cycles', () => {
    const plan = written({ title: 'x', subscriptionSettings: { ...settings, billingCycles: 6 } })
    assert.equal('billingCycles' in plan.settings, false)
  })

  test('may have a free trial, and may keep its buyer from canceling', () => {
    const more = { freeTrialPeriod: { frequency: 'DAY' as const }, enableCustomerCancellation: false }
    assert.deepEqual(written({ title: 'x', subscriptionSettings: { ...settings, ...more } }).settings, {
      frequency: 'WEEK',
      interval: 2,
      autoRenewal: true,
      enableCustomerCancellation: false,
      freeTrialPeriod: { frequency: 'DAY', interval: 1 },
    })
  })

  test('holds no character that a catalogue document gives another meaning', () => {
    assert.equal(written({ title: 'A\ufdd0B', subscriptionSettings: settings }).title, 'AB')
  })
})

describe('updating a subscription option', () => {
  test('keeps what was not sent', () => {
    assert.deepEqual(written({}, monthly), monthly)
    assert.deepEqual(written({ title: 'Each month' }, monthly), { ...monthly, title: 'Each month' })
    const { percentOff: _, ...rest } = monthly
    const flat: Plan = { ...rest, amountOff: minor(250) }
    assert.equal(written({}, flat).amountOff, 250)
  })

  test('replaces settings as a whole', () => {
    const trial: Plan = { ...monthly, settings: { ...monthly.settings, freeTrialPeriod: { frequency: 'DAY', interval: 3 } } }
    assert.equal('freeTrialPeriod' in written({ subscriptionSettings: settings }, trial).settings, false)
  })

  test('null or nothing but blanks takes the description away, null or no type the discount', () => {
    for (const description of [null, ' ']) assert.equal('description' in written({ description }, monthly), false)
    assert.equal(written({ description: ' Soon ' }, monthly).description, 'Soon')
    for (const discount of [null, { type: 'UNDEFINED' as const, value: 5 }])
      assert.equal('percentOff' in written({ discount }, monthly), false)
  })
})

describe('the discount of a subscription option', () => {
  const discounted = (type: 'AMOUNT' | 'PERCENT', value: number) => written({ discount: { type, value } }, monthly)

  test('is an amount to the cent, in the place of a percentage and the other way round', () => {
    const amount = discounted('AMOUNT', 2.345)
    assert.deepEqual([amount.amountOff, 'percentOff' in amount], [235, false])
    const percent = written({ discount: { type: 'PERCENT', value: 12.5 } }, amount)
    assert.deepEqual([percent.percentOff, 'amountOff' in percent], ['12.5', false])
    assert.equal(discounted('PERCENT', 33.33333).percentOff, '33.3333', 'to four places')
  })

  test('is at most 99.9 percent', () => {
    assert.equal(discounted('PERCENT', 99.9).percentOff, '99.9')
    assert.deepEqual(wrong({ discount: { type: 'PERCENT', value: 99.91 } }, monthly), ['option.discount.value', 'MAX'])
  })

  test('is something: nothing, and less than the smallest coin, is refused', () => {
    const rule = ['option.discount.value', 'DECIMAL_GT']
    for (const discount of [
      { type: 'PERCENT', value: 0 },
      { type: 'PERCENT', value: 0.00001 },
      { type: 'AMOUNT', value: 0 },
      { type: 'AMOUNT', value: 0.004 },
    ] as const)
      assert.deepEqual(wrong({ discount }, monthly), rule, JSON.stringify(discount))
  })
})

describe('a subscription option as it is shown', () => {
  const counted: Plan = {
    id: 'p2',
    title: 'Six weeks',
    settings: {
      frequency: 'WEEK',
      autoRenewal: false,
      billingCycles: 6,
      enableCustomerCancellation: false,
      freeTrialPeriod: { frequency: 'DAY', interval: 3 },
    },
    amountOff: minor(250),
  }

  test('to the merchant has all of its settings and its discount', () => {
    assert.deepEqual(showOption(monthly, 'EUR'), {
      id: 'p1',
      title: 'Monthly',
      description: 'Every month',
      subscriptionSettings: { frequency: 'MONTH', interval: 1, autoRenewal: true, enableCustomerCancellation: true },
      discount: { type: 'PERCENT', value: 10 },
    })
    assert.deepEqual(showAssigned({ ...counted, hidden: true }, 'EUR'), {
      id: 'p2',
      title: 'Six weeks',
      subscriptionSettings: {
        frequency: 'WEEK',
        interval: 1,
        autoRenewal: false,
        billingCycles: 6,
        enableCustomerCancellation: false,
        freeTrialPeriod: { frequency: 'DAY', interval: 3 },
      },
      discount: { type: 'AMOUNT', value: 2.5 },
      hidden: true,
    })
  })

  test('in a product says whether it renews by itself or how many cycles it has, never both', () => {
    assert.deepEqual(showDetails([monthly, counted], false, 'EUR'), {
      subscriptions: [
        {
          id: 'p1',
          title: 'Monthly',
          description: 'Every month',
          visible: true,
          frequency: 'MONTH',
          interval: 1,
          autoRenewal: true,
          enableCustomerCancellation: true,
          discount: { type: 'PERCENT', percentOff: 10 },
        },
        {
          id: 'p2',
          title: 'Six weeks',
          visible: true,
          frequency: 'WEEK',
          interval: 1,
          billingCycles: 6,
          enableCustomerCancellation: false,
          freeTrialPeriod: { frequency: 'DAY', interval: 3 },
          discount: { type: 'AMOUNT', amountOff: '2.50' },
        },
      ],
      allowOneTimePurchases: false,
    })
    assert.deepEqual(showDetails([], true, 'EUR'), { subscriptions: [], allowOneTimePurchases: true })
  })

  test('without a discount shows none', () => {
    const { percentOff: _, ...plain } = monthly
    assert.equal('discount' in showOption(plain, 'EUR'), false)
    assert.equal('discount' in showDetails([plain], true, 'EUR').subscriptions[0]!, false)
  })

  test('and sent back is the option that it was', () => {
    for (const plan of [monthly, counted]) {
      const { id, ...shown } = showOption(plan, 'EUR')
      const again = writtenPlan(id, undefined, shown as SubscriptionOptionInput, 'EUR', 'option')
      assert.deepEqual(again, { ...plan, settings: { interval: 1, ...plan.settings } })
    }
  })
})
