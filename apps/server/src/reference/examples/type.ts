import type { Input, Route } from '@vitrine/contract'

export type Examples = { readonly [R in Route]: Input<R> }
