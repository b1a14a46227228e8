import { classes, Hour, Icon, Picture, Price } from '@vitrine/ui'
import { ArrowRight } from 'lucide-react'
import { type CSSProperties, Fragment, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Pin, PlateView } from '../shop/shop.ts'

/** At least as wide as a phone's viewport is high. */
const WIDTHS = [1280, 1800, 2400]

export interface PlateProps {
  of: PlateView
  heading?: 'h1' | 'h2'
  id?: string | undefined
  /** The picture the page opens with. */
  first?: boolean
  /** In which theme alone it is shown. */
  only?: 'light' | 'dark' | undefined
}

/** A wide picture whose pieces carry letters; on phones it is panned by hand and starts where its focus is. */
export function Plate({ of: plate, heading: Heading = 'h2', id, first, only }: PlateProps) {
  const view = useRef<HTMLDivElement>(null)
  const { x, y } = plate.focus
  useEffect(() => {
    const at = view.current
    if (at && at.scrollWidth > at.clientWidth) at.scrollLeft = (at.scrollWidth * x) / 100 - at.clientWidth / 2
  }, [x])
  return (
    <div className="plate plate--full" style={{ '--fx': x, '--fy': y } as CSSProperties}>
      <div className="plate__view" tabIndex={-1} ref={view}>
        <div className="plate__inner">
          <Picture of={plate.picture} sizes="(min-width: 48rem) 100vw, 118vh" widths={WIDTHS} first={first} only={only} />
          {plate.pins.map((pin) => (
            <Link
              key={pin.name}
              className="pin"
              style={{ '--x': pin.x, '--y': pin.y } as CSSProperties}
              to={pin.href}
              discover="none"
              aria-label={`${pin.letter}: ${pin.name}`}
              viewTransition
            >
              <span>{pin.letter}</span>
            </Link>
          ))}
        </div>
      </div>
      <div className={classes('plate__title', 'on-picture', `on-${plate.tone}`, `plate__title--${plate.titleAt}`)}>
        {plate.hour && <Hour {...plate.hour} />}
        <Heading id={id}>
          {plate.title.split('\n').map((line, at) => (
            <Fragment key={line}>
              {at > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </Heading>
        {plate.go && (
          <Link className="link link--arrow plate__go" to={plate.go.href}>
            {plate.go.label} <Icon of={ArrowRight} turns />
          </Link>
        )}
      </div>
    </div>
  )
}

/** The names and prices of what carries the letters. */
export function Key({ of: pins, className }: { of: readonly Pin[]; className?: string }) {
  return (
    <ol className={classes('key', className)}>
      {pins.map(({ letter, name, href, chosen, price }) => (
        <li key={name}>
          <Link to={href} discover="none" viewTransition>
            <span className="l">{letter}</span>
            <span>
              <span className="name">{name}</span>
              {chosen && <small> {chosen}</small>}
            </span>
            <Price of={price} />
          </Link>
        </li>
      ))}
    </ol>
  )
}
