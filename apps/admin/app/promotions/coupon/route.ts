export { CouponPanel as Component, loader } from './coupon.tsx'
