import type { CheckoutForm, Consent, checkoutForm, Received } from '@vitrine/contract'
import { roundDecimal, toDecimal } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { type Fields, Unreadable } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection } from '../../kernel/settings/change.ts'
import { acceptedCodes, freshCheckoutForm } from '../../kernel/settings/checkout-form.ts'
import { type CheckoutFormSettings, type Question } from '../../kernel/settings/checkout-form-settings.ts'
import { agreementText, freshCheckoutPage, keepsCards, shownPolicies, subscriptionText } from '../../kernel/settings/checkout-page.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { violation } from '../../kernel/violation.ts'
import { withinBounds } from '../selling/pricing-context.ts'
import { pageOfConsents, type StoredConsent } from './consents.ts'

export interface CheckoutFormDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

type Sent = Received<'PATCH /vitrine/v1/checkout-form'>['checkoutForm']

const id = sql`id`
const createdAt = sql`created_at`
const fields: Fields = {
  id: { kind: 'id', column: id, sort: id },
  type: { kind: 'text', column: sql`type` },
  email: { kind: 'text', column: sql`email` },
  orderId: { kind: 'id', column: sql`order_id` },
  createdDate: { kind: 'instant', column: createdAt, sort: createdAt },
}

export function checkoutFormOperations({ readSettings }: CheckoutFormDeps): Handlers<typeof checkoutForm> {
  return {
    async 'GET /vitrine/v1/checkout-form'(_, { db, site }) {
      const now = await readSection(db, site, 'checkoutForm')
      return { checkoutForm: show(now?.document ?? freshCheckoutForm, now?.updatedAt) }
    },

    async 'PATCH /vitrine/v1/checkout-form'({ checkoutForm: sent }, { db, site, now }) {
      const { commerce } = await readSettings(db, site)
      const { document } = await lockSection(db, site, 'checkoutForm', freshCheckoutForm, now)
      const after = changed(document, sent, commerce.currency)
      if (after instanceof Refusal) return after
      await writeSettings(db, site, 'checkoutForm', after, now)
      return { checkoutForm: show(after, now) }
    },

    async 'GET /vitrine/v1/checkout-page'(_, { db, site }) {
      const settings = await readSettings(db, site)
      const { checkoutFields: boxes, checkoutBillingFields } = settings.checkout ?? freshCheckoutPage
      const form = settings.checkoutForm ?? freshCheckoutForm
      const { coupons, giftCards } = acceptedCodes(settings)
      const { policyAgreementCheckbox: agreement, subscriptionCheckbox: subscription } = boxes
      return {
        checkoutPage: {
          currency: settings.commerce.currency,
          policies: shownPolicies(settings),
          ...(agreement.visible && {
            policyAgreement: {
              checkedByDefault: agreement.checkedByDefault,
              label: agreementText(settings, { files: false }),
              labelForFiles: agreementText(settings, { files: true }),
            },
          }),
          ...(subscription.visible && {
            subscription: { checkedByDefault: subscription.checkedByDefault, label: subscriptionText(settings) },
          }),
          savedCards: keepsCards(settings),
          giftCardsAccepted: giftCards,
          couponsAccepted: coupons,
          billingFields: checkoutBillingFields,
          fields: form.fields,
          questions: form.questions.map(showQuestion),
          ...(form.minimumSubtotal !== undefined && { minimumSubtotal: form.minimumSubtotal }),
        },
      }
    },

    async 'POST /vitrine/v1/consents/query'({ query }, { db, site }) {
      try {
        const keyset = readKeyset(query, { fields, id, usual: [{ fieldName: 'createdDate', order: 'DESC' }], root: 'query' })
        const { rows, metadata } = keyset.page(await pageOfConsents(db, site, keyset))
        return { consents: rows.map(showConsent), pagingMetadata: metadata }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
    },
  }
}

const broken = (field: string, description: string) => violation(`checkoutForm.${field}`, description)

/** The form after what was sent: absent leaves unchanged, null resets. */
function changed(before: CheckoutFormSettings, sent: Sent, currency: string): CheckoutFormSettings | Refusal<'INVALID_ARGUMENT'> {
  const { minimumSubtotal: _, ...saved } = before
  const minimum = sent.minimumSubtotal === undefined ? before.minimumSubtotal : (sent.minimumSubtotal ?? undefined)
  const questions = sent.questions === undefined ? before.questions : (sent.questions ?? []).map(questionOf)
  const twice = questions.find(({ title }, i) => questions.some((other, j) => j < i && other.title === title))
  if (twice) return broken('questions', `Two questions are called “${twice.title}”`)
  const empty = questions.find(({ type, choices }) => type === 'CHOICE' && choices.length === 0)
  if (empty) return broken('questions', `There is nothing to choose from at “${empty.title}”`)
  const said = sent.fields === null ? freshCheckoutForm.fields : (sent.fields ?? {})
  const asked = (name: keyof CheckoutFormSettings['fields']) =>
    said[name] === undefined ? before.fields[name] : (said[name] ?? freshCheckoutForm.fields[name])
  return {
    ...saved,
    fields: { company: asked('company'), vatId: asked('vatId'), addressLine2: asked('addressLine2'), phone: asked('phone') },
    questions,
    couponsAccepted: sent.couponsAccepted === undefined ? before.couponsAccepted : (sent.couponsAccepted ?? true),
    ...(minimum !== undefined && {
      minimumSubtotal: toDecimal(
        withinBounds(() => roundDecimal(minimum, currency)),
        currency,
      ),
    }),
  }
}

const questionOf = ({ title, type, required, hint, choices }: NonNullable<Sent['questions']>[number]): Question => ({
  title: title.trim(),
  type,
  required: required ?? false,
  ...(hint && { hint }),
  choices: type === 'CHOICE' ? [...new Set(choices ?? [])] : [],
})

const showQuestion = ({ choices, ...question }: Question) => ({ ...question, choices: [...choices] })

const show = ({ questions, ...form }: CheckoutFormSettings, updatedAt: Date | undefined): CheckoutForm => ({
  ...form,
  questions: questions.map(showQuestion),
  ...(updatedAt && { updatedDate: updatedAt.toISOString() }),
})

const showConsent = ({ id, type, email, words, pages, orderId, checkoutId, visitorId, memberId, createdAt }: StoredConsent): Consent => ({
  id,
  type,
  email,
  words,
  ...(pages && { pages: [...pages] }),
  orderId,
  checkoutId,
  ...(visitorId && { visitorId }),
  ...(memberId && { memberId }),
  createdDate: createdAt.toISOString(),
})
