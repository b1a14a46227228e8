export { readDelivery as loader } from '../delivery.ts'
export { Weights as Component } from './weights.tsx'
