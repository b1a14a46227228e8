import { Button, buttonClass, classes, Message } from '@vitrine/ui'
import { useId } from 'react'
import { Form, Link } from 'react-router'
import { Empty } from '../account/empty.tsx'
import { Page } from '../account/page.tsx'
import { Copy } from '../shop/copy.tsx'
import { to } from '../shop/shop.ts'
import { capital, many } from '../shop/text.ts'
import { Entry } from './entry.tsx'
import type { ListsSaid, readLists } from './lists.server.ts'
import { contentsText, listName } from './lists.ts'
import './wishlists.css'

interface ListsPageProps {
  of: Awaited<ReturnType<typeof readLists>>
  said: ListsSaid | undefined
  /** Where it is; its lists are told apart by the query. */
  address: string
  signedIn: boolean
}

/** Somebody's wish lists: those there are, and one with what is on it. */
export function ListsPage({ of: { lists, open, tomorrow }, said, address, signedIn }: ListsPageProps) {
  const several = lists.length > 1
  const ready = open?.entries.filter(({ availability }) => availability === 'AVAILABLE').length ?? 0
  return (
    <Page
      title={open ? listName(open) : 'Wish lists'}
      below={
        <>
          {open && <Head open={open} ready={ready} said={said} signedIn={signedIn} tomorrow={tomorrow} />}
          {said?.wrong && (
            <div role="alert">
              <Message tone="warn">{said.wrong}</Message>
            </div>
          )}
          {said?.said && (
            <p className="small" role="status">
              {said.said}
            </p>
          )}
          {several && (
            <nav aria-label="Your lists">
              <ul className="wl-lists">
                {lists.map((list) => (
                  <li key={list.id}>
                    <Link to={`${address}?list=${list.id}`} aria-current={list.id === open?.id ? 'page' : undefined}>
                      {listName(list)} <small className="soft">{list.itemCount}</small>
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </>
      }
    >
      {!open || open.entries.length === 0 ? (
        <Empty
          lead="Nothing is on this list yet."
          way={
            <Link className={buttonClass({})} to={to.all}>
              Look around
            </Link>
          }
        >
          The heart beside a product saves it here{signedIn ? '' : ', on this device until you sign in'}.
        </Empty>
      ) : (
        <ul className="cards cards--list">
          {open.entries.map((entry) => (
            <Entry key={entry.id} of={entry} list={open.id} others={lists.filter(({ id }) => id !== open.id)} signedIn={signedIn} />
          ))}
        </ul>
      )}
      <NewList />
    </Page>
  )
}

type Open = NonNullable<Awaited<ReturnType<typeof readLists>>['open']>

interface HeadProps {
  open: Open
  ready: number
  said: ListsSaid | undefined
  signedIn: boolean
  /** As a date field has it. */
  tomorrow: string
}

/** What is said of a list, and what is done to it as a whole. */
function Head({ open, ready, said, signedIn, tomorrow }: HeadProps) {
  const id = useId()
  const count = open.entries.length
  const hidden = <input type="hidden" name="list" value={open.id} />
  return (
    <>
      {open.note && <p className="lead">{open.note}</p>}
      <div className="row row--wrap small wl-acts">
        <span className={classes('soft', open.shared && 'wl-acts__about')}>
          {open.shared
            ? [`${count === 0 ? 'Nothing yet' : capital(many(count, 'object'))}.`, 'Whoever has the link sees it.', open.hidden]
                .join(' ')
                .trim()
            : `${contentsText({ itemCount: count, shared: false })}.`}
        </span>
        {signedIn ? (
          <Form method="post" preventScrollReset>
            {hidden}
            <button className="link" name="intent" value="share">
              {open.shared ? 'New link' : 'Share by link'}
            </button>
          </Form>
        ) : (
          <Link className="link" to={to.account}>
            Sign in to share it
          </Link>
        )}
        {open.shared && (
          <Form method="post" preventScrollReset>
            {hidden}
            <button className="link" name="intent" value="unshare">
              Stop sharing
            </button>
          </Form>
        )}
        {ready > 0 && (
          <Form method="post" preventScrollReset>
            {hidden}
            <button className="link" name="intent" value="cart">
              Move all to the bag
            </button>
          </Form>
        )}
        <details className="wl__more">
          <summary className="link">Rename</summary>
          <Form method="post" preventScrollReset className="wl__form" key={open.id}>
            {hidden}
            <div className="field">
              <label htmlFor={`${id}-name`}>Name of the list</label>
              <input className="input" id={`${id}-name`} name="name" maxLength={60} defaultValue={listName(open)} required />
            </div>
            <div className="field">
              <label htmlFor={`${id}-note`}>A note for those who see it</label>
              <textarea className="input" id={`${id}-note`} name="note" maxLength={500} rows={3} defaultValue={open.note ?? ''} />
            </div>
            {signedIn && (
              <div className="field">
                <label htmlFor={`${id}-day`}>Who gives what stays hidden from you until</label>
                <input
                  className="input"
                  id={`${id}-day`}
                  name="gifts-hidden-until"
                  type="date"
                  min={open.giftsHiddenUntil && open.giftsHiddenUntil < tomorrow ? open.giftsHiddenUntil : tomorrow}
                  defaultValue={open.giftsHiddenUntil ?? ''}
                  aria-describedby={`${id}-day-hint`}
                />
                <p className="hint" id={`${id}-day-hint`}>
                  Without a day you never see it. An earlier day does not uncover what was promised until now.
                </p>
              </div>
            )}
            <div className="row row--wrap">
              <Button small line name="intent" value="rename">
                Save
              </Button>
              {open.kind === 'NAMED' && (
                <button className="text-button small" name="intent" value="delete">
                  Delete the list
                </button>
              )}
            </div>
          </Form>
        </details>
      </div>
      {said?.link && (
        <p className="wl-link">
          <label className="sr" htmlFor={`${id}-link`}>
            The link
          </label>
          <input className="input" id={`${id}-link`} readOnly value={said.link} />
          <Copy text={said.link} what="Copy link" />
        </p>
      )}
    </>
  )
}

function NewList() {
  const id = useId()
  return (
    <Form method="post" className="wl-new">
      <input type="hidden" name="intent" value="create" />
      <div className="field">
        <label htmlFor={id}>A new list</label>
        <div className="foot__form">
          <input className="input" id={id} name="name" maxLength={60} placeholder="Name of the list" autoComplete="off" required />
          <Button line>Add</Button>
        </div>
      </div>
    </Form>
  )
}
