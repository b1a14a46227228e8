import { Field } from '@vitrine/ui'

/** Asks for the email of an order, which shows that it is theirs. */
export const OrderEmail = ({ written, wrong }: { written: string | undefined; wrong: string | undefined }) => (
  <Field
    id="email"
    name="email"
    type="email"
    label="The e-mail you ordered with"
    autoComplete="email"
    maxLength={320}
    required
    defaultValue={written}
    wrong={wrong}
  />
)
