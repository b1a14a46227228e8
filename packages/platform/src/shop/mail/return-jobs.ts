import type { ReturnStatus } from '@vitrine/contract'
import type { JobDefinition } from '../../kernel/jobs/jobs.ts'
import type { EmailMessage } from './email.ts'
import type { MailJobsDeps } from './jobs.ts'
import type { OrderFacts } from './order-confirmation.ts'
import {
  type ReturnFacts,
  returnApproved,
  returnAsked,
  returnExchanged,
  returnReceived,
  returnRefunded,
  returnRefused,
  returnRequested,
} from './returns.ts'

/** What became of a return, as the event of its order carries it. */
export interface ReturnTold {
  readonly returnId: string
  readonly status: ReturnStatus
  readonly isNew: boolean
  readonly by: 'BUYER' | 'SHOP' | 'RULE'
}

export interface ReturnMailDeps extends Pick<MailJobsDeps, 'mailer' | 'findOrderMail'> {
  /** Undefined where it is gone. `forShop`: its page is that of the admin. */
  readonly findReturn: (site: string, returnId: string, forShop: boolean) => Promise<ReturnFacts | undefined>
}

type Writer = (order: OrderFacts, of: ReturnFacts) => EmailMessage

const writers: Readonly<Partial<Record<ReturnStatus, Writer>>> = {
  REQUESTED: returnRequested,
  APPROVED: returnApproved,
  RECEIVED: returnReceived,
  REFUNDED: returnRefunded,
  EXCHANGED: returnExchanged,
  REFUSED: returnRefused,
}

/** Buyers hear of checked returns once they are settled; but that they may keep the goods, at once. */
const writerOf = ({ status }: ReturnTold, { shipping }: ReturnFacts): Writer | undefined =>
  writers[status] ?? (status === 'CHECKED' && shipping?.keepsGoods ? returnApproved : undefined)

/** Emails about goods that come back: to their buyers, and to the shop where a buyer asks. */
export const returnMail = ({ mailer, findOrderMail, findReturn }: ReturnMailDeps): JobDefinition => ({
  queue: 'mail-return',
  on: ['wix.ecom.v1.order_updated'],
  when: ({ payload }) => 'returned' in payload,
  async run({ site, entityId, eventId, payload }) {
    const told = payload['returned'] as ReturnTold
    const mail = await findOrderMail(site, entityId)
    const of = mail && (await findReturn(site, told.returnId, false))
    if (!of) return
    const { facts, paid: _, pendingRefund: __, refunded: ___, ...envelope } = mail
    const write = writerOf(told, of)
    if (write) await mailer.send({ site, key: `return:${eventId}`, ...envelope, ...write(facts, of) })
    if (!told.isNew || told.by === 'SHOP') return
    const { to, from, replyTo } = envelope
    const ofShop = (await findReturn(site, told.returnId, true)) ?? of
    await mailer.send({ site, key: `return-asked:${eventId}`, from, to: replyTo ?? from, replyTo: to, ...returnAsked(facts, ofShop) })
  },
})
