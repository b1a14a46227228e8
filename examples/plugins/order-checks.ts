// A service for validations: no order of more than 20 kg, and a word about big ones.
import { type Asked, serveFromEnvironment } from './serve.ts'

interface Request {
  readonly validationInfo: {
    readonly lineItems: readonly { readonly quantity: number; readonly physicalProperties?: { readonly weight?: number } }[]
  }
}

export const orderChecks = {
  '/v1/get-violations': ({ request }: Asked<Request>) => {
    const { lineItems } = request.validationInfo
    const kilograms = lineItems.reduce((sum, { quantity, physicalProperties }) => sum + quantity * (physicalProperties?.weight ?? 0), 0)
    const target = { other: { name: 'OTHER_DEFAULT' } }
    if (kilograms > 20) return { violations: [{ severity: 'ERROR', target, description: 'More than 20 kg do not fit into one parcel.' }] }
    if (kilograms > 10)
      return { violations: [{ severity: 'WARNING', target, description: 'This parcel is heavy: somebody should be at home.' }] }
    return { violations: [] }
  },
}

if (import.meta.main) serveFromEnvironment(orderChecks)
