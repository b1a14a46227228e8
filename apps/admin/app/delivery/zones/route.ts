export { readDelivery as loader } from '../delivery.ts'
export { Zones as Component } from './zones.tsx'
