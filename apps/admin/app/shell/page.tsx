import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { useShop } from '../shop.ts'
import { noteSeen } from './seen.ts'

export interface Crumb {
  readonly name: string
  readonly to?: string
}

/** Where in the admin a page stands; the bar shows it. */
export const Crumbs = createContext<(crumbs: readonly Crumb[]) => void>(() => {})

/** Names a page, in the bar and in the window's title; it is among what was seen last, unless it is not to be. */
export function usePlace(crumbs: readonly Crumb[], isSeen = true): void {
  const tell = useContext(Crumbs)
  const shop = useShop()
  const { pathname } = useLocation()
  const key = JSON.stringify(crumbs)
  useLayoutEffect(() => {
    const all = JSON.parse(key) as Crumb[]
    tell(all)
    document.title = `${all.at(-1)?.name ?? ''} · ${shop.name} · Vitrine`
    if (isSeen && all.length > 1) noteSeen({ name: all.at(-1)!.name, to: pathname, of: all[0]!.name })
  }, [key, isSeen, shop, tell, pathname])
}

interface PageHeadProps {
  /** Before the title, such as a face. */
  picture?: ReactNode
  title: ReactNode
  facts?: ReactNode
  /** The one thing that is done here most; on a phone it stands under the thumb. */
  main?: ReactNode
  children?: ReactNode
}

/** The head of a page: what it is, facts about it, and what can be done. */
export function PageHead({ picture, title, facts, main, children }: PageHeadProps) {
  return (
    <div className="ph">
      {picture}
      <div className="ph-t">
        <h1>{title}</h1>
        {facts && <div className="ph-m">{facts}</div>}
      </div>
      {(children || main) && (
        <div className="acts">
          {children}
          {main}
        </div>
      )}
      {main && <ThumbBar>{main}</ThumbBar>}
    </div>
  )
}

/** What is done on a page, under the thumb of whoever holds a phone; not shown on anything wider. */
export function ThumbBar({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.body.dataset['thumb'] = ''
    return () => void delete document.body.dataset['thumb']
  }, [])
  return createPortal(
    <div className="thumbbar" role="region" aria-label="Main action">
      {children}
    </div>,
    document.body,
  )
}
