import { Refused } from '@vitrine/client'
import type { Page, PageBlock } from '@vitrine/contract'
import { ArrowUpRight, Ellipsis, Eye, EyeOff, Send, Trash2 } from 'lucide-react'
import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { refusedText, useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useDraft } from '../parts/draft.ts'
import { TextArea, TextField } from '../parts/field.tsx'
import { Status } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { useSay } from '../parts/toasts.tsx'
import { unanswered } from '../parts/unanswered.ts'
import { Unsaved } from '../parts/unsaved.tsx'
import { useMay } from '../shell/layout.tsx'
import { useShop } from '../shop.ts'
import { About } from './about.tsx'
import { fromEditor, plainText, toEditor } from './convert.ts'
import { refusals } from './text.ts'
import { type PageLoaded, Versions } from './versions.tsx'

const RichText = lazy(() => import('./rich-text.tsx'))

const names = {
  title: 'Title',
  slug: 'Address',
  content: 'Text',
  seoTitle: 'Title in search engines',
  seoText: 'Text in search engines',
  inFooter: 'Foot of every page',
  inCheckout: 'Checkout',
  inRegistration: 'Registration',
}
type Field = keyof typeof names

const yes = (value: boolean) => (value ? 'yes' : 'no')

const valuesOf = ({ title, slug, content, seo, inFooter, inCheckout, inRegistration }: Page): Record<Field, string> => ({
  title,
  slug,
  // As the editor would have it, so that looking changes nothing.
  content: JSON.stringify(fromEditor(toEditor(content))),
  seoTitle: seo?.title ?? '',
  seoText: seo?.description ?? '',
  inFooter: yes(inFooter),
  inCheckout: yes(inCheckout),
  inRegistration: yes(inRegistration),
})

interface PageEditorProps extends PageLoaded {
  of: Page
}

/** A page: its title, address and text, where it is linked, and its versions. */
export function PageEditor({ of, fields, versions }: PageEditorProps) {
  const mayWrite = useMay()('settings.write')
  const shop = useShop()
  const say = useSay()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { act, busy: acting } = useAct(refusals)
  const [saving, setSaving] = useState(false)
  const [asking, setAsking] = useState<'delete' | 'unpublish'>()
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({})
  const label = useId()
  const fieldValues = useMemo(() => new Map(fields.map(({ field, value }) => [field, value])), [fields])
  const draft = useDraft<Field>({
    saved: valuesOf(of),
    names,
    what: of.title,
    show: (field, value) => (field === 'content' ? plainText(JSON.parse(value) as PageBlock[]) : value),
    read: async () => ({ values: valuesOf((await client.sitePages.getPage({ id: of.id })).page), revision: '' }),
    write: async ({ title, slug, content, seoTitle, seoText, inFooter, inCheckout, inRegistration }) => {
      await client.sitePages.updatePage({
        page: {
          id: of.id,
          title: title.trim(),
          slug: slug.trim(),
          content: JSON.parse(content) as PageBlock[],
          seo: { title: seoTitle.trim(), description: seoText.trim() },
          inFooter: inFooter === 'yes',
          inCheckout: inCheckout === 'yes',
          inRegistration: inRegistration === 'yes',
        },
      })
    },
  })
  const { values } = draft
  const content = useMemo(() => JSON.parse(values.content) as PageBlock[], [values.content])
  const busy = saving || acting
  const wrong: typeof refused = {
    ...refused,
    ...(values.title.trim() === '' && { title: 'A title is needed.' }),
    ...(!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(values.slug.trim()) && { slug: 'Lowercase letters, digits, and single hyphens between them.' }),
  }
  const bind = (field: 'title' | 'slug' | 'seoTitle' | 'seoText') => ({
    disabled: !mayWrite || busy,
    value: values[field],
    error: wrong[field],
    onChange: ({ target }: { target: { value: string } }) => {
      setRefused({})
      draft.set({ [field]: target.value })
    },
  })

  async function save(): Promise<boolean> {
    setSaving(true)
    try {
      if (!(await draft.save())) return false
      await revalidate()
      draft.drop()
      say({ text: `${values.title.trim()} is saved.` })
      return true
    } catch (error) {
      if (!(error instanceof Refused)) say({ text: unanswered, bad: true })
      else if (/SLUG/.test(error.code)) setRefused({ slug: refusedText(error, refusals) })
      else say({ text: refusedText(error, refusals), bad: true })
      return false
    } finally {
      setSaving(false)
    }
  }

  async function publish() {
    if (draft.changes.length > 0 && !(await save())) return
    await act(async () => {
      const { page } = await client.sitePages.publishPage({ id: of.id })
      return `Version ${page.publishedVersion} of ${page.title} is live.`
    })
  }

  const preview = () =>
    void act(async () => {
      const { url } = await client.sitePages.makePreview({ id: of.id })
      window.open(url, '_blank', 'noopener')
      return undefined
    })

  const isLive = of.publishedVersion !== undefined
  const isDirty = draft.changes.length > 0
  const hasNews = of.changed || !isLive || isDirty
  const next = of.changed || isDirty ? of.latestVersion + 1 : of.latestVersion
  return (
    <>
      <div>
        <div className="sub-h">
          <h2>{of.title}</h2>
          <Status glyph={isLive ? 'd-full' : 'd-open'} tone={isLive ? 'done' : 'wait'}>
            {isLive ? `Version ${of.publishedVersion} is live` : 'Draft'}
          </Status>
          <span className="grow" />
          <div className="acts">
            {isLive && (
              <a className="btn small" href={`/${of.slug}`} target="_blank" rel="noreferrer">
                <Icon of={ArrowUpRight} />
                <span>See in shop</span>
              </a>
            )}
            {mayWrite && (
              <>
                <Button small icon={Eye} disabled={busy || isDirty} onClick={preview}>
                  Preview
                </Button>
                {hasNews && (
                  <Button small kind="primary" icon={Send} disabled={busy || Object.keys(wrong).length > 0} onClick={() => void publish()}>
                    {`Publish version ${next}`}
                  </Button>
                )}
                <Menu label="More" button={<IconButton small icon={Ellipsis} name="More" />}>
                  {isLive && (
                    <MenuItem icon={EyeOff} onChoose={() => setAsking('unpublish')}>
                      {`Unpublish ${of.title}`}
                    </MenuItem>
                  )}
                  <MenuItem icon={Trash2} warns onChoose={() => setAsking('delete')}>
                    {`Delete ${of.title}`}
                  </MenuItem>
                </Menu>
              </>
            )}
          </div>
        </div>
        <section className="sec">
          <div className="stack">
            <div className="grid2">
              <TextField {...bind('title')} label="Title" maxLength={120} />
              <TextField {...bind('slug')} label="Address" before="/" maxLength={80} />
            </div>
            <div className="field">
              <span className="lab" id={label}>
                Text
              </span>
              <Suspense fallback={<div className="doc" aria-busy="true" />}>
                <RichText
                  labelledBy={label}
                  value={content}
                  fields={fieldValues}
                  disabled={!mayWrite || saving}
                  onChange={(blocks) => draft.set({ content: JSON.stringify(blocks) })}
                />
              </Suspense>
              <p className="hint">Grey words come from your settings and stay true by themselves.</p>
            </div>
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>In search engines</h2>
          </header>
          <div className="grid2">
            <TextField {...bind('seoTitle')} label="Title in results" maxLength={200} placeholder={`${values.title} · ${shop.name}`} />
            <TextArea {...bind('seoText')} label="Text in results" rows={2} maxLength={500} />
          </div>
        </section>
      </div>
      <aside className="rail" aria-label="About this page">
        <About
          kind={of.kind}
          content={content}
          fields={fieldValues}
          places={{
            inFooter: values.inFooter === 'yes',
            inCheckout: values.inCheckout === 'yes',
            inRegistration: values.inRegistration === 'yes',
          }}
          disabled={!mayWrite || busy}
          onPlace={(place, on) => draft.set({ [place]: yes(on) })}
        >
          <Versions of={of} versions={versions} mayWrite={mayWrite} onRestored={draft.drop} />
        </About>
      </aside>
      <Unsaved inColumn of={draft.changes} busy={busy} wrong={Object.values(wrong)[0]} onSave={save} onDiscard={draft.drop} />
      {draft.dialog}
      {asking === 'unpublish' && (
        <Dialog
          title={`Unpublish ${of.title}?`}
          about="Its address answers with “not found”, and no link in the shop leads to it. Its versions stay."
          does="Unpublish"
          busy={busy}
          onDo={() =>
            void act(async () => {
              await client.sitePages.unpublishPage({ id: of.id })
              setAsking(undefined)
              return `${of.title} is a draft again.`
            })
          }
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'delete' && (
        <Dialog
          title={`Delete ${of.title}?`}
          about="The page and all of its versions are gone."
          does="Delete the page"
          kind="danger"
          busy={busy}
          onDo={() =>
            void act(async () => {
              await client.sitePages.deletePage({ id: of.id })
              draft.drop()
              await navigate('/pages')
              return `${of.title} is deleted.`
            })
          }
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}
