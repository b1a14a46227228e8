import type { CursorQuery, ExportFormat, exports } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Unreadable } from '../../kernel/query/filter.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import type { Source, Wanted } from './source.ts'

export type ExportKind = 'orders' | 'members' | 'products' | 'subscribers'

export interface ExportDeps {
  readonly sources: Readonly<Record<ExportKind, Source>>
  readonly linkTo: (site: string, kind: ExportKind, wanted: Wanted) => Promise<string>
}

interface Asked {
  readonly format: ExportFormat
  readonly columns?: readonly string[] | null | undefined
  readonly ids?: readonly string[] | null | undefined
  readonly filter?: CursorQuery['filter']
  readonly sort?: CursorQuery['sort']
}

/** What is asked for travels in the link, and links have to go through every proxy. */
const longestQuery = 3000

export function exportOperations({ sources, linkTo }: ExportDeps): Handlers<typeof exports> {
  async function link(
    kind: ExportKind,
    { format, columns, ids, filter, sort }: Asked,
    { db, site, now }: { db: Db; site: string; now: Date },
  ) {
    const query: CursorQuery = {
      ...(ids ? { filter: { ...filter, id: { $in: [...new Set(ids)] } } } : filter && { filter }),
      ...(sort && { sort }),
    }
    if (JSON.stringify([filter, sort]).length > longestQuery)
      return violation('filter', `is longer than ${longestQuery} characters`, 'MAX_LENGTH')
    try {
      // What cannot be read is said now, and not by half a file.
      const first = await sources[kind].read(db, site, { ...query, cursorPaging: { limit: 1 } }, now)
      if (first instanceof Refusal) return first
    } catch (error) {
      if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
      throw error
    }
    return { link: await linkTo(site, kind, { format, ...(columns && { columns: [...new Set(columns)] }), query }) }
  }

  return {
    'POST /vitrine/v1/orders/export': (input, scope) => link('orders', input, scope),
    'POST /vitrine/v1/members/export': (input, scope) => link('members', input, scope),
    'POST /vitrine/v1/newsletter/subscribers/export': (input, scope) => link('subscribers', input, scope),
    'POST /vitrine/v1/products/export': (input, scope) => link('products', input, scope),
  }
}
