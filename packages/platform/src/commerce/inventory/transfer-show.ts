import type { StockTransfer, TransferSummary } from '@vitrine/contract'
import type { PictureAt } from './levels.ts'
import type { StoredLine, StoredTransfer } from './transfer-rules.ts'
import type { ShownLine, SummaryRow } from './transfer-store.ts'
import { choicesInWords } from './variant-facts.ts'

type Head = StoredTransfer & { readonly actorName: string | null }

export const showHead = (row: Head): Omit<StockTransfer, 'lines' | 'quantity' | 'received'> => ({
  id: row.id,
  number: String(row.number),
  status: row.status,
  fromLocationId: row.fromLocationId,
  toLocationId: row.toLocationId,
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.note !== null && { note: row.note }),
  ...(row.expectedAt !== null && { expectedDate: row.expectedAt.toISOString() }),
  createdBy: { kind: row.actorKind, id: row.actorId, ...(row.actorName !== null && { name: row.actorName }) },
  ...(row.sentAt !== null && { sentDate: row.sentAt.toISOString() }),
  ...(row.closedAt !== null && { closedDate: row.closedAt.toISOString() }),
  revision: String(row.revision),
  createdDate: row.createdAt.toISOString(),
  updatedDate: row.updatedAt.toISOString(),
})

export const showSummary = (row: SummaryRow): TransferSummary => ({
  ...showHead(row),
  lineCount: row.lineCount,
  quantity: row.quantity,
  received: row.received,
})

export function showLine(line: ShownLine & StoredLine, pictureAt: PictureAt): StockTransfer['lines'][number] {
  const choices = choicesInWords(line.choices)
  return {
    productId: line.productId,
    variantId: line.variantId,
    name: line.name ?? '',
    ...(choices !== '' && { choices }),
    sku: line.sku ?? '',
    ...(line.image !== null && { image: pictureAt(line.image) }),
    quantity: line.quantity,
    received: line.received,
    missing: line.missing,
    ...(line.available !== null && { available: line.available }),
  }
}
