import { Refused } from '@vitrine/client'
import { measureText } from '@vitrine/pricing'
import { ArrowUpRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { client } from '../../client.ts'
import { money, signOf } from '../../orders/sums.ts'
import { faultText, refusedText } from '../../parts/acting.ts'
import { useDraft } from '../../parts/draft.ts'
import { TextField } from '../../parts/field.tsx'
import { Status } from '../../parts/glyph.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { unanswered } from '../../parts/unanswered.ts'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useMay } from '../../shell/layout.tsx'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { useShop } from '../../shop.ts'
import type { Cells, Column } from './cells.ts'
import { lastChangeText } from './last-change.ts'
import type { Loaded } from './loaded.ts'
import { Media } from './media.tsx'
import { Options } from './options.tsx'
import { Preorders } from './preorders.tsx'
import { Preview, toBePreviewed } from './preview.tsx'
import { ProductActs } from './product-acts.tsx'
import { Rail } from './rail.tsx'
import { RichText } from './rich-text.tsx'
import { stockOf, wholeKey, writeProduct, writeStock } from './save.ts'
import { SearchEngines } from './search-engines.tsx'
import { Sections } from './sections.tsx'
import { quantityIn } from './sheet.ts'
import { Step } from './step.tsx'
import {
  type ByVariant,
  byVariant,
  combinationsOf,
  emptyValues,
  type Field,
  keyOf,
  mediaIn,
  names,
  optionsIn,
  type ProductValues,
  readFigure,
  sectionsIn,
  show,
  valuesOf,
  type Wrong,
  written,
  wrongIn,
} from './values.ts'
import { Variants } from './variants.tsx'

const refusals = { PRODUCT_SLUG_TAKEN: 'Another product has this address.' }

/** A product that is being made. */
export function NewProduct() {
  return <Editor key="new" />
}

const placesOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Another product is another page, with nothing written on it. */
export function ProductPage() {
  const { product } = useLoaderData<Loaded>()
  return <Editor key={product?.id} />
}

/** Everything that shoppers see of a product, and what it sells for. */
function Editor() {
  const { product, collections, taxGroups, ribbons, brands, sales, ruled, wishlistCount, waiting, lastChange, newer, older } =
    useLoaderData<Loaded>()
  usePlace([{ name: 'Products', to: '/products' }, { name: product?.name ?? 'New product' }])
  const shop = useShop()
  const places = placesOf(shop.currency)
  const mayWrite = useMay()('products.write')
  const say = useSay()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const stored = useMemo(() => (product ? valuesOf(product, places) : { ...emptyValues, visible: 'yes' }), [product, places])
  const saved = useRef(product)
  const draft = useDraft<Field>({
    saved: stored,
    names,
    what: product?.name ?? 'the product',
    show: show((id) => collections.find((one) => one.id === id)?.name ?? id),
    read: async () => {
      if (!product) return { values: stored, revision: '' }
      const answer = await client.merchantProducts.readProduct({ id: product.id })
      saved.current = answer.product
      return { values: valuesOf(answer.product, places), revision: answer.product.revision }
    },
    write: async (all, revision) => {
      saved.current = await writeProduct(all, saved.current, revision || undefined, places)
    },
  })
  const { values } = draft
  const wasStock = useMemo(() => stockOf(product), [product])
  const [stock, setStock] = useState<ByVariant>({})
  const [refused, setRefused] = useState<Wrong & { readonly all?: string }>({})
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)

  const options = optionsIn(values)
  const media = mediaIn(values)
  const keys = combinationsOf(options).map((choices) => keyOf(choices, options))
  const hasOptions = keys.length > 0
  const stockKeys = hasOptions ? keys : [wholeKey]
  const stockChanges = stockKeys.flatMap((key) => {
    const now = stock[key]
    return now === undefined || now === (wasStock[key] ?? '') ? [] : [{ key, was: wasStock[key] ?? '', now }]
  })
  const badStock = stockChanges.find(({ now }) => quantityIn(now) === undefined)
  const wrong: Wrong = { ...refused, ...wrongIn(values) }
  const blocks = { ...wrong, ...(badStock && { stock: `${badStock.key || 'Stock'}: a whole number, or empty for not tracked.` }) }
  const changes = [
    ...draft.changes,
    ...(stockChanges.length > 0
      ? [
          {
            name: stockChanges.length === 1 ? 'Stock' : `${stockChanges.length} quantities`,
            was: stockChanges.map(({ key, was }) => [key, was || 'not tracked'].filter(Boolean).join(': ')).join(', '),
            now: stockChanges.map(({ key, now }) => [key, now || 'not tracked'].filter(Boolean).join(': ')).join(', '),
          },
        ]
      : []),
  ]

  const set = (change: Partial<ProductValues>) => {
    setRefused({})
    draft.set(change)
  }
  // Uploads end one after the other: each takes the media as they are by then.
  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
  })
  const setMedia = (change: (before: ReturnType<typeof mediaIn>) => ReturnType<typeof mediaIn>) => {
    const next = change(mediaIn(latest.current))
    const ids = new Set(next.map(({ mediaId }) => mediaId))
    const stored = optionsIn(latest.current).map((option) => ({
      ...option,
      choices: option.choices.map((choice) => ({ ...choice, mediaIds: choice.mediaIds.filter((id) => ids.has(id)) })),
    }))
    latest.current = { ...latest.current, media: written(next), options: written(stored) }
    set({ media: latest.current.media, options: latest.current.options })
  }
  const cells: Cells = {
    skus: byVariant(values.skus),
    barcodes: byVariant(values.barcodes),
    mpns: byVariant(values.mpns),
    contents: byVariant(values.contents),
    prices: byVariant(values.prices),
    weights: byVariant(values.weights),
    hidden: byVariant(values.hidden),
    stock: { ...wasStock, ...stock },
  }
  const before: Cells = {
    skus: byVariant(draft.opened.skus),
    barcodes: byVariant(draft.opened.barcodes),
    mpns: byVariant(draft.opened.mpns),
    contents: byVariant(draft.opened.contents),
    prices: byVariant(draft.opened.prices),
    weights: byVariant(draft.opened.weights),
    hidden: byVariant(draft.opened.hidden),
    stock: wasStock,
  }
  const write = (column: Column | 'hidden', change: ByVariant) => {
    if (column === 'stock') return setStock((all) => ({ ...all, ...change }))
    const all = { ...byVariant(latest.current[column]) }
    for (const [key, text] of Object.entries(change)) {
      if (text.trim() === '') delete all[key]
      else all[key] = text
    }
    latest.current = { ...latest.current, [column]: written(sortedBy(all, byVariant(draft.opened[column]))) }
    set({ [column]: latest.current[column] })
  }

  async function save(toLook = false): Promise<boolean> {
    setTried(true)
    if (Object.keys(blocks).length > 0) return false
    setBusy(true)
    const stays = saved.current
    try {
      if (!product) saved.current = undefined
      if (draft.changes.length > 0 && !(await draft.save())) return false
      const now = saved.current!
      const counted = stockChanges.length === 0 || (await writeStock(now, stock, product ? wasStock : {}))
      setStock({})
      if (product) await revalidate()
      draft.drop()
      setTried(false)
      say(
        counted
          ? { text: `${now.name} is saved.` }
          : { text: `${now.name} is saved, but somebody sold or counted some of it meanwhile: write its stock again.`, bad: true },
      )
      if (!product)
        requestAnimationFrame(() => void navigate(`/products/${now.id}`, { replace: true, state: toLook ? toBePreviewed : null }))
      return true
    } catch (error) {
      saved.current ??= stays
      if (!(error instanceof Refused)) say({ text: unanswered, bad: true })
      else setRefused(wrongOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const prices = stockKeys
    .filter((key) => cells.hidden[key] !== 'yes')
    .flatMap((key) => readFigure(cells.prices[key] ?? '') ?? readFigure(values.price) ?? [])
  const changed = lastChange && lastChangeText(lastChange, shop.timeZone)
  const total = Object.values(wasStock).reduce((sum, text) => sum + (Number(text) || 0), 0)
  const sign = signOf(shop.currency)
  const weightUnit = shop.weightUnit === 'LB' ? 'lb' : 'kg'
  const disabled = !mayWrite || busy
  const shownWrong = product || tried ? wrong : withoutMissing(wrong)
  const isDirty = changes.length > 0
  return (
    <>
      <PageHead
        picture={media[0] && <Thumb src={media[0].url} size={34} />}
        title={product ? product.name : 'New product'}
        facts={
          product && (
            <>
              <Status glyph={product.visible ? 'd-full' : 'd-open'} tone="done">
                {product.visible ? 'Shown' : 'Hidden'}
              </Status>
              <span>{`${Math.max(1, product.variants.length)} ${product.variants.length > 1 ? 'variants' : 'variant'}, ${total.toLocaleString('en-GB')} in stock`}</span>
              {changed && <span className="faint">{changed}</span>}
            </>
          )
        }
      >
        {product && <Step newer={newer} older={older} />}
        {mayWrite && values.visible !== 'yes' && !product?.visible && (
          <Preview id={product?.id} isDirty={isDirty} disabled={busy} onSave={() => save(true)} />
        )}
        {product?.visible && (
          <a className="btn" href={`/products/${product.slug}`} target="_blank" rel="noreferrer">
            <ArrowUpRight className="i" aria-hidden="true" />
            <span>See in shop</span>
          </a>
        )}
        {product && mayWrite && <ProductActs id={product.id} name={product.name} isDirty={isDirty} />}
      </PageHead>
      <div className="cols">
        <div>
          <section className="sec">
            <header className="sec-h">
              <h2>Words</h2>
            </header>
            <div className="stack">
              <TextField
                label="Title"
                maxLength={80}
                disabled={disabled}
                value={values.name}
                error={shownWrong.name}
                {...(!product && { autoFocus: true })}
                onChange={({ target }) => set({ name: target.value })}
              />
              <RichText
                label="Description"
                disabled={disabled}
                value={values.description}
                onChange={(description) => set({ description })}
              />
            </div>
          </section>
          <Media of={media} options={options} disabled={disabled} onChange={setMedia} />
          <Options
            of={options}
            before={optionsIn(draft.opened)}
            media={media}
            disabled={disabled}
            error={product || tried || !wrong.options?.includes('name') ? wrong.options : undefined}
            onChange={(next) => set({ options: written(next) })}
          />
          {hasOptions ? (
            <Variants
              options={options}
              media={media}
              cells={cells}
              before={before}
              waiting={
                new Map(
                  product?.variants.flatMap(({ id, choices }) => {
                    const count = waiting.get(id)
                    return count === undefined ? [] : [[keyOf(choices, product.options), count]]
                  }),
                )
              }
              known={new Set(product?.variants.map(({ choices }) => keyOf(choices, product.options)))}
              usual={{ price: values.price, weight: values.weight, sku: values.sku, contents: values.contains }}
              contentsUnit={values.containsUnit === '' ? undefined : measureText(1, values.containsUnit, 'en')}
              places={places}
              currencySign={sign}
              weightUnit={weightUnit}
              disabled={disabled}
              onWrite={write}
            />
          ) : (
            <section className="sec">
              <header className="sec-h">
                <h2>Stock</h2>
                <p>Empty is not tracked: it can always be bought.</p>
              </header>
              <TextField
                label="In stock"
                end
                inputMode="numeric"
                disabled={disabled}
                value={stock[wholeKey] ?? wasStock[wholeKey] ?? ''}
                placeholder={product ? 'Not tracked' : '0'}
                error={badStock && 'A whole number, or empty for not tracked.'}
                onChange={({ target }) => setStock({ [wholeKey]: target.value })}
              />
            </section>
          )}
          {product && <Preorders productId={product.id} name={product.name} mayWrite={mayWrite} />}
          <Sections of={sectionsIn(values)} disabled={disabled} onChange={(next) => set({ sections: written(next) })} />
          <SearchEngines
            values={values}
            wrong={shownWrong}
            disabled={disabled}
            facts={[
              prices.length > 0 && `${new Set(prices).size > 1 ? 'from ' : ''}${money(Math.min(...prices).toFixed(places), shop.currency)}`,
              total > 0 && 'In stock',
            ]
              .filter(Boolean)
              .join(' · ')}
            onChange={set}
          />
        </div>
        <Rail
          values={values}
          wrong={shownWrong}
          disabled={disabled}
          collections={collections}
          taxGroups={taxGroups}
          ribbons={ribbons}
          brands={brands}
          sales={sales}
          wishlistCount={wishlistCount}
          ruled={ruled}
          currency={shop.currency}
          currencySign={sign}
          weightUnit={weightUnit}
          hasOptions={hasOptions}
          onChange={set}
        />
      </div>
      <Unsaved
        of={changes}
        busy={busy}
        wrong={refused.all ?? Object.values(blocks)[0]}
        onSave={() => save()}
        onDiscard={() => {
          setRefused({})
          setStock({})
          setTried(false)
          draft.drop()
        }}
      />
      {draft.dialog}
    </>
  )
}

/** Of a form that was not sent yet: what is not written is not wrong. */
const withoutMissing = (wrong: Wrong): Wrong => {
  const { name, price, ...rest } = wrong
  return name === undefined && price === undefined ? wrong : rest
}

/** With the fields in the order that they had, so that what is put back as it was is no change. */
const sortedBy = (all: ByVariant, order: ByVariant): ByVariant => {
  const known = Object.keys(order).filter((key) => all[key] !== undefined)
  return Object.fromEntries([...known, ...Object.keys(all).filter((key) => !known.includes(key))].map((key) => [key, all[key]!]))
}

/** What the shop has against it, at the field that it is about. */
function wrongOf(error: Refused): Wrong & { readonly all?: string } {
  if (error.code === 'PRODUCT_SLUG_TAKEN') return { slug: refusals.PRODUCT_SLUG_TAKEN }
  const [fault] = error.fieldViolations
  return { all: fault ? `${fault.field.replace('product.', '')}: ${faultText(fault.description)}` : refusedText(error) }
}
