export { CartTester as Component, loader } from './cart-tester.tsx'
