import type { PreviewedCart, PromotionPreview } from '@vitrine/contract'
import { ChevronRight, TriangleAlert } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { Link } from 'react-router'
import { money } from '../../orders/sums.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { useShop } from '../../shop.ts'
import { buyerName, cartName, difference, distribution, stepsOf, timeOf, whyNot } from './text.ts'
import type { Rehearsed } from './use-preview.ts'

interface PreviewProps {
  of: Rehearsed
  /** Of a coupon: it is tried as if everybody had typed it. */
  typed?: boolean
  /** What the units are that are counted: `Tableware`. */
  products?: string | undefined
}

const firstShown = 12

/** What a promotion would have done to the carts of late, before it does anything to those to come. */
export function Preview({ of: { preview, says, late }, typed = false, products }: PreviewProps) {
  const { timeZone } = useShop()
  const count = preview?.examined ?? 200
  return (
    <section className="preview" aria-label="Preview over recent carts" aria-busy={late} {...(late && { 'data-late': '' })}>
      <header className="sec-h">
        <h2>
          The last {count === 1 ? 'cart' : `${count} carts`}, if {typed ? 'everybody had typed it' : 'this had been live'}
        </h2>
        {preview && <p>{timeOf(preview, timeZone)}</p>}
      </header>
      {says !== undefined ? (
        <p className="row soft" role="status">
          <Icon of={TriangleAlert} small />
          {says}
        </p>
      ) : !preview ? (
        <p className="faint" role="status">
          Trying it on the carts of late
        </p>
      ) : preview.examined === 0 ? (
        <p className="faint" role="status">
          Nobody has put anything into a cart yet, so there is nothing to try it on.
        </p>
      ) : (
        <Figures of={preview} products={products} />
      )}
    </section>
  )
}

function Figures({ of, products }: { of: PromotionPreview; products: string | undefined }) {
  const { currency, after, before, examined, goal, complete } = of
  const parts = distribution(of)
  const near = parts.find(({ kind }) => kind === 'near')
  const most = Math.max(1, ...parts.map(({ count }) => count))
  const needs = goal && (goal.unit === 'PIECES' ? `${goal.needs} items` : money(goal.needs, currency))
  const share = Math.round((after.carts / examined) * 100)
  return (
    <>
      <div className="delta" role="status">
        <div>
          <span>Carts it touches</span>
          <b>{after.carts}</b>
          <span className="small soft">
            {share} %{before && `, was ${before.carts}`}
          </span>
        </div>
        <div>
          <span>Given away</span>
          <b>{money(after.given, currency)}</b>
          <span className="small soft">{before ? moreThan(before.given, after.given, currency) : `${of.changed} totals change`}</span>
        </div>
        {near && (
          <div>
            <span>Just below {needs}</span>
            <b>{near.count}</b>
            <span className="small soft">{goal?.unit === 'PIECES' ? 'each could add one' : 'in the last quarter'}</span>
          </div>
        )}
      </div>
      {parts.length > 0 && (
        <>
          <div className="dist" role="img" aria-label={parts.map(({ says, count }) => `${says}: ${count}`).join(', ')}>
            {parts.map(({ says, count, kind }) => (
              <div key={says}>
                <i className={kind} style={{ '--v': `${(count / most) * 100}%` } as React.CSSProperties} />
                <span>{says}</span>
              </div>
            ))}
          </div>
          <p className="faint small">
            {goal?.unit === 'PIECES' ? `Items ${products ? `of ${products} ` : ''}in a cart.` : 'What a cart is worth.'} Filled: it is
            enough.
          </p>
        </>
      )}
      <Carts of={of} />
      {!complete && <p className="faint small">There was no time for more: only {examined} carts were tried.</p>}
      <p className="faint small">
        Calculated with the shop’s own taxes and delivery methods, whatever is in stock now. Orders keep the prices they had.
      </p>
    </>
  )
}

function moreThan(was: string, is: string, currency: string): React.ReactNode {
  const by = Number(is) - Number(was)
  if (by === 0) return 'as much as now'
  const text = difference('0', by.toFixed(6), currency).replace(/^[+−]/, '')
  return <span className={by > 0 ? 'down' : ''}>{by > 0 ? `${text} more` : `${text} less`}</span>
}

/** Those that it gives something come first. */
function Carts({ of: { carts, currency } }: { of: PromotionPreview }) {
  const [all, setAll] = useState(false)
  const sorted = [...carts].sort((a, b) => Number(isTouched(b)) - Number(isTouched(a)))
  const shown = all ? sorted : sorted.slice(0, firstShown)
  return (
    <>
      <Table
        caption="Recent carts"
        className="in pic"
        head={
          <>
            <Head>Cart</Head>
            <Head>Items</Head>
            <Head className="num">Then</Head>
            <Head className="num">Now</Head>
          </>
        }
      >
        {shown.map((cart) => (
          <CartRow key={cart.id} of={cart} currency={currency} />
        ))}
      </Table>
      {!all && sorted.length > firstShown && (
        <div>
          <Button small kind="ghost" onClick={() => setAll(true)}>
            Show all {sorted.length}
          </Button>
        </div>
      )}
    </>
  )
}

const isTouched = ({ unmoved }: PreviewedCart): boolean => unmoved === undefined

function CartRow({ of, currency }: { of: PreviewedCart; currency: string }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const touched = isTouched(of)
  return (
    <Fragment>
      <Tr {...(!touched && { 'data-quiet': '' })}>
        <RowHead>
          <div className="two">
            {touched ? (
              <button type="button" className="opens" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
                <span className="lead">{cartName(of)}</span>
                <Icon of={ChevronRight} small />
              </button>
            ) : (
              <span className="lead">{cartName(of)}</span>
            )}
            <span>{buyerName(of)}</span>
          </div>
        </RowHead>
        <Td of="Items">
          <span className="thumbs">
            {of.items.slice(0, 2).map(({ name, image }) => (
              <Thumb key={name + image} src={image} size={26} />
            ))}
          </span>
        </Td>
        <Td of="Then" className="num">
          {money(of.before, currency)}
        </Td>
        <Td of="Now" className="num">
          {of.unmoved ? (
            <span className="faint">{whyNot(of.unmoved, currency)}</span>
          ) : (
            <div className="two right">
              <b>{money(of.now, currency)}</b>
              <span>{difference(of.before, of.now, currency)}</span>
            </div>
          )}
        </Td>
      </Tr>
      {open && (
        <Tr id={id} className="opened">
          <Td colSpan={4}>
            <table className="ledger both">
              <caption className="vh">How both totals of {cartName(of)} come about</caption>
              <thead className="vh">
                <tr>
                  <th scope="col">Step</th>
                  <th scope="col">Why</th>
                  <th scope="col">Then</th>
                  <th scope="col">Now</th>
                </tr>
              </thead>
              <tbody>
                {stepsOf(of, currency).map(({ key, name, why, before, now }) => (
                  <tr key={key} className={key === 'TOTAL' ? 'sum' : undefined}>
                    <th scope="row">{name}</th>
                    <td className="why">{why}</td>
                    <td className="num soft">{before}</td>
                    <td className="num">{now}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {of.kind === 'ORDER' && (
              <Link className="a small" to={`/orders/${of.id}`}>
                Open order {cartName(of)}
              </Link>
            )}
          </Td>
        </Tr>
      )}
    </Fragment>
  )
}
