export { Account as Component, loader } from './account.tsx'
