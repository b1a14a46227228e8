export { readDelivery as loader } from '../delivery.ts'
export { PickupPoints as Component } from './pickup-points.tsx'
