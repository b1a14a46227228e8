/** The entities, and what each call takes and answers: `Cart`, `Product`, `Input<'POST …'>`, `Ok<'GET …'>`. */
export type * from '@vitrine/contract'
