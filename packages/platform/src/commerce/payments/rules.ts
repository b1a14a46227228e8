import type { ProviderResult } from './provider.ts'
import type { PaymentDocument, PaymentState, StoredPayment } from './store.ts'

/** What an answer of the provider makes of a payment. */
export type Settlement =
  /** Nothing new: the same answer once more, or one that came after the end. */
  | { readonly kind: 'UNCHANGED' }
  | { readonly kind: 'CHANGED'; readonly payment: StoredPayment }
  /** Money came for a payment that was given up: it has to go back. */
  | { readonly kind: 'ORPHANED' }

/** What a payment hears: from its provider, or from ourselves that nobody waits for it any more. */
export type News = ProviderResult | { readonly state: 'GIVEN_UP' }

const open: ReadonlySet<PaymentState> = new Set(['PENDING', 'ACTION_REQUIRED'])

/** Payments move only forward, whatever order the answers arrive in and however often. */
export function settlement(payment: StoredPayment, result: News, now: Date): Settlement {
  const paid = result.state === 'APPROVED' || result.state === 'AUTHORIZED'
  if (!open.has(payment.status)) {
    const given = payment.status === 'CANCELED' || payment.status === 'DECLINED'
    return given && paid ? { kind: 'ORPHANED' } : { kind: 'UNCHANGED' }
  }
  const changed = (
    status: PaymentState,
    more: Partial<Pick<StoredPayment, 'providerReference' | 'document' | 'voidOwed'>> = {},
  ): Settlement => ({
    kind: 'CHANGED',
    payment: {
      ...payment,
      ...more,
      document: status === 'ACTION_REQUIRED' ? (more.document ?? payment.document) : withoutSecret(more.document ?? payment.document),
      status,
      revision: payment.revision + 1,
      updatedAt: now,
    },
  })
  switch (result.state) {
    case 'APPROVED':
    case 'AUTHORIZED':
      return changed(result.state, {
        providerReference: result.reference,
        ...(result.card && { document: { ...payment.document, card: result.card } }),
      })
    case 'DECLINED':
      return changed('DECLINED', { document: { ...payment.document, reason: result.reason, message: result.message } })
    case 'ACTION_REQUIRED':
      return payment.status === 'ACTION_REQUIRED'
        ? { kind: 'UNCHANGED' }
        : changed('ACTION_REQUIRED', {
            providerReference: result.reference,
            document: {
              ...payment.document,
              ...('actionUrl' in result ? { actionUrl: result.actionUrl } : { clientSecret: result.clientSecret }),
            },
          })
    case 'PENDING':
      // A payment confirmed on our page keeps its method name while it is pending: later answers of the bank have fewer details.
      return payment.providerReference === result.reference && payment.document.clientSecret === undefined
        ? { kind: 'UNCHANGED' }
        : changed('PENDING', { providerReference: result.reference })
    case 'UNKNOWN':
      // It may still be on its way: the provider is told not to take it when it comes.
      return changed('CANCELED', { voidOwed: true })
    case 'GIVEN_UP':
      return changed('CANCELED', {
        voidOwed: true,
        document: { ...payment.document, reason: 'GIVEN_UP', message: 'The payment was given up.' },
      })
  }
}

/** For a payment that can no longer be confirmed. */
function withoutSecret(document: PaymentDocument): PaymentDocument {
  const { clientSecret: _, ...rest } = document
  return rest
}
