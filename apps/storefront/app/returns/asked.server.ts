import { attempt } from '@vitrine/client'
import type { ReturnMethod, ReturnResolution } from '@vitrine/contract'
import { readPictures } from '../reviews/write.server.ts'
import { GUID } from '../shop/guid.ts'
import type { Visit } from '../shop.server.ts'
import { findReturn, showReturn } from './read.server.ts'
import type { ReturnView } from './view.ts'

const resolutions: readonly ReturnResolution[] = ['REFUND', 'EXCHANGE', 'STORE_CREDIT']

const methods: readonly ReturnMethod[] = ['SHIPMENT', 'CODE', 'IN_PERSON']

/** What a form asks for: of each line that was ticked how many, why, and what for instead. */
function readAsking(form: FormData) {
  const wanted = String(form.get('resolution') ?? '')
  const resolution = resolutions.find((one) => one === wanted) ?? 'REFUND'
  const lines = form.getAll('line').flatMap((value) => {
    const lineItemId = String(value)
    const quantity = Math.trunc(Number(form.get(`quantity.${lineItemId}`) ?? 1))
    const variant = String(form.get(`variant.${lineItemId}`) ?? '')
    return GUID.test(lineItemId)
      ? [
          {
            lineItemId,
            quantity: quantity > 0 ? quantity : 1,
            reason: String(form.get(`reason.${lineItemId}`) ?? '').slice(0, 80),
            ...(resolution === 'EXCHANGE' && GUID.test(variant) && { exchangeVariantId: variant }),
          },
        ]
      : []
  })
  const note = String(form.get('note') ?? '')
    .trim()
    .slice(0, 1000)
  const method = methods.find((one) => one === form.get('method')) ?? 'SHIPMENT'
  return { resolution, method, lines, ...(note && { note }) }
}

export interface Asked {
  readonly made?: ReturnView
  /** Why nothing was asked for. */
  readonly wrong?: string
}

const words: Readonly<Record<string, string>> = {
  RETURNS_CLOSED: 'We take no requests here at the moment. Write to us.',
  RETURN_WINDOW_OVER: 'It is too late to send this order back.',
  NOT_RETURNABLE: 'So many of it cannot come back any more.',
  ORDER_LINE_ITEM_NOT_FOUND: 'So many of it cannot come back any more.',
  RETURN_RESOLUTION_NOT_OFFERED: 'Choose something else for it.',
  EXCHANGE_NOT_POSSIBLE: 'Choose what you would like instead for each piece.',
  INVALID_ARGUMENT: 'Say why for each piece.',
}

/** Asks for a return; undefined where the order is none of this reader's. */
export async function askForReturn(here: Visit, id: string, email: string | undefined, form: FormData): Promise<Asked | undefined> {
  const asking = readAsking(form)
  if (asking.lines.length === 0) return { wrong: 'Tick what comes back.' }
  const { pictures, wrong: unfit } = await readPictures(here, form, 'return')
  if (unfit) return { wrong: unfit }
  const [refused, answer] = await attempt(
    here.client.returns.requestReturn({ id, ...(email && { email }), ...asking, ...(pictures.length > 0 && { pictures }) }),
  )
  if (!refused) return { made: showReturn(answer.return) }
  if (refused.code === 'ORDER_NOT_FOUND') return undefined
  const wrong = words[refused.code]
  if (wrong) return { wrong }
  throw refused
}

/** Calls it off, where it still can be; the return as it is now. */
export async function callOff(here: Visit, id: string, email: string | undefined): Promise<ReturnView | undefined> {
  const [refused] = await attempt(here.client.returns.cancelReturn({ id, ...(email && { email }) }))
  if (refused && refused.code !== 'RETURN_STATUS_NOT_ALLOWED' && refused.code !== 'RETURN_NOT_FOUND') throw refused
  return findReturn(here, id, email)
}
