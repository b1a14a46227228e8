import { Button, Check } from '@vitrine/ui'
import { Form, useNavigation } from 'react-router'
import { list, many } from '../shop/text.ts'
import type { MembershipOption } from './checkout.ts'

/** The buyer's memberships, and what each would pay for; those that cannot say why. */
export function Memberships({ of: options }: { of: readonly MembershipOption[] }) {
  const busy = useNavigation().formData?.get('intent') === 'memberships'
  return (
    <Form method="post" preventScrollReset className="step" onSubmit={(event) => busy && event.preventDefault()}>
      <input type="hidden" name="intent" value="memberships" />
      <fieldset className="co__members">
        <legend className="label">Your memberships</legend>
        {options.map(({ value, name, left, of, lines, chosen, not }) => (
          <Check key={value} name="membership" value={value} defaultChecked={chosen} disabled={not !== undefined}>
            <span>
              {name}
              <small className="soft co__member">
                {not
                  ? whyNot(not)
                  : [
                      lines.length > 0 && `pays for ${list(lines)}`,
                      left !== undefined && `${many(left, 'time')} left${of ? ` of ${of}` : ''}`,
                    ]
                      .filter(Boolean)
                      .join(', ')}
              </small>
            </span>
          </Check>
        ))}
      </fieldset>
      {options.some(({ not }) => !not) && (
        <Button line small busy={busy}>
          Use what is ticked
        </Button>
      )}
    </Form>
  )
}

function whyNot(reason: string): string {
  switch (reason) {
    case 'EXPIRED':
      return 'is over'
    case 'NOT_ENOUGH_CREDITS':
      return 'is used up'
    default:
      return 'pays for nothing in this order'
  }
}
