import type { Scope } from '../../../kernel/http/handlers.ts'
import { isViolation, type Violation } from '../../../kernel/violation.ts'
import type { Commerce, ProductDraft } from '../product.ts'
import { saveChanged, takeDrafts } from './store.ts'

export type Write = Pick<Scope<'user'>, 'db' | 'site' | 'now'>

/**
 * Changes each of many products by a rule; those that it refuses stay as they are, and say why. `again`: the product was among those before, and
 * is given as it is by now.
 */
export async function changeMany(
  { db, site, now }: Write,
  ids: readonly string[],
  commerce: Commerce,
  rule: (before: ProductDraft, index: number, again: boolean) => ProductDraft | Violation,
) {
  const drafts = await takeDrafts(db, site, commerce.currency, ids)
  const changes = new Map<string, { readonly before: ProductDraft; readonly after: ProductDraft }>()
  const results = ids.map((id, originalIndex) => {
    const before = drafts.get(id.toLowerCase())
    if (!before) return failure(id, originalIndex, 'PRODUCT_NOT_FOUND', 'No such product.')
    const changed = changes.get(before.id)?.after
    const after = rule(changed ?? before, originalIndex, changed !== undefined)
    if (isViolation(after)) {
      const { field, description } = after.data.fieldViolations[0]!
      return failure(id, originalIndex, 'INVALID_ARGUMENT', `${field.replace('product.', '')} ${description}`)
    }
    changes.set(before.id, { before, after })
    return { itemMetadata: { id, originalIndex, success: true } }
  })
  await saveChanged(db, site, commerce, [...changes.values()], now)
  const totalSuccesses = results.filter(({ itemMetadata }) => itemMetadata.success).length
  return { results, bulkActionMetadata: { totalSuccesses, totalFailures: results.length - totalSuccesses, undetailedFailures: 0 } }
}

const failure = (id: string, originalIndex: number, code: string, description: string) => ({
  itemMetadata: { id, originalIndex, success: false, error: { code, description, data: {} } },
})
