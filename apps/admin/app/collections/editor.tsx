import { Refused } from '@vitrine/client'
import type { CollectionProduct, CollectionRule, CollectionSort, MerchantCollection } from '@vitrine/contract'
import { ArrowUpRight, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { refusedText, useAct } from '../parts/acting.ts'
import { useAnswer } from '../parts/answer.ts'
import { IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useDraft } from '../parts/draft.ts'
import { Check, TextArea, TextField } from '../parts/field.tsx'
import { Status } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { useSay } from '../parts/toasts.tsx'
import { unanswered } from '../parts/unanswered.ts'
import { Unsaved } from '../parts/unsaved.tsx'
import { useMay } from '../shell/layout.tsx'
import { Cover } from './cover.tsx'
import { discountsFor } from './discounts-for.ts'
import { CollectionProducts } from './products.tsx'
import { Rule } from './rule.tsx'
import { sentenceOf, wrongOf } from './rule-text.ts'
import { SearchEngines } from './search-engines.tsx'

const names = {
  name: 'Name',
  slug: 'Address',
  description: 'Description',
  visible: 'On show',
  rule: 'Rule',
  sort: 'Order',
  seoTitle: 'Title in search engines',
  seoText: 'Text in search engines',
}
type Field = keyof typeof names

const valuesOf = ({ name, slug, description, visible, rule, sort, seo }: MerchantCollection) => ({
  name,
  slug,
  description,
  visible: visible ? 'Shown' : 'Hidden',
  rule: rule ? JSON.stringify(rule) : '',
  sort,
  seoTitle: seo?.title ?? '',
  seoText: seo?.description ?? '',
})

const ruleIn = (text: string): CollectionRule | undefined => (text === '' ? undefined : (JSON.parse(text) as CollectionRule))

interface EditorProps {
  of: MerchantCollection
  products: readonly CollectionProduct[]
  /** It is that of all products: what is in it and its address are fixed. */
  isAll: boolean
}

/** A collection: its words, its cover, its products. */
export function Editor({ of, products, isAll }: EditorProps) {
  const mayWrite = useMay()('products.write')
  const say = useSay()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { act, busy: acting } = useAct()
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const ends = useAnswer({ ask: deleting ? (signal) => discountsFor(of.id, signal) : undefined, of: deleting })
  const [keep, setKeep] = useState(false)
  const [refused, setRefused] = useState<Partial<Record<Field | 'all', string>>>({})
  const draft = useDraft<Field>({
    saved: valuesOf(of),
    names,
    what: of.name,
    show: (field, value) => (field === 'rule' ? (value === '' ? 'by hand' : sentenceOf(ruleIn(value)!)) : value),
    read: async () => {
      const { collections, allProducts } = await client.merchantProducts.listCollections({})
      return { values: valuesOf([allProducts, ...collections].find(({ id }) => id === of.id) ?? of), revision: '' }
    },
    write: async ({ name, slug, description, visible, rule, sort, seoTitle, seoText }) => {
      await client.merchantProducts.saveCollection({
        id: of.id,
        collection: {
          name: name.trim(),
          ...(!isAll && { slug: slug.trim() }),
          description,
          visible: visible === 'Shown',
          sort: sort as CollectionSort,
          seo: { title: seoTitle.trim(), description: seoText.trim() },
          ...(rule !== valuesOf(of).rule && { rule: ruleIn(rule) ?? null, ...(rule !== '' && { keepProducts: keep }) }),
        },
      })
    },
  })
  const { values } = draft
  const rule = ruleIn(values.rule)
  const wrongRule = rule && wrongOf(rule)
  const wrong: typeof refused = {
    ...refused,
    ...(wrongRule && { rule: wrongRule }),
    ...(values.name.trim() === '' && { name: 'A name is needed.' }),
    ...(!/^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(values.slug.trim()) && {
      slug: 'Lowercase letters, digits, and single hyphens between them.',
    }),
  }
  const bind = (field: 'name' | 'slug' | 'description' | 'seoTitle' | 'seoText') => ({
    disabled: !mayWrite || busy,
    value: values[field],
    error: wrong[field],
    onChange: ({ target }: { target: { value: string } }) => {
      setRefused({})
      draft.set({ [field]: target.value })
    },
  })
  async function save(): Promise<boolean> {
    setBusy(true)
    try {
      if (!(await draft.save())) return false
      await revalidate()
      draft.drop()
      say({ text: `${values.name.trim()} is saved.` })
      return true
    } catch (error) {
      if (!(error instanceof Refused)) say({ text: unanswered, bad: true })
      else
        setRefused(error.code === 'COLLECTION_SLUG_TAKEN' ? { slug: 'Another collection has this address.' } : { all: refusedText(error) })
      return false
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <div className="sub-h">
        <h2>{of.name}</h2>
        <Status glyph={of.visible ? 'd-full' : 'd-open'} tone="done">
          {of.visible ? 'Shown' : 'Hidden'}
        </Status>
        <span className="grow" />
        {(of.visible || isAll) && of.products > 0 && (
          <a className="btn small" href={isAll ? '/products' : `/collections/${of.slug}`} target="_blank" rel="noreferrer">
            <Icon of={ArrowUpRight} />
            <span>See in shop</span>
          </a>
        )}
        {mayWrite && !isAll && (
          <Menu label="More" button={<IconButton small icon={Ellipsis} name="More" />}>
            <MenuItem icon={Trash2} warns onChoose={() => setDeleting(true)}>
              {`Delete ${of.name}`}
            </MenuItem>
          </Menu>
        )}
      </div>
      {isAll ? (
        <section className="sec">
          <header className="sec-h">
            <h2>What is in it</h2>
          </header>
          <p className="soft">Every product of the shop, as soon as it is made. This is fixed; everything else here is yours.</p>
        </section>
      ) : (
        <Rule
          rule={rule}
          disabled={!mayWrite || busy}
          updating={of.updating}
          byHand={of.rule ? products.filter(({ by }) => by === 'HAND').map(({ name }) => name) : []}
          onChange={(next) => {
            setRefused({})
            draft.set({ rule: next ? JSON.stringify(next) : '' })
          }}
        />
      )}
      {rule && !of.rule && of.products > 0 && (
        <div className="sec">
          <Check checked={keep} disabled={!mayWrite || busy} onChange={({ target }) => setKeep(target.checked)}>
            {`Keep the ${many(of.products, 'product')} picked by hand`}
          </Check>
        </div>
      )}
      <CollectionProducts
        of={of}
        products={products}
        isAll={isAll}
        disabled={!mayWrite || busy}
        sort={values.sort as CollectionSort}
        onSort={(sort) => draft.set({ sort })}
      />
      <section className="sec">
        <header className="sec-h">
          <h2>Words</h2>
        </header>
        <div className="grid2">
          <TextField {...bind('name')} label="Name" maxLength={50} />
          {isAll ? (
            <TextField label="Address" value="/products" readOnly hint="Links everywhere lead to it: it stays." />
          ) : (
            <TextField {...bind('slug')} label="Address" before="/collections/" maxLength={100} />
          )}
          <div className="span2">
            <TextArea {...bind('description')} label="Description" rows={2} maxLength={600} />
          </div>
          <div className="span2">
            <Check
              checked={values.visible === 'Shown'}
              disabled={!mayWrite || busy}
              {...(isAll && { hint: 'Hidden, it is in no menu and told to no search engine. Who has its address still finds it.' })}
              onChange={({ target }) => draft.set({ visible: target.checked ? 'Shown' : 'Hidden' })}
            >
              Shown in the shop
            </Check>
          </div>
        </div>
      </section>
      <Cover
        of={of}
        disabled={!mayWrite}
        about={isAll ? 'Where the page is shared.' : 'In the menu, on the home page, and above the collection.'}
      />
      <SearchEngines
        path={isAll ? ['products'] : ['collections', values.slug]}
        title={{ ...bind('seoTitle'), usual: values.name }}
        text={{ ...bind('seoText'), usual: values.description }}
      />
      <Unsaved
        inColumn
        of={draft.changes}
        busy={busy}
        wrong={Object.values(wrong)[0]}
        onSave={save}
        onDiscard={() => {
          setRefused({})
          draft.drop()
        }}
      />
      {draft.dialog}
      {deleting && (
        <Dialog
          title={`Delete ${of.name}?`}
          about={`Its ${many(of.products, 'product')} stay in the shop. Its address says from then on that it is gone, it is taken off the menu, and discounts for it end.`}
          does={`Delete ${of.name}`}
          kind="danger"
          busy={acting}
          onDo={() =>
            void act(async () => {
              await client.merchantProducts.deleteCollection({ id: of.id })
              setDeleting(false)
              await navigate('/collections')
              return `${of.name} is deleted.`
            })
          }
          onClose={() => setDeleting(false)}
        >
          {ends && ends.length > 0 && (
            <>
              <p>For this collection, among others or alone:</p>
              <ul className="stack-s" aria-label="Discounts and coupons for this collection">
                {ends.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </>
          )}
        </Dialog>
      )}
    </div>
  )
}
