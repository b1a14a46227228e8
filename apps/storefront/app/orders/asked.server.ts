import { attempt } from '@vitrine/client'
import { data } from 'react-router'
import { GUID } from '../shop/guid.ts'
import type { Visit } from '../shop.server.ts'
import { lookAgain, orderAgain, type Taken } from './again.server.ts'
import type { Again, AgainLine } from './again.ts'
import type { OrderView } from './order.ts'
import { findOrder, type Proof } from './read.server.ts'

/** What became of something that was asked of an order. */
export interface SaidOfOrder {
  order?: OrderView
  again?: Again
  /** What it would be to order the same again; absent where that is not known before. */
  look?: readonly AgainLine[]
  /** What cannot be done any more, though the page still offered it. */
  error?: string
  /** Why nothing was asked to be cancelled. */
  wrongOut?: string
}

/** Does what a form of an order's page asks for: the same again, a cancellation, an end, a new link. */
export async function askedOf(here: Visit, id: string, proof: Proof, form: FormData) {
  const { email } = proof
  const who = { id, ...(email && { email }) }
  const said: SaidOfOrder = {}
  if (form.get('intent') === 'look') {
    const look = await lookAgain(here, id, email)
    return data<SaidOfOrder>(look ? { look } : {})
  }
  if (form.get('intent') === 'again') {
    const again = await orderAgain(here, id, email, form.has('chosen') ? takenIn(form) : undefined)
    if (!again) throw data(null, { status: 404 })
    said.again = again
  } else if (form.get('intent') === 'cancel') {
    const reason = String(form.get('why') ?? '').slice(0, 500)
    const lineItems = form.get('much') === 'some' ? takenOut(form) : undefined
    if (lineItems?.length === 0) {
      const order = await findOrder(here, id, proof)
      return data<SaidOfOrder>({ wrongOut: 'Tick what you do not want any more.', ...(order && { order }) }, { status: 400 })
    }
    const [refused] = await attempt(
      here.client.orders.requestOrderCancellation({ ...who, ...(reason && { reason }), ...(lineItems && { lineItems }) }),
    )
    if (refused?.code === 'INVALID_ARGUMENT' || refused?.code === 'ORDER_LINE_ITEM_NOT_FOUND')
      said.wrongOut = 'So many are no longer in it.'
    else if (refused?.code === 'CANCELLATION_TOO_LATE') said.error = 'It is on its way already. When it is with you, it can come back.'
    else if (refused && refused.code !== 'ORDER_CANCELED') throw refused.code === 'ORDER_NOT_FOUND' ? data(null, { status: 404 }) : refused
  } else if (form.get('intent') === 'end') {
    const subscriptionId = String(form.get('subscription') ?? '')
    const [refused] = await attempt(here.client.orders.endSubscription({ ...who, subscriptionId }))
    if (refused?.code === 'SUBSCRIPTION_CANCELLATION_NOT_ALLOWED') said.error = 'Write to us, and we end it for you.'
    else if (refused)
      throw refused.code === 'ORDER_NOT_FOUND' || refused.code === 'INVALID_ARGUMENT' || refused.code === 'SUBSCRIPTION_CONTRACT_NOT_FOUND'
        ? data(null, { status: 404 })
        : refused
  } else {
    const [refused] = await attempt(here.client.orders.renewDownload({ ...who, lineItemId: String(form.get('line') ?? '') }))
    if (refused?.code === 'DOWNLOAD_NOT_PAID') said.error = 'The file is not paid for, or its money went back.'
    else if (refused)
      throw refused.code === 'ORDER_NOT_FOUND' || refused.code === 'INVALID_ARGUMENT' ? data(null, { status: 404 }) : refused
  }
  const order = await findOrder(here, id, proof)
  return data<SaidOfOrder>({ ...said, ...(order && { order }) })
}

/** The lines that are wanted again, each with what is taken in its place. */
const takenIn = (form: FormData): Taken =>
  new Map(
    form.getAll('take').map((id) => {
      const variantId = String(form.get(`instead.${String(id)}`) ?? '')
      return [String(id), GUID.test(variantId) ? variantId : undefined]
    }),
  )

/** The lines that were ticked, each with how many of it. */
const takenOut = (form: FormData) =>
  form.getAll('out').flatMap((id) => {
    const quantity = Math.trunc(Number(form.get(`out.${String(id)}`) ?? 0))
    return GUID.test(String(id)) ? [{ lineItemId: String(id), ...(quantity > 0 && { quantity }) }] : []
  })
