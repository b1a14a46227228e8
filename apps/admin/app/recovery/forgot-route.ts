export { Forgot as Component } from './forgot.tsx'
