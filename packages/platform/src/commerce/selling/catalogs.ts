import type { CatalogReference } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { isElsewhere } from './apps.ts'
import { canonical } from './line.ts'
import { AskFirst, NoAnswer, outside } from './outside-calls.ts'
import type { FindSellables, Sellable, WantedReference } from './sellable.ts'

/** What the catalogue of another app is asked about. */
export interface CatalogQuestion {
  readonly site: string
  readonly providerId: string
  readonly currency: string
  readonly language: string
  readonly weightUnit: string
  readonly items: readonly { readonly reference: CatalogReference; readonly quantity: number }[]
}

export interface ListedItem {
  readonly reference: CatalogReference
  readonly item: Sellable
}

/** Another app that sells through this shop: it says name, price and availability of its items. */
export interface CatalogProvider {
  /** A GUID. */
  readonly id: string
  /** The `appId` of its references. */
  readonly appId: string
  readonly name: string
  /** Changes when answers of before hold no more. */
  readonly state?: string
  /** The things that it has, of those asked about. */
  itemsOf(question: CatalogQuestion, signal: AbortSignal): Promise<{ readonly items: readonly ListedItem[] }>
}

type CatalogSettings = Pick<Sections, 'commerce' | 'plugins'>

export interface CatalogsOptions {
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly CatalogProvider[]
  readonly timeoutMs: number
  readonly report: (fault: unknown) => void
}

/** What it says of each reference of another app, in their order; undefined where it has none, or does not answer. */
export type FindListed = (
  db: Db,
  site: string,
  settings: CatalogSettings,
  references: readonly WantedReference[],
) => Promise<readonly (Sellable | undefined)[]>

/** A price holds for as long as one look at a cart and the next take, and no longer. */
const cacheMs = 10_000
const failedMs = 5000

/** Asks the catalogues of other apps, each once for all of its items; a shop that sells nothing of others asks nobody. */
export function catalogs({ providers, timeoutMs, report }: CatalogsOptions): FindListed {
  const { answer } = outside<CatalogQuestion, { readonly items: readonly ListedItem[] }, CatalogProvider>({
    ask: (question, signal, provider) => provider.itemsOf(question, signal),
    // The database has another order of names.
    keyOf: canonical,
    timeoutMs,
    cacheMs,
    failedMs,
    report,
  })

  return async (db, site, settings, references) => {
    const all = providers(settings)
    const { currency, locale, weightUnit } = settings.commerce
    const providerOf = ({ appId }: CatalogReference) => all.find((provider) => provider.appId === appId.toLowerCase())
    const asked = new Map<CatalogProvider, CatalogQuestion['items'][number][]>()
    for (const { quantity = 1, ...reference } of references) {
      const provider = providerOf(reference)
      if (provider) asked.set(provider, [...(asked.get(provider) ?? []), { reference, quantity }])
    }
    const told = await together(
      [...asked].map(async ([provider, items]) => {
        const question = { site, providerId: provider.id, currency, language: locale.slice(0, 2), weightUnit, items }
        return [provider, await answer(db, question, provider)] as const
      }),
    )
    const answers = new Map(told)
    return references.map((reference) => {
      const provider = providerOf(reference)
      const said = provider && answers.get(provider)
      return said && !(said instanceof NoAnswer) ? listedAs(said.items, reference) : undefined
    })
  }
}

/** All of them, or one error that asks everybody at once who has to be asked first. */
async function together<T>(answers: readonly Promise<T>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(answers)
  const faults = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const first = faults.filter((fault) => fault instanceof AskFirst)
  const fault = faults.find((one) => !(one instanceof AskFirst))
  if (fault) throw fault
  if (first.length > 0) throw new AskFirst(() => Promise.all(first.map(({ ask }) => ask())))
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** The thing under a reference: the same id and options, or the only one of that id where options are not repeated. */
export function listedAs(items: readonly ListedItem[], { catalogItemId, options }: CatalogReference): Sellable | undefined {
  const ofId = items.filter(({ reference }) => reference.catalogItemId === catalogItemId)
  const same = ofId.find(({ reference }) => canonical(reference.options ?? {}) === canonical(options ?? {}))
  const [only] = ofId
  return (same ?? (ofId.length === 1 && only && canonical(only.reference.options ?? {}) === '{}' ? only : undefined))?.item
}

/** What the shop itself sells, and what other apps sell through it. */
export const withOtherCatalogs =
  (own: FindSellables, listed: FindListed, readSettings: (db: Db, site: string) => Promise<CatalogSettings>): FindSellables =>
  async (db, site, references) => {
    if (!references.some(isElsewhere)) return own(db, site, references)
    const [ours, theirs] = [references.filter((one) => !isElsewhere(one)), references.filter(isElsewhere)]
    const settings = await readSettings(db, site)
    const found = new Map<WantedReference, Sellable | undefined>()
    const add = (asked: readonly WantedReference[], items: readonly (Sellable | undefined)[]) =>
      asked.forEach((one, i) => found.set(one, items[i]))
    add(theirs, await listed(db, site, settings, theirs))
    if (ours.length > 0) add(ours, await own(db, site, ours))
    return references.map((reference) => found.get(reference))
  }
