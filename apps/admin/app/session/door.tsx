import { type ReactNode, useEffect } from 'react'
import { Glyph } from '../parts/glyph.tsx'
import { useShop } from '../shop.ts'

/** A page for who is not in yet: what it asks on the left, the shop on the right. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  const shop = useShop()
  useEffect(() => {
    document.body.classList.add('signin')
    document.title = `${title} · ${shop.name} · Vitrine`
    return () => document.body.classList.remove('signin')
  }, [shop, title])
  const picture = shop.heroes[0]?.picture.url
  return (
    <main className="si">
      <div className="si-form">
        <p className="si-brand">
          <span className="mark">
            <Glyph of="sun" />
          </span>
          <b>{shop.name}</b>
          <span className="faint">on Vitrine</span>
        </p>
        {children}
      </div>
      {picture && (
        <figure className="si-pic">
          <img src={`${picture}/fit/w_2000,h_1400,q_80`} alt="" />
        </figure>
      )}
    </main>
  )
}
