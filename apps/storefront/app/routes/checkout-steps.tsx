import { attempt } from '@vitrine/client'
import type { Checkout } from '@vitrine/contract'
import { Message } from '@vitrine/ui'
import { data, redirect, redirectDocument, useActionData } from 'react-router'
import { savedMethodsOf, withSaved } from '../account/saved-cards.server.ts'
import { checkWritten, readWritten, type Written, type Wrong } from '../checkout/address.ts'
import { type Answers, type Asks, readAnswers, unanswered, writeAnswers } from '../checkout/asks.ts'
import { bankCookie, readBankCookie } from '../checkout/bank-cookie.server.ts'
import { type CardWrong, checkCard, readCard } from '../checkout/card.ts'
import { choose, findCheckout, findOrderOf, optionOf, patch, withDefaults } from '../checkout/change.server.ts'
import { askedFields, checkoutPath, isAllGone, type PayWay, type Step, stepOf, thankYouPath } from '../checkout/checkout.ts'
import { countriesIn, countryCodes, countryName, taxIdOf } from '../checkout/countries.ts'
import { type Confirmation, paysBy, paysByElement } from '../checkout/element.ts'
import { CheckoutErrors } from '../checkout/error-messages.tsx'
import type { CheckoutError } from '../checkout/errors.ts'
import { Frame } from '../checkout/frame.tsx'
import { findKnown, keepPlace } from '../checkout/known.server.ts'
import { ANOTHER, type KnownBuyer, withKnown } from '../checkout/known.ts'
import { pay } from '../checkout/pay.server.ts'
import { Policies } from '../checkout/policies.tsx'
import { showCheckout, writeDestination } from '../checkout/read.server.ts'
import { readCallbacks, withOrder } from '../checkout/session.server.ts'
import { Steps } from '../checkout/steps.tsx'
import { Summary } from '../checkout/summary.tsx'
import { wayIn } from '../checkout/way.ts'
import { ExpressFrame } from '../express/express-frame.tsx'
import { notFound } from '../member/member.server.ts'
import type { Handle } from '../root.tsx'
import { ErrorPage } from '../shop/error-page.tsx'
import { to } from '../shop/shop.ts'
import { type Visit, visit } from '../shop.server.ts'
import type { WrongCode } from '../totals/code-form.tsx'
import { codeError, looksLikeGiftCard, writtenCode } from '../totals/codes.ts'
import type { Route } from './+types/checkout-steps.ts'
import '@vitrine/ui/checkout.css'
import '../checkout/checkout.css'

export const handle: Handle = { alone: true, body: 'co-body' }

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => ({ 'Cache-Control': 'no-store', ...paysBy(loaderHeaders) })

/** Also after a no: what was refused is a reason to look again at sum, stock and delivery. */
export const shouldRevalidate = () => true

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  const url = new URL(request.url)
  const session = url.searchParams.get('session') ?? undefined
  const key = url.searchParams.get('key')
  let found = await findCheckout(here, id)
  if (key) {
    if (!found) {
      here.know()
      const [refused, opened] = await attempt(here.client.checkout.openCheckout({ id, key: key.slice(0, 200) }))
      if (refused) throw data(null, { status: 404 })
      found = opened.checkout
    }
    if (!found.completed) await withDefaults(here, found)
    // The key opens the checkout to whoever has it: it must not stay where it is seen and passed on.
    throw redirect(checkoutPath(id, { session }))
  }
  if (!found) throw notFound(here)
  const callbacks = await readCallbacks(here, session ?? null, id)
  if (found.completed) {
    const orderId = await findOrderOf(here, id)
    throw orderId ? thankYou(orderId, callbacks.thankYouPageUrl, session, true) : redirect(to.cart)
  }
  const view = showCheckout(found, here.shop)
  const { locale } = here.shop
  const closed: CheckoutError | undefined = url.searchParams.has('closed')
    ? { kind: 'window-closed', url: readBankCookie(request)?.url }
    : undefined
  const asks = await asksOf(here)
  const step = stepOf(view, url.searchParams.get('step'), asks)
  const known = await findKnown(here)
  const shown = {
    view,
    asks,
    known,
    step,
    ways: step === 'payment' ? await waysToPay(here, id, known) : [],
    choosing: url.searchParams.has('choose'),
    session,
    back: callbacks.cartPageUrl ?? callbacks.postFlowUrl,
    countries: countriesIn(locale),
    key: crypto.randomUUID(),
    error: closed ?? declinedAtBank(url),
    shopName: here.shop.name,
  }
  return data(shown, { headers: here.shop.express ? paysByElement : {} })
}

/** What the shop shows and asks on this page. */
const asksOf = async ({ client }: Visit): Promise<Asks> => (await client.checkout.getCheckoutPage({})).checkoutPage

/** The cards that a member has saved come first, as far as their bank is asked here. */
async function waysToPay(here: Visit, id: string, known: KnownBuyer | undefined): Promise<readonly PayWay[]> {
  const [refused, { paymentMethods } = { paymentMethods: [] }] = await attempt(here.client.payments.listPaymentMethods({ id }))
  if (refused && refused.code !== 'CHECKOUT_NOT_FOUND') throw refused
  return withSaved(known ? await savedMethodsOf(here, paymentMethods) : [], paymentMethods)
}

const declinedAtBank = ({ searchParams }: URL): CheckoutError | undefined => {
  const reason = searchParams.get('declined')
  return reason ? { kind: 'declined', reason, at: '' } : undefined
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...(loaderData ? [{ title: `Check out · ${loaderData.shopName}` }] : []),
  { name: 'robots', content: 'noindex' },
]

const thankYou = (orderId: string, elsewhere: string | undefined, session: string | undefined, again = false) => {
  if (elsewhere) return redirectDocument(withOrder(elsewhere, orderId), 303)
  return redirect(thankYouPath(orderId, session, again ? { again: 'yes' } : {}), 303)
}

interface Said {
  wrong?: Wrong
  wrongCard?: CardWrong
  wrongCode?: WrongCode
  /** What was written, for a page without script; never the number of a card. */
  written?: Written
  answers?: Answers
  /** The button was pressed without agreeing to the terms. */
  unagreed?: boolean
  holder?: string
  /** How it was to be paid. */
  by?: string
  error?: CheckoutError
  /** The name under which the payment is tried again. */
  key?: string
  /** What the provider's form on the page is to confirm. */
  confirmation?: Confirmation
}

const not = (said: Said, status = 400) => data<Said>(said, { status })

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const here = visit(context)
  here.know()
  const form = await request.formData()
  const asked = new URL(request.url).searchParams
  const session = asked.get('session') ?? undefined
  const go = (step?: Step) => redirect(checkoutPath(id, { step, session }), 303)
  const found = await findCheckout(here, id)
  if (!found) throw notFound(here)
  if (found.completed) return go()
  const view = showCheckout(found, here.shop)
  const asks = await asksOf(here)
  /** Back to the step that stood open. */
  const stay = () => go(stepOf(view, asked.get('step'), asks))

  switch (form.get('intent')) {
    case 'code': {
      const written = writtenCode(form.get('code'))
      if (!written) return not({ wrongCode: { written, why: 'Write the code in here first.' } })
      const refusal = await takeCode(here, id, written)
      if (!refusal) return stay()
      return not({ wrongCode: { written, why: codeError(refusal, written) ?? 'This code does not work here.' } })
    }

    case 'uncode': {
      await attempt(here.client.checkout.removeCoupon({ id }))
      // The cart it was made from has it too, and would bring it back.
      if (found.cartId) await attempt(here.client.currentCart.removeCouponFromCurrentCart())
      return stay()
    }

    case 'uncard':
      await attempt(here.client.checkout.removeGiftCard({ id }))
      return stay()

    /** The most to take off the card, as people write it. */
    case 'card-part': {
      const amount = Number(
        String(form.get('part') ?? '')
          .replace(/[^\d.,]/g, '')
          .replace(',', '.'),
      )
      if (amount >= 0 && Number.isFinite(amount))
        await attempt(here.client.checkout.updateCheckout({ checkout: { id }, giftCardRedeemAmount: String(amount) }))
      return stay()
    }

    case 'memberships': {
      const chosen = new Set(form.getAll('membership').map(String))
      const { eligibleMemberships = [] } = found.membershipOptions ?? {}
      const memberships = eligibleMemberships.flatMap(({ id: membershipId, appId, lineItemIds }) =>
        chosen.has(`${appId}:${membershipId}`) && lineItemIds ? { id: membershipId, appId, lineItemIds } : [],
      )
      await attempt(patch(here, id, { membershipOptions: { selectedMemberships: { memberships } } }))
      return stay()
    }

    /** Another country, while the address is still being written: other fields, other ways of delivery, another sum. */
    case 'country': {
      const country = String(form.get('country') ?? '')
      if (!countryCodes.includes(country)) return not({})
      const moved = await patch(here, id, {
        shippingInfo: { shippingDestination: writeDestination({ ...view.to, country, state: '', postcode: '' }) },
      })
      await withDefaults(here, moved.checkout)
      return data<Said>({})
    }

    case 'option': {
      await attempt(choose(here, id, String(form.get('option') ?? '')))
      return data<Said>({})
    }

    case 'address': {
      const chosen = String(form.get('known') ?? ANOTHER)
      const written = withKnown(readWritten(form), chosen, await findKnown(here))
      const withEmail = form.has('email')
      const { places, goods } = view
      const collect = goods && written.way === 'collect' && places.length > 0
      const entered: Written = { ...written, way: collect ? 'collect' : 'door' }
      const answers = readAnswers(form, asks)
      const wrong = { ...checkWritten(entered, { withEmail, ...askedFields(view, asks) }), ...unanswered(entered, answers, asks) }
      if (Object.keys(wrong).length > 0) return not({ wrong, written, answers })
      const target = writeDestination(collect ? { ...view.to, firstName: entered.to.firstName, lastName: entered.to.lastName } : entered.to)
      const [refused, saved] = await attempt(
        patch(here, id, {
          ...(withEmail && { buyerInfo: { email: entered.email } }),
          shippingInfo: {
            shippingDestination: target,
            ...(collect
              ? { selectedCarrierServiceOption: optionOf(entered.place) }
              : places.some(({ value }) => value === view.chosen) && { selectedCarrierServiceOption: null }),
          },
          buyerNote: entered.note || null,
          ...(asks.questions.length > 0 && { customFields: [...othersOf(found, asks), ...writeAnswers(asks, answers)] }),
          billingInfo: collect ? null : writeDestination(entered.same ? { ...entered.to, phone: '' } : { ...entered.bill, phone: '' }),
        }),
      )
      if (refused?.code === 'INVALID_ARGUMENT')
        return not({
          wrong: wrongOf(
            refused.fieldViolations.map(({ field }) => field),
            entered,
          ),
          written,
        })
      if (refused?.code === 'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND')
        return not({ wrong: { place: 'This place is not offered any more.' }, written }, 409)
      if (refused) throw refused
      const now = showCheckout(await withDefaults(here, saved.checkout), here.shop)
      if (!collect && now.undeliverable)
        return not({ wrong: { country: `We cannot send this to ${countryName(entered.to.country, here.shop.locale)} yet.` }, written })
      if (form.has('keep') && !collect && chosen === ANOTHER) await keepPlace(here, entered.to)
      return go(collect || !now.goods ? 'payment' : 'delivery')
    }

    case 'delivery': {
      const [refused] = await attempt(choose(here, id, wayIn(form, 'option')))
      if (!refused) return go('payment')
      if (refused.code === 'CHECKOUT_IS_COMPLETE') return go()
      return not({ error: { kind: 'delivery-gone' } }, 409)
    }

    /** A line that sold out leaves, one that ran short shrinks. */
    case 'lines': {
      const removed = form.getAll('remove').map(String)
      const stored = [...form].flatMap(([name, value]) =>
        name.startsWith('quantity.') ? [{ id: name.slice(9), quantity: Math.max(1, Math.trunc(Number(value)) || 1) }] : [],
      )
      if (removed.length > 0) await attempt(here.client.checkout.removeLineItems({ id, lineItemIds: removed }))
      if (stored.length > 0) await attempt(here.client.checkout.updateLineItemsQuantity({ id, lineItems: stored }))
      return go()
    }

    case 'pay': {
      if (stepOf(view, 'payment', asks) !== 'payment') return go()
      const [total, currency] = [String(form.get('total') ?? ''), String(form.get('currency') ?? view.currency)]
      const key = String(form.get('key') ?? '').slice(0, 100) || crypto.randomUUID()
      const due = Number(view.due) > 0
      const ways = due ? await waysToPay(here, id, await findKnown(here)) : []
      const way = ways.find((one) => one.id === form.get('by'))
      if (due && !way) return not({ error: { kind: ways.length > 0 ? 'way-gone' : 'closed' } }, 409)
      const by = way?.id ?? ''
      const card = way?.kind === 'CARD' ? readCard(form) : undefined
      const holder = card?.holder ?? ''
      const wrongCard = card ? checkCard(card, new Date()) : {}
      if (Object.keys(wrongCard).length > 0) return not({ wrongCard, holder, by })
      const policiesAgreed = form.has('agreed')
      if (asks.policyAgreement && !view.settled.agreement && !policiesAgreed) return not({ unagreed: true, holder, by })
      const ended = await pay(here, {
        id,
        by: way?.id,
        card,
        total,
        currency,
        key,
        session,
        keeps: way?.keep !== undefined && form.getAll('keep').includes(way.id),
        withElement: way?.element !== undefined && form.get('element') === way.id,
        policiesAgreed,
        subscribed: form.has('subscribed'),
      })
      if ('wrongCard' in ended) return not({ wrongCard: ended.wrongCard, holder, by })
      if ('missing' in ended) return ended.missing === 'agreement' ? not({ unagreed: true, holder, by }) : go()
      if ('error' in ended) {
        const { error: problem } = ended
        return not({ error: problem, holder, by, ...(problem.kind === 'silence' && { key }) }, problem.kind === 'declined' ? 402 : 409)
      }
      if (ended.go !== 'thank-you') {
        const headers = { 'Set-Cookie': bankCookie(checkoutPath(id), ended, here.host) }
        return ended.go === 'bank'
          ? redirectDocument(ended.url, { status: 303, headers })
          : data<Said>({ confirmation: ended.confirmation, by }, { headers })
      }
      const { thankYouPageUrl } = await readCallbacks(here, session ?? null, id)
      return thankYou(ended.orderId, thankYouPageUrl, session, ended.again)
    }

    default:
      return not({})
  }
}

/** What was said to whom else: an app’s own fields stay beside the answers. */
const othersOf = ({ customFields }: Checkout, { questions }: Asks) =>
  customFields
    .filter(({ title }) => !questions.some((question) => question.title === title))
    .map(({ title, value }) => ({ title, value: value as string }))

/** Takes a code in, as that of a gift card or of a coupon; why not, where it is neither. */
async function takeCode({ client }: Visit, id: string, code: string): Promise<string | undefined> {
  const asCard = async () => (await attempt(client.checkout.updateCheckout({ checkout: { id }, giftCardCode: code })))[0]
  const asCoupon = async () => (await attempt(client.checkout.updateCheckout({ checkout: { id }, couponCode: code })))[0]
  const [first, second] = looksLikeGiftCard(code) ? [asCard, asCoupon] : [asCoupon, asCard]
  const unknown = ['ERROR_COUPON_DOES_NOT_EXIST', 'GIFT_CARD_NOT_FOUND', 'GIFT_CARD_CODE_INVALID', 'INVALID_ARGUMENT']
  const refused = await first()
  if (!refused || !unknown.includes(refused.code)) return refused?.code
  const again = await second()
  if (!again) return undefined
  return again.code === 'INVALID_ARGUMENT' ? 'ERROR_COUPON_DOES_NOT_EXIST' : again.code
}

/** The fields of the form that the platform itself would not take. */
function wrongOf(violated: readonly string[], { to: there, bill, same }: Written): Wrong {
  const looks = (field: string) =>
    /vatId/.test(field)
      ? /billing/.test(field) && !same
        ? (['bill.taxId', `This cannot be right. ${taxIdOf(bill.country).like}`] as const)
        : (['taxId', `This cannot be right. ${taxIdOf(there.country).like}`] as const)
      : /email/.test(field)
        ? (['email', 'Look at it once more: one letter cannot be right.'] as const)
        : /phone/i.test(field)
          ? (['phone', 'Figures only, with a + before the country.'] as const)
          : /postalCode/.test(field)
            ? (['postcode', 'This cannot be a postcode.'] as const)
            : (['street', 'There is a sign in it that cannot be printed.'] as const)
  return Object.fromEntries(violated.map(looks))
}

export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  const { view, asks, step, session, back, key } = loaderData
  const said = useActionData<typeof action>()
  const problem = said?.error ?? loaderData.error
  return (
    <Frame back={back} before={<Policies of={asks.policies.filter(({ digitalOnly }) => !digitalOnly || view.files)} />}>
      <div className="co__main">
        <h1 className="co__title">Check out</h1>
        <Welcome
          of={loaderData.known}
          step={step}
          quiet={problem !== undefined}
          asLast={loaderData.ways[0]?.kind === 'KEPT' && !loaderData.ways[0].over && !loaderData.choosing}
        />
        <CheckoutErrors of={view} error={problem} session={session} />
        {step !== 'payment' && !isAllGone(view) && (
          <ExpressFrame checkout={view.id} session={session} of={view.due} below="or step by step, without an account" />
        )}
        {!isAllGone(view) && (
          <Steps
            view={view}
            known={loaderData.known}
            asks={asks}
            answers={said?.answers}
            unagreed={said?.unagreed}
            step={step}
            session={session}
            countries={loaderData.countries}
            payKey={said?.key ?? key}
            wrong={said?.wrong}
            wrongCard={said?.wrongCard}
            written={said?.written}
            holder={said?.holder}
            ways={loaderData.ways}
            by={said?.by}
            choosing={loaderData.choosing}
            confirmation={said?.confirmation}
            error={problem}
          />
        )}
      </div>
      <Summary of={view} asks={asks} step={step} countries={loaderData.countries} wrongCode={said?.wrongCode} />
    </Frame>
  )
}

/** Who is signed in is greeted once nothing is left to say but yes. */
function Welcome({ of: known, step, quiet, asLast }: { of: KnownBuyer | undefined; step: Step; quiet: boolean; asLast: boolean }) {
  if (!known || step !== 'payment' || quiet) return null
  return (
    <Message className="co__hello" what={known.name ? `Good to see you, ${known.name}.` : 'Good to see you.'}>
      {asLast ? 'Everything as last time; look once and pay.' : 'Look once, and pay.'}
    </Message>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame bare>
      <ErrorPage error={error} />
    </Frame>
  )
}
