import { Picture } from '@vitrine/ui'
import type { ReactNode } from 'react'
import { coversOf } from './covers.ts'
import type { Shop } from './shop.ts'

/** A page that has gone amiss, and a picture of the shop beside it. */
export function Odd({
  shop,
  code,
  above,
  title,
  picture,
  after,
  children,
}: {
  shop: Shop | undefined
  code?: string
  /** Over the title, in the place of a code. */
  above?: ReactNode
  title: string
  picture: number
  /** Under all of it. */
  after?: ReactNode
  children: ReactNode
}) {
  const shown = coversOf(shop?.covers).at(picture)
  const page = (
    <>
      <div className="odd__t">
        {code && <p className="soft small">{code}</p>}
        {above}
        <h1>{title}</h1>
        {children}
      </div>
      {shown && (
        <div className="odd__p">
          <Picture of={shown} sizes="(min-width: 48rem) 40vw, 92vw" ratio={4 / 5} eager silent />
        </div>
      )}
    </>
  )
  return (
    <main id="main" className={after ? undefined : 'wrap odd'}>
      <title>{shop ? `${title} · ${shop.name}` : title}</title>
      {after ? <div className="wrap odd">{page}</div> : page}
      {after}
    </main>
  )
}
