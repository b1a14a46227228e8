import type { Route } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { App, User } from '../../kernel/http/caller.ts'
import { type Outbound, type OutboundReason, OutboundRefused } from '../../kernel/outbound/outbound.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CommerceSettings } from '../../kernel/settings/sections.ts'
import { keepEntry, OriginalsUnavailable, type TakeFileDeps, takeFile, Unfit } from '../../shop/index.ts'
import type { ImportDeps, ProductChange } from '../catalogue/imports/deps.ts'
import { importRunner } from '../catalogue/imports/run.ts'
import { type SampleProducts, sampleAddress } from '../catalogue/imports/samples.ts'
import type { Actor } from '../catalogue/imports/store.ts'
import { makeAgain } from '../catalogue/rewrite-document.ts'
import { putBackImported, setImported } from '../inventory/imported.ts'
import { findLocations } from '../inventory/location-store.ts'
import { findUnitsByLocation } from '../inventory/units-by-location.ts'
import { writePreorder } from '../inventory/write-preorder.ts'
import { keepByStock } from './place-order.ts'

export interface ImportingDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sites: () => Promise<readonly string[]>
  readonly commerce: (db: Db, site: string) => Promise<CommerceSettings>
  readonly origin: string
  readonly files: TakeFileDeps
  /** With room for a picture. */
  readonly outbound: Outbound
  readonly samples: SampleProducts | undefined
  readonly report: (fault: unknown, where: string) => void
}

const refusals: Readonly<Record<OutboundReason, string>> = {
  SCHEME: 'only addresses that begin with https:// are fetched.',
  CREDENTIALS: 'addresses with a password are not fetched.',
  ADDRESS: 'this is no public address.',
  REDIRECT: 'it leads to another address; give that one.',
  TOO_LARGE: 'the picture is larger than 25 MB.',
}

async function download(outbound: Outbound, url: string): Promise<Buffer | { readonly failure: string }> {
  try {
    const answer = await outbound.fetch(url)
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : { failure: `the server answers ${answer.status}.` }
  } catch (error) {
    return { failure: error instanceof OutboundRefused ? refusals[error.reason] : 'the server does not answer.' }
  }
}

/** A picture from its address into the shop's files, by the rules of uploads. */
const fetching =
  ({ files, outbound, samples }: Pick<ImportingDeps, 'files' | 'outbound' | 'samples'>): ImportDeps['fetchPicture'] =>
  async (site, url, now) => {
    if (!URL.canParse(url)) return { failure: 'this is no address.' }
    const bytes = url.startsWith(sampleAddress) ? await samples?.picture(url.slice(sampleAddress.length)) : await download(outbound, url)
    if (bytes === undefined) return { failure: 'there is no such picture among the samples.' }
    if ('failure' in bytes) return bytes
    const fileName =
      decodeURIComponent(
        new URL(url).pathname
          .split('/')
          .at(-1)!
          .replace(/%(?![0-9a-f]{2})/gi, '%25'),
      ).slice(0, 200) || 'picture'
    const file = await takeFile(files, { site, source: bytes, fileName, sourceUrl: url, kinds: ['IMAGE'], sameIn: 'library', now }).catch(
      (error: unknown) => {
        if (error instanceof OriginalsUnavailable) return new Unfit('BROKEN', 'The files of the shop cannot be reached.')
        throw error
      },
    )
    if (file instanceof Unfit) return { failure: file.reason === 'UNKNOWN_TYPE' ? 'this is no picture.' : file.message }
    return file instanceof Refusal ? { failure: 'the shop has no room for more files.' } : { mediaId: file.id }
  }

const callerOf = (site: string, actor: Actor): User | App =>
  actor.kind === 'user' ? { kind: 'user', site, userId: actor.userId, role: actor.role } : { kind: 'app', site, appId: actor.appId }

const moverOf = (site: string, actor: Actor, note: string) => ({ mover: { caller: callerOf(site, actor), note }, keepByStock })

const lines = {
  IMPORT: 'POST /vitrine/v1/product-imports/{id}/start',
  UNDO: 'POST /vitrine/v1/product-imports/{id}/undo',
} as const satisfies Record<string, Route>
const longestValue = 200
const cut = (text: string): string => text.slice(0, longestValue)

/** What a batch of an import changed, as one entry of the audit log. */
async function noteBatch({ db, site, now }: Context, actor: Actor, what: keyof typeof lines, all: readonly ProductChange[]): Promise<void> {
  if (all.length === 0) return
  const changes = all.map(({ id, name, was, is, changes: own }) => ({
    kind: 'product',
    id,
    name: name.slice(0, 200),
    was,
    is,
    fields: own.map(({ field, variant, before, after }) => ({
      path: variant === undefined ? [field] : ['variants', variant, field],
      ...(before !== '' && { before: cut(before) }),
      ...(after !== '' && { after: cut(after) }),
    })),
  }))
  const [first] = changes
  const isOne = changes.length === 1
  await keepEntry(db, site, callerOf(site, actor), {
    id: newId(),
    at: now,
    act: all.every(({ was, is }) => !was && is) ? 'CREATED' : all.every(({ was, is }) => was && !is) ? 'DELETED' : 'CHANGED',
    operation: lines[what],
    inSteps: false,
    kind: 'product',
    entityId: first!.id,
    name: isOne ? first!.name : null,
    first: first!.fields[0] ?? null,
    changes,
    reverts: null,
    words: [...new Set(changes.flatMap(({ name }) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u)))]
      .filter((word) => word !== '')
      .slice(0, 80),
    address: null,
    agent: null,
    requestId: '',
  })
}

/** What imports know of a shop. */
export const importFacts =
  ({ commerce, origin }: Pick<ImportingDeps, 'commerce' | 'origin'>): ImportDeps['factsOf'] =>
  async (db, site) => {
    const settings = await commerce(db, site)
    const locations = (await findLocations(db, site)).filter(({ active }) => active)
    return {
      commerce: settings,
      weightUnit: settings.weightUnit,
      publicUrl: origin,
      locations: locations.map(({ id, name }) => ({ id, name })),
      unitsOf: findUnitsByLocation,
    }
  }

/** Imports of products, with the stock, the files and the audit log of the shop. */
export function importing(deps: ImportingDeps) {
  const { database } = deps
  return importRunner({
    database,
    clock: deps.clock,
    sites: deps.sites,
    factsOf: importFacts(deps),
    fetchPicture: fetching(deps),
    async setStock(context, said, actor, note) {
      const moved = await setImported(context, said, moverOf(context.site, actor, note))
      return Map.groupBy(moved, ({ productId }) => productId)
    },
    putBack: (context, moved, actor, note) => putBackImported(context, moved, moverOf(context.site, actor, note)),
    async setPreorder(context, productId, preorder, actor) {
      await writePreorder(context, productId, preorder, { caller: callerOf(context.site, actor), makeAgain })
    },
    async soldAmong(db, site, productIds) {
      if (productIds.length === 0) return new Set()
      const rows = await db.query<{ id: string }>(sql`
        select distinct item as id from orders cross join lateral unnest(orders.item_ids) as item
        where orders.site = ${site} and orders.status <> 'INITIALIZED' and orders.item_ids && ${productIds}::text[] and item = any(${productIds}::text[])`)
      return new Set(rows.map(({ id }) => id))
    },
    note: noteBatch,
    report: deps.report,
  })
}
