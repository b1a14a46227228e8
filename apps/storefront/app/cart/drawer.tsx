import { buttonClass, Dialog, Icon, Message, Price } from '@vitrine/ui'
import { Check, X } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'
import { Card } from '../catalogue/card.tsx'
import { CheckOut } from '../checkout/check-out.tsx'
import { ExpressFrame } from '../express/express-frame.tsx'
import type { loader } from '../routes/begin.ts'
import { type Shop, to } from '../shop/shop.ts'
import { capital, inWords } from '../shop/text.ts'
import { stateOf } from './estimate.ts'
import { FreeDelivery, subtotal } from './free-delivery.tsx'
import { Lines } from './lines.tsx'
import { leftText, PutBack } from './said.tsx'
import { useCart } from './use-cart.tsx'

/** The bag from the side, over whatever page one was on. */
export default function CartDrawer({ shop }: { shop: Shop }) {
  const { cart, open, hide, added, error, removed, add } = useCart()
  const empty = cart.lines.length === 0
  const { load, data: first } = useFetcher<typeof loader>({ key: 'begin' })
  const wanted = open && empty && !first
  useEffect(() => {
    if (wanted) void load(to.begin)
  }, [wanted, load])
  return (
    <Dialog className="drawer" aria-labelledby="bag-title" open={open} onClose={hide}>
      <div className="drawer__head">
        <h2 id="bag-title" tabIndex={-1} data-first-focus>
          Your bag
        </h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={hide}>
          <Icon of={X} />
        </button>
      </div>
      {empty ? (
        <>
          <div className="drawer__body drawer__body--empty">
            <p className="lead">Nothing in it yet.</p>
            {removed && <PutBack line={removed.name} onPutBack={() => add(removed)} />}
            {first && first.length > 0 && (
              <>
                <p className="soft">Most people begin with these:</p>
                <div className="cards">
                  {first.map((card) => (
                    <Card key={card.id} of={card} sizes="(min-width: 32rem) 13rem, 44vw" ribbon={false} />
                  ))}
                </div>
              </>
            )}
          </div>
          <div className="drawer__foot">
            <Link className={buttonClass({ wide: true })} to={to.all} onClick={hide}>
              Look around
            </Link>
          </div>
        </>
      ) : (
        <>
          <div className="drawer__body">
            <FreeDelivery cart={cart} delivery={shop.delivery} />
            <p className={added ? 'added small' : 'sr'} role="status">
              {added && (
                <>
                  <Icon of={Check} small />
                  {`${added.quantity > 1 ? `${capital(inWords(added.quantity))} × ` : ''}${[added.name, ...added.chosen, added.terms?.plan].filter(Boolean).join(', ')}: in the bag.`}
                </>
              )}
            </p>
            {error && (
              <Message tone="warn" what={leftText(error.left)}>
                {Number(error.left) > 0 ? `You asked for ${inWords(error.asked)}. Nothing was added.` : 'Nothing was added.'}
              </Message>
            )}
            {removed && <PutBack line={removed.name} onPutBack={() => add(removed)} />}
            <Lines cart={cart} id="drawer" />
          </div>
          <div className="drawer__foot">
            <div className="between">
              <span>Together {shop.taxIncluded && <span className="soft small">with VAT</span>}</span>
              <span className="drawer__sum">
                <Price of={subtotal(cart)} />
              </span>
            </div>
            <CheckOut wide />
            <ExpressFrame of={stateOf(cart.lines)} />
            <Link className="link small drawer__way" to={to.cart} onClick={hide}>
              Look at the bag, add a code
            </Link>
          </div>
        </>
      )}
    </Dialog>
  )
}
