import { Dialog, Icon, Picture, Price } from '@vitrine/ui'
import { Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Form, Link, useFetcher, useNavigate } from 'react-router'
import type { loader } from '../routes/suggest.ts'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'

/** A word with the part that was typed underlined. */
function Marked({ text, part, as: Tag = 'b' }: { text: string; part: string; as?: 'b' | 'mark' }): ReactNode {
  const at = text.toLowerCase().indexOf(part.toLowerCase())
  if (at < 0 || !part) return text
  return (
    <>
      {text.slice(0, at)}
      <Tag>{text.slice(at, at + part.length)}</Tag>
      {text.slice(at + part.length)}
    </>
  )
}

const PAUSE_MS = 120

/** Search over the page: answers while one types, with pictures; arrows choose, enter opens. */
export default function SearchOverlay({ open, onClose }: { open: boolean; onClose: () => void }) {
  const shop = useShop()
  const { load, data, state } = useFetcher<typeof loader>({ key: 'suggest' })
  const [q, setQ] = useState('')
  const [on, setOn] = useState(-1)
  const go = useNavigate()
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = q.trim()
  const products = asked ? (data?.products ?? []) : []
  // Where no collection is called so, the first of them are a way on.
  const shortcuts = data && data.collections.length > 0 ? data.collections : shop.collections.slice(0, 5)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setQ(text)
    setOn(-1)
    clearTimeout(timer.current)
    if (text.trim()) timer.current = setTimeout(() => load(`/search/suggest?${new URLSearchParams({ q: text.trim() })}`), PAUSE_MS)
  }
  const keys = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const n = products.length
      if (n > 0) setOn((now) => (event.key === 'ArrowDown' ? (now + 1) % n : now <= 0 ? n - 1 : now - 1))
    }
    const chosen = products[on]
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      onClose()
      void go(to.product(chosen.slug))
    }
  }
  return (
    <Dialog className="over" aria-label="Search" open={open} onClose={onClose}>
      <div className="wrap over__in">
        <div className="over__top">
          <Form className="ask" role="search" action={to.search()} onSubmit={onClose}>
            <label className="sr" htmlFor={`${id}-q`}>
              Search the shop
            </label>
            <Icon of={Search} />
            <input
              id={`${id}-q`}
              className="ask__in"
              type="search"
              name="q"
              value={q}
              onChange={(event) => type(event.target.value)}
              onKeyDown={keys}
              placeholder="What are you looking for?"
              autoComplete="off"
              data-first-focus
              role="combobox"
              aria-expanded={products.length > 0}
              aria-controls={`${id}-hits`}
              aria-autocomplete="list"
              aria-activedescendant={on >= 0 ? `${id}-${on}` : undefined}
            />
            <span className="small soft only-wide-i" role="status">
              {asked && data && state === 'idle' ? `${products.length} ${products.length === 1 ? 'object' : 'objects'}` : ''}
            </span>
          </Form>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <Icon of={X} />
          </button>
        </div>
        {asked && data && (
          <div className="over__grid">
            <div className="over__side">
              {data.words.length > 0 && (
                <section>
                  <h2 className="label">Did you mean</h2>
                  <ul>
                    {data.words.map((word) => (
                      <li key={word}>
                        <Link to={to.search(word)} onClick={onClose}>
                          <span>
                            <Marked text={word} part={asked} />
                          </span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                </section>
              )}
              {shortcuts.length > 0 && (
                <section>
                  <h2 className="label">{data.collections.length > 0 ? 'Collections' : 'Or look through'}</h2>
                  <ul>
                    {shortcuts.map(({ slug, name, count }) => (
                      <li key={slug}>
                        <Link to={to.collection(slug)} onClick={onClose}>
                          <span>
                            <Marked text={name} part={asked} />
                          </span>{' '}
                          <span className="faint">{count}</span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                </section>
              )}
            </div>
            <section className="over__hits">
              <h2 className="label" id={`${id}-objects`}>
                {products.length > 0 ? 'Objects' : state === 'idle' ? `Nothing here is called “${asked}”.` : 'Looking'}
              </h2>
              {/* biome-ignore lint: the listbox of the field above; focus stays there */}
              <div className="hits" id={`${id}-hits`} role="listbox" aria-labelledby={`${id}-objects`}>
                {products.map(({ slug, name, price, picture }, at) => (
                  <Link
                    key={slug}
                    id={`${id}-${at}`}
                    className="hit"
                    role="option"
                    aria-selected={at === on}
                    data-on={at === on || undefined}
                    to={to.product(slug)}
                    onClick={onClose}
                  >
                    <span className="hit__pic">
                      {picture && <Picture of={picture} sizes="(min-width: 48rem) 15vw, 4.5rem" ratio={4 / 5} silent eager />}
                    </span>
                    <span className="name">
                      <Marked text={name} part={asked} as="mark" />
                    </span>
                    <Price of={price} />
                  </Link>
                ))}
              </div>
            </section>
          </div>
        )}
        <p className="over__keys small faint">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> to move
          </span>
          <span>
            <kbd>↵</kbd> to open
          </span>
          <span>
            <kbd>esc</kbd> to close
          </span>
          {asked && (
            <Link className="link" to={to.search(asked)} onClick={onClose}>
              All results for “{asked}”
            </Link>
          )}
        </p>
      </div>
    </Dialog>
  )
}
