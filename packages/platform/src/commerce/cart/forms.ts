import type { FormsToUpdate } from '@vitrine/contract'
import type { CartDocument } from './store.ts'

/** The form submissions of a cart after an update: a form sent without a submission is removed. */
export function withFormsAnswered(
  before: NonNullable<CartDocument['forms']>,
  sent: FormsToUpdate['formSubmissions'],
): NonNullable<CartDocument['forms']> {
  const answers = new Map(before.map(({ id, formSubmissionId }) => [id, formSubmissionId]))
  for (const { id, formSubmissionId } of sent) {
    if (formSubmissionId) answers.set(id, formSubmissionId)
    else answers.delete(id)
  }
  return [...answers].map(([id, formSubmissionId]) => ({ id, formSubmissionId }))
}
