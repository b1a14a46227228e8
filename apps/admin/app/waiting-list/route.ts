export { loader, WaitingList as Component } from './waiting-list.tsx'
