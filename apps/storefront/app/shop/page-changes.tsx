import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { ChangedElsewhere } from '../cart/changed-elsewhere.tsx'
import { useSeenProducts } from '../catalogue/seen.ts'
import { watchConnection } from './connection.ts'
import { LostConnection } from './lost-connection.tsx'
import { useFoundShop } from './use-shop.ts'

/** What goes with every page of the shop and is not needed before the first is alive: what moves, what is said, and where the focus goes. */
export default function PageChanges({ onIdle }: { onIdle: () => void }) {
  const title = useNewPage()
  useEffect(watchConnection, [])
  useCachedProducts()
  useEffect(() => {
    // Browsers without it, or told to have none, show their own page where the connection is lost.
    void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)
    // Loads ahead what a slow or lost connection would hold up when it is needed.
    const idle = window.requestIdleCallback?.(onIdle)
    return () => window.cancelIdleCallback?.(idle)
  }, [onIdle])
  return (
    <>
      <Progress />
      <p role="status" className="sr">
        {title}
      </p>
      <LostConnection />
      <ChangedElsewhere />
    </>
  )
}

/** Has what was looked at last in the page that is shown without a connection. */
function useCachedProducts(): void {
  const shop = useFoundShop()?.name
  const seen = useSeenProducts(shop ?? '')
  useEffect(() => {
    if (shop) void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ seen }))
  }, [shop, seen])
}

/** Something was pressed, and the page that follows is on its way. */
function Progress() {
  const { state } = useNavigation()
  return state !== 'idle' && <div className="progress-line" aria-hidden="true" />
}

/** Leads the focus to the heading of a page that was come to, unless the page has led it elsewhere; what the page is called. */
function useNewPage(): string {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const before = useRef(pathname)
  const pressed = useRef<Element>(null)
  const [title, setTitle] = useState('')
  const ofDocument = useRef<readonly Element[]>([])
  useEffect(() => {
    ofDocument.current = [...document.head.querySelectorAll('script[type="application/ld+json"]')]
  }, [])
  useEffect(() => {
    if (state !== 'idle') pressed.current = document.activeElement
  }, [state])
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    for (const script of ofDocument.current) script.remove()
    ofDocument.current = []
    let frame = requestAnimationFrame(() => {
      // What lay over the page before has gone by then, and has given the focus back.
      frame = requestAnimationFrame(() => {
        setTitle(document.title)
        const active = document.activeElement
        const own = active !== pressed.current && active?.closest('main, dialog[open]')
        if (own) return
        const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
        if (!heading) return
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  return title
}
