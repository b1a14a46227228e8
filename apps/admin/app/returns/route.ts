export { loader, ReturnPage as Component } from './return.tsx'
