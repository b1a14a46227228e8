import { classes, RowIcon } from '@vitrine/ui'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { HEARTS, wishlistAt } from './addresses.ts'
import { saveProduct, useSaved } from './saved.ts'

const ListChooser = lazy(() => import('./list-chooser.tsx'))

export interface HeartProps {
  product: string
  name: string
  variant?: string | undefined
  /** What is chosen, beside the name. */
  chosen?: string | undefined
  className: string
  /** It is a part of the product's own form, and opens the lists to choose from. */
  chooses?: true
}

/** Saves a product to a wish list. Without script it is a button of the page's one form for hearts, or of the product's. */
export default function Heart({ product, name, variant, chosen, className, chooses }: HeartProps) {
  const saved = useSaved(product)
  const [failed, setFailed] = useState(false)
  const [choosing, setChoosing] = useState<Promise<boolean>>()
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    setFailed(false)
    const form = new FormData()
    if (variant) form.set('variant', variant)
    const done = chooses && saved ? Promise.resolve(true) : saveProduct(product, !saved, form)
    void done.then((worked) => setFailed(!worked))
    if (chooses) setChoosing(done)
  }
  const button = (
    <button
      className={classes('heart', className, saved && 'heart--on')}
      aria-pressed={saved}
      aria-label={`On your wish list: ${name}`}
      onClick={press}
      {...(chooses
        ? { formAction: wishlistAt.hearts, formNoValidate: true }
        : !variant && { form: HEARTS, name: 'product', value: product })}
    >
      <RowIcon of="heart" />
    </button>
  )
  return (
    <>
      {variant && !chooses ? (
        <form method="post" action={wishlistAt.hearts}>
          <input type="hidden" name="product" value={product} />
          <input type="hidden" name="variant" value={variant} />
          {button}
        </form>
      ) : (
        button
      )}
      {failed && (
        <span className="heart__say small" role="alert">
          That was not saved. Try again.
        </span>
      )}
      {choosing && (
        <Suspense>
          <ListChooser
            product={product}
            variant={variant}
            name={name}
            chosen={chosen}
            after={choosing}
            onClose={() => setChoosing(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
