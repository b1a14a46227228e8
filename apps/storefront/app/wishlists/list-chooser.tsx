import { Button, Dialog, Icon, Message } from '@vitrine/ui'
import { X } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { uprightPicture } from '../catalogue/upright.ts'
import { wishlistAt } from './addresses.ts'
import { type ChoosableList, contentsText, type ListsAnswer, listName } from './lists.ts'
import { showSaved } from './saved.ts'
import './list-chooser.css'

export interface ListChooserProps {
  product: string
  variant: string | undefined
  name: string
  chosen: string | undefined
  /** When the heart has done what it does: then the lists are as they will be. */
  after: Promise<boolean>
  onClose: () => void
}

/** On which lists something is, and a new one. */
export default function ListChooser({ product, variant, name, chosen, after, onClose }: ListChooserProps) {
  const id = useId()
  const [lists, setLists] = useState<readonly ChoosableList[]>()
  const [signedIn, setSignedIn] = useState(true)
  const [on, setOn] = useState<ReadonlySet<string>>(new Set())
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let over = false
    void after.then(async () => {
      const query = new URLSearchParams({ product, ...(variant && { variant }) })
      const answer = await fetch(`${wishlistAt.lists}?${query}`, { headers: { accept: 'application/json' } }).catch(() => undefined)
      if (over) return
      if (!answer?.ok) {
        setWrong('Your lists cannot be read now. Try again in a moment.')
        return
      }
      const found = (await answer.json()) as ListsAnswer
      setLists(found.lists)
      setSignedIn(found.signedIn)
      setOn(new Set(found.lists.flatMap((list) => (list.holds ? [list.id] : []))))
    })
    return () => {
      over = true
    }
  }, [after, product, variant])

  async function send(form: FormData): Promise<ListsAnswer | undefined> {
    setBusy(true)
    setWrong(undefined)
    form.set('product', product)
    if (variant) form.set('variant', variant)
    const answer = await fetch(wishlistAt.lists, { method: 'POST', body: form, headers: { accept: 'application/json' } }).catch(
      () => undefined,
    )
    setBusy(false)
    const said = (await answer?.json().catch(() => undefined)) as ListsAnswer | undefined
    if (answer?.ok && said) return said
    setWrong(said?.wrong ?? 'That was not saved. Try again.')
    return undefined
  }

  async function keep(event: FormEvent) {
    event.preventDefault()
    // It would be heard by the product's own form as well, around the heart: that puts the product into the bag.
    event.stopPropagation()
    const form = new FormData()
    for (const list of on) form.append('list', list)
    if (!(await send(form))) return
    showSaved(product, on.size > 0)
    onClose()
  }

  async function add(form: HTMLFormElement | null) {
    const field = form?.elements.namedItem('new-list') as HTMLInputElement | null
    const title = field?.value.trim() ?? ''
    if (!title) {
      field?.focus()
      return
    }
    const data = new FormData()
    data.set('intent', 'create')
    data.set('name', title)
    const before = new Set(lists?.map((list) => list.id))
    const said = await send(data)
    if (!said) return
    setLists(said.lists)
    setOn(new Set([...on, ...said.lists.flatMap((list) => (before.has(list.id) ? [] : [list.id]))]))
    if (field) field.value = ''
  }

  return createPortal(
    <Dialog className="modal" aria-labelledby={`${id}-h`} open onClose={onClose}>
      <form className="klist-form" onSubmit={(event) => void keep(event)}>
        <div className="between">
          <h2 id={`${id}-h`} tabIndex={-1} data-first-focus>
            Keep it on a list
          </h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <Icon of={X} />
          </button>
        </div>
        <p className="soft">
          <span className="name">{name}</span>
          {chosen && `, ${chosen}`}. On your list you can ask for one email when it costs less.
        </p>
        {wrong && (
          <div role="alert">
            <Message tone="warn">{wrong}</Message>
          </div>
        )}
        {lists ? (
          <ul className="klists">
            {lists.map((list) => (
              <li key={list.id}>
                <label className="klist">
                  <span className="klist__pics" aria-hidden="true">
                    {list.imageIds.map((image) => (
                      <img key={image} src={uprightPicture(image, 160)} alt="" width="48" height="60" />
                    ))}
                  </span>
                  <span>
                    <span>{listName(list)}</span>
                    <small className="soft">{contentsText(list)}</small>
                  </span>
                  <span className="check">
                    <input
                      type="checkbox"
                      checked={on.has(list.id)}
                      onChange={({ target }) => {
                        const next = new Set(on)
                        if (target.checked) next.add(list.id)
                        else next.delete(list.id)
                        setOn(next)
                      }}
                    />
                    <span className="sr">on this list</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        ) : (
          !wrong && (
            <p className="soft small" role="status">
              Reading your lists…
            </p>
          )
        )}
        <div className="field">
          <label htmlFor={`${id}-new`}>A new list</label>
          <div className="foot__form">
            <input
              className="input"
              id={`${id}-new`}
              name="new-list"
              maxLength={60}
              placeholder="Its name"
              autoComplete="off"
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                void add(event.currentTarget.form)
              }}
            />
            <Button type="button" line busy={busy} onClick={(event) => void add(event.currentTarget.form)}>
              Add
            </Button>
          </div>
        </div>
        <Button wide busy={busy}>
          Keep it
        </Button>
        <p className="small soft">
          {!signedIn && 'Not signed in? It stays on this device until you are. '}
          <Link className="link" to={wishlistAt.page} onClick={onClose}>
            Look at your lists
          </Link>
        </p>
      </form>
    </Dialog>,
    document.body,
  )
}
