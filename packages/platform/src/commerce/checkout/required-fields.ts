import type { CustomField, FieldViolation } from '@vitrine/contract'
import { freshCheckoutForm } from '../../kernel/settings/checkout-form.ts'
import { type Question } from '../../kernel/settings/checkout-form-settings.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { CheckoutDocument } from './store.ts'

/**
 * What a buyer has not said yet that the shop has to know before there is an order. Who collects goods gives no address: then its fields are
 * not missed.
 */
export function unanswered(
  { shippingDestination, billingInfo, customFields = [] }: CheckoutDocument,
  { checkoutForm = freshCheckoutForm }: Pick<Sections, 'checkoutForm'>,
  { collected }: { readonly collected: boolean },
): FieldViolation[] {
  const { fields, questions } = checkoutForm
  const place = shippingDestination ?? billingInfo
  const said = {
    company: shippingDestination?.contactDetails?.company || billingInfo?.contactDetails?.company,
    vatId: shippingDestination?.contactDetails?.vatId?.id || billingInfo?.contactDetails?.vatId?.id,
    addressLine2: place?.address?.addressLine2 || place?.address?.streetAddress?.apt,
    phone: shippingDestination?.contactDetails?.phone || billingInfo?.contactDetails?.phone,
  }
  const at = {
    company: 'contactDetails.company',
    vatId: 'contactDetails.vatId',
    addressLine2: 'address.addressLine2',
    phone: 'contactDetails.phone',
  }
  const names = Object.keys(said) as (keyof typeof said)[]
  const missing = collected ? [] : names.filter((name) => fields[name] === 'REQUIRED' && !said[name])
  return [
    ...missing.map((name) => required(`checkout.shippingInfo.shippingDestination.${at[name]}`)),
    ...questions.flatMap((question) => wrongAnswer(question, customFields)),
  ]
}

const required = (field: string): FieldViolation => ({
  field,
  description: 'The shop asks for it',
  violatedRule: 'REQUIRED_FIELD',
  data: {},
})

function wrongAnswer({ title, type, required: needed, choices }: Question, answers: readonly CustomField[]): FieldViolation[] {
  const value = answers.find((answer) => answer.title === title)?.value
  const field = `checkout.customFields[${title}]`
  if (value === undefined || value === null || value === '' || value === false) return needed ? [required(field)] : []
  const fits =
    type === 'CHECKBOX' ? value === true : typeof value === 'string' && (type === 'CHOICE' ? choices.includes(value) : value.trim() !== '')
  return fits ? [] : [{ field, description: 'This is no answer to the question', violatedRule: 'VALIDATION', data: {} }]
}
