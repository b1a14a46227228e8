import { Button, Money } from '@vitrine/ui'
import { Fragment, type ReactNode } from 'react'
import { Form, useFetcher, useNavigation } from 'react-router'
import { type CheckoutView, collects } from './checkout.ts'
import { Hours } from './hours.tsx'
import { StepSection } from './step.tsx'
import { wayIn } from './way.ts'

/** When it comes, and by whom. A choice shows in the sum at once. */
export function DeliveryForm({ view, payment }: { view: CheckoutView; payment: ReactNode }) {
  const busy = useNavigation().formData?.get('intent') === 'delivery'
  const choosing = useFetcher()
  const chosen = collects(view) ? undefined : view.chosen
  return (
    <Form
      method="post"
      onSubmit={(event) => busy && event.preventDefault()}
      onChange={(event) =>
        void choosing.submit({ intent: 'option', option: wayIn(new FormData(event.currentTarget), 'option') }, { method: 'post' })
      }
    >
      <input type="hidden" name="intent" value="delivery" />
      <StepSection name="delivery" question="When?" state="now">
        <div className="opts" role="radiogroup" aria-labelledby="s-delivery">
          {view.doors.map((way, at) => {
            const { value, title, time, price, instructions, days } = way
            return (
              <Fragment key={value}>
                <label className="opt">
                  <input type="radio" name="option" value={value} required defaultChecked={chosen ? value === chosen : at === 0} />
                  <span className="opt__t">
                    <span>{time ?? title}</span>
                    {time && <small className="soft">{title}</small>}
                    {instructions && <small className="soft">{instructions}</small>}
                  </span>
                  <span className="opt__p">{Number(price) === 0 ? 'Free' : <Money of={price} />}</span>
                </label>
                {days && (
                  <div className="opts__below">
                    <Hours of={way} label={(day) => (day ? `Your hour, ${day}` : 'Your hour')} />
                  </div>
                )}
              </Fragment>
            )
          })}
        </div>
      </StepSection>
      {payment}
      <div className="co__go">
        <Button wide busy={busy}>
          Go on to payment
        </Button>
      </div>
    </Form>
  )
}
