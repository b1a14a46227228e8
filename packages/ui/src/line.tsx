import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import { Picture } from './picture.tsx'
import type { Media } from './rendition.ts'

export interface LineProps {
  name: string
  picture?: Media | undefined
  /** Wraps picture and name in a link to the object; without it they stand alone. */
  link?: ((inner: ReactNode, decorative: boolean) => ReactNode) | undefined
  price: ReactNode
  /** What was chosen: `Sage, large, €30 each`. */
  chosen?: ReactNode
  /** A `<Message>` about this line. */
  message?: ReactNode
  tools?: ReactNode
  heading?: 'h2' | 'h3'
  /** It cannot be had any more and is not counted. */
  gone?: boolean
}

/** One line of a bag: picture, name, price, what was chosen, and what can be done with it. */
export function Line({ name, picture, link, price, chosen, message, tools, heading: Heading = 'h3', gone }: LineProps) {
  const shown = picture && <Picture of={picture} sizes="8.5rem" ratio={4 / 5} silent />
  return (
    <li className={classes('line', gone && 'line--gone')}>
      {link ? link(shown, true) : <span className="line__pic">{shown}</span>}
      <div className="line__body">
        <Heading className="line__name">{link ? link(name, false) : name}</Heading>
        <p className="line__price">{price}</p>
        {chosen && <p className="line__opts">{chosen}</p>}
        {message}
        {tools && <div className="line__tools">{tools}</div>}
      </div>
    </li>
  )
}

export interface SmallLineProps {
  name: string
  picture?: Media | undefined
  quantity: number
  chosen?: ReactNode
  amount: ReactNode
}

/** A line of an order: nothing can be done with it, its quantity sits on the picture's corner. */
export function SmallLine({ name, picture, quantity, chosen, amount }: SmallLineProps) {
  return (
    <li className="mini">
      <span className="mini__pic">
        {picture && <Picture of={picture} sizes="4rem" ratio={4 / 5} silent />}
        <span className="mini__n figures">
          <span className="sr">Quantity </span>
          {quantity}
        </span>
      </span>
      <span className="mini__t">
        <span className="name">{name}</span>
        {chosen && <small className="soft">{chosen}</small>}
      </span>
      {amount}
    </li>
  )
}
